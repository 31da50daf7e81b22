import LuaRuntime
import Schema

/// Reads what a script calls a test with: operands, lists of them, and at the end a table of options.
package struct TestArgumentReader {
  package let session: SessionContext
  /// Who is called, for messages: `is.between`.
  package let word: String
  package let options: [TestOption]
  /// The requests that were found among the operands.
  package let requests = FoundRequests()

  package init(session: SessionContext, word: String, options: [TestOption]) {
    self.session = session
    self.word = word
    self.options = options
  }

  /// The one argument of a test of equality; a table may be a value of JSON, or a list with the value.
  package func readEqual(_ call: LuaCall, from first: Int) throws -> TestArguments {
    guard call.argumentCount == first, case .table(let table) = call.value(first),
      try FieldCoding(session).calendarOperand(call.value(first), word) == nil,
      let text = try? JSONWriter.text(of: call.value(first), null: session.null)
    else { return try read(call, from: first) }
    var result = TestArguments([.text(text)])
    result.isTableAlone = table.hasNames || table.rawLength != 1 || table[1].kind == .table
    if !result.isTableAlone { result = try read(call, from: first) }
    result.table = text
    return result
  }

  /// The arguments from `first` on.
  package func read(_ call: LuaCall, from first: Int) throws -> TestArguments {
    var result = TestArguments([])
    var kinds: Set<LuaKind> = []
    for index in first..<max(call.argumentCount + 1, first) {
      let value = call.value(index)
      if index == call.argumentCount, case .table(let table) = value, table.hasNames,
        try FieldCoding(session).calendarOperand(value, word) == nil
      {
        result.options = try read(table)
      } else {
        for operand in try operands(value) { try add(operand, to: &result, &kinds) }
      }
    }
    result.areTruths = kinds == [.boolean]
    return result
  }

  // MARK: Operands

  /// An operand; a list counts as all its elements.
  private func operands(_ value: LuaValue) throws -> [LuaValue] {
    if try FieldCoding(session).calendarOperand(value, word) != nil { return [value] }
    return FieldCoding(session).elements(of: value) ?? [value]
  }

  private func add(_ operand: LuaValue, to arguments: inout TestArguments, _ kinds: inout Set<LuaKind>) throws {
    let place = arguments.values.count
    if operand.isNil {
      throw ScriptError(ValueError.operandIsNil(word: word, place: place + 1))
    }
    if let calendar = try FieldCoding(session).calendarOperand(operand, word) {
      arguments.values.append(calendar.moment)
      arguments.days[place] = calendar.day
      return
    }
    if let rows = operand.rows {
      arguments.requests.append(requests.add(rows, session))
      return
    }
    if operand.table != nil, let text = try? JSONWriter.text(of: operand, null: session.null) {
      arguments.tables[place] = text
      arguments.values.append(.text(text))
      return
    }
    if operand.kind == .boolean { arguments.truths.insert(place) }
    arguments.decimals[place] = operand.decimalNumber
    let value = try self.operand(operand, at: place, of: &arguments)
    if value != .null { kinds.insert(operand.kind) }
    arguments.values.append(value)
  }

  private func operand(_ value: LuaValue, at place: Int, of arguments: inout TestArguments) throws -> Value {
    if value.isSame(as: session.null) { return .null }
    if let operand = Value(plain: value) { return operand }
    let coding = FieldCoding(session)
    guard let (key, entity) = try coding.objectKey(value, word) else {
      throw ScriptError(ValueError.noPlainValue(word: word, found: value.described))
    }
    arguments.entities.insert(entity)
    if key.count == 1 { return coding.keyAsWritten(key[0], of: entity) }
    arguments.keys[place] = key
    return .text(key.map(\.description).joined(separator: ", "))
  }

  // MARK: Options

  private func read(_ table: LuaTable) throws -> Set<TestOption> {
    var result: Set<TestOption> = []
    for (key, value) in table.entries() {
      let name = session.lua.describe(key)
      guard let option = options.first(where: { $0.rawValue == name }) else {
        throw ScriptError(ValueError.unknownTestOption(word: word, option: name, known: options.map(\.rawValue)))
      }
      if try isOn(option, value) { result.insert(option) }
    }
    return result
  }

  private func isOn(_ option: TestOption, _ value: LuaValue) throws -> Bool {
    switch (option, value) {
    case (.ignoreCase, .boolean(let flag)): return flag
    case (.lowerOpen, .string("open")), (.upperOpen, .string("open")): return true
    case (.lowerOpen, .string("closed")), (.upperOpen, .string("closed")): return false
    default:
      throw ScriptError(
        ValueError.testOptionCannotBe(
          word: word, option: option.rawValue, isFlag: option == .ignoreCase, found: value.described))
    }
  }
}

extension LuaTable {
  /// Whether it has entries by name, as a table of options has and a list has not.
  fileprivate var hasNames: Bool {
    entries().contains { if case .string = $0.0 { true } else { false } }
  }
}
