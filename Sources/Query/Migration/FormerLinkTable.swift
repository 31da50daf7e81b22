import Schema

/// A table that was made for the links of a relation, which goes through an entity now: nothing reads it any more.
package struct FormerLinkTable: Hashable, Sendable {
  package var name: String
  /// The relation that it was made for, as words have it: `Player.tags`.
  var relation: String
  /// The entity that the links are in now.
  var link: String
  /// Whether that entity has a table already, which what is in the former one cannot become.
  var isReplaced: Bool

  /// What a plan says of it.
  func remark(rowCount: Int) -> String {
    let rows = SchemaComparison.rows(rowCount, " (") + (rowCount > 0 ? ")" : "")
    let advice =
      isReplaced
      ? "destructive = { \"\(name)\" } drops it" : "renamed_from = \"\(name)\" in \(link) takes its rows along"
    return "\(name)\(rows) is no longer used: \(relation) goes through \(link); \(advice)"
  }
}

extension SchemaComparison {
  /// The link tables that are there, and that a relation `through` an entity has left behind.
  package func formerLinkTables(of catalog: Catalog) -> [FormerLinkTable] {
    var result: [FormerLinkTable] = []
    for owner in catalog.entities where owner.hasTable && !owner.isReflected {
      for relation in owner.relations where relation.kind == .manyToMany {
        guard let through = relation.through, let link = catalog[through], let target = catalog[relation.target] else {
          continue
        }
        let ends = LinkEnds(owner, target, relation)
        // The links may be in it still, as rows of an entity that nobody declared.
        for table in existing
        where ends.wereLinked(by: table) && !isUsed(table.name) && FoldedName(link.table) != FoldedName(table.name) {
          guard !result.contains(where: { $0.name == table.name }) else { continue }
          result.append(
            FormerLinkTable(
              name: table.name, relation: "\(owner.name).\(relation.name)", link: link.name,
              isReplaced: isPresent(link.table)))
        }
      }
    }
    return result
  }

  /// What a plan says of the link tables that have rows and stay.
  var linkRemarks: [String] {
    formerLinks.compactMap { link in
      guard !destructive.contains(link.name), let count = rowCounts[link.name], count > 0 else { return nil }
      return link.remark(rowCount: count)
    }
  }

  func isPresent(_ table: String) -> Bool {
    existing.contains { FoldedName($0.name) == FoldedName(table) }
  }

  /// Whether a table is declared, or becomes one that is.
  func isUsed(_ name: String) -> Bool {
    wanted.contains { table in
      FoldedName(table.description.name) == FoldedName(name)
        || !isPresent(table.description.name) && table.formerTables.contains { FoldedName($0) == FoldedName(name) }
    }
  }
}

/// The two sides of a relation, under the names that they have and had.
private struct LinkEnds {
  private var sides: Set<FoldedName>
  private var names: Set<FoldedName>

  init(_ owner: Entity, _ target: Entity, _ relation: Relation) {
    func tables(_ entity: Entity) -> [String] {
      [entity.table] + (entity.formerName.map { [$0, snakeCase($0)] } ?? [])
    }
    let isSelf = owner.name == target.name
    let (near, far) = (tables(owner), tables(target))
    sides = Set((near + far).map { FoldedName($0) })
    let seconds = isSelf ? [relation.name] + (relation.formerName.map { [$0] } ?? []) : far
    let plain = near.flatMap { first in
      seconds.map { (isSelf ? [first, $0] : [first, $0].sorted()).joined(separator: "_") }
    }
    // Of two relations between the same two the second has its name behind.
    names = Set((plain + plain.map { "\($0)_\(relation.name)" }).map { FoldedName($0) })
  }

  /// Whether a table has the name and the columns of their links: the keys of both, and a place in an order.
  func wereLinked(by table: TableDescription) -> Bool {
    guard !table.isView, names.contains(FoldedName(table.name)), table.foreignKeys.count == 2,
      table.foreignKeys.allSatisfy({ sides.contains(FoldedName($0.table)) })
    else { return false }
    let keys = Set(table.foreignKeys.flatMap(\.columns).map { FoldedName($0) })
    return table.columns.allSatisfy { keys.contains(FoldedName($0.name)) || $0.name.hasSuffix("_position") }
  }
}
