import Encodings
import Testing

@testable import Interchange

/// What XML lacks, as messages say it behind "expected".
@Suite struct XMLPartWordsTests {
  @Test(arguments: [
    ("<plist", "line 1, column 7: expected '>', not the end"),
    ("plist", "line 1, column 1: expected a tag, not 'p'"),
    ("<>", "line 1, column 2: expected the name of a tag, not '>'"),
    ("<plist version>", "line 1, column 15: expected an attribute (name=\"value\"), not '>'"),
    ("<plist version=1>", "line 1, column 16: expected the quote of a value, not '1'"),
    ("<!- x ->", "line 1, column 4: expected a comment, not ' '"),
    ("<!-- x", "line 1, column 7: expected '-->', not the end"),
    ("<!DOCTYPE plist [", "line 1, column 17: expected a document type without definitions, not '['"),
  ])
  func `what is missing in XML is said with its place`(_ text: String, words: String) {
    #expect(mistake(in: text) == words)
  }

  private func mistake(in text: String) -> String? {
    do throws(InterchangeError) {
      _ = try XMLElement(ByteInput(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }
}
