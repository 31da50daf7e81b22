import Schema

/// One entity as Swift says it.
struct SwiftEntity {
  let entity: Entity
  let name: String
  let names: SwiftTypeNames
  let members: [SwiftMember]
  /// What documents may hold of its relations.
  var related: [SwiftRelated] = []
  /// For each struct, the members that a document inside of another one leaves out.
  var owed: [String: [SwiftMember]] = [:]

  init(_ entity: Entity, _ catalog: Catalog, _ names: SwiftTypeNames) {
    self.entity = entity
    self.names = names
    name = names[entity.name]
    var taken = UniqueNames(taken: SwiftNames.takenMembers)
    // A type inside the struct hides the one of the same name outside, and a member hides that of its own name.
    let spelled = entity.fields.map(\.name) + entity.relations.map(\.name)
    var types = UniqueNames(taken: names.all.union(spelled.map { SwiftNames.member($0) }))
    members = entity.fields.map { field in
      let isAutomatic = entity.hasTable && entity.automaticKeySlot.map { entity.fields[$0] } == field
      var member = SwiftMember(
        field, isAutomatic: isAutomatic, isInDocument: !entity.hasTable, catalog, names)
      member.name = taken.unique(member.name)
      for own in member.ownPlaces { member.ownNames[own.place] = types.unique(own.name) }
      return member
    }
  }

  var text: String { [structure, coding, rules].compactMap(\.self).joined(separator: "\n\n") }

  private var structure: String {
    let isIdentifiable = members.contains { $0.name == "id" } || key != nil
    // Of structs that hold each other the compiler does not find out by itself that they can be sent.
    let others = (isIdentifiable ? ", Identifiable" : "") + (related.isEmpty ? "" : ", Sendable")
    var lines = ["struct \(name): Codable, Hashable\(others) {"]
    for member in members {
      if let remark = member.remark { lines.append("  /// \(remark)") }
      lines.append("  var \(member.name): \(member.type)\(member.initialValue)")
    }
    lines += related.map(\.declaration)
    if let key {
      lines += ["", "  var id: \(key.type) { self.\(key.name) }"]
    }
    for member in members { lines += member.ownType.map { $0.isEmpty ? "" : "  " + $0 } }
    lines += ["", "  enum CodingKeys: String, CodingKey {"]
    lines += members.map { "    case \($0.name) = \(SwiftNames.literal($0.field.name))" } + related.map(\.codingKey)
    return (lines + ["  }", "}"]).joined(separator: "\n")
  }

  /// The only field of the key, where it has another name than that of `Identifiable`.
  private var key: SwiftMember? {
    guard entity.keySlots.count == 1, entity.keySlots[0] < members.count, !members.contains(where: { $0.name == "id" })
    else { return nil }
    return members[entity.keySlots[0]]
  }

  /// What is wrong with the values, as the schema says it.
  private var rules: String? {
    let rules = members.flatMap { SwiftRules($0).lines } + SwiftRowRules(entity.rules, members).lines
    if rules.isEmpty { return nil }
    let lines =
      [
        "extension \(name) {", "  /// The rules that do not hold.", "  var failures: [ValidationError.Failure] {",
        "    var failures: [ValidationError.Failure] = []",
      ] + rules.map { "    " + $0 } + [
        "    return failures", "  }", "", "  /// - Throws: `ValidationError` with every rule that does not hold.",
        "  func validate() throws {", "    let failures = failures",
        "    if !failures.isEmpty { throw ValidationError(failures: failures) }", "  }", "}",
      ]
    return lines.joined(separator: "\n")
  }

  /// Whether it has rules that Swift can say.
  var hasRules: Bool { !entity.rules.isEmpty || members.contains { !SwiftRules($0).lines.isEmpty } }
}
