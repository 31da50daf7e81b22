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
    let isPlain = choices.allSatisfy { $0.stored == .text($0.label) }
    return ["", "enum \(name): \(isInteger ? "Int64" : "String"), Codable {"] + cases
      + (isPlain ? [] : coding(isInteger))
      + ["}"]
  }

  /// The names of the cases: each label has one of its own, also one of signs only.
  static func members(of choices: [Field.Choice]) -> [String] {
    var taken: Set<String> = []
    return choices.map { choice in
      let spelled = choice.label.contains { $0.isLetter || $0.isNumber } ? choice.label : spelled(choice.label)
      let name = SwiftNames.member(spelled)
      var result = name
      var number = 2
      while !taken.insert(result).inserted {
        result = name.filter { $0 != "`" } + "_\(number)"
        number += 1
      }
      return result
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

  /// JSON has the words, but inside of documents what is stored.
  private func coding(_ isInteger: Bool) -> [String] {
    let named = zip(choices, Self.members(of: choices))
    let reading = named.map { choice, member in
      "    case \(SwiftNames.literal(choice.label)): self = .\(member)"
    }
    let writing = named.map { choice, member in
      "    case .\(member): try container.encode(\(SwiftNames.literal(choice.label)))"
    }
    let raw = isInteger ? "Int64" : "String"
    return [
      "", "  init(from decoder: any Decoder) throws {", "    let container = try decoder.singleValueContainer()",
      "    if let raw = try? container.decode(\(raw).self), let value = Self(rawValue: raw) {", "      self = value",
      "      return", "    }", "    switch try container.decode(String.self) {",
    ] + reading + [
      "    default: throw DecodingError.dataCorruptedError(in: container, debugDescription: \"none of its cases\")",
      "    }", "  }", "", "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()", "    switch self {",
    ] + writing + ["    }", "  }"]
  }
}

/// A `variant` field as a Swift enum with payloads, in JSON an object of one member: `{"circle":1.5}`.
struct SwiftVariant {
  let name: String
  let cases: [(name: String, payload: String?)]

  var lines: [String] {
    let head = cases.map { found in
      "  case \(SwiftNames.member(found.name))\(found.payload.map { "(\($0))" } ?? "")"
    }
    let keys = cases.map { "    case \(SwiftNames.member($0.name)) = \(SwiftNames.literal($0.name))" }
    let reading = cases.flatMap { found -> [String] in
      let member = SwiftNames.member(found.name)
      let value = found.payload.map { "(try container.decode(\($0).self, forKey: .\(member)))" } ?? ""
      return ["    if container.contains(.\(member)) {", "      self = .\(member)\(value)", "      return", "    }"]
    }
    let writing = cases.map { found -> String in
      let member = SwiftNames.member(found.name)
      let pattern = found.payload == nil ? ".\(member)" : ".\(member)(let value)"
      return "    case \(pattern): try container.encode(\(found.payload == nil ? "true" : "value"), forKey: .\(member))"
    }
    return ["", "indirect enum \(name): Codable, Hashable {"] + head + ["", "  enum CodingKeys: String, CodingKey {"]
      + keys
      + [
        "  }", "", "  init(from decoder: any Decoder) throws {",
        "    let container = try decoder.container(keyedBy: CodingKeys.self)",
      ] + reading + [
        "    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: \"none of its cases\"))",
        "  }", "", "  func encode(to encoder: any Encoder) throws {",
        "    var container = encoder.container(keyedBy: CodingKeys.self)", "    switch self {",
      ] + writing + ["    }", "  }", "}"]
  }
}
