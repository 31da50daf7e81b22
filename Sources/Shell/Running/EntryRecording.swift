import Platform
import SQLText

/// The file that entries go to which worked, as `.read` reads them.
final class EntryRecording {
  let path: String
  private let file: UnsafeMutablePointer<FILE>

  /// Makes the file, which must not be there yet; nil where that fails, and `errno` says why.
  init?(path: String) {
    guard let file = fopen(path, "wxe") else { return nil }
    self.path = path
    self.file = file
  }

  deinit { fclose(file) }

  /// Adds an entry; a statement of SQL ends with a semicolon, so that the next entry is none of it.
  ///
  /// - Parameter syntax: that of a statement; nil for any other entry.
  func add(_ entry: String, sql syntax: SQLSyntax?) throws {
    let needsEnd = syntax.map { !SQLShape(entry, syntax: $0).endsWithSemicolon } ?? false
    guard fputs(entry + (needsEnd ? ";" : "") + "\n", file) >= 0, fflush(file) == 0 else {
      throw failure
    }
  }

  private var failure: CommandRefusal { .cannotWriteRecord(CommandError.cannot("write", path)) }

  func close() throws {
    guard fflush(file) == 0 else { throw failure }
  }
}
