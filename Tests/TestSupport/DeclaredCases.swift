import FoundationEssentials

/// The name of a case, without its values.
package func caseName(of value: some Sendable) -> String {
  String("\(value)".prefix { $0 != "(" })
}

/// The names of the cases that a file of `Sources` declares: a case without a row in its table is found by them.
package func cases(declaredIn file: String) throws -> Set<String> {
  let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
  let source = try String(contentsOfFile: tests + "/../Sources/" + file, encoding: .utf8)
  let names = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
    .map { String($0.dropFirst("  case ".count).prefix { $0 != "(" }) }
  return Set(names)
}
