import LuaRows
import LuaRuntime
import Schema

/// Fills a new object that is part of another: values, then defaults, then tests, and all that is wrong at once.
struct DocumentFilling {
  let session: SessionContext
  let context: ObjectContext
  let tied: ResolvedEntity
  let object: LuaRowObject
  private var faults: [(slot: Int, fault: DocumentFault)] = []
  private var refusedSlots: Set<Int> = []

  init(session: SessionContext, context: ObjectContext, tied: ResolvedEntity, object: LuaRowObject) {
    self.session = session
    self.context = context
    self.tied = tied
    self.object = object
  }

  /// Takes the members of a table.
  mutating func fill(from table: BorrowedValue) throws {
    try table.forEachMember { key, value in
      if let slot = object.shape.slot(named: key) {
        try take(value, slot)
      } else {
        addUnknown(key.string ?? session.lua.describe(key.value))
      }
    }
  }

  /// Takes the values of an object of the same entity, whose definition may be an older one.
  mutating func fill(from source: LuaRowObject, _ sourceContext: ObjectContext) throws {
    let entity = sourceContext.model.entity
    let rows = ObjectRows(session: session, stack: object.place.stack)
    for (slot, field) in entity.allFields.enumerated() {
      let isGiven = source.holds(slot) || source.state != .new && source.state != .embedded
      guard isGiven, let place = tied.slots.firstIndex(where: { $0.field.name == field.name }) else { continue }
      try object.place.scoped { try take(try rows.borrowed(slot, of: source, entity), place) }
    }
    object.place.scoped {
      let extras = source.extras()
      if !extras.isNil { object.holdExtras(extras) }
    }
  }

  /// Makes a value that of a slot.
  private mutating func take(_ value: BorrowedValue, _ slot: Int) throws {
    do {
      try FieldCoding(session).normalize(value, for: tied.slots[slot])
      object.hold(slot, value)
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
    let stack = object.place.stack
    try Defaults(session: session, context: context, stack: stack).fill(object, tied)
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    for slot in tied.slots where slot.isRequired || !slot.tests.isEmpty {
      if !refusedSlots.contains(slot.index) { try test(slot, &validation) }
    }
    if faults.isEmpty { return }
    let sorted = faults.sorted { ($0.slot, $0.fault.path) < ($1.slot, $1.fault.path) }
    throw CastError(sorted.map(\.fault))
  }

  private mutating func test(_ slot: FieldSlot, _ validation: inout Validation) throws {
    let count = validation.failures.count
    let scratch = CellScratch()
    try object.place.scoped {
      let value = object.borrowed(slot.index)
      // Only a test needs what would be stored.
      let cell =
        value.isNil || slot.tests.isEmpty
        ? nil : try FieldCoding(session).cell(of: slot, from: value, keep: scratch.keep)
      if cell != nil || value.isNil { try validation.check(slot, cell ?? .null, of: object) }
    }
    faults += validation.failures[count...].map {
      (slot.index, DocumentFault(path: ".\(slot.field.name)", value: $0.value, words: $0.message))
    }
  }
}
