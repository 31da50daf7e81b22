import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// What is asked of a relation to one: an object means its key.
extension ConditionReader {
  /// An object means its key, which stands at `paths`.
  func condition(
    _ path: FieldPath, _ paths: [FieldPath], _ relation: Relation, _ owner: Entity, _ value: LuaValue
  ) throws -> Expression {
    let fields = fields(of: relation, owner)
    if let test = TestValues(session).testValue(value) {
      let objects = test.test?.entities ?? []
      if let asked = test.test, asked.hasCompoundKeys, relation.columns.count > 1 {
        return try compound(asked, path, paths, relation, owner)
      }
      try checkAreTargets(objects, relation, owner)
      // The keys of objects are as they are stored.
      var field = relations.comparedKeyField(of: relation, owner) ?? fields[0]
      if !objects.isEmpty { field.encoder = fields[0].encoder }
      // The column of a table made elsewhere is a field under its own name, too, which no object is compared with.
      field.relation = field.relation ?? relation.name
      let values = paths.map { Expression.field($0) }
      let reference = try references(paths, relation, owner)[0]
      let nowhere = try leadsNowhere(path, paths, relation, owner)
      let isLed = try leading(relation, owner, values)
      return try apply(test, reference, field, subject(relation, owner, paths)).rewritten { part in
        part == .isNull(values[0]) || part == .isNull(reference) ? nowhere : part.comparing(reference, by: isLed)
      }
    }
    if let rows = value.rows {
      return try among(rows, references(paths, relation, owner), subject(relation, owner, paths))
    }
    if rows == nil, let table = try namedTable(value, path) {
      return try condition(Association(relation, of: owner, in: resolver.catalog), from: path.relations, table)
    }
    try checkIsList(value, path)
    try checkSaysSomething(value, path)
    guard let list = try elements(of: value) else { return try refers(path, paths, to: value, relation, owner) }
    if try fields.count > 1 || isJudged(relation, owner)
      || relation.mayDangle && list.contains(where: { $0.isSame(as: session.null) })
    {
      return .or(try list.map { try refers(path, paths, to: $0, relation, owner) })
    }
    // NULL asks for what leads nowhere; nothing leads to an object whose key is NULL.
    let keys = try list.compactMap { value -> Value? in
      if value.isSame(as: session.null) { return .null }
      let key = try key(value, relation, owner)[0]
      return key == .null ? nil : key
    }
    return .isOne(try references(paths, relation, owner)[0], of: keys)
  }

  /// That the fields of a relation hold the key of an object, or none.
  func refers(
    _ path: FieldPath, _ paths: [FieldPath], to value: LuaValue, _ relation: Relation, _ owner: Entity
  ) throws -> Expression {
    if value.isSame(as: session.null) { return try leadsNowhere(path, paths, relation, owner) }
    let key = try key(value, relation, owner)
    if try isJudged(relation, owner), let target = relations.catalog[relation.target] {
      let columns = relation.columnPairs(owner: owner, target: target).map(\.target)
      return Association.isJudged(paths.map { .field($0) }, to: target, columns, key: key)
    }
    return equal(try references(paths, relation, owner), key)
  }

  /// That the relation leads to the row with a key, where only the database knows; nil where keys say it.
  private func leading(
    _ relation: Relation, _ owner: Entity, _ references: [Expression]
  ) throws -> ((Value) -> Expression)? {
    guard references.count == 1, try isJudged(relation, owner), let target = relations.catalog[relation.target] else {
      return nil
    }
    let columns = relation.columnPairs(owner: owner, target: target).map(\.target)
    return { Association.isJudged(references, to: target, columns, key: [$0]) }
  }

  /// Whether only the database knows which rows a relation leads to.
  private func isJudged(_ relation: Relation, _ owner: Entity) throws -> Bool {
    guard let target = relations.catalog[relation.target] else { throw QueryError.unknownEntity(relation.target) }
    return relation.readings(owner: owner, target: target).contains(where: \.isJudged)
  }

  /// Of groups only the keys are there to be asked.
  func leadsNowhere(
    _ path: FieldPath, _ paths: [FieldPath], _ relation: Relation, _ owner: Entity
  ) throws -> Expression {
    if rows != nil || !relation.mayDangle { return .leadsNowhere(paths.map { .field($0) }) }
    return try Association(relation, of: owner, in: resolver.catalog).leadsNowhere(from: path.relations)
  }

  /// What stands at the paths of a relation, as the key that it refers to sees it.
  func references(_ paths: [FieldPath], _ relation: Relation, _ owner: Entity) throws -> [Expression] {
    guard let target = relations.catalog[relation.target] else { throw QueryError.unknownEntity(relation.target) }
    return zip(paths, relation.readings(owner: owner, target: target)).map { $1.expression(.field($0)) }
  }

  func fields(of relation: Relation, _ owner: Entity) -> [Field] {
    relation.columns.compactMap { column in owner.fields.first { $0.column == column } }
  }

  /// The objects that a test compares with are known by their keys alone.
  func checkAreTargets(_ entities: Set<String>, _ relation: Relation, _ owner: Entity) throws {
    guard !entities.isEmpty, let target = relations.catalog[relation.target] else { return }
    try checkAreObjects(entities, of: target, named: relation.name)
    guard relation.columns.count == 1, relation.isToKey(of: target) else {
      throw ScriptError(RequestError.testOfCompoundKey(relation: relation.name))
    }
  }

  func checkAreObjects(_ entities: Set<String>, of target: Entity, named relation: String) throws {
    for name in entities.sorted()
    where !(session.entities.model(name)?.context(in: session.databases.main).isKind(of: target.name) ?? false) {
      throw ScriptError(RequestError.otherEntity(relation: relation, target: target.name, entity: name))
    }
  }

  func equal(_ values: [Expression], _ key: [Value]) -> Expression {
    let parts = zip(values, key).map { Expression.comparison(.equal, $0, .literal($1)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  /// What the fields of a relation hold where it leads to an object, or to one with this key.
  func key(_ value: LuaValue, _ relation: Relation, _ owner: Entity) throws -> [Value] {
    if let plain = Value(plain: value), let field = relations.comparedKeyField(of: relation, owner) {
      do {
        return [try FieldCoding(session).operand(value, plain, of: field)]
      } catch SchemaError.operand(_, _, let shown, _) where value.kind == .string {
        let target = relations.catalog[relation.target]
        let name = target?.fields.first { $0.type == .text && !$0.isPrimaryKey }?.name
        throw ScriptError(
          RequestError.textForObject(
            word: word, relation: relation.name, target: relation.target, value: shown, field: name))
      }
    }
    let related = RelatedObject(session: session, relation: relation, database: database, member: relation.name)
    return try related.key(
      value, other: { .notARelated(relation: relation.name, target: relation.target, value: $0) },
      unsaved: .relatedIsNotSaved(relation: relation.name, target: relation.target))
  }
}

extension Expression {
  /// The same where a reference is equal to keys as `isLed` says; nil of what compares it with none.
  fileprivate func comparing(_ reference: Expression, by isLed: ((Value) -> Expression)?) -> Expression? {
    guard let isLed else { return nil }
    // A reference that is NULL is neither equal to a key nor another one.
    func isOne(of keys: [Value]) -> Expression {
      .or(keys.filter { $0 != .null }.map(isLed) + [.and([.isNull(reference), .literal(.null)])])
    }
    switch self {
    case .comparison(.equal, reference, .literal(let key)) where key != .null: return isOne(of: [key])
    case .comparison(.notEqual, reference, .literal(let key)) where key != .null: return .not(isOne(of: [key]))
    case .oneOf(reference, let keys): return isOne(of: keys)
    default: return nil
    }
  }
}
