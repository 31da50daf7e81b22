import Schema

extension EntityRegistry {
  /// An entity of no name for the rows of a statement, which is made once for the same columns: its fields hold what
  /// comes, and its rows have no key.
  package func plainRows(
    named columns: [String], _ decimals: [Int: Field], in database: ScriptDatabase
  ) -> ObjectContext {
    let key = columns + decimals.sorted { $0.key < $1.key }.map { "\($0) \($1.keepsScale ? -1 : $1.scale)" }
    if let known = plainModels[key] { return known.context(in: database) }
    let fields = columns.enumerated().map { place, name in
      var field = decimals[place] ?? Field(name: name, type: .any)
      (field.name, field.column) = (name, name)
      return field
    }
    var entity = Entity(name: "rows", table: "rows", fields: fields)
    (entity.isReflected, entity.isView, entity.holdsPlainRows) = (true, true, true)
    let model = EntityModel(EntityDefinition(entity: entity), former: nil, parent: nil, session: session)
    plainModels[key] = model
    return model.context(in: database)
  }
}
