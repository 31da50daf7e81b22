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
    let entities = catalog.tables.map { SwiftEntity($0) }
    let structs = entities.map(\.structure)
    let records = entities.map { $0.record(catalog) }
    return """
      \(importing("Foundation"))

      \(structs.joined(separator: "\n\n"))

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

  init(_ entity: Entity) {
    self.entity = entity
    name = SwiftNames.type(entity.name)
    var taken: Set<String> = []
    members = entity.fields.map { field in
      var member = SwiftMember(field, isAutomatic: entity.automaticKeySlot.map { entity.fields[$0] } == field)
      while !taken.insert(member.name).inserted { member.name += "_" }
      return member
    }
  }

  var structure: String {
    let isIdentifiable = members.contains { $0.name == "id" }
    var lines = ["struct \(name): Codable, Hashable\(isIdentifiable ? ", Identifiable" : "") {"]
    for member in members {
      if let remark = member.remark { lines.append("  /// \(remark)") }
      lines.append("  var \(member.name): \(member.type)\(member.initialValue)")
    }
    for member in members { lines += member.enumeration.map { $0.isEmpty ? "" : "  " + $0 } }
    lines += ["", "  enum CodingKeys: String, CodingKey {"]
    lines += members.map { "    case \($0.name) = \(SwiftNames.literal($0.field.name))" }
    return (lines + ["  }", "}"]).joined(separator: "\n")
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
    lines += members.filter(\.hasOwnType).map { "\nextension \(name).\($0.plainType): DatabaseValueConvertible {}" }
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
    return
      "  static let \(member)Link = hasMany(\(type).self, through: hasMany(\(links).self, using: ForeignKey([\(keys)])),"
      + " using: \(links).\(SwiftNames.member(link.far))Link)"
  }
}

extension String {
  /// A keyword is one no more with a word behind it.
  fileprivate var replacingBackquotes: String { filter { $0 != "`" } }
}

/// One field as Swift says it.
private struct SwiftMember {
  let field: Field
  var name: String
  private let isOptional: Bool
  private let isAutomatic: Bool

  init(_ field: Field, isAutomatic: Bool) {
    self.field = field
    self.isAutomatic = isAutomatic
    name = SwiftNames.member(field.name)
    isOptional = isAutomatic || !(field.isRequired || field.isPrimaryKey)
  }

  var hasOwnType: Bool { !field.choices.isEmpty }

  var plainType: String {
    if hasOwnType { return SwiftNames.type(field.name) }
    switch field.type {
    case .integer: return field.bits == 64 ? "Int64" : "Int\(field.bits)"
    case .real: return "Double"
    case .boolean: return "Bool"
    case .decimal: return "Decimal"
    case .data: return "Data"
    default: return "String"
    }
  }

  var type: String { plainType + (isOptional ? "?" : "") }

  /// What the type does not tell.
  var remark: String? {
    switch field.type {
    case .date: "ISO 8601: 2026-01-31"
    case .datetime: "ISO 8601, UTC: 2026-01-31T12:00:00Z"
    case .json: "JSON text"
    case .decimal: "\(field.scale) digits behind the point"
    default: nil
    }
  }

  var initialValue: String {
    guard case .value(let value)? = field.defaultValue else { return "" }
    if let choice = field.choices.first(where: { $0.stored == value }) {
      return " = .\(SwiftNames.member(choice.label))"
    }
    switch value {
    case .integer(let number) where field.type == .boolean: return " = \(number != 0)"
    case .integer(let number) where field.type == .decimal:
      return " = Decimal(\(number)) / \(Self.power(field.scale))"
    case .integer(let number): return number == .min ? "" : " = \(number)"
    case .real(let number): return number.isFinite ? " = \(number)" : ""
    case .text(let text): return " = " + SwiftNames.literal(text)
    default: return ""
    }
  }

  /// The type of an enum, inside the struct.
  var enumeration: [String] {
    guard hasOwnType else { return [] }
    let isInteger = field.choices.allSatisfy { if case .integer = $0.stored { true } else { false } }
    let cases = field.choices.map { choice -> String in
      let raw: String =
        switch choice.stored {
        case .integer(let number) where isInteger: "\(number)"
        case .text(let text): SwiftNames.literal(text)
        default: SwiftNames.literal(choice.label)
        }
      return "  case \(SwiftNames.member(choice.label)) = \(raw)"
    }
    return ["", "enum \(plainType): \(isInteger ? "Int64" : "String"), Codable {"] + cases + ["}"]
  }

  // MARK: GRDB

  private var column: String { "row[\(SwiftNames.literal(field.column))]" }

  /// Decimals are stored without their point.
  var reading: String {
    guard field.type == .decimal, !field.isStoredAsNumber else { return column }
    let power = Self.power(field.scale)
    return isOptional
      ? "(\(column) as Int64?).map { Decimal($0) / \(power) }" : "Decimal(\(column) as Int64) / \(power)"
  }

  var writing: String {
    guard field.type == .decimal, !field.isStoredAsNumber else { return name }
    let power = Self.power(field.scale)
    return isOptional
      ? "\(name).map { NSDecimalNumber(decimal: $0 * \(power)).int64Value }"
      : "NSDecimalNumber(decimal: \(name) * \(power)).int64Value"
  }

  private static func power(_ scale: Int) -> String { "1" + String(repeating: "0", count: scale) }
}
