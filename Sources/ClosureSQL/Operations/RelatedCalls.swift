import LuaRuntime
import Query
import Schema

/// What methods of relations to many come to: `p.games:exists()`, `p.games:where { won = true }:count()`.
extension Operations {
  func member(_ key: Symbol, of related: Related) throws -> Outcome {
    guard case .constant(.string(let bytes)) = key else {
      throw Untranslatable(.otherQuestion(relation: related.name, method: nil))
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let method = RelatedMethod(rawValue: name) else {
      if Self.changing.contains(name) { throw Untranslatable(.changes(relation: related.name, method: name)) }
      if host?.isScope(name, of: related.target) == true {
        throw Untranslatable(.asksScope(relation: related.name, scope: name, entity: related.target))
      }
      throw Untranslatable(.otherQuestion(relation: related.name, method: name))
    }
    return .value(.relatedMethod(method))
  }

  private static let changing: Set<String> = [
    "add", "remove", "remove_at", "insert", "move", "swap", "create", "get_or_create", "update",
    "delete",
  ]

  func call(_ method: RelatedMethod, _ arguments: [Symbol], _ rows: MemberReader) throws -> Outcome {
    guard case .related(let related)? = arguments.first else {
      throw Untranslatable(.withoutColon)
    }
    let others = Array(arguments.dropFirst())
    switch method {
    case .exists where others.isEmpty: return .truth(related.contains())
    case .count where others.isEmpty: return .term(.integer, related.reckoned(.count))
    case .all where others.isEmpty: return .value(.related(related))
    case .iterate where others.isEmpty:
      try rows.checkCanBeRead(related)
      return .value(.list([.walk(related), .nil, .nil, .nil]))
    case .fetch where others.isEmpty:
      try rows.checkCanBeRead(related)
      return .value(.rows(related))
    case .pluck where others.count == 1, .values where !others.isEmpty:
      return try taken(related, method, others, rows)
    case .first where others.isEmpty: return try first(of: related, rows)
    case .first: throw Untranslatable(.firstOfMany(relation: related.name))
    case .sorted, .then: return try sorted(related, others, isFurther: method == .then, rows)
    case .where, .whereNot, .orWhere: return try narrowed(related, by: method, others, rows)
    case .sum, .avg, .min, .max:
      guard others.count == 1 else { throw Untranslatable(.otherArguments(method: method.rawValue)) }
      return try reckoned(method, related, others[0], rows)
    default: throw Untranslatable(.otherArguments(method: method.rawValue))
    }
  }

  /// What `pluck` and `values` take of the rows is only counted: there is one for each.
  private func taken(
    _ related: Related, _ method: RelatedMethod, _ names: [Symbol], _ rows: MemberReader
  ) throws -> Outcome {
    try rows.checkCanBeRead(related)
    let target = rows.catalog[related.target]
    for name in names {
      guard case .constant(.string(let bytes)) = name,
        let field = target?.field(String(decoding: bytes, as: UTF8.self)), let target,
        rows.isReadAsStored(field, of: target)
      else { throw Untranslatable(.otherQuestion(relation: related.name, method: method.rawValue)) }
    }
    return .value(.rows(related.taken(by: method)))
  }

  /// A test of the language with known operands: `is.greater(3)`.
  func test(_ object: LuaUserdata, _ arguments: [Symbol]) throws -> Outcome {
    var known: [LuaValue] = []
    for argument in arguments {
      switch argument {
      case .constant(let constant) where constant.isScalar: known.append(constant.luaValue)
      case .fresh(let fresh): known.append(.table(try table(of: fresh)))
      default: return .unknown(.value, .testOfUnknown)
      }
    }
    guard
      let made = try? lua.load("local test = ... return test(select(2, ...))", name: "=test").call(
        [.userdata(object)] + known)
    else { return .raise(.testWithoutValues) }
    return .value(.constant(Constant(made.first ?? .nil)))
  }

  func table(of fresh: FreshTable) throws -> LuaTable {
    try budget.spend(fresh.weight)
    let table = lua.makeTable()
    for (key, value) in fresh.entries { table[key.luaValue] = value.luaValue }
    return table
  }

  /// A condition of constants is what it is for a request.
  private func narrowed(
    _ related: Related, by method: RelatedMethod, _ condition: [Symbol], _ rows: MemberReader
  ) throws -> Outcome {
    if condition.isEmpty { throw Untranslatable(.noCondition(relation: related.name)) }
    if condition.count == 1, condition[0].isFunctionOfLua {
      return try selected(related, method, by: condition[0], rows)
    }
    if case .constant(let value) = condition[0], value.isScalar, value.typeName != "string" {
      throw Untranslatable(.conditionIsValue(relation: related.name, type: value.typeName))
    }
    let values = try condition.map { part -> LuaValue in
      switch part {
      case .constant(let constant): return constant.luaValue
      case .fresh(let fresh): return .table(try table(of: fresh))
      default: throw Untranslatable(.conditionOfRow(relation: related.name))
      }
    }
    guard let said = host?.condition(values, of: related.target) else {
      throw Untranslatable(.conditionOfFunctions(relation: related.name))
    }
    return .value(.related(related.narrowed(method, by: said)))
  }

  private func reckoned(
    _ method: RelatedMethod, _ related: Related, _ value: Symbol, _ rows: MemberReader
  ) throws -> Outcome {
    guard let function = Aggregation.Function(rawValue: method.rawValue), let target = rows.catalog[related.target]
    else { throw Untranslatable(.otherArguments(method: method.rawValue)) }
    if value.isFunctionOfLua { return try reckoned(function, related, of: value, rows) }
    guard case .constant(.string(let bytes)) = value else {
      throw Untranslatable(.otherArguments(method: method.rawValue))
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let field = target.field(name) else {
      guard let value = host?.number(name, of: target.name) else {
        throw Untranslatable(.noField(method: method.rawValue, name, relation: related.name))
      }
      return reckoned(function, related, of: value, rows, as: .number)
    }
    if field.decoder != nil || field.fallback != nil {
      throw Untranslatable(.readByFunction(method: method.rawValue, field: name))
    }
    if field.type.reading == .decimal {
      guard let term = rows.decimals(function, of: field, target, related, function != .sum) else {
        throw Untranslatable(.mayHoldNoNumber(method: method.rawValue, field: name))
      }
      return .value(.term(term))
    }
    let isExtreme = function == .min || function == .max
    let isOfTexts = isExtreme && rows.holdsTexts(field, of: target)
    let isOfNumbers = field.type.reading == .asStored && rows.holdsNumbers(field, of: target)
    let isAddedUp = !isExtreme && rows.addsUp(field, of: target)
    guard isOfTexts || isOfNumbers || isAddedUp else {
      if isExtreme { throw Untranslatable(.mayHoldOther(method: method.rawValue, field: name)) }
      guard field.type.reading == .asStored,
        [.integer, .real, .any].contains(field.storage) || target.isReflected
      else { throw Untranslatable(.noNumbers(method: method.rawValue, field: name, type: field.type.name)) }
      throw Untranslatable(.mayHoldNoNumber(method: method.rawValue, field: name))
    }
    return reckoned(
      function, related, of: .field(FieldPath(field: field.name)), rows, as: isOfTexts ? .text : .number)
  }

}

extension Related {
  /// What `where`, `where_not` and `or_where` leave of the rows.
  func narrowed(_ method: RelatedMethod, by condition: Expression) -> Related {
    switch method {
    case .whereNot: satisfying(.not(condition))
    case .orWhere: satisfying(or: condition)
    default: satisfying(condition)
    }
  }
}

extension MemberReader {
  /// Whether each cell of a field is read without asking a function, and none is refused.
  fileprivate func isReadAsStored(_ field: Field, of entity: Entity) -> Bool {
    guard field.decoder == nil, field.type.reading == .asStored else { return false }
    let traits = host?.traits(of: entity) ?? .asDeclared(by: entity)
    return traits.isStrict || entity.isReflected && !field.isVerifiedWhenRead
  }

  /// Whether the values of a field are numbers, as its entity declares it or as its table was found to hold them.
  func holdsNumbers(_ field: Field, of entity: Entity) -> Bool {
    if !entity.isReflected { return field.storage == .integer || field.storage == .real }
    return host?.classes(of: field, in: entity)?.isSubset(of: [.integer, .real, .null]) ?? false
  }

  /// Whether what is added up, or its mean, is a number whatever the cells are: the relation is asked for it by the same
  /// words of the database.
  fileprivate func addsUp(_ field: Field, of entity: Entity) -> Bool {
    entity.isReflected && dialect.choosesAmongClasses && field.type.reading == .asStored
      && [.integer, .real, .any].contains(field.storage) && host?.classes(of: field, in: entity) != nil
  }

  /// Whether the values of a field are texts that compare by their bytes, and read as they are stored.
  func holdsTexts(_ field: Field, of entity: Entity) -> Bool {
    guard field.type.reading == .asStored, field.nature.collation == .binary else { return false }
    let traits = host?.traits(of: entity) ?? .asDeclared(by: entity)
    guard traits.isStrict || entity.isReflected, entity.isReflected || field.storage == .text else { return false }
    guard !traits.hasCollations || field.nature.conversion != .none else { return false }
    if traits.isStrict, !entity.isReflected { return true }
    guard let classes = host?.classes(of: field, in: entity) else { return false }
    return classes.contains(.text) && classes.isSubset(of: [.text, .null])
  }

  /// What is made of decimals, which is one but for a mean; nil where a cell may hold something else.
  ///
  /// Stored without their point they add up as integers. Stored as numbers they add up to a decimal, too, which SQL
  /// compares as a real number.
  fileprivate func decimals(
    _ function: Aggregation.Function, of field: Field, _ entity: Entity, _ related: Related, _ isNullable: Bool
  ) -> Term? {
    let value = Expression.field(FieldPath(field: field.name))
    let made = related.reckoned(function, of: value)
    let classes = entity.isReflected || field.isStoredAsNumber ? host?.classes(of: field, in: entity) : [.integer]
    guard let classes, classes.isSubset(of: [.integer, .real, .null]) else { return nil }
    guard field.isStoredAsNumber else {
      guard classes.isSubset(of: [.integer, .null]) else { return nil }
      guard function == .avg else {
        return Term(
          kind: .decimal(scale: field.scale), expression: made, isNullable: isNullable, mayRaise: function == .sum)
      }
      guard let power = DecimalNumber.power(field.scale) else { return nil }
      return Term(
        kind: .real, expression: .arithmetic(.divide, made, .literal(.real(Double(power)))), isNullable: isNullable)
    }
    switch function {
    case .sum:
      let sum = related.reckoned(function, of: value, digits: field.scale)
      return Term(kind: .decimal(scale: nil), expression: sum, isRounded: true)
    case .min, .max:
      return Term(kind: .decimal(scale: nil), expression: made, isNullable: isNullable, digits: field.declaredDigits)
    default: return Term(kind: .real, expression: made, isNullable: isNullable)
    }
  }

  /// Refuses to walk over rows that are more than their cells.
  func checkCanBeRead(_ related: Related) throws {
    guard let target = catalog[related.target], !target.isMixed, target.sharing == nil else {
      throw Untranslatable(.walkedSharedTable(relation: related.name))
    }
    guard host?.watchesReading(of: target.name) != true else {
      throw Untranslatable(.watchedReading(entity: target.name))
    }
  }

  /// The rows of a relation to many; nil for a relation to one.
  func related(_ relation: Relation, of row: Row, _ entity: Entity) throws -> Symbol? {
    guard relation.kind.isToMany, let target = catalog[relation.target] else { return nil }
    guard target.sharing?.isPart != true, entity.sharing == nil else {
      throw Untranslatable(.sharedTable(relation: relation.name))
    }
    // What is NULL leads to no rows; a key is never NULL, nor is what is required.
    let keys = entity.keySlots.map { entity.fields[$0].column }
    let referenced = relation.columnPairs(owner: entity, target: target).map(\.owner)
    let isFilled = referenced.allSatisfy { column in
      !entity.isReflected && entity.fields.contains { $0.column == column && $0.isRequired }
    }
    guard relation.kind == .manyToMany || referenced == keys || isFilled, !keys.isEmpty else {
      throw Untranslatable(.otherKey(relation: relation.name))
    }
    return .related(try Related(relation, of: entity, from: row.path(row.relations), in: catalog))
  }
}
