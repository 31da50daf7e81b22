import Platform

/// The texts of what was run, for messages: scripts are read again, chunks and entries are remembered.
final class SourceLines {
  /// A text and where it begins in what a person knows.
  struct Source {
    var text: String
    /// What messages call it.
    var name: String
    /// The number of its first line there.
    var firstLine = 1
  }

  private static let mostEntries = 1000
  private var sources: [String: Source] = [:]
  private var entryNames: [String] = []

  /// Remembers a text under the name that Lua knows it by.
  func remember(_ text: String, as name: String) {
    sources[name] = Source(text: text, name: name)
  }

  /// Remembers an entry; of a long session only the newest are kept.
  func remember(entry source: Source, as name: String) {
    sources[name] = source
    entryNames.append(name)
    if entryNames.count > 2 * Self.mostEntries {
      for name in entryNames.prefix(Self.mostEntries) { sources[name] = nil }
      entryNames.removeFirst(Self.mostEntries)
    }
  }

  /// A line of a traceback with the place that a person knows: that of an entry is its number and a line of it.
  ///
  ///     placed("\tstdin 3:2: in function 'f'")   // "\tstdin:4: in function 'f'"
  func placed(_ line: String) -> String {
    guard let end = line.firstRange(of: ": in "), let colon = line[..<end.lowerBound].lastIndex(of: ":"),
      let number = Int(line[line.index(after: colon)..<end.lowerBound]),
      let source = sources[String(line[..<colon].dropFirst())], line.hasPrefix("\t")
    else { return line }
    return "\t\(source.name):\(number + source.firstLine - 1)\(line[end.lowerBound...])"
  }

  func source(_ name: String) -> Source? {
    sources[name] ?? readFile(name).map { Source(text: String(decoding: $0, as: UTF8.self), name: name) }
  }
}

extension SourceLines.Source {
  /// A line, counted from 1 in this text.
  func line(_ number: Int) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
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
