import Schema

extension Entity {
  /// The names that its columns may have had, by those that they have.
  package var formerColumns: [String: [String]] {
    var result: [String: [String]] = [:]
    for field in fields {
      if let name = field.formerName { result[field.column] = [name] }
    }
    for relation in relations where relation.columns.count == 1 {
      guard let name = relation.formerName else { continue }
      result[relation.columns[0]] = [name, name + "_id"]
      // The place in an ordered relation is called by the key's relation.
      result["\(relation.name)_position"] = ["\(name)_position"]
    }
    return result
  }

  /// The table that it has among those that are there: under its own name, else under one that it may have had.
  package func table(in tables: [TableDescription]) -> TableDescription? {
    ([table] + formerTables).lazy.compactMap { name in tables.first { FoldedName($0.name) == FoldedName(name) } }.first
  }

  /// The same under the names that its table and columns have there.
  package func over(_ table: TableDescription) -> Entity {
    var result = self
    result.table = table.name
    let formerColumns = formerColumns
    for slot in fields.indices where table.column(fields[slot].column) == nil {
      let former = formerColumns[fields[slot].column] ?? []
      guard let column = former.lazy.compactMap({ table.column($0)?.name }).first else { continue }
      result.fields[slot].column = column
    }
    return result
  }
}
