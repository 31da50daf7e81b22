import Schema

extension Generator {
  /// Structs that are Codable, and records and associations of GRDB where that is there.
  ///
  ///     struct Player: Codable, Hashable, Identifiable {
  ///       var id: Int64?
  ///       var name: String
  ///       var rank: Rank? = .amateur
  ///     }
  package static let swift = Generator(name: "swift", summary: "Swift structs: Codable, and GRDB's records") {
    catalog in
    let entities = catalog.tables.map { SwiftEntity($0, catalog) }
    let structs = (entities + catalog.documentEntities.map { SwiftEntity($0, catalog) }).map(\.structure)
    let support = SwiftSupport(catalog)
    let records = entities.map { $0.record(catalog) } + support.ofRecords
    return """
      \(importing("Foundation"))

      \((structs + support.ofStructs).joined(separator: "\n\n"))

      #if canImport(GRDB)
      \(importing("GRDB"))

      \(records.joined(separator: "\n\n"))
      #endif

      """
  }

  /// An import of the text that is made, not of this file.
  private static func importing(_ module: String) -> String { "import \(module)" }
}

/// One entity as Swift says it.
private struct SwiftEntity {
  let entity: Entity
  let name: String
  private let members: [SwiftMember]

  init(_ entity: Entity, _ catalog: Catalog) {
    self.entity = entity
    name = SwiftNames.type(entity.name)
    var taken: Set<String> = []
    members = entity.fields.map { field in
      let isAutomatic = entity.hasTable && entity.automaticKeySlot.map { entity.fields[$0] } == field
      var member = SwiftMember(field, isAutomatic: isAutomatic, catalog)
      while !taken.insert(member.name).inserted { member.name += "_" }
      return member
    }
  }

  var structure: String {
    let isIdentifiable = members.contains { $0.name == "id" } || key != nil
    var lines = ["struct \(name): Codable, Hashable\(isIdentifiable ? ", Identifiable" : "") {"]
    for member in members {
      if let remark = member.remark { lines.append("  /// \(remark)") }
      lines.append("  var \(member.name): \(member.type)\(member.initialValue)")
    }
    if let key {
      lines += ["", "  var id: \(key.type) { \(key.name) }"]
    }
    for member in members { lines += member.ownType.map { $0.isEmpty ? "" : "  " + $0 } }
    lines += ["", "  enum CodingKeys: String, CodingKey {"]
    lines += members.map { "    case \($0.name) = \(SwiftNames.literal($0.field.name))" }
    return ((lines + ["  }", "}"]).joined(separator: "\n") + "\n" + decimals).trimmingEnd
  }

  /// The only field of the key, where it has another name than that of `Identifiable`.
  private var key: SwiftMember? {
    guard entity.keySlots.count == 1, entity.keySlots[0] < members.count, !members.contains(where: { $0.name == "id" })
    else { return nil }
    return members[entity.keySlots[0]]
  }

  /// How the decimals of this struct are coded; those of others are left alone.
  private var decimals: String {
    var keys: [String] = []
    for key in members.flatMap({ $0.decimalKeys(in: name) }) where !keys.contains(key) { keys.append(key) }
    return keys.map { "\n" + SwiftSupport.decimals(under: $0) + "\n" }.joined()
  }

  // MARK: GRDB

  func record(_ catalog: Catalog) -> String {
    var lines = [
      "extension \(name): FetchableRecord, \(entity.automaticKeySlot == nil ? "" : "Mutable")PersistableRecord {",
      "  static let databaseTableName = \(SwiftNames.literal(entity.table))", "",
    ]
    lines += associations(catalog)
    lines += ["  init(row: Row) throws {"]
    lines += members.map { "    \($0.name) = \($0.reading)" }
    lines += ["  }", "", "  func encode(to container: inout PersistenceContainer) throws {"]
    lines += members.map { "    container[\(SwiftNames.literal($0.field.column))] = \($0.writing)" }
    lines.append("  }")
    if let slot = entity.automaticKeySlot {
      lines += [
        "", "  mutating func didInsert(_ inserted: InsertionSuccess) {",
        "    \(members[slot].name) = inserted.rowID", "  }",
      ]
    }
    lines.append("}")
    lines += members.filter(\.isEnumeration).map { "\nextension \(name).\($0.plainType): DatabaseValueConvertible {}" }
    return lines.joined(separator: "\n")
  }

  private func associations(_ catalog: Catalog) -> [String] {
    let lines = entity.relations.compactMap { relation -> String? in
      guard let target = catalog[relation.target] else { return nil }
      let keys = relation.columns.map { "Column(\(SwiftNames.literal($0)))" }.joined(separator: ", ")
      let (member, type) = (SwiftNames.member(relation.name), SwiftNames.type(target.name))
      switch relation.kind {
      case .belongsTo: return "  static let \(member)Link = belongsTo(\(type).self, using: ForeignKey([\(keys)]))"
      case .hasMany: return "  static let \(member)Link = hasMany(\(type).self, using: ForeignKey([\(keys)]))"
      case .hasOne: return "  static let \(member)Link = hasOne(\(type).self, using: ForeignKey([\(keys)]))"
      case .manyToMany: return overLinks(relation, member, type, catalog)
      }
    }
    return lines.isEmpty ? [] : lines.map { $0.replacingBackquotes } + [""]
  }

  /// The association over the table of links.
  private func overLinks(_ relation: Relation, _ member: String, _ type: String, _ catalog: Catalog) -> String? {
    guard let link = relation.link, let between = catalog[link.entity], let near = between.relation(link.near) else {
      return nil
    }
    let keys = near.columns.map { "Column(\(SwiftNames.literal($0)))" }.joined(separator: ", ")
    let links = SwiftNames.type(between.name)
    let through = "hasMany(\(links).self, using: ForeignKey([\(keys)]))"
    let far = "\(links).\(SwiftNames.member(link.far))Link"
    return "  static let \(member)Link = hasMany(\(type).self, through: \(through), using: \(far))"
  }
}

extension String {
  /// The text without the line ends behind it.
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == "\n" }.reversed()) }

  /// A keyword is one no more with a word behind it.
  fileprivate var replacingBackquotes: String { filter { $0 != "`" } }
}
