/// A `variant` field as a Swift enum with payloads, in JSON an object of one member: `{"circle":1.5}`.
struct SwiftVariant {
  let name: String
  let cases: [(name: String, payload: String?)]

  private var members: [String] {
    var taken = UniqueNames(taken: SwiftNames.takenMembers)
    return cases.map { taken.unique(SwiftNames.member($0.name)) }
  }

  var lines: [String] {
    let named = zip(cases, members)
    let head = named.map { found, member in "  case \(member)\(found.payload.map { "(\($0))" } ?? "")" }
    let keys = named.map { found, member in "    case \(member) = \(SwiftNames.literal(found.name))" }
    let writing = named.map { found, member -> String in
      guard let payload = found.payload else {
        return "    case .\(member): try container.encode(true, forKey: .\(member))"
      }
      let value = payload == "Decimal" ? "MoonshellCoding.text(value)" : "value"
      return "    case .\(member)(let value): try container.encode(\(value), forKey: .\(member))"
    }
    return ["", "indirect enum \(name): Codable, Hashable {"] + head + ["", "  enum CodingKeys: String, CodingKey {"]
      + keys
      + [
        "  }", "", "  init(from decoder: any Decoder) throws {",
        "    let container = try MoonshellContainer<CodingKeys>(decoder)",
      ] + named.flatMap { reading($0, $1) } + [
        "    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: \"none of its cases\"))",
        "  }", "", "  func encode(to encoder: any Encoder) throws {",
        "    var container = encoder.container(keyedBy: CodingKeys.self)", "    switch self {",
      ] + writing + ["    }", "  }", "}"]
  }

  private func reading(_ found: (name: String, payload: String?), _ member: String) -> [String] {
    let value =
      switch found.payload {
      case nil: ""
      case "Decimal"?: "(try MoonshellCoding.value(container, .\(member), MoonshellCoding.decimal))"
      case let payload?: "(try container.decode(\(payload).self, forKey: .\(member)))"
      }
    return ["    if container.contains(.\(member)) {", "      self = .\(member)\(value)", "      return", "    }"]
  }
}
