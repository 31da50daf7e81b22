import LuaRows
import LuaRuntime
import Model
import Schema
import Store

extension Saving {
  /// Inserts a new object, which had another shape where it comes from another database.
  mutating func insert(_ object: LuaRowObject, _ context: ObjectContext, origin: LuaRowShape) throws {
    let tied = try context.tied()
    if tied.entity.isAbstract {
      let kinds = tied.entity.sharing?.kinds ?? []
      throw ScriptError(SavingError.isAbstract(entity: context.name, kinds: kinds))
    }
    if context.model.lacksKind {
      throw ScriptError(SavingError.madeBeforeSharing(entity: context.name))
    }
    if tied.entity.isView { throw ScriptError(SavingError.isView(entity: context.name)) }
    try context.checkScales()
    object.isQueued = true
    if tied.hasParents { try ParentSaver(session: session, stack: stack, context: context).save(for: object) }
    try checkKinds(of: object, context, tied)
    var given = options.upserts ? tied.entity.fields.indices.filter { object.holds($0) } : []
    if !tied.defaultSlots.isEmpty { try Defaults(session: session, context: context, stack: stack).fill(object, tied) }
    if context.watchesSaving {
      let held = options.upserts ? tied.entity.fields.indices.filter { object.holds($0) } : []
      try beforeSave(object, context)
      if tied.hasParents { try ParentSaver(session: session, stack: stack, context: context).save(for: object) }
      if options.upserts { given = self.given(of: object, tied, atFirst: given, heldBefore: held) }
    }
    try noteWritten(object, context)
    if options.upserts, let target = try target(of: object, tied) {
      try flush()
      try context.checkForms(ofKeys: { $0.isUnique || $0.isPrimaryKey })
      return try upsert(object, context, tied, given: given, target: target)
    }
    if !tied.generatedSlots.isEmpty || !tied.filledSlots.isEmpty || isRewritten(object, tied) {
      return try insertAnswering(object, context, tied)
    }
    let hasKey = tied.automaticKeySlot.map { object.isGiven($0) } ?? true
    try add(object, to: insertRun(context, tied, hasKey: hasKey, origin: origin))
  }

  /// Whether an object is one more of the same kind as those before it, so that all of `insert` was seen to.
  func isOneMore(_ object: LuaRowObject, of run: InsertRun) -> Bool {
    guard run.takes(object), !options.upserts, run.tied.version == session.entities.version else { return false }
    if !run.tied.rewrittenSlots.isEmpty, isRewritten(object, run.tied) { return false }
    return run.tied.automaticKeySlot.map { object.isGiven($0) == run.hasKey } ?? true
  }

  /// Inserts one more.
  mutating func append(_ object: LuaRowObject, to run: InsertRun) throws {
    object.isQueued = true
    if !run.tied.defaultSlots.isEmpty {
      try Defaults(session: session, context: run.context, stack: stack).fill(object, run.tied)
    }
    try add(object, to: run)
  }

  private mutating func add(_ object: LuaRowObject, to run: InsertRun) throws {
    let found = try run.append(object, place: outcomes.count, session, stack)
    if !found.isEmpty { failures += found }
    outcomes.append(.inserted(key: 0, keySlot: run.hasKey ? nil : run.tied.automaticKeySlot))
    if run.isFull { try write(run) }
  }

  private mutating func insertRun(
    _ context: ObjectContext, _ tied: ResolvedEntity, hasKey: Bool, origin: LuaRowShape
  ) throws -> InsertRun {
    if let run, run.tied === tied, run.context === context, run.hasKey == hasKey { return run }
    try flush()
    let new = InsertRun(context, tied, hasKey: hasKey, origin: origin)
    run = new
    return new
  }

  /// Writes the rows that were collected; what is wrong so far is thrown first.
  mutating func flush() throws {
    guard let run else { return }
    try checkGood()
    self.run = nil
    try write(run)
    try checkGood()
  }

  /// Throws what is wrong with the objects so far: what the tests say comes before what the database says.
  func checkGood() throws {
    if !failures.isEmpty { throw ScriptError.validation(failures, session.lua) }
    if let conflict { throw conflict }
  }

  /// Writes the rows of a run, unless something is wrong already.
  private mutating func write(_ run: InsertRun) throws {
    defer { run.removeAll() }
    guard run.buffer.count > 0, failures.isEmpty, conflict == nil else { return }
    let keySlot = run.hasKey ? nil : run.tied.automaticKeySlot
    var written = 0
    do {
      try run.context.insertion(slots: run.slots, hasKey: run.hasKey).write(run.buffer) { row, key in
        written = row + 1
        if keySlot != nil { outcomes[run.places[row]] = .inserted(key: key, keySlot: keySlot) }
      }
    } catch let error as StoreError {
      let row = min(written, run.buffer.count - 1)
      let values = run.slots.indices.map { run.buffer.value(row, $0) }
      let refusal = try Conflict(context: run.context, database: database).error(
        for: error, values: Dictionary(uniqueKeysWithValues: zip(run.slots, values)))
      guard error.isAboutOneRow else { throw refusal }
      conflict = refusal.placed(at: run.places[row], of: count)
    }
  }
}
