import Glibc

/// The lines of what was run, for messages: scripts are read again, entries are remembered.
final class SourceLines {
  private var texts: [String: String] = [:]

  func remember(_ text: String, as source: String) { texts[source] = text }

  func line(_ source: String, _ number: Int) -> String? {
    guard let text = texts[source] ?? readFile(source).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    return String(lines[number - 1])
  }
}

/// The bytes of a file, or nil when it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  return readAll(file)
}

/// Everything that is left of a stream; nil after an error, as for a directory.
func readAll(_ file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  return ferror(file) == 0 ? bytes : nil
}
