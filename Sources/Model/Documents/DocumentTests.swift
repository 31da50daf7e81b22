import LuaRows
import LuaRuntime
import Schema

/// Asks the tests of values that stand in lists, maps and variants by themselves.
struct DocumentTests {
  let session: SessionContext
  let stack: LuaStack

  /// Tests the value on top of the stack.
  ///
  /// - Throws: `CastError`, with every test that fails.
  func check(_ slot: FieldSlot) throws {
    if slot.tests.isEmpty { return }
    let scratch = CellScratch()
    let cell = try FieldCoding(session).cell(of: slot, at: -1, on: stack, keep: scratch.keep)
    let value = stack.value(-1)
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

  /// Tests the values in a document at a place of the stack which nobody looked at when they were assigned.
  func check(_ kind: Document.Kind, at index: Int) throws {
    let index = stack.absolute(index)
    if stack.isNil(index) { return }
    switch kind {
    case .value(let field):
      let slot = FieldSlot(field, index: 0, isAutomaticKey: false)
      if let document = field.document { try check(document.kind, at: index) }
      stack.copy(index)
      defer { stack.pop(1) }
      try check(slot)
    case .object:
      try Embedding(session).entering(index, on: stack) { try checkObject(at: index) }
    case .list(let element), .map(let element):
      try checkElements(at: index) { _ in element }
    case .variant(let cases):
      try checkElements(at: index) { name in cases.first { $0.name == name }?.payload }
    }
  }

  private func checkObject(at index: Int) throws {
    guard let object = stack.rowObject(index), let context = object.context(as: ObjectContext.self) else { return }
    var faults = Misfits()
    for (slot, field) in context.model.entity.fields.enumerated() where object.holds(slot) {
      guard let document = field.document, field.encoder == nil else { continue }
      object.push(slot)
      defer { stack.pop(1) }
      try faults.at(".\(field.name)") { try check(document.kind, at: -1) }
    }
    try faults.check()
  }

  private func checkElements(at index: Int, _ kind: (String) -> Document.Kind?) throws {
    guard stack.kind(index) == .table else { return }
    try Embedding(session).entering(index, on: stack) {
      var faults = Misfits()
      stack.pushNil()
      while stack.next(index) {
        let top = stack.top
        let name = stack.kind(top - 1) == .string ? stack.string(top - 1) : nil
        try faults.at(name.map { ".\($0)" } ?? "[\(stack.integer(top - 1) ?? 0)]") {
          if let kind = kind(name ?? "") { try check(kind, at: top) }
        }
        stack.top = top - 1
      }
      if !faults.isEmpty { throw CastError(faults.all.sorted { $0.path < $1.path }) }
    }
  }
}
