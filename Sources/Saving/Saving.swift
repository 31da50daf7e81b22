import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saver {
  /// Saves objects, all or none of them: in one transaction when there are several.
  ///
  /// New ones are inserted, others updated.
  package func save(
    _ source: ObjectSource, to database: ScriptDatabase, _ stack: LuaStack, options: SaveOptions = SaveOptions()
  ) throws {
    var saving = Saving(session: session, database: database, stack: stack, options: options)
    let store = try database.store()
    let partnerSaver = PartnerSaver(session: session, stack: stack)
    let waiting = try session.state(SavingAlong.self).participant?(source, stack)
    var before: [Snapshot] = []
    do {
      if try waiting != nil || source.count > 1 || saving.needsOthers(source) {
        try store.atomically {
          try saving.run(source)
          guard saving.hasPartners || waiting != nil || !saving.written.isEmpty else { return }
          // What belongs to the objects needs their keys; should it fail, they are what they were.
          before = try source.snapshots()
          // What became of a row that was there forgets what came in with it.
          let partners = try partnerSaver.partners(of: source)
          try waiting?.collect()
          saving.finish(source)
          try waiting?.save(options)
          try partnerSaver.save(partners)
          partnerSaver.forget(partners)
          try saving.tellWritten()
        }
      } else {
        try saving.run(source)
      }
    } catch {
      source.restore(before)
      saving.undoHooks()
      saving.abandon(source)
      throw error
    }
    saving.finish(source)
  }
}

extension ObjectSource {
  /// What the objects hold.
  package func snapshots() throws -> [Snapshot] {
    var result: [Snapshot] = []
    try forEach { object, context in result.append(Snapshot(object, try context.entity)) }
    return result
  }

  /// Gives the objects back what they held; nothing is done without snapshots.
  package func restore(_ snapshots: [Snapshot]) {
    var rest = snapshots[...]
    for place in 0..<count where !rest.isEmpty {
      do {
        try withObject(place) { object, _ in rest.removeFirst().restore(object) }
      } catch {
        // It was an object when its snapshot was taken, and cannot be read again.
        rest.removeFirst()
      }
    }
  }
}

/// One save of one or many objects.
///
/// First every object is completed and tested, then the rows are written, then the objects are marked as saved: what
/// fails on the way leaves all of them as they were.
struct Saving {
  let session: SessionContext
  let database: ScriptDatabase
  let stack: LuaStack
  let options: SaveOptions
  /// What becomes of each object, in order.
  var outcomes: [Outcome] = []
  /// Whether some of the objects hold documents.
  private var hasDocuments = false
  /// How many objects are marked as what they became.
  private var settled = 0
  var failures: [Failure] = []
  /// What objects held before their `before_save` was called, for the case that the save fails.
  var heldBefore: [(object: LuaReference, snapshot: Snapshot)] = []
  /// What is told to `after_save` once all is written.
  var written: [WrittenObject] = []
  /// The new rows that were collected, and not all written yet.
  var run: InsertRun?
  /// What the database refused, which is said unless a test of a later object fails, too.
  var conflict: ScriptError?
  /// How many objects there are.
  private(set) var count = 0

  enum Outcome {
    case inserted(key: Int64, keySlot: Int?)
    /// Inserted or updated: the row as it is now.
    case upserted(RowBuffer)
    /// The slots that were written.
    case updated([Int])
    case same
  }

  init(session: SessionContext, database: ScriptDatabase, stack: LuaStack, options: SaveOptions) {
    self.session = session
    self.database = database
    self.stack = stack
    self.options = options
  }

  /// Whether something was assigned to a `has_one` of one of the objects.
  private(set) var hasPartners = false

  /// Whether saving the objects means saving others, or may mean it.
  func needsOthers(_ source: ObjectSource) throws -> Bool {
    for place in 0..<source.count {
      let needsOthers = try source.withObject(place) { object, context in
        try context.watchesSaving
          || ParentSaver(session: session, stack: stack, context: context).needsSaving(object)
          || PartnerSaver(session: session, stack: stack).needsSaving(object, context)
      }
      if needsOthers == true { return true }
    }
    return false
  }

  mutating func run(_ source: ObjectSource) throws {
    outcomes.reserveCapacity(source.count)
    count = source.count
    for place in 0..<source.count {
      let value = try source[place]
      defer { value.drop() }
      guard let object = value.rowObject else { throw notAnObject(value) }
      let known = failures.count
      defer { if source.count > 1 { for new in known..<failures.count { failures[new].place = place + 1 } } }
      do {
        if let run, isOneMore(object, of: run) {
          foresee(place + 4, of: source)
          try append(object, to: run)
          continue
        }
        guard let context = object.context(as: ObjectContext.self) else { throw notAnObject(value) }
        if object.hasRelated { try settleParents(of: object, context, source) }
        try prepare(object, context)
        if object.hasRelated, !hasPartners {
          hasPartners = try PartnerSaver(session: session, stack: stack).needsSaving(object, context)
        }
      } catch let error as ScriptError {
        throw error.placed(at: place, of: count)
      }
    }
    try flush()
    try checkGood()
  }

  private func foresee(_ place: Int, of source: ObjectSource) {
    // What cannot be made is said when its turn comes.
    guard place < source.count, let value = try? source[place] else { return }
    value.foresee()
    value.drop()
  }

  private func notAnObject(_ value: BorrowedValue) -> ScriptError {
    ScriptError(SavingError.noObject(found: value.value.described))
  }

  /// Writes what was collected before an object whose new parents may be part of that.
  private mutating func settleParents(
    of object: LuaRowObject, _ context: ObjectContext, _ source: ObjectSource
  ) throws {
    guard run != nil, try ParentSaver(session: session, stack: stack, context: context).hasNewParent(object) else {
      return
    }
    try flush()
    finish(source)
  }

  private mutating func prepare(_ object: LuaRowObject, _ own: ObjectContext) throws {
    var context = own
    if own.hasDocuments { hasDocuments = true }
    if isUnderWay(object) { throw ScriptError(SavingError.savedWithinItsSave(entity: context.name)) }
    switch object.state {
    // A draft of a new object saves that.
    case .new where object.isDraft && !Drafts(session: session, stack: stack).isOriginNew(object):
      throw ScriptError(SavingError.originWasSaved)
    // The same object again, in this list or in a function that is asked while it is saved.
    case .new where object.isQueued: outcomes.append(.same)
    case .new:
      let origin = object.shape
      // A new object belongs to the database that it is added to.
      if context.database !== database || !context.isCurrent {
        context = context.model.context(in: database)
        if let shape = context.shape { object.shape = shape }
      }
      try insert(object, context, origin: origin)
    case .saved:
      try context.checkBelongs(to: database)
      try Objects(session).renew(object)
      try checkIsNotTold(object, context)
      try flush()
      try update(object, context)
    case .deleted: throw ScriptError(SavingError.deletedCannotBeSaved(entity: context.name))
    case .discarded: throw ScriptError(SavingError.discardedCannotBeSaved)
    case .embedded: throw object.partOfAnother(context)
    case .lent, .returned:
      throw ScriptError(SavingError.lentCannotBeSaved)
    }
  }

  // MARK: Updating

  private mutating func update(_ object: LuaRowObject, _ context: ObjectContext) throws {
    let tied = try context.tied()
    try context.checkScales()
    let entity = tied.entity
    let parents = ParentSaver(session: session, stack: stack, context: context)
    if context.watchesSaving, try isToBeWritten(object, context, entity) {
      try parents.save(for: object)
      try beforeSave(object, context)
    }
    try parents.save(for: object)
    let rows = ObjectRows(session: session, stack: stack)
    let slots = try Objects(session).changedSlots(of: object, entity, stack)
    if slots.isEmpty { return outcomes.append(.same) }
    if entity.isView { throw ScriptError(SavingError.isView(entity: entity.name)) }
    try context.checkCanWrite(slots)
    try noteWritten(object, context)
    let values = try slots.map { try rows.value($0, of: object, entity) }
    try check(slots, values, object, context, tied)
    try checkKinds(of: object, context, tied, changed: slots)
    let text = try context.text(.update(slots)) { Update($0).statement(slots: slots) }
    let key = try rows.findableKey(of: object, entity)
    do {
      let changed = try database.store().run(RenderedSQL(text: text, bindings: values + key))
      guard changed > 0 else {
        throw ScriptError(SavingError.rowIsGone(entity: entity.name, key: entity.words(key: key)))
      }
    } catch let error as StoreError {
      throw try Conflict(context: context, database: database).error(
        for: error, values: Dictionary(uniqueKeysWithValues: zip(slots, values)), in: .row(key))
    }
    database.noteChangedRows(of: entity.name)
    outcomes.append(.updated(slots))
  }

  private func isToBeWritten(_ object: LuaRowObject, _ context: ObjectContext, _ entity: Entity) throws -> Bool {
    try !Objects(session).changedSlots(of: object, entity, stack).isEmpty
      || ParentSaver(session: session, stack: stack, context: context).needsSaving(object)
  }

  private mutating func check(
    _ slots: [Int], _ values: [Value], _ object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity
  ) throws {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack, isWriting: true)
    for (slot, value) in zip(slots, values) {
      try refuseEdit(of: slot, object, tied.entity, &validation)
      if tied.entity.fields[slot].document != nil {
        let before = Objects(session).storedBefore(slot, of: object, tied.entity, stack)
        try validation.checkConstants(in: slot, from: before, to: value)
      }
      try value.withCell { cell in try validation.check(slot, cell, of: object) }
      try validation.checkDocument(slot, of: object)
    }
    let rows = ObjectRows(session: session, stack: stack)
    for slot in context.slotsTestedWithObject(tied) where !slots.contains(slot) && !object.lacks(slot) {
      try rows.value(slot, of: object, tied.entity).withCell { cell in
        try validation.checkWithObject(tied.slots[slot], cell, of: object)
      }
    }
    try validation.checkRules(changed: slots) { slot in
      if let place = slots.firstIndex(of: slot) { return values[place] }
      return object.lacks(slot) ? nil : try rows.value(slot, of: object, tied.entity)
    }
    if !validation.failures.isEmpty { throw ScriptError.validation(validation.failures, session.lua) }
  }

  /// An assignment to what is set once was refused; an edit inside of it is seen only now.
  private func refuseEdit(
    of slot: Int, _ object: LuaRowObject, _ entity: Entity, _ validation: inout Validation
  ) throws {
    let field = entity.fields[slot]
    guard field.isReadonly, field.isDocument, Objects(session).storedBefore(slot, of: object, entity, stack) != .null
    else {
      return
    }
    let message = UnfitValue.wasSet.message
    validation.add([Failure(entity: entity.name, field: field.name, value: .nil, message: message)])
  }

  // MARK: Marking

  private func noteDocuments(of object: LuaRowObject) {
    guard let context = object.context(as: ObjectContext.self), context.hasDocuments else { return }
    Objects(session).noteDocuments(of: object, context.model.entity, stack)
  }

  /// Takes the objects that were to be inserted out of the queue.
  func abandon(_ source: ObjectSource) {
    // The one that failed is not among the outcomes.
    for place in 0..<min(outcomes.count + 1, source.count) {
      _ = try? source.withObject(place) { object, context in
        if object.state == .new {
          object.isQueued = false
          object.forgetChanges()
        }
        PendingParents(session: session, stack: stack).renew(of: object, context)
      }
    }
  }

  /// Marks the objects as what they now are, and notes it for a rollback.
  mutating func finish(_ source: ObjectSource) {
    defer { settled = outcomes.count }
    for place in settled..<outcomes.count {
      let outcome = outcomes[place]
      // It was read before, when it was saved.
      guard let value = try? source[place] else { continue }
      defer { value.drop() }
      guard let object = value.rowObject else { continue }
      switch outcome {
      case .inserted(let key, let keySlot):
        object.state = .saved
        object.isQueued = false
        object.forgetChanges()
        if let keySlot { object.hold(keySlot, .integer(key)) }
        if hasDocuments { noteDocuments(of: object) }
        database.journal.added(object, madeKey: keySlot)
      case .upserted(let row): settle(object, row)
      case .updated(let slots):
        database.journal.remember(object)
        for slot in slots { object.setChanged(slot, false) }
        let generated = showGenerated(object, written: slots)
        if !generated.isEmpty { outcomes[place] = .updated(slots + generated) }
        noteDocuments(of: object)
      case .same: noteDocuments(of: object)
      }
      if object.isDraft { Drafts(session: session, stack: stack).passOn(outcomes[place], from: object) }
    }
  }
}
