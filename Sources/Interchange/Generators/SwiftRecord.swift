import Schema

/// One entity as a record of GRDB.
struct SwiftRecord {
  private let structure: SwiftEntity
  private let catalog: Catalog

  init(_ structure: SwiftEntity, _ catalog: Catalog) {
    self.structure = structure
    self.catalog = catalog
  }

  private var entity: Entity { structure.entity }
  private var names: SwiftTypeNames { structure.names }

  var text: String {
    let (name, members) = (structure.name, structure.members)
    let mutability = entity.automaticKeySlot == nil ? "" : "Mutable"
    let protocols = entity.isView ? "FetchableRecord, TableRecord" : "FetchableRecord, \(mutability)PersistableRecord"
    var lines = [
      "extension \(name): \(protocols) {",
      "  static let databaseTableName = \(SwiftNames.literal(entity.table))", "",
    ]
    lines += associations
    lines += ["  init(row: Row) throws {"]
    lines += members.map { "    self.\($0.name) = \($0.reading)" }
    lines.append("  }")
    if !entity.isView {
      lines += ["", "  func encode(to container: inout PersistenceContainer) throws {"]
      // What the database computes is not written.
      lines += members.filter { !$0.field.isGenerated }.map {
        "    container[\(SwiftNames.literal($0.field.column))] = \($0.writing)"
      }
      lines.append("  }")
    }
    if let slot = entity.automaticKeySlot {
      lines += [
        "", "  mutating func didInsert(_ inserted: InsertionSuccess) {",
        "    self.\(members[slot].name) = inserted.rowID", "  }",
      ]
    }
    lines.append("}")
    lines += members.filter(\.isEnumeration).map { "\nextension \(name).\($0.plainType): DatabaseValueConvertible {}" }
    return lines.joined(separator: "\n")
  }

  private var associations: [String] {
    var taken = UniqueNames()
    let lines = entity.relations.compactMap { relation -> String? in
      guard let target = catalog[relation.target], target.hasTable else { return nil }
      let keys = relation.columns.map { "Column(\(SwiftNames.literal($0)))" }.joined(separator: ", ")
      let name = taken.unique(SwiftNames.plainMember(relation.name) + "Link")
      let type = names[target.name]
      let order = relation.isOrdered ? relation.positionColumn : nil
      let ordered = order.map { ".order(Column(\(SwiftNames.literal($0))))" } ?? ""
      switch relation.kind {
      case .belongsTo: return "  static let \(name) = belongsTo(\(type).self, using: ForeignKey([\(keys)]))"
      case .hasMany: return "  static let \(name) = hasMany(\(type).self, using: ForeignKey([\(keys)]))\(ordered)"
      case .hasOne: return "  static let \(name) = hasOne(\(type).self, using: ForeignKey([\(keys)]))"
      case .manyToMany: return overLinks(relation, name, type, ordered)
      }
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// The association over the table of links.
  private func overLinks(_ relation: Relation, _ name: String, _ type: String, _ ordered: String) -> String? {
    guard let link = relation.link, let between = catalog[link.entity], let near = between.relation(link.near),
      let far = between.relation(link.far)
    else { return nil }
    func keys(_ relation: Relation) -> String {
      relation.columns.map { "Column(\(SwiftNames.literal($0)))" }.joined(separator: ", ")
    }
    let links = names[between.name]
    let through = "hasMany(\(links).self, using: ForeignKey([\(keys(near))]))\(ordered)"
    let using = "\(links).belongsTo(\(type).self, using: ForeignKey([\(keys(far))]))"
    return "  static let \(name) = hasMany(\(type).self, through: \(through), using: \(using))"
  }
}
