import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// A condition that is asked of rows in memory, and means what it means in a request.
package struct RowCondition {
  package private(set) var condition: Condition
  package let session: SessionContext
  /// What functions gave as members of the row, by the names of these.
  private var answers: [String: (given: LuaValue, value: Value)] = [:]

  /// - Throws: an error of a request among its operands, which is looked at now.
  package init(condition: Condition, session: SessionContext) throws {
    var condition = condition
    condition.expression = try condition.settled(in: session.databases.main)
    if let written = condition.expression.firstWritten {
      let word = "filter"
      throw written.isUnknownInMemory(to: word)
    }
    self.condition = condition
    self.session = session
  }

  /// Asks the functions that give members of a row, by the names of these.
  ///
  /// A decimal compares as a field with its digits does.
  mutating func ask(_ members: [String: LuaFunction], of place: BorrowedValue) throws {
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      let given = try member.answer(of: place)
      if let number = given.userdata?.object(as: DecimalValue.self)?.number {
        let coefficient = Int64(exactly: number.coefficient)
        var field = Field(name: name, type: coefficient == nil ? .wideDecimal : .decimal)
        field.scale = number.scale
        answers[name] = (given, coefficient.map { .integer($0) } ?? .data(number.ordered))
        condition.expression = try DecimalMember(name, field)?.spelling(condition.expression) ?? condition.expression
        continue
      }
      if given.kind == .string, condition.expression.reckons(with: name) {
        throw ScriptError(RequestError.reckonsWithText(member: name))
      }
      let row = StackedRow(condition: self, place: place)
      answers[name] = (given, given.isNil ? .null : try row.plain(given, FieldPath(field: name)))
    }
  }

  /// What a function gave as the member at a path; nil where that is none.
  fileprivate func answer(at path: FieldPath) -> (given: LuaValue, value: Value)? {
    path.isOwn ? answers[path.field] : nil
  }

  /// Whether a row satisfies it.
  package func selects(_ row: BorrowedValue) throws -> Bool {
    // The usual case, one function, needs nothing else.
    if case .closure(let hook) = condition.expression { return try asks(hook, of: row) }
    return try Evaluation(StackedRow(condition: self, place: row)).selects(condition.expression)
  }

  /// The value that it stands for, of a row.
  package func value(of row: BorrowedValue) throws -> Value {
    try Evaluation(StackedRow(condition: self, place: row)).value(condition.expression)
  }

  /// Whether a function says something true of a row.
  fileprivate func asks(_ hook: ScriptHook, of row: BorrowedValue) throws -> Bool {
    try condition.functions[hook]?.isTrue(of: row) ?? false
  }
}

/// A row where it stands, for an evaluation.
private struct StackedRow: EvaluatedRow {
  let condition: RowCondition
  let place: BorrowedValue

  func value(at path: FieldPath) throws -> Value { try operand(at: path).value }

  func operand(at path: FieldPath) throws -> (value: Value, collation: Collation?) {
    if let answer = condition.answer(at: path) { return (answer.value, nil) }
    return try withOwner(of: path) { members, owner in
      switch owner {
      case .nothing: return (.null, .binary)
      case .object(let object, let slot, let entity):
        let collation = entity.member(slot).collation
        let isSilent = collation == .binary && leadsInside(path)
        return (try objects.value(slot, of: object, entity), isSilent ? nil : collation)
      case .part(let name, let field):
        let collation = field.collation
        return (try members.value(of: name, field), collation == .binary ? nil : collation)
      case .computed(let value, let field): return (value, field.saidCollation)
      case .table(let name):
        return (try members.value(of: name, inTableAt: path), path.part == .table ? .json : .binary)
      }
    }
  }

  /// Whether a path ends in a document of the row.
  private func leadsInside(_ path: FieldPath) -> Bool {
    guard !path.isOwn, let object = place.rowObject, let context = object.context(as: ObjectContext.self),
      let settled = try? FieldResolver(object: object, context).settled(path)
    else { return false }
    return !settled.inside.isEmpty
  }

  /// The other rows are in the database: it is asked for one.
  func isAmong(_ rows: RelatedRows) throws -> Bool? {
    let context = try context
    let tied = try tied(rows)
    if try tied.ties.contains(where: { try Evaluation(self).value($0.value) == .null }) {
      return rows.isCertain ? false : nil
    }
    // What a cut leaves does not depend on the row: which rows are left is asked, not whether one is there.
    if tied.cut != nil || tied.between != nil { return try asked(.among(tied)).truth }
    let path = { (column: String) in Association.path(column, in: rows.entity) }
    let conditions = tied.pairs.map { pair in
      Expression.comparison(.equal, pair.reading.expression(.field(path(pair.column))), pair.value)
    }
    let request = FetchRequest(
      entity: rows.entity.name, predicate: .and((tied.condition.map { [$0] } ?? []) + conditions))
    let store = try context.database.store()
    let sql = try Select(catalog: context.catalog, entity: rows.entity, dialect: store.dialect)
      .statement(request, plan: FetchPlan(request), output: .exists)
    return try store.rows(sql).count > 0
  }

  func value(_ aggregation: Aggregation, of rows: RelatedRows) throws -> Value {
    do {
      return try asked(tied(.reckoned(aggregation, rows)))
    } catch let error as StoreError where error.kind == .overflow {
      var sums = LargeSums()
      sums.add(.reckoned(aggregation, rows))
      throw sums.error(error)
    }
  }

  private var context: ObjectContext {
    get throws {
      guard let context = place.rowObject?.context(as: ObjectContext.self) else {
        throw ScriptError(RequestError.onlyObjectsLeadOn)
      }
      return context
    }
  }

  /// Related rows, tied to what the row's fields hold now, which compare as these do.
  private func tied(_ rows: RelatedRows) throws -> RelatedRows { try rows.rewritten(known) }

  private func tied(_ expression: Expression) throws -> Expression { try expression.rewritten(known) }

  private func known(_ part: Expression) throws -> Expression? {
    switch part {
    case .field, .kernel:
      let operand = try Evaluation(self).operand(part)
      guard let collation = operand.collation, collation != .unknown, !collation.isOfMeaning,
        case .text = operand.value
      else {
        return .literal(operand.value)
      }
      return .kernel(collation.kernel, [.literal(operand.value)])
    default: return nil
    }
  }

  /// What the database says of an expression without fields.
  private func asked(_ expression: Expression) throws -> Value {
    let context = try context
    let store = try context.database.store()
    let select = try Select(catalog: context.catalog, entity: context.entity, dialect: store.dialect)
    return try store.rows(select.value(of: expression)).value(0, 0)
  }

  func truth(of function: ScriptHook) throws -> Bool { try condition.asks(function, of: place) }

  func truth(of function: ScriptHook, testing value: Expression) throws -> Bool {
    guard let function = condition.condition.functions[function] else { return false }
    guard case .field(let path) = value else {
      let answer = try function.call([LuaValue(Evaluation(self).value(value))])
      return answer.first?.isTruthy ?? false
    }
    if let answer = condition.answer(at: path) {
      return try answer.value != .null && function.call([answer.given]).first?.isTruthy ?? false
    }
    return try withOwner(of: path) { members, owner in
      switch owner {
      case .nothing: return false
      case .object(let object, let slot, let entity):
        return try function.isTrue(of: objects.borrowed(slot, of: object, entity))
      case .part(let name, _), .table(let name): return try function.isTrue(of: members.place.read(name))
      case .computed(let value, let field):
        let (coding, entity) = (FieldCoding(condition.session), try context.entity)
        return try value.withCell {
          try function.isTrue(of: coding.borrowed($0, as: field, of: entity, on: place.stack))
        }
      }
    }
  }

  private var objects: ObjectRows { ObjectRows(session: condition.session, stack: place.stack) }

  private func withOwner<Result>(
    of path: FieldPath, _ body: (RowMembers, RowMembers.Owner) throws -> Result
  ) throws -> Result {
    try place.scoped {
      let members = RowMembers(session: condition.session, at: place.copied())
      return try body(members, members.owner(of: path))
    }
  }

  fileprivate func plain(_ value: LuaValue, _ path: FieldPath) throws -> Value {
    if value.isSame(as: condition.session.null) { return .null }
    if let value = Value(plain: value) { return value }
    throw ScriptError(RequestError.notAPlainValue(path: path.description, value: value.described))
  }
}
