import Encodings
import Interchange
import TestSupport

extension FuzzTarget {
  static let csv = FuzzTarget(
    name: "csv",
    corpus: [
      "name,age\nZerator,31\n\"a \"\"b\"\"\",\n", "a\r\n\"x\r\ny\"\r\n\"\"\r\n", "a,b,c\r1,2,3\r\r4,5,6", "é,ü\n1,2",
    ],
    words: ["\"", "\"\"", ",", "\n", "\r\n", "\r", "\u{FEFF}", "\",\"", "\0", "\n\n"],
    feeder: { try delimited(.csv) })

  static let tsv = FuzzTarget(
    name: "tsv", corpus: ["name\tage\nZerator\t31\n\\N\ta\\tb\\\\\n", "a\n\\\\\\n\n\\N\n", "a\tb\r\n1\t2\r\n"],
    words: ["\t", "\\", "\\N", "\\\\", "\n", "\r\n", "\r", "\\t", "\\x", "\0"],
    feeder: { try delimited(.tsv) })

  /// Rows are the same however few bytes are looked at together.
  private static func delimited(_ format: FileFormat) throws -> Feeder {
    let folder = try TemporaryFolder()
    return { input in
      try folder.write(input, to: "rows")
      let path = folder.file("rows")
      let whole = outcome { () throws(InterchangeError) in try format.value(of: input) }
      let parts = outcome { () throws(InterchangeError) in try format.value(from: ByteInput(path: path, window: 4)) }
      if whole != parts { throw Finding("read in parts it is \(parts), as a whole it is \(whole)") }
      if case .success = whole { return true }
      return false
    }
  }

  private static func outcome(
    _ body: () throws(InterchangeError) -> DocumentValue
  ) -> Result<DocumentValue, InterchangeError> {
    do { return .success(try body()) } catch { return .failure(error) }
  }
}
