/// A relation whose links are in a table that is made for them, with the relation that leads back.
struct LinkedPair {
  var entity: Entity
  var relation: Relation
  var target: Entity
  var inverse: Relation?

  var isSelf: Bool { entity.name == target.name }

  /// The name that the table is said to have.
  var said: String? {
    // What a child has of its parent is another relation, in a table of its own.
    relation.isInherited ? nil : relation.table ?? inverse?.table
  }

  /// The name that the table has where no other relation has it: of both tables, or of the table and the relation.
  var short: String { Self.joined(entity.table, isSelf ? relation.name : target.table, isSelf: isSelf) }

  /// The name that the links of another relation between the same two have.
  var long: String { "\(short)_\(relation.name)" }

  /// The same pair seen from the other side, which is another name where both sides are one entity.
  var turned: LinkedPair? {
    inverse.map { LinkedPair(entity: target, relation: $0, target: entity, inverse: relation) }
  }

  /// The names that the table may have had by the names that its sides have and had.
  var shorts: Set<FoldedName> {
    var names: Set<FoldedName> = []
    for near in entity.tables {
      for far in isSelf ? relation.names : target.tables {
        names.insert(FoldedName(Self.joined(near, far, isSelf: isSelf)))
      }
    }
    return names
  }

  /// The same of the links of another relation between the two, by the names that it is called.
  func longs(_ relations: [String]) -> Set<FoldedName> {
    var names: Set<FoldedName> = []
    for near in entity.tables {
      for far in isSelf ? self.relation.names : target.tables {
        let short = Self.joined(near, far, isSelf: isSelf)
        names.formUnion(relations.map { FoldedName("\(short)_\($0)") })
      }
    }
    return names
  }

  private static func joined(_ near: String, _ far: String, isSelf: Bool) -> String {
    (isSelf ? [near, far] : [near, far].sorted()).joined(separator: "_")
  }

  // MARK: What is there

  /// Whether a table is between the two sides.
  func isBetween(_ table: LinkTable) -> Bool {
    ends(of: table) != nil
  }

  /// The end of this side, and that of the other.
  func ends(of table: LinkTable) -> (near: LinkTable.End, far: LinkTable.End)? {
    let (near, far) = (Set(entity.tables.map { FoldedName($0) }), Set(target.tables.map { FoldedName($0) }))
    if near.contains(table.first.table), far.contains(table.second.table) { return (table.first, table.second) }
    if near.contains(table.second.table), far.contains(table.first.table) { return (table.second, table.first) }
    return nil
  }

  /// How many of its two relations are noted in a table, under the names that they have.
  func notes(in table: LinkTable) -> Int {
    guard let ends = ends(of: table) else { return 0 }
    return (ends.near.relation == relation.name ? 1 : 0)
      + (inverse.map { ends.far.relation == $0.name } == true ? 1 : 0)
  }

  /// Whether one of its relations is noted in a table under a former name.
  func hasFormerNote(in table: LinkTable) -> Bool {
    guard let ends = ends(of: table) else { return false }
    return relation.formerName.map { ends.near.relation == $0 } == true
      || inverse?.formerName.map { ends.far.relation == $0 } == true
  }
}

extension Entity {
  /// The names that its table may have had.
  package var formerTables: [String] { formerName.map { $0 == snakeCase($0) ? [$0] : [snakeCase($0), $0] } ?? [] }

  /// The names that its table has, and may have had.
  var tables: [String] { [table] + formerTables }
}

extension Relation {
  /// What it is called, and was.
  var names: [String] { [name] + (formerName.map { [$0] } ?? []) }
}
