import Glibc
import Testing

/// Runs `body` with the path of a directory that is there meanwhile.
func withDirectory(_ body: (String) throws -> Void) throws {
  var template = Array("/tmp/moonshell-tests-XXXXXX".utf8CString)
  #expect(mkdtemp(&template) != nil)
  let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { _ = try? Program.shell("rm -r \(directory)") }
  try body(directory)
}
