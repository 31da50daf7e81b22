import FoundationEssentials
import Model
import Testing

/// A row of a table of messages: a mistake, and what it must say of itself.
struct Words<Mistake: Worded>: Sendable {
  var mistake: Mistake
  var message: String
  var kind: ScriptError.Kind?
  var details: [String]

  init(_ mistake: Mistake, _ message: String, _ kind: ScriptError.Kind? = nil, _ details: [String] = []) {
    self.mistake = mistake
    self.message = message
    self.kind = kind
    self.details = details
  }

  init(_ mistake: Mistake, _ kind: ScriptError.Kind, _ message: String) {
    self.init(mistake, message, kind)
  }

  var caseName: String { ScriptingTests.caseName(of: mistake) }
}

/// The name of a case, without its values.
func caseName(of value: some Sendable) -> String {
  String("\(value)".prefix { $0 != "(" })
}

/// The names of the cases that a file of `Sources` declares: a case without a row in its table is found by them.
func cases(declaredIn file: String) throws -> Set<String> {
  let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  let source = try String(contentsOfFile: tests + "/../Sources/" + file, encoding: .utf8)
  let names = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
    .map { String($0.dropFirst("  case ".count).prefix { $0 != "(" }) }
  try #require(!names.isEmpty)
  return Set(names)
}
