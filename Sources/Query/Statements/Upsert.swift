import Schema

/// Turns rows that may exist already into INSERT statements that update the row that is there.
package struct Upsert {
  package let entity: Entity

  package init(_ entity: Entity) {
    self.entity = entity
  }

  /// The statement that inserts `slots`, or sets `updated` of the row with the same `target`, and answers the whole row.
  ///
  /// `INSERT INTO "tag"("id", "name") VALUES (?1, ?2) ON CONFLICT ("name") DO UPDATE SET … RETURNING "id", "name"`.
  /// Where the row that is there is of another kind, nothing is written or answered.
  /// Where nothing is to be updated, the target is set to what it is: only a written row is answered.
  ///
  /// - Parameter index: what ON CONFLICT says of an index that is not of columns alone, or of some rows.
  package func statement(slots: [Int], target: [Int], index: SQL? = nil, updated: [Int]) -> SQL {
    var settings = (updated.isEmpty ? unchanged(slots, target) : updated).map { slot -> SQL in
      let given: SQL = "excluded.\(name: column(slot))"
      // What is set once stays what it is, where it is set.
      guard entity.fields[slot].isReadonly else { return "\(name: column(slot)) = \(given)" }
      return "\(name: column(slot)) = coalesce(\(.column(column(slot), of: entity.table)), \(given))"
    }
    // No statement sets a column that the database alone fills: another stays what it is.
    if updated.isEmpty, unchanged(slots, target).contains(where: { entity.fields[$0].nature.givenClause != nil }),
      let other = entity.fields.first(where: { $0.nature.givenClause == nil && !$0.isGenerated })
    {
      settings = ["\(name: other.column) = \(.column(other.column, of: entity.table))"]
    }
    let conflict: SQL =
      "ON CONFLICT \(index ?? "(\(names(target)))") DO UPDATE SET \(settings.joined(by: ", "))"
    // A row of another kind stays what it is.
    let guarding: SQL =
      entity.kindSlot.map { " WHERE \(.column(column($0), of: entity.table)) = excluded.\(name: column($0))" } ?? SQL()
    return
      "\(Insert(entity).statement(slots: slots)) \(conflict)\(guarding) RETURNING \(names(Array(entity.fields.indices)))"
  }

  /// What is set where nothing is to be updated.
  private func unchanged(_ slots: [Int], _ target: [Int]) -> [Int] {
    target.isEmpty ? Array(slots.prefix(1)) : target
  }

  private func column(_ slot: Int) -> String { entity.fields[slot].column }

  private func names(_ slots: [Int]) -> SQL { slots.map { SQL.name(column($0)) }.joined(by: ", ") }
}
