/// The relations of existing tables to tables of which scripts have declared entities of other names.
///
///     Song = entity "Song" { table = "Track", Name = text {}, album = belongs_to("Album", { column = "AlbumId" }) }
///     Album:get(1).track    // songs
extension Catalog {
  /// The catalog in which such relations lead to the entity that is of the table by now, and back from it.
  func leadingToSuccessors() -> Catalog {
    var result = self
    for (place, entity) in entities.enumerated() where entity.isReflected {
      for index in entity.relations.indices { result.lead(place, index) }
    }
    return result
  }

  /// The entities that relations of an entity lead to instead of those that are there no more.
  func successors(of entity: Entity) -> [String] {
    entity.relations.filter { self[$0.target] == nil || $0.through.map { self[$0] == nil } == true }
      .flatMap { [$0.origin?.table, $0.origin?.links] }
      .compactMap { table in table.flatMap { declared(over: $0) } }.map { entities[$0].name }
  }

  private mutating func lead(_ place: Int, _ index: Int) {
    let name = entities[place].name
    var relation = entities[place].relations[index]
    guard let origin = relation.origin else { return }
    if self[relation.target] == nil {
      guard let successor = declared(over: origin.table) else { return }
      relation.target = entities[successor].name
      if relation.kind == .hasMany || relation.kind == .hasOne {
        relation.inverse = origin.way.first.flatMap { wayBack(from: successor, to: name, as: $0) }
      }
    }
    if let link = relation.link, self[link.entity] == nil, let links = origin.links,
      let between = declared(over: links).map({ entities[$0] }),
      let near = between.key(to: name), let far = between.key(to: relation.target), near != far
    {
      relation.link = Relation.Link(entity: between.name, near: near, far: far)
      relation.through = between.name
    }
    entities[place].relations[index] = relation
  }

  /// The entity that a script has declared over a table.
  private func declared(over table: String) -> Int? {
    entities.firstIndex { entity in
      !entity.isReflected && entity.hasTable && FoldedName(entity.table) == FoldedName(table)
        && tableOwner(of: entity).name == entity.name
    }
  }

  /// The relation of an entity that has its key in these columns; one is made where only the columns are declared.
  private mutating func wayBack(from place: Int, to name: String, as former: Relation) -> String? {
    let names = former.columns.map { FoldedName($0) }
    let known = entities[place].relations.first {
      $0.kind == .belongsTo && $0.target == name && $0.columns.map { FoldedName($0) } == names
    }
    if let known { return known.name }
    let fields = names.compactMap { column in entities[place].fields.first { FoldedName($0.column) == column } }
    guard fields.count == names.count else { return nil }
    var made = former
    while entities[place].field(made.name) != nil || entities[place].relation(made.name) != nil { made.name += "_" }
    (made.target, made.columns, made.origin) = (name, fields.map(\.column), nil)
    entities[place].relations.append(made)
    return made.name
  }
}

extension Entity {
  /// Its only relation to an entity by a key of its own.
  fileprivate func key(to name: String) -> String? {
    let keys = relations.filter { $0.kind == .belongsTo && $0.target == name }
    return keys.count == 1 ? keys[0].name : nil
  }
}
