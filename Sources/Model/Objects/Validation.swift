import LuaRows
import LuaRuntime
import Schema

/// Runs the tests of an entity and collects every failure.
package struct Validation {
  let session: SessionContext
  let context: ObjectContext
  let tied: ResolvedEntity
  let stack: LuaStack
  package private(set) var failures: [Failure] = []
  private let isWriting: Bool
  /// The value that is tested, where the object does not hold it (yet).
  package var given: LuaValue?

  /// - Parameter isWriting: whether the values are about to be written into the columns that there are.
  package init(
    session: SessionContext, context: ObjectContext, tied: ResolvedEntity, stack: LuaStack, isWriting: Bool = false
  ) {
    self.session = session
    self.context = context
    self.tied = tied
    self.stack = stack
    self.isWriting = isWriting
  }

  /// Tests one value of a slot, by its number.
  package mutating func check(_ slot: Int, _ cell: Cell, of object: LuaRowObject?) throws {
    try check(tied.slots[slot], cell, of: object)
  }

  /// Tests one value, as it would be stored.
  package mutating func check(_ slot: FieldSlot, _ cell: Cell, of object: LuaRowObject?) throws {
    if cell.isNull, slot.isRequired { fail(slot.field, .nil, UnfitValue.isRequired.message) }
    if isWriting, slot.mayBeRounded, let rounding = slot.field.rounding(of: cell) {
      fail(slot.field, visible(cell, slot.field), rounding.message)
    }
    if slot.tests.isEmpty { return }
    guard slot.isEncoded, !cell.isNull else { return try checkTests(slot, cell, of: object) }
    // Tests are about what scripts see, as far as that is one plain value.
    guard let seen = seen(slot, cell, object) else { return }
    guard let plain = Value(plain: seen) else { return try checkTests(slot, cell, seen, of: object) }
    try plain.withCell { cell in try checkTests(slot, cell, seen, of: object) }
  }

  /// What scripts see of a field with an encoded value; nil of one that was encoded for good.
  private func seen(_ slot: FieldSlot, _ cell: Cell, _ object: LuaRowObject?) -> LuaValue? {
    if let given { return given }
    guard let object, object.holds(slot.index) else {
      return slot.field.decoder == nil ? nil : visible(cell, slot.field)
    }
    return object.place.scoped { object.borrowed(slot.index).value }
  }

  /// Asks the tests of a value; `seen` is what scripts see, where that is not what the field's type makes of it.
  private mutating func checkTests(
    _ slot: FieldSlot, _ cell: Cell, _ seen: LuaValue? = nil, of object: LuaRowObject?
  ) throws {
    for test in slot.tests {
      if let matches = test.matcher {
        if try matches(cell) == false { fail(slot, cell, seen, test) }
        continue
      }
      try check(slot, test, cell, seen, of: object)
    }
  }

  /// Runs a test that asks functions; `seen` is what scripts see, where that is not what the field's type makes of it.
  mutating func check(
    _ slot: FieldSlot, _ test: SlotTest, _ cell: Cell, _ seen: LuaValue? = nil, of object: LuaRowObject?
  ) throws {
    switch test.decision {
    case .matcher: break
    case .function(let function):
      if !cell.isNull { try ask(function, slot.field, seen ?? visible(cell, slot.field), object) }
    case .not, .and, .or:
      try decide(
        test.decision, slot.field, cell, seen ?? visible(cell, slot.field), object, message: test.message)
    }
  }

  /// Apart from the tests, which mostly hold, so that those need not make room for what a failure takes.
  @inline(never)
  private mutating func fail(_ slot: FieldSlot, _ cell: Cell, _ seen: LuaValue?, _ test: SlotTest) {
    let isPlain = seen.map { Value(plain: $0) != nil } ?? false
    fail(slot.field, isPlain ? seen ?? .nil : visible(cell, slot.field), test.message)
  }

  /// Tests what was edited inside of the document that an object holds; objects in it were tested by themselves.
  package mutating func checkDocument(_ slot: Int, of object: LuaRowObject) throws {
    let field = tied.slots[slot].field
    guard let document = field.document, field.encoder == nil, object.holds(slot) else { return }
    do {
      try object.place.scoped { try DocumentTests(session: session).check(document.kind, object.borrowed(slot)) }
    } catch let refusal as CastError {
      failures += refusal.failures(of: field, tied.entity)
    }
  }

  /// Tests the fields that are not stored.
  package mutating func checkTransients(of object: LuaRowObject) throws {
    let rows = ObjectRows(session: session, stack: stack)
    for slot in tied.entity.fields.count..<tied.slots.count {
      let value = try rows.value(slot, of: object, tied.entity)
      try value.withCell { cell in try check(slot, cell, of: object) }
    }
  }

  /// Asks a function of the script: it returns whether the value is valid and what is wrong, or it raises.
  private mutating func ask(
    _ test: TestFunction, _ field: Field, _ value: LuaValue, _ object: LuaRowObject?
  ) throws {
    guard let function = context.function(test.hook) else { return }
    try catching(field, value) { validation throws in
      let results = try function.call([value, object?.place.value ?? .nil])
      guard let first = results.first else { return }
      switch first {
      case .nil, .boolean(false):
        let words = results.count > 1 ? results[1] : .nil
        validation.fail(
          field, value,
          words.isNil ? test.message ?? UnfitValue.isNotValid.message : validation.session.lua.describe(words))
      default: return
      }
    }
  }

  /// Asks a combination of tests, functions among them.
  private mutating func decide(
    _ decision: TestDecision, _ field: Field, _ cell: Cell, _ value: LuaValue, _ object: LuaRowObject?,
    message: String
  ) throws {
    try catching(field, value) { validation throws in
      let truth = try decision.truth(of: cell) { hook throws in
        guard let function = validation.context.function(hook) else { return true }
        switch try function.call([value, object?.place.value ?? .nil]).first ?? .nil {
        case .nil, .boolean(false): return false
        default: return true
        }
      }
      if truth == false { validation.fail(field, value, message) }
    }
  }

  /// What a function raises is what is wrong with the value.
  private mutating func catching(
    _ field: Field, _ value: LuaValue, _ body: (inout Validation) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as LuaError {
      guard error.kind == .runtime else { throw error }
      fail(field, value, error.messageWithoutPosition)
    }
  }

  private func visible(_ cell: Cell, _ field: Field) -> LuaValue {
    (try? FieldCoding(session).value(of: cell, as: field, of: tied.entity)) ?? LuaValue(cell.value)
  }

  private mutating func fail(_ field: Field, _ value: LuaValue, _ message: String) {
    failures.append(
      Failure(entity: tied.entity.name, field: field.relation ?? field.name, value: value, message: message))
  }

  package mutating func add(_ other: [Failure]) { failures += other }
}
