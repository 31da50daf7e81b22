import Schema

/// Finds the fields that dotted names of a request mean, and the joins that they need.
package struct FieldResolver {
  package let catalog: Catalog
  package let entity: Entity
  /// What a request computes of each row, by the names under which it is read.
  package var computed: [String: ComputedField]

  /// The columns that its rows do not have, as a SELECT takes the place of the table.
  var missing: Set<String> = []

  /// What resolves the fields of the row around, in what is said of related rows: one, or none.
  private var around: [FieldResolver] = []

  /// Whether any name is a field: that of a plain table, of which nothing is declared.
  package let isOpen: Bool

  package init(catalog: Catalog, entity: Entity, computed: [String: ComputedField] = [:]) {
    self.init(catalog: catalog, entity: entity, computed: computed, isOpen: false)
  }

  /// For what is said of rows that are related to those of another.
  init(entity: Entity, inside outer: FieldResolver) {
    self.init(catalog: outer.catalog, entity: entity)
    around = [outer]
  }

  /// What resolves a field of the row around; nil for a field of the row itself.
  private func around(_ path: FieldPath) -> FieldResolver? { path.isOutward ? around.first : nil }

  private init(catalog: Catalog, entity: Entity, computed: [String: ComputedField], isOpen: Bool) {
    self.catalog = catalog
    self.entity = entity
    self.computed = computed
    self.isOpen = isOpen
  }

  /// What is computed under a name; nil where the name is one of the entity's own.
  func computed(at path: FieldPath) -> ComputedField? {
    if let outer = around(path) { return outer.computed(at: path.inward) }
    return path.relations.isEmpty && path.inside.isEmpty ? computed[path.field] : nil
  }

  /// A path as messages name it: the names of what a script did not name itself begin with a blank.
  func shown(_ path: FieldPath) -> String {
    if path.isOfFunction { return "a function" }
    guard path.field.hasPrefix(" "), let computed = computed(at: path.plain) else { return path.description }
    return computed.field.name
  }

  /// Whether a value is made of fields, and stands in no column.
  func isComputed(_ path: FieldPath) -> Bool {
    guard let computed = computed(at: path) else { return (try? settled(path))?.inside.isEmpty != true }
    if case .field(let path) = computed.expression { return isComputed(path) }
    return true
  }

  /// For the names in plain tables.
  package static let ofTables = FieldResolver(
    catalog: Catalog(), entity: Entity(name: "table", table: "", fields: []), computed: [:], isOpen: true)

  /// What a dotted name ends in.
  package enum Target {
    case field(Field, of: Entity)
    case relation(Relation, of: Entity)
  }

  /// The field or relation at the end of a dotted name.
  package func target(of path: FieldPath) throws(QueryError) -> Target {
    if let outer = around(path) { return try outer.target(of: path.inward) }
    if isOpen { return .field(Field.ofTable(path.field).asked(of: path.part), of: entity) }
    if let computed = computed(at: path) { return .field(computed.field.asked(of: path.part), of: entity) }
    let path = try settled(path)
    let owner = try entity(along: path)
    if let field = owner.field(path.field) {
      if path.inside.isEmpty { return .field(field.asked(of: path.part), of: owner) }
      return .field(try DocumentPath(catalog: catalog, owner: owner, path: path).field(in: field), of: owner)
    }
    if let relation = owner.relation(path.field) { return .relation(relation, of: owner) }
    if let hidden = owner.hiddenFields.first(where: { $0.name == path.field }) { return .field(hidden, of: owner) }
    let kinds = (owner.sharing?.kinds ?? []).filter { catalog[$0]?.memberNames.contains(path.field) ?? false }
    if !kinds.isEmpty { throw .fieldOfKinds(entity: owner.name, name: path.field, kinds: kinds) }
    if owner.transients.contains(where: { $0.name == path.field }) {
      throw .transientField(entity: owner.name, name: path.field)
    }
    throw .unknownField(entity: owner.name, name: path.field, candidates: owner.memberNames)
  }

  /// The path in which a name with dots of its own, as tables made elsewhere have them, is one name, and names behind
  /// a document lead into it.
  package func settled(_ path: FieldPath) throws(QueryError) -> FieldPath {
    if let outer = around(path) { return try outer.settled(path.inward).outward }
    guard path.inside.isEmpty, !path.relations.isEmpty, !isOpen else { return path }
    var owner = entity
    for (place, name) in path.relations.enumerated() {
      let rest = (path.relations[place...] + [path.field]).joined(separator: ".")
      if owner.field(rest) != nil { return FieldPath(relations: Array(path.relations[..<place]), field: rest) }
      if let field = owner.field(name), field.document != nil || field.holdsAnyJSON {
        let inside = path.relations[(place + 1)...] + [path.field]
        var result = FieldPath(relations: Array(path.relations[..<place]), field: name, inside: Array(inside))
        result.part = path.part
        return result
      }
      let relation = try self.relation(name, of: owner, path: path)
      guard let next = catalog[relation.target] else { throw .unknownEntity(relation.target) }
      owner = next
    }
    return path
  }

  /// The field at the end of a dotted name.
  package func field(at path: FieldPath) throws(QueryError) -> Field {
    switch try target(of: path) {
    case .field(let field, _): return field
    case .relation(let relation, let owner):
      // `team` stands for its key where a field is wanted.
      if let key = keyField(of: relation, owner) { return key }
      if let parts = keyParts(of: path), parts.count > 1 {
        throw .keyOfSeveralFields(entity: owner.name, name: relation.name, fields: parts.map(\.field))
      }
      throw .relationIsNoField(entity: owner.name, name: relation.name)
    }
  }

  /// The fields that together hold the key of a relation to one, where that has several columns; nil for other names.
  package func keyParts(of path: FieldPath) -> [FieldPath]? {
    guard !isOpen, case .relation(let relation, let owner)? = try? target(of: path), relation.kind == .belongsTo,
      relation.columns.count > 1
    else { return nil }
    return relation.columns.compactMap { column in
      owner.fields.first { $0.column == column }.map { FieldPath(relations: path.relations, field: $0.name) }
    }
  }

  /// The same path where a part of JSON is asked for as this class.
  package func path(_ path: FieldPath, askedOf part: PartClass) throws(QueryError) -> FieldPath {
    guard try field(at: path).isPartOfJSON else { return path }
    var result = path
    result.part = part
    return result
  }

  /// The field of a `belongs_to` that holds the key which it refers to, where that is one; it is compared with keys as
  /// scripts give them.
  package func keyField(of relation: Relation, _ owner: Entity) -> Field? {
    guard relation.kind == .belongsTo, relation.columns.count == 1,
      var field = owner.fields.first(where: { $0.column == relation.columns[0] })
    else { return nil }
    // A key is compared with keys.
    field.isLoose = false
    guard let target = catalog[relation.target] else { return field }
    let columns = relation.columnPairs(owner: owner, target: target).map(\.target)
    guard let key = target.fields.first(where: { columns == [$0.column] }) else { return field }
    field.encoder = key.encoder
    return field
  }

  /// The same field with the type of the key, which is what scripts compare it with: another program's reference need
  /// not be declared like its key.
  package func comparedKeyField(of relation: Relation, _ owner: Entity) -> Field? {
    guard var field = keyField(of: relation, owner), owner.isReflected, let target = catalog[relation.target],
      let column = relation.columnPairs(owner: owner, target: target).first?.target,
      let key = target.fields.first(where: { $0.column == column })
    else { return keyField(of: relation, owner) }
    (field.type, field.nature) = (key.type, key.nature)
    return field
  }

  /// What the references of a relation at the end of a path are to the key that they refer to; nil where that sees them
  /// as they are stored, and of any other path.
  package func referenceRead(at path: FieldPath) throws(QueryError) -> ComputedField? {
    guard !isOpen, case .relation(let relation, let owner) = try target(of: path),
      var field = comparedKeyField(of: relation, owner), let target = catalog[relation.target],
      let reading = relation.readings(owner: owner, target: target).first, !reading.isAsStored
    else { return nil }
    field.nature = ColumnNature(collation: reading.collation)
    (field.isRequired, field.isPrimaryKey, field.isUnique, field.relation) = (false, false, false, nil)
    return ComputedField(field, reading.expression(.field(path)))
  }

  /// The entity that the relations of a path lead to.
  private func entity(along path: FieldPath) throws(QueryError) -> Entity {
    var owner = entity
    for name in path.relations {
      let relation = try self.relation(name, of: owner, path: path)
      guard let next = catalog[relation.target] else { throw .unknownEntity(relation.target) }
      owner = next
    }
    return owner
  }

  func relation(_ name: String, of owner: Entity, path: FieldPath) throws(QueryError) -> Relation {
    guard let relation = owner.relation(name) else {
      if owner.field(name) != nil {
        throw .fieldIsNoRelation(entity: owner.name, name: name, path: path.description)
      }
      throw .unknownRelation(
        entity: owner.name, name: name, path: path.description, candidates: owner.relations.map(\.name))
    }
    guard !relation.kind.isToMany else {
      throw .relationIsToMany(entity: owner.name, name: name, path: path.description)
    }
    return relation
  }
}

extension FieldResolver {
  /// What is read of a text as an expression; nil where it is the name of a member, or the path to one.
  ///
  /// In a document any name may stand, `n * 2` too: there what can be computed is meant, and else the name, unless the
  /// text is written as an expression is.
  package func expressed<Result>(_ text: String, _ read: () throws -> Result) throws -> Result? {
    if isMember(text) { return nil }
    do {
      return try read()
    } catch {
      guard (try? field(at: FieldPath(text))) != nil, !PredicateParser.isMeant(by: text) else { throw error }
      return nil
    }
  }

  /// Whether a text is an expression even where a document might have such a name: signs stand between blanks in it.
  package func isWrittenAsExpression(_ text: String) -> Bool { PredicateParser.isMeant(by: text) }

  /// Whether a text can only be a member, or the path to one: it has none but letters and dots, or a member has that name.
  package func isMember(_ text: String) -> Bool {
    if text.isPlainPath || computed[text] != nil { return true }
    let path = FieldPath(text)
    guard (try? field(at: path)) != nil else { return false }
    return (try? settled(path))?.inside.allSatisfy(\.isPlainPath) ?? true
  }
}

extension String {
  /// Whether it can only be the name of a field, dotted or not; two dots join texts.
  package var isPlainPath: Bool {
    !contains("..")
      && utf8.allSatisfy {
        $0 == 46 || $0 == 95 || (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 >= 0x80
      }
  }
}
