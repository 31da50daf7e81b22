import Query
import Schema

/// What reading a member of a row gives: a field as scripts see it, a related row, a method of the script.
struct MemberReader {
  let catalog: Catalog
  let dialect: any Dialect
  let host: (any ClosureHost)?
  /// What the request computes of each of its own rows.
  let computed: [String: ComputedField]

  func read(_ name: String, of row: Row) throws -> Outcome {
    guard let entity = catalog[row.entity] else { throw Untranslatable(CodeRefusal.missingEntity) }
    if let field = entity.field(name) { return try read(field, of: row, entity) }
    if Reflection.reservedNames.contains(name) { throw Untranslatable(CodeRefusal.ownMethod(name)) }
    // What else such a row has would be asked for in a statement within others.
    if let source = row.source { throw Untranslatable(.firstLeadsOn(relation: source.name, member: name)) }
    if let outcome = try parent(name, of: row, entity) { return outcome }
    // What else a row has depends on whose it is.
    if entity.isMixed { throw Untranslatable(CodeRefusal.notOfAllRows(member: name)) }
    if entity.transients.contains(where: { $0.name == name }) {
      return .unknown(.value, .notStored(field: name))
    }
    if let method = host?.method(name, of: entity.name), !method.isNil { return .value(.constant(Constant(method))) }
    if let relation = entity.relation(name) {
      if let related = try related(relation, of: row, entity) { return .value(related) }
      return try follow(relation, of: row, entity)
    }
    if row.argument < 2, row.relations.isEmpty, let computed = computed[name] {
      return try read(computed, name, of: row, entity)
    }
    throw Untranslatable(CodeRefusal.noField(name, entity: entity.name))
  }

  func column(_ field: Field, of row: Row) -> Expression {
    if let source = row.source { return source.first(field) }
    return .field(FieldPath(relations: row.path(row.relations), field: field.name))
  }

  private func traits(of entity: Entity) -> TableTraits { host?.traits(of: entity) ?? .asDeclared(by: entity) }

  // MARK: Fields

  private func read(_ field: Field, of row: Row, _ entity: Entity) throws -> Outcome {
    let column = column(field, of: row)
    host?.reads(field, over: row.source.map { [$0.name] } ?? row.relations)
    if field.decoder != nil { throw Untranslatable(CodeRefusal.readByFunction(field: field.name)) }
    if field.fallback != nil { return .unknown(.value, .fallback(field: field.name)) }
    let traits = traits(of: entity)
    if traits.hasManySelects { throw Untranslatable(CodeRefusal.manySelects(view: entity.table)) }
    let isRowNumber = entity.automaticKeySlot.map { entity.fields[$0] == field } ?? false
    let isNullable = !isRowNumber && !traits.fills(field)
    func term(_ kind: Term.Kind) -> Outcome {
      .value(.term(Term(kind: kind, expression: column, isNullable: isNullable)))
    }
    switch field.type.reading {
    case .json, .document:
      if let source = row.source { throw Untranslatable(.firstLeadsOn(relation: source.name, member: field.name)) }
      return document(field, of: row)
    case .decimal:
      if field.isStoredAsNumber { return numbers(field, column, entity) }
      return declared(.decimal(scale: field.scale), .integer, field, column, entity)
    case .label:
      let isPlain = field.choices.allSatisfy { $0.stored == .text($0.label) }
      let kind = isPlain ? Term.Kind.text : .word(field.choices)
      return traits.isStrict ? term(kind) : choice(of: field.choices.map(\.stored), kind, field, column)
    case .boolean:
      return traits.isStrict ? term(.boolean) : choice(of: [.integer(0), .integer(1)], .boolean, field, column)
    case .asStored: break
    }
    // What an entity declares it demands of each value that is read; one that was made of the table takes all.
    if entity.isReflected, !traits.isStrict, !isRowNumber { return loose(field, column, entity) }
    switch field.storage {
    case .integer: return isRowNumber ? term(.integer) : declared(.integer, .integer, field, column, entity)
    case .real: return declared(.real, .real, field, column, entity)
    case .text where field.isVerifiedWhenRead && !traits.isStrict: return verified(field, column, entity)
    case .text: return declared(.text, .text, field, column, entity)
    case .data: return declared(.bytes, .data, field, column, entity)
    case .any: return loose(field, column, entity)
    }
  }

  /// A column that holds what its entity declares, or raises an error when it is read.
  private func declared(
    _ kind: Term.Kind, _ storage: StorageClasses, _ field: Field, _ column: Expression, _ entity: Entity
  ) -> Outcome {
    let traits = traits(of: entity)
    let isNullable = !traits.fills(field)
    let value = kind == .text ? text(column, field, entity) : column
    let term = Outcome.value(.term(Term(kind: kind, expression: value, isNullable: isNullable).written(by: field)))
    if traits.isStrict { return term }
    if let classes = host?.classes(of: field, in: entity), classes.isSubset(of: storage.union(.null)) { return term }
    let other = Outcome.raise(.noneOfField(field.name))
    return .fork(storage.test(column), .term(kind, value), isNullable ? .fork(.isNull(column), .nil, other) : other)
  }

  /// A column of a table made elsewhere that is declared to hold days, moments and the like: a text may be none.
  private func verified(_ field: Field, _ column: Expression, _ entity: Entity) -> Outcome {
    let other = Outcome.unknown(.value, .mayHoldNone(field: field.name))
    let rest = Outcome.fork(.isNull(column), .nil, other)
    let value = text(column, field, entity)
    guard let isPlain = field.isPlainly(value) else { return rest }
    let term = Term(kind: .text, expression: value).written(by: field)
    return .fork(.and([StorageClasses.text.test(column), isPlain]), .value(.term(term)), rest)
  }

  /// A column of a table made elsewhere of which only some values are good.
  private func choice(of values: [Value], _ kind: Term.Kind, _ field: Field, _ column: Expression) -> Outcome {
    let other = Outcome.raise(.noneOfField(field.name))
    return .fork(.isNull(column), .nil, .fork(.oneOf(column, values), .term(kind, column), other))
  }

  /// A decimal that is stored as a number.
  private func numbers(_ field: Field, _ column: Expression, _ entity: Entity) -> Outcome {
    let digits = field.declaredDigits
    let number = Outcome.value(.term(Term(kind: .decimal(scale: nil), expression: column, digits: digits)))
    let classes = host?.classes(of: field, in: entity)
    // Beside numbers that may have too many digits there are texts and bytes alone, which are strings to a function.
    let areStrings = classes?.contains(.beyondDecimals) == false && field.nature.conversion == .numbers
    let other = Outcome.unknown(areStrings ? .scalar : .value, .mayHoldNoNumber(field: field.name))
    guard let classes else {
      return .fork(Self.isDecimal(column), number, .fork(.isNull(column), .nil, other))
    }
    if classes.isSubset(of: [.integer, .real, .null]) {
      let isNullable = classes.contains(.null)
      return .value(
        .term(Term(kind: .decimal(scale: nil), expression: column, isNullable: isNullable, digits: digits)))
    }
    let isNullable = classes.contains(.null)
    if areStrings, !classes.isDisjoint(with: .number) {
      // All texts and bytes come behind all numbers, where an index finds them. What is declared to hold decimals alone
      // raises an error at one.
      let string = entity.isReflected ? strings(classes, field, column, entity) : other
      let known = Outcome.fork(.comparison(.atLeast, column, .literal(.text(""))), string, number)
      return isNullable ? .fork(.isNull(column), .nil, known) : known
    }
    let rest = isNullable ? Outcome.fork(.isNull(column), .nil, other) : other
    let test = classes.contains(.beyondDecimals) ? Self.isDecimal(column) : StorageClasses.number.test(column)
    return classes.isDisjoint(with: .number) ? rest : .fork(test, number, rest)
  }

  /// What stands beside decimals in a column of another program.
  private func strings(_ classes: StorageClasses, _ field: Field, _ column: Expression, _ entity: Entity) -> Outcome {
    let (text, bytes) = (Outcome.term(.text, text(column, field, entity)), Outcome.term(.bytes, column))
    if !classes.contains(.data) { return text }
    return classes.contains(.text) ? .fork(StorageClasses.text.test(column), text, bytes) : bytes
  }

  /// Whether a stored number is a decimal: an integer, or a real number that has few enough digits for sure.
  private static func isDecimal(_ column: Expression) -> Expression {
    let (least, most) = (StorageClasses.decimals.lowerBound, StorageClasses.decimals.upperBound)
    return .or([
      StorageClasses.integer.test(column),
      .and([
        StorageClasses.real.test(column),
        .or([
          .between(column, .literal(.real(least)), .literal(.real(most))),
          .between(column, .literal(.real(-most)), .literal(.real(-least))),
          .comparison(.equal, column, .literal(.integer(0))),
        ]),
      ]),
    ])
  }

  /// A column that may hold values of any class, as tables of others have them.
  ///
  /// Where it is known which it holds, nothing else is said of them; a class is asked for where there are several.
  private func loose(_ field: Field, _ column: Expression, _ entity: Entity) -> Outcome {
    let known = host?.classes(of: field, in: entity)
    let classes = known ?? [.null, .integer, .real, .text, .data]
    var kinds: [(test: StorageClasses, kind: Term.Kind)] = []
    if classes.isSuperset(of: .number) {
      kinds.append((.number, .number))
    } else if classes.contains(.integer) {
      kinds.append((.integer, .integer))
    } else if classes.contains(.real) {
      kinds.append((.real, .real))
    }
    if classes.contains(.text) { kinds.append((.text, .text)) }
    if classes.contains(.data) { kinds.append((.data, .bytes)) }
    func value(_ kind: Term.Kind) -> Expression { kind == .text ? text(column, field, entity) : column }
    // Without a row, or without values, it is what the column says; one of any values may hold numbers and texts.
    if kinds.isEmpty { kinds = field.storage == .any ? [(.number, .number), (.text, .text)] : [field.storage.kind] }
    let isNullable = classes.contains(.null)
    if kinds.count == 1 {
      let term = Term(kind: kinds[0].kind, expression: value(kinds[0].kind), isNullable: isNullable).written(by: field)
      let isTruth = term.kind.isNumber && traits(of: entity).truths.contains(FoldedName(field.column))
      return .value(.term(isTruth ? term.standingForTruth(in: field.name) : term))
    }
    // What the column says comes first: mostly it is that.
    let first = kinds.firstIndex { $0.test == field.storage.kind.test } ?? 0
    kinds.swapAt(0, first)
    guard known != nil else {
      let other = Outcome.fork(
        .isNull(column), .nil,
        .unknown(.scalar, .mayHoldOther(field: field.name)))
      let tested = field.storage == .any ? kinds.filter { $0.test != .data } : Array(kinds.prefix(1))
      return tested.reversed().reduce(other) { rest, kind in
        .fork(kind.test.test(column), .term(kind.kind, value(kind.kind)), rest)
      }
    }
    let last = kinds.removeLast()
    let absent = Outcome.term(last.kind, value(last.kind))
    let rest = isNullable ? Outcome.fork(.isNull(column), .nil, absent) : absent
    return kinds.reversed().reduce(rest) { rest, kind in
      .fork(kind.test.test(column), .term(kind.kind, value(kind.kind)), rest)
    }
  }

  /// A column of text that compares by its bytes.
  private func text(_ column: Expression, _ field: Field, _ entity: Entity) -> Expression {
    // Days and moments beyond those of calendars are in another order than their texts.
    if field.isTimed { return .kernel(.binary, [column]) }
    guard traits(of: entity).hasCollations else { return column }
    // Of a column of a file it is known how it compares itself.
    let isBinary = field.nature.conversion != .none && field.nature.collation == .binary
    return isBinary ? column : .kernel(.binary, [column])
  }

  // MARK: Relations

  /// Where a belongs_to leads that all rows of a shared table have; nil for anything else.
  private func parent(_ name: String, of row: Row, _ entity: Entity) throws -> Outcome? {
    guard entity.isMixed, let relation = entity.relation(name), relation.kind == .belongsTo,
      (entity.sharing?.kinds ?? []).allSatisfy({ host?.method(name, of: $0).isNil ?? true })
    else { return nil }
    return try follow(relation, of: row, entity)
  }

  private func follow(_ relation: Relation, of row: Row, _ entity: Entity) throws -> Outcome {
    if relation.kind == .hasOne { return try partner(relation, of: row, entity) }
    guard relation.kind == .belongsTo, let target = catalog[relation.target],
      let own = entity.fields.first(where: { $0.column == relation.columns.first })
    else {
      throw Untranslatable(CodeRefusal.manyColumns(relation: relation.name))
    }
    if host?.watchesReading(of: target.name) == true {
      throw Untranslatable(CodeRefusal.watchedReading(entity: target.name))
    }
    // A row may be there that is not one of the target's.
    guard target.sharing?.isPart != true else {
      throw Untranslatable(CodeRefusal.sharedTable(relation: relation.name))
    }
    let keys = target.keySlots.map { target.fields[$0] }
    let referenced = relation.referencedColumns(of: target)
    if relation.columns.count > 1 { return try compound(relation, to: target, keys, from: row) }
    guard keys.count == 1, let far = target.fields.first(where: { [$0.column] == referenced }),
      far.isPrimaryKey || host?.isUnique(far, in: target) ?? true
    else { throw Untranslatable(CodeRefusal.noSingleKey(relation: relation.name)) }
    let reference = column(own, of: row)
    let relations = row.relations + [relation.name]
    let reading = relation.readings(owner: entity, target: target)[0]
    let key =
      reading.isExact
      ? presence(of: own, reference, entity, target, far, row.path(relations))
      : .field(FieldPath(relations: row.path(relations), field: keys[0].name))
    let isKey = far.column == keys[0].column
    let itself = isKey ? reference : .field(FieldPath(relations: row.path(relations), field: keys[0].name))
    let identity = reading.isExact ? itself : nil
    return .value(
      .row(Row(argument: row.argument, relations: relations, entity: target.name, key: key, identity: identity)))
  }

  /// Where a key of several columns leads: there is no row where that has no key.
  private func compound(
    _ relation: Relation, to target: Entity, _ keys: [Field], from row: Row
  ) throws -> Outcome {
    guard !keys.isEmpty, Set(keys.map(\.column)) == Set(relation.referencedColumns(of: target)) else {
      throw Untranslatable(CodeRefusal.manyColumns(relation: relation.name))
    }
    let relations = row.relations + [relation.name]
    let key = Expression.field(FieldPath(relations: row.path(relations), field: keys[0].name))
    return .value(
      .row(Row(argument: row.argument, relations: relations, entity: target.name, key: key, identity: nil)))
  }

  /// The one row of another table that refers to this one, or none.
  private func partner(_ relation: Relation, of row: Row, _ entity: Entity) throws -> Outcome {
    let referenced = relation.referencedColumns(of: entity)
    guard let target = catalog[relation.target], relation.columns.count == 1,
      let own = entity.fields.first(where: { [$0.column] == referenced }), target.keySlots.count == 1,
      let near = target.fields.first(where: { $0.column == relation.columns[0] })
    else { throw Untranslatable(.otherKey(relation: relation.name)) }
    if host?.watchesReading(of: target.name) == true { throw Untranslatable(.watchedReading(entity: target.name)) }
    guard target.sharing?.isPart != true else { throw Untranslatable(.sharedTable(relation: relation.name)) }
    // With several rows Lua has the first; where columns convert, others may seem to be among them.
    guard host?.isUnique(near, in: target) ?? true, near.storage == own.storage, near.nature == own.nature
    else {
      throw Untranslatable(.mayBeSeveral(relation: relation.name))
    }
    let relations = row.relations + [relation.name]
    let key = Expression.field(
      FieldPath(relations: row.path(relations), field: target.fields[target.keySlots[0]].name))
    return .value(
      .row(Row(argument: row.argument, relations: relations, entity: target.name, key: key, identity: key)))
  }

  /// What is NULL where a key leads to no row; nil where each leads to one.
  ///
  /// A key may refer to a row that is not there, as other programs may have written it.
  private func presence(
    of own: Field, _ reference: Expression, _ entity: Entity, _ target: Entity, _ key: Field, _ path: [String]
  ) -> Expression? {
    let traits = traits(of: entity)
    let areWhole = host?.findsAll(own, of: entity, target, by: key) ?? (!entity.isReflected && traits.hasKeys)
    guard areWhole else { return .field(FieldPath(relations: path, field: key.name)) }
    if traits.fills(own) { return nil }
    if traits.isStrict && !entity.isReflected { return reference }
    return host?.classes(of: own, in: entity)?.contains(.null) == false ? nil : reference
  }
}

extension StorageClasses {
  /// Whether a value is of one of these classes.
  fileprivate func test(_ column: Expression) -> Expression {
    let all: [(StorageClasses, Kernel)] = [
      (.integer, .isInteger), (.real, .isReal), (.text, .isText), (.data, .isData),
    ]
    let tests = all.filter { contains($0.0) }.map { Expression.kernel($0.1, [column]) }
    return tests.count == 1 ? tests[0] : .or(tests)
  }
}

extension Storage {
  /// What a column of it holds, if it holds what it says.
  fileprivate var kind: (test: StorageClasses, kind: Term.Kind) {
    switch self {
    case .integer: (.integer, .integer)
    case .real: (.real, .real)
    case .text: (.text, .text)
    case .data: (.data, .bytes)
    case .any: (.number, .number)
    }
  }
}
