import Schema

/// Turns new rows into INSERT statements.
package struct Insert {
  package let entity: Entity

  package init(_ entity: Entity) {
    self.entity = entity
  }

  /// The same that answers the whole row: `INSERT INTO … RETURNING "id", "name", "age"`.
  package func answeringStatement(slots: [Int]) -> SQL {
    let columns = entity.fields.map { SQL.name($0.column) }.joined(by: ", ")
    return "\(statement(slots: slots)) RETURNING \(columns)"
  }

  /// The statement that inserts these slots, in this order: `INSERT INTO "player"("name", "age") VALUES (?1, ?2)`.
  package func statement(slots: [Int]) -> SQL {
    if slots.isEmpty { return "INSERT INTO \(name: entity.table) DEFAULT VALUES" }
    let columns = slots.map { SQL.name(entity.fields[$0].column) }
    let values = slots.map { _ -> SQL in "\(.null)" }
    let clause = slots.lazy.compactMap { entity.fields[$0].nature.givenClause }.first ?? ""
    return
      "INSERT INTO \(name: entity.table)(\(columns.joined(by: ", ")))\(.written(clause)) VALUES (\(values.joined(by: ", ")))"
  }
}
