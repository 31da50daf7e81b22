import Schema

/// Turns changed rows into UPDATE statements.
package struct Update {
  package let entity: Entity

  package init(_ entity: Entity) {
    self.entity = entity
  }

  /// The statement that sets these slots of one row; the key's values follow: `UPDATE "player" SET "age" = ?1 WHERE "id" = ?2`.
  package func statement(slots: [Int]) -> SQL {
    let settings =
      slots.map { slot -> SQL in "\(name: entity.fields[slot].column) = \(.null)" } + entity.placesLost(setting: slots)
    return "UPDATE \(name: entity.table) SET \(settings.joined(by: ", ")) WHERE \(KeyCondition(entity).sql)"
  }
}

extension Entity {
  /// A row that comes to belong to another has no place among those of that one yet.
  func placesLost(setting slots: [Int]) -> [SQL] {
    let columns = slots.map { fields[$0].column }
    return hiddenFields.filter { field in
      relation(field.relation ?? "")?.columns.contains(where: columns.contains) ?? false
    }.map { field -> SQL in "\(name: field.column) = NULL" }
  }
}

/// Turns the end of rows into DELETE statements.
package struct Delete {
  package let entity: Entity

  package init(_ entity: Entity) {
    self.entity = entity
  }

  /// The statement that deletes one row by its key.
  package func statement() -> SQL {
    "DELETE FROM \(name: entity.table) WHERE \(KeyCondition(entity).sql)"
  }
}

/// `"id" = ?`, for each column of the primary key.
struct KeyCondition {
  let sql: SQL

  init(_ entity: Entity) {
    sql = entity.keySlots.map { slot -> SQL in "\(name: entity.fields[slot].column) = \(.null)" }.joined(by: " AND ")
  }
}
