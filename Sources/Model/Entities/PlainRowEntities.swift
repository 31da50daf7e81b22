import Schema

extension EntityRegistry {
  /// An entity of no name for the rows of a statement, which is made once for the same columns: its fields hold what
  /// comes, and its rows have no key.
  package func plainRows(named columns: [String], in database: ScriptDatabase) -> ObjectContext {
    if let known = plainModels[columns] { return known.context(in: database) }
    let fields = columns.map { name in
      var field = Field(name: name, type: .any)
      field.column = name
      return field
    }
    var entity = Entity(name: "rows", table: "rows", fields: fields)
    (entity.isReflected, entity.isView, entity.holdsPlainRows) = (true, true, true)
    let model = EntityModel(EntityDefinition(entity: entity), former: nil, parent: nil, session: session)
    plainModels[columns] = model
    return model.context(in: database)
  }
}
