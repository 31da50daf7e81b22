import LuaRows
import LuaRuntime
import Schema

/// Fills a new object that is part of another: values, then defaults, then tests, and all that is wrong at once.
struct DocumentFilling {
  let session: SessionContext
  let stack: LuaStack
  let context: ObjectContext
  let tied: ResolvedEntity
  let object: LuaRowObject
  private var faults: [(slot: Int, fault: DocumentFault)] = []
  private var refusedSlots: Set<Int> = []

  init(session: SessionContext, stack: LuaStack, context: ObjectContext, tied: ResolvedEntity, object: LuaRowObject) {
    self.session = session
    self.stack = stack
    self.context = context
    self.tied = tied
    self.object = object
  }

  /// Takes the members of a table.
  mutating func fill(fromTable index: Int) throws {
    stack.pushNil()
    while stack.next(index) {
      let top = stack.top
      if let slot = object.shape.slot(named: top - 1, on: stack) {
        try take(slot)
      } else {
        addUnknown(stack.string(top - 1) ?? session.lua.describe(stack.value(top - 1)))
      }
      stack.top = top - 1
    }
  }

  /// Takes the values of an object of the same entity, whose definition may be an older one.
  mutating func fill(from source: LuaRowObject, _ sourceContext: ObjectContext) throws {
    let entity = sourceContext.model.entity
    let rows = ObjectRows(session: session, stack: stack)
    for (slot, field) in entity.allFields.enumerated() {
      let isGiven = source.holds(slot) || source.state != .new && source.state != .embedded
      guard isGiven, let place = tied.slots.firstIndex(where: { $0.field.name == field.name }) else { continue }
      let top = stack.top
      try rows.push(slot, of: source, entity)
      try take(place)
      stack.top = top
    }
    source.pushExtras()
    if stack.isNil(-1) { stack.pop(1) } else { object.holdExtras() }
  }

  /// Makes the value on top of the stack that of a slot.
  private mutating func take(_ slot: Int) throws {
    stack.copy(-1)
    do {
      try FieldCoding(session).normalizeTop(for: tied.slots[slot], on: stack)
      object.hold(slot)
    } catch let refusal as CastError {
      add(refusal.faults, slot)
    }
  }

  private mutating func add(_ found: [DocumentFault], _ slot: Int) {
    refusedSlots.insert(slot)
    let name = tied.slots[slot].field.name
    faults += found.map { (slot, DocumentFault(path: ".\(name)" + $0.path, value: $0.value, words: $0.words)) }
  }

  private mutating func addUnknown(_ name: String) {
    let entity = tied.entity
    let reason =
      entity.relation(name).map { UnfitValue.relationInside(target: $0.target) }
      ?? .noSuchField(name: name, known: entity.allFields.map(\.name))
    faults.append((.max, DocumentFault(path: ".\(name)", reason)))
  }

  /// Fills what was not given, and tests all.
  mutating func finish() throws {
    try Defaults(session: session, context: context, stack: stack).fill(object, tied)
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    let scratch = CellScratch()
    for slot in tied.slots where slot.isRequired || !slot.tests.isEmpty {
      if refusedSlots.contains(slot.index) { continue }
      let count = validation.failures.count
      object.push(slot.index)
      // Only a test needs what would be stored.
      let cell =
        stack.isNil(-1) || slot.tests.isEmpty
        ? nil : try FieldCoding(session).cell(of: slot, at: -1, on: stack, keep: scratch.keep)
      if cell != nil || stack.isNil(-1) { try validation.check(slot, cell ?? .null, of: object) }
      stack.pop(1)
      faults += validation.failures[count...].map {
        (slot.index, DocumentFault(path: ".\(slot.field.name)", value: $0.value, words: $0.message))
      }
    }
    if faults.isEmpty { return }
    let sorted = faults.sorted { ($0.slot, $0.fault.path) < ($1.slot, $1.fault.path) }
    throw CastError(sorted.map(\.fault))
  }
}
