import Schema

extension SwiftEntity {
  /// How the members are read, and how they are written where that is not as Swift does it by itself.
  var coding: String {
    (["extension \(name) {"] + initializer + writing + ["}"]).joined(separator: "\n")
  }

  private var writing: [String] {
    guard !related.isEmpty || members.contains(where: \.hasOwnEncoding) else { return [] }
    return ["", "  func encode(to encoder: any Encoder) throws {"]
      + ["    var container = encoder.container(keyedBy: CodingKeys.self)"]
      + (members.map(\.encoding) + related.map(\.encoding)).map { "    " + $0 } + ["  }"]
  }

  private var initializer: [String] {
    let told = owed[name] ?? []
    var head = ["  init(from decoder: any Decoder) throws {"]
    if !told.isEmpty {
      let nothing = told.map { "\($0.name): nil" }.joined(separator: ", ")
      let parameters = told.map { "\($0.name) \(known($0)): \($0.plainType)?" }.joined(separator: ", ")
      head += [
        "    try self.init(from: decoder, \(nothing))", "  }", "",
        "  /// Reads an object inside the document of another one, which knows its key.",
        "  init(from decoder: any Decoder, \(parameters)) throws {",
      ]
    }
    head.append("    let container = try MoonshellContainer<CodingKeys>(decoder)")
    // What it belongs to says the key, and is read first.
    let parents = related.filter { $0.relation.kind == .belongsTo }
    let found = parents.map {
      "    let \(local($0)) = try container.decodeIfPresent(\($0.type).self, forKey: .\($0.name))"
    }
    let children = related.filter { $0.relation.kind != .belongsTo }
    return head + found + members.map { "    self.\($0.name) = \(decoding($0, parents, told))" }
      + parents.map { "    self.\($0.name) = \(local($0))" }
      + children.map { "    " + $0.decoding(owed: owed[$0.type] ?? []) } + ["  }"]
  }

  /// A member of the document, or what stands in its place: the key of the object that it belongs to.
  private func decoding(_ member: SwiftMember, _ parents: [SwiftRelated], _ told: [SwiftMember]) -> String {
    var sources: [String] = []
    for parent in parents {
      let pairs = parent.pairs.filter { $0.near.name == member.name }
      sources += pairs.map { "\(local(parent))?.\($0.far.name)" }
    }
    if told.contains(where: { $0.name == member.name }) { sources.append(known(member)) }
    return "try " + (sources + [member.decoding]).joined(separator: " ?? ")
  }

  private func known(_ member: SwiftMember) -> String { Self.variable("known", member.name) }
  private func local(_ parent: SwiftRelated) -> String { Self.variable("found", parent.name) }

  private static func variable(_ word: String, _ member: String) -> String {
    let name = member.filter { $0 != "`" }
    return word + name.prefix(1).uppercased() + name.dropFirst()
  }

  // MARK: Relations

  /// The members that hold columns, in the order of these; none = those of the key.
  func members(of columns: [String]) -> [SwiftMember] {
    if columns.isEmpty { return entity.keySlots.map { members[$0] } }
    return columns.compactMap { column in members.first { $0.field.column == column } }
  }

  /// The same entities, knowing what documents hold of their relations.
  static func related(_ entities: [SwiftEntity]) -> [SwiftEntity] {
    let byName = Dictionary(entities.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    var result = entities
    var told: [String: Set<String>] = [:]
    for place in result.indices where !result[place].entity.isLink {
      result[place].related = result[place].relations(to: byName)
      for member in result[place].related where member.relation.kind != .belongsTo {
        told[member.type, default: []].formUnion(member.pairs.map(\.far.name))
      }
    }
    var owed: [String: [SwiftMember]] = [:]
    for entity in result {
      owed[entity.name] = entity.members.filter { told[entity.name]?.contains($0.name) == true }
    }
    for place in result.indices { result[place].owed = owed }
    return result
  }

  private func relations(to entities: [String: SwiftEntity]) -> [SwiftRelated] {
    var taken = UniqueNames(taken: SwiftNames.takenMembers.union(members.map(\.name)).union(["id"]))
    return entity.relations.compactMap { relation in
      guard let other = entities[relation.target], !other.entity.isLink else { return nil }
      return SwiftRelated(relation, of: self, to: other, name: taken.unique(SwiftNames.member(relation.name)))
    }
  }
}
