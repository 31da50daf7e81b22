import Schema

/// Links of a relation that is declared no more, which may be those of one that is declared now.
///
///     A.liked: are its links those of A.fav, in a_b_fav (3 rows)? …
package struct LinkDoubt: Hashable, Sendable {
  /// The table that has the links.
  package var table: String
  /// The relation that may go on with them, as words have it: `A.liked`.
  var relation: String
  /// The one that they were made for: `A.fav`.
  var former: String
  /// What a script says where they are its own: `renamed_from = "fav"`.
  var yes: String
  /// What it says where they are not: `table = "a_b_liked"`.
  var no: String

  /// The question, with what answers it.
  package func question(rowCount: Int) -> String {
    "\(relation): are its links those of \(former), in \(table) (\(SchemaComparison.rows(rowCount, "")))? Say \(yes)"
      + " in \(relation) where they are, \(no) where they are not"
  }
}

extension Catalog {
  /// The links of which the catalog, tied in a database with these tables, cannot tell whose they are.
  package func linkDoubts(about tables: [TableDescription]) -> [LinkDoubt] {
    let present = tables.compactMap { table in table.links.map { (table: $0, isOwn: table.isOwn) } }
    return entities.filter(\.isLink).flatMap { link -> [LinkDoubt] in
      guard let sides = LinkSides(of: link, in: self), !sides.isTableSaid else { return [] }
      let name = FoldedName(link.formerName ?? link.table)
      if let there = present.first(where: { FoldedName($0.table.name) == name })?.table {
        let isOther = there.isNoted && sides.areNow(there) && !sides.isNoted(in: there)
        return isOther ? [sides.doubt(about: there, otherwise: link.table + "_" + sides.relation.name)] : []
      }
      return present.filter { $0.isOwn && isLeft($0.table, by: sides) }
        .map { sides.doubt(about: $0.table, otherwise: link.table) }
    }
  }

  /// Whether a table has the links of a relation between the same two that is declared no more.
  private func isLeft(_ table: LinkTable, by sides: LinkSides) -> Bool {
    let name = FoldedName(table.name)
    guard sides.areNow(table), sides.formerRelation(of: table) != nil else { return false }
    let isUsed = entities.contains { link in
      link.isLink && [link.table, link.formerName ?? link.table].contains { FoldedName($0) == name }
    }
    return !isUsed && !sides.isDeclared(table)
  }
}

/// The relation that a table of links was made for, and what is on both of its sides.
private struct LinkSides {
  let owner: Entity
  let relation: Relation
  let target: Entity
  let inverse: Relation?

  init?(of link: Entity, in catalog: Catalog) {
    for owner in catalog.entities where !owner.isReflected {
      for relation in owner.relations where link.name == "\(owner.name).\(relation.name)" {
        guard let target = catalog[relation.target] else { return nil }
        (self.owner, self.relation, self.target) = (owner, relation, target)
        inverse = relation.isSymmetric ? nil : relation.inverse.flatMap { target.relation($0) }
        return
      }
    }
    return nil
  }

  var isTableSaid: Bool { relation.table != nil || inverse?.table != nil }

  /// Whether a table is between the two under the names that their tables have now.
  func areNow(_ table: LinkTable) -> Bool { ends(of: table) != nil }

  private func ends(of table: LinkTable) -> (near: LinkTable.End, far: LinkTable.End)? {
    let (near, far) = (FoldedName(owner.table), FoldedName(target.table))
    if table.first.table == near, table.second.table == far { return (table.first, table.second) }
    return table.second.table == near && table.first.table == far ? (table.second, table.first) : nil
  }

  /// Whether one of the two relations is noted in a table, by a name that it has or had.
  func isNoted(in table: LinkTable) -> Bool {
    guard let ends = ends(of: table) else { return false }
    func names(_ relation: Relation?) -> [String] { [relation?.name, relation?.formerName].compactMap(\.self) }
    let isNear = ends.near.relation.map { names(relation).contains($0) } ?? false
    return isNear || ends.far.relation.map { names(inverse).contains($0) } ?? false
  }

  /// The relation that a table was made for, as far as a note or its name tells.
  func formerRelation(of table: LinkTable) -> (isNear: Bool, name: String)? {
    guard let ends = ends(of: table) else { return nil }
    if let name = ends.near.relation { return (true, name) }
    if let name = ends.far.relation { return (false, name) }
    let short = [owner.table, target.table].sorted().joined(separator: "_") + "_"
    guard owner.name != target.name, table.name.hasPrefix(short) else { return nil }
    return (true, String(table.name.dropFirst(short.count)))
  }

  /// Whether a relation that a table was made for is declared, though its links may be elsewhere by now.
  func isDeclared(_ table: LinkTable) -> Bool {
    guard let ends = ends(of: table) else { return true }
    let isNear = ends.near.relation.map { owner.relation($0)?.kind == .manyToMany } ?? false
    let isFar = ends.far.relation.map { target.relation($0)?.kind == .manyToMany } ?? false
    if table.isNoted { return isNear || isFar }
    let name = formerRelation(of: table)?.name ?? ""
    return owner.relation(name) != nil || target.relation(name) != nil
  }

  func doubt(about table: LinkTable, otherwise name: String) -> LinkDoubt {
    let former = formerRelation(of: table) ?? (true, relation.name)
    let owner = former.isNear ? self.owner.name : target.name
    return LinkDoubt(
      table: table.name, relation: "\(self.owner.name).\(relation.name)", former: "\(owner).\(former.name)",
      yes: former.isNear ? "renamed_from = \"\(former.name)\"" : "table = \"\(table.name)\"",
      no: "table = \"\(name)\"")
  }
}
