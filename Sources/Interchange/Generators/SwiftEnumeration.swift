import Schema

/// An `enum` field as a Swift enum: its raw values are what is stored.
///
///     enum Level: Int64, Codable { case basic = 1, gold = 2 }   // and its words in JSON
struct SwiftEnumeration {
  let name: String
  let choices: [Field.Choice]

  var lines: [String] {
    let isInteger = choices.allSatisfy { if case .integer = $0.stored { true } else { false } }
    let cases = zip(choices, Self.members(of: choices)).map { choice, member -> String in
      let raw: String =
        switch choice.stored {
        case .integer(let number) where isInteger: "\(number)"
        case .text(let text): SwiftNames.literal(text)
        default: SwiftNames.literal(choice.label)
        }
      return "  case \(member) = \(raw)"
    }
    return ["", "enum \(name): \(isInteger ? "Int64" : "String"), Codable {"] + cases
      + (Self.isPlain(choices) ? [] : coding(isInteger))
      + ["}"]
  }

  /// Whether what is stored are the words.
  static func isPlain(_ choices: [Field.Choice]) -> Bool { choices.allSatisfy { $0.stored == .text($0.label) } }

  /// The names of the cases: each label has one of its own, also one of signs only.
  static func members(of choices: [Field.Choice]) -> [String] {
    var taken = UniqueNames(taken: SwiftNames.takenMembers)
    return choices.map { choice in
      let spelled = choice.label.contains { $0.isLetter || $0.isNumber } ? choice.label : spelled(choice.label)
      return taken.unique(SwiftNames.member(spelled))
    }
  }

  /// Signs by their names: `>=` → `greater equal`.
  private static func spelled(_ signs: String) -> String {
    if signs.isEmpty { return "empty" }
    let names: [Character: String] = [
      "+": "plus", "-": "minus", "*": "times", "/": "slash", "<": "less", ">": "greater", "=": "equal", "!": "bang",
      "?": "question", "%": "percent", "&": "and", "|": "or", "#": "hash", "@": "at", "$": "dollar", "~": "tilde",
      ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "_": "line", " ": "blank",
    ]
    return signs.map { names[$0] ?? "sign" }.joined(separator: " ")
  }

  /// JSON has the words, and columns of documents what is stored for them.
  private func coding(_ isInteger: Bool) -> [String] {
    let named = zip(choices, Self.members(of: choices))
    let reading = named.map { choice, member in
      "      case \(SwiftNames.literal(choice.label)): self = .\(member); return"
    }
    let writing = named.map { choice, member in
      "    case .\(member): try container.encode(\(SwiftNames.literal(choice.label)))"
    }
    let raw = isInteger ? "Int64" : "String"
    return [
      "", "  init(from decoder: any Decoder) throws {", "    let container = try decoder.singleValueContainer()",
      "    if !MoonshellColumn.isSource(of: decoder), let word = try? container.decode(String.self) {",
      "      switch word {",
    ] + reading + [
      "      default: break", "      }", "    }",
      "    guard let value = Self(rawValue: try container.decode(\(raw).self)) else {",
      "      throw DecodingError.dataCorruptedError(in: container, debugDescription: \"none of its cases\")",
      "    }", "    self = value", "  }", "", "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()",
      "    if MoonshellColumn.isTarget(of: encoder) { return try container.encode(rawValue) }", "    switch self {",
    ] + writing + ["    }", "  }"]
  }
}
