import Glibc
import Testing

@testable import Shell

@Suite struct StreamReaderTests {
  @Test func `lines are read until an entry is complete`() {
    #expect(entries(of: "a\nf {\n x\n}\nb\n") == ["a", "f {\n x\n}", "b"])
  }

  @Test func `the last entry needs no line end`() {
    #expect(entries(of: "a\nb") == ["a", "b"])
  }

  @Test func `a part of an entry at the end is returned`() {
    #expect(entries(of: "f {\n x\n") == ["f {\n x"])
  }

  @Test func `line ends of windows are line ends`() {
    #expect(entries(of: "f {\r\n}\r\nb\r\n") == ["f {\n}", "b"])
  }

  @Test func `the mark of UTF-8 at the start is no part of the first entry`() {
    #expect(entries(of: "\u{FEFF}a\n\u{FEFF}b\n") == ["a", "\u{FEFF}b"])
  }

  @Test func `an empty stream has no entry`() {
    #expect(entries(of: "") == [])
  }

  private func entries(of text: String) -> [String] {
    var bytes = Array(text.utf8)
    var result: [String] = []
    bytes.withUnsafeMutableBytes { buffer in
      guard let stream = fmemopen(buffer.baseAddress, buffer.count, "r") else { return }
      defer { fclose(stream) }
      let reader = StreamReader(stream)
      while case .entry(let entry) = reader.readEntry(
        prompt: "", continuation: "", isComplete: { text, _ in isBalanced(text) })
      {
        result.append(entry)
      }
    }
    return result
  }

  private func isBalanced(_ text: String) -> Bool {
    text.filter { $0 == "{" }.count <= text.filter { $0 == "}" }.count
  }
}
