import LuaRows
import LuaRuntime
import Schema

/// Asks the tests of values that stand in lists, maps and variants by themselves.
struct DocumentTests {
  let session: SessionContext

  /// Tests a value.
  ///
  /// - Throws: `CastError`, with every test that fails.
  func check(_ slot: FieldSlot, _ tested: BorrowedValue) throws {
    if slot.tests.isEmpty { return }
    let scratch = CellScratch()
    let cell = try FieldCoding(session).cell(of: slot, from: tested, keep: scratch.keep)
    let value = tested.value
    var faults: [DocumentFault] = []
    for test in slot.tests {
      if let words = try words(of: test, cell, value) {
        faults.append(DocumentFault(path: "", value: value, words: words))
      }
    }
    if !faults.isEmpty { throw CastError(faults) }
  }

  /// What is wrong with a value, if anything is.
  private func words(of test: SlotTest, _ cell: Cell, _ value: LuaValue) throws -> String? {
    switch test.decision {
    case .matcher(let matches): return try matches(cell) == false ? test.message : nil
    case .function(let function): return try ask(function, value)
    case .not, .and, .or:
      let truth = try test.decision.truth(of: cell) { hook throws in
        try session.state(FieldFunctions.self).documentTests[hook]?.call([value]).first?.isTruthy ?? false
      }
      return truth == false ? test.message : nil
    }
  }

  /// Asks a function of the script: it returns whether the value is valid and what is wrong, or it raises.
  private func ask(_ test: TestFunction, _ value: LuaValue) throws -> String? {
    guard let function = session.state(FieldFunctions.self).documentTests[test.hook] else { return nil }
    do throws(LuaError) {
      let results = try function.call([value])
      guard let first = results.first, !first.isTruthy else { return nil }
      guard results.count > 1, !results[1].isNil else { return test.message ?? UnfitValue.isNotValid.message }
      return session.lua.describe(results[1])
    } catch {
      guard error.kind == .runtime else { throw error }
      return error.messageWithoutPosition
    }
  }

  // MARK: What was edited in place

  /// Tests the values in a document which were not looked at when they were assigned.
  func check(_ kind: Document.Kind, _ value: BorrowedValue) throws {
    if value.isNil { return }
    switch kind {
    case .value(let field):
      if let document = field.document { try check(document.kind, value) }
      try check(FieldSlot(field, index: 0, isAutomaticKey: false), value)
    case .object:
      try Embedding(session).entering(value) { try checkObject(value) }
    case .list(let element), .map(let element):
      try checkMembers(of: value) { _ in element }
    case .variant(let cases):
      try checkMembers(of: value) { name in cases.first { $0.name == name }?.payload }
    }
  }

  private func checkObject(_ value: BorrowedValue) throws {
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else { return }
    var faults = Misfits()
    for (slot, field) in context.model.entity.fields.enumerated() where object.holds(slot) {
      guard let document = field.document, field.encoder == nil else { continue }
      try value.scoped { try faults.at(".\(field.name)") { try check(document.kind, object.borrowed(slot)) } }
    }
    for rule in try brokenRules(of: object, try context.tied()) {
      faults.add(DocumentFault(path: "", value: .nil, words: UnfitValue.ruleFails(rule.text).message))
    }
    try faults.check()
  }

  /// The rules over several fields that do not hold; NULL breaks none.
  private func brokenRules(of object: LuaRowObject, _ tied: ResolvedEntity) throws -> [RowRule] {
    try tied.rules.filter { rule, slots in
      guard let meaning = rule.meaning else { return false }
      var values: [String: Value] = [:]
      for slot in slots where object.holds(slot) {
        let field = tied.entity.fields[slot]
        values[field.name] = try object.place.scoped {
          try FieldCoding(session).storedValue(of: field, from: object.borrowed(slot))
        }
      }
      return try Evaluation(RuledRow(tied.entity, values: values)).truth(meaning) == false
    }.map(\.0)
  }

  private func checkMembers(of table: BorrowedValue, _ kind: (String) -> Document.Kind?) throws {
    guard table.isTable else { return }
    try Embedding(session).entering(table) {
      var faults = Misfits()
      try table.forEachMember { key, value in
        let name = key.string
        try faults.at(name.map { ".\($0)" } ?? "[\(key.integer ?? 0)]") {
          if let kind = kind(name ?? "") { try check(kind, value) }
        }
      }
      if !faults.isEmpty { throw CastError(faults.all.sorted { $0.path < $1.path }) }
    }
  }
}
