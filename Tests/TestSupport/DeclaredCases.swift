import FoundationEssentials

/// The name of a case, without its values.
package func caseName(of value: some Sendable) -> String {
  String("\(value)".prefix { $0 != "(" })
}

/// The folder of `Sources`.
private let sources =
  #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/") + "/../Sources/"

/// The names of the cases that a file of `Sources` declares: a case without a row in its table is found by them.
package func cases(declaredIn file: String) throws -> Set<String> {
  let source = try String(contentsOfFile: sources + file, encoding: .utf8)
  let names = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
    .map { String($0.dropFirst("  case ".count).prefix { $0 != "(" }) }
  return Set(names)
}

/// All Swift of a room, one file behind the other.
package func source(ofRoom room: String) throws -> String {
  let folder = sources + room + "/"
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
  return try files.sorted().map { try String(contentsOfFile: folder + $0, encoding: .utf8) }.joined(separator: "\n")
}
