import Encodings
import Interchange
import Model
import Platform

/// A file of rows that was named where a database is expected: `moonshell people.csv`.
struct RowFile {
  let path: String

  /// Nil for what is a database, whatever its name ends in.
  ///
  /// - Throws: `InterchangeError` where there is no such file.
  init?(_ path: String) throws(InterchangeError) {
    guard let format = FileFormat.of(path: path), !format.isPropertyList else { return nil }
    self.path = path
    // Looking into a pipe would take from it.
    if let kind = kind(ofFile: path), kind != S_IFREG, kind != S_IFDIR { throw InterchangeError(.isNoFile(path: path)) }
    do {
      let input = try ByteInput(path: path, window: 16)
      let start = UnsafeBufferPointer(start: input.base, count: input.count)
      if start.starts(with: "SQLite format 3".utf8.prefix(input.count)), input.count >= 15 { return nil }
    } catch {
      // What is wrong with its letters is said when they are read.
      guard case .notUnicode8 = error.problem else { throw error }
    }
  }
}
