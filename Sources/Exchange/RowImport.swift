import Encodings
import LuaRows
import LuaRuntime
import Model
import Query
import Saving
import Schema
import Store

/// Takes rows of cells into a table: fills, tests and writes them, many at a time, without an object for each.
final class RowImport {
  private let session: SessionContext
  private let context: ObjectContext
  private let tied: ResolvedEntity
  private let stack: LuaStack
  private let report: ImportReport
  private let target: SaveOptions.Target?
  private let isUpsert: Bool
  private var runs: [Kind: RowRun] = [:]
  /// The run that rows were added to last.
  private var current: RowRun?
  /// The rows that the database was given last.
  private var sent: (batch: RowRun.Batch, rows: RowsUnderWay)?

  private let rowsAtOnce: Int

  /// Rows that go into the same statement.
  struct Kind: Hashable {
    /// Whether they come with the key that the database would make.
    var hasKey: Bool
    /// The slots that are updated where the row is there; nil for rows that are new.
    var updated: [Int]?
    /// The slots that the database fills, as the row says nothing of them.
    var filled: [Int]
  }

  init(
    session: SessionContext, context: ObjectContext, options: SaveOptions, report: ImportReport, stack: LuaStack
  ) throws {
    self.session = session
    self.context = context
    self.stack = stack
    self.report = report
    tied = try context.tied()
    rowsAtOnce = try context.database.store().engine.rowsAtOnce
    isUpsert = options.upserts
    target = options.upserts ? try options.target(in: tied.entity) : nil
  }

  /// The run for rows with values in these slots; `isGiven` says whether one is more than NULL.
  func run(given: [Int], isGiven: (Int) -> Bool) -> RowRun {
    let hasKey = tied.automaticKeySlot.map(isGiven) ?? true
    var kind = Kind(hasKey: hasKey, filled: tied.filledSlots.filter { !given.contains($0) })
    if isUpsert, let target, !target.needed.isEmpty || target.index != nil, target.needed.allSatisfy(isGiven) {
      kind.updated = given.filter {
        $0 < tied.entity.fields.count && !target.slots.contains($0) && !tied.keySlots.contains($0)
          && !tied.entity.fields[$0].isReadonly && !tied.entity.fields[$0].isGenerated
      }
    }
    // Mostly the one of the row before.
    if let current, current.kind == kind { return current }
    let run = runs[kind] ?? RowRun(kind, tied)
    runs[kind] = run
    return run
  }

  /// Adds one row, whose given cells `fill` sets; all that is wrong with it goes to the report.
  ///
  /// - Parameter fill: keeps what no field takes, so that the rest of the row is looked at, too.
  func add(
    to run: RowRun, place: @autoclosure () -> ElementPlace, line: Int,
    fill: (RowRun, UnsafeMutablePointer<Cell>, inout RefusedCells) throws -> Void
  ) throws {
    if current !== run {
      try flush()
      current = run
    }
    let cells = run.buffer.beginRow()
    for column in run.slots.indices { cells[column] = .null }
    var refused = RefusedCells()
    do {
      try fill(run, cells, &refused)
    } catch {
      run.buffer.rewind()
      return try fail(error, place())
    }
    run.buffer.endRow()
    do {
      if refused.isEmpty { try complete(run, cells) } else { try refuse(refused, run, cells) }
    } catch {
      run.buffer.dropRow()
      return try fail(error, place())
    }
    run.places.append(line)
    if run.buffer.count >= rowsAtOnce { try send() }
  }

  /// What stands in front of a row that fails may fail, too, and is told of first.
  private func fail(_ error: any Error, _ place: ElementPlace) throws {
    try flush()
    try report.fail(error, at: place)
  }

  // MARK: Completing

  private func complete(_ run: RowRun, _ cells: UnsafeMutablePointer<Cell>) throws {
    let cursor = context.model.functions.isEmpty ? nil : cursor(run)
    defer {
      if let cursor {
        cursor.state = .returned
        cursor.place.drop()
      }
    }
    for column in run.defaults where !run.isGiven[column] { try fill(column, run, cells, cursor) }
    var validation = Validation(session: session, context: context, tied: tied, stack: stack, isWriting: true)
    for column in run.tested { try validation.check(tied.slots[run.slots[column]], cells[column], of: cursor) }
    try validation.checkRules { slot in run.columns[slot].map { cells[$0].value } }
    if !validation.failures.isEmpty { throw ScriptError.validation(validation.failures, session.lua) }
  }

  /// Throws what is wrong with a row in which some texts are no values, with what the others break.
  ///
  /// Functions of the script are not asked: they would see a row that nobody wrote.
  private func refuse(_ refused: RefusedCells, _ run: RowRun, _ cells: UnsafeMutablePointer<Cell>) throws {
    var errors = refused.errors
    var validation = Validation(session: session, context: context, tied: tied, stack: stack, isWriting: true)
    for column in run.tested where !refused.columns.contains(column) {
      let slot = tied.slots[run.slots[column]]
      let isFilled = !run.isGiven[column] && slot.field.defaultValue != nil
      if isFilled || slot.tests.contains(where: \.asksScript) { continue }
      try validation.check(slot, cells[column], of: nil)
    }
    try validation.checkRules { slot in
      guard let column = run.columns[slot], !refused.columns.contains(column), run.isGiven[column] else { return nil }
      return cells[column].value
    }
    for failure in validation.failures { errors.add(.validation([failure], session.lua)) }
    try errors.check(tied.entity, session.lua)
  }

  /// The row as functions of the script see it, above: it can be read, and is taken back.
  private func cursor(_ run: RowRun) -> LuaRowObject? {
    context.shape(slots: run.slots, areAlone: true).lentObject(
      of: UnsafeMutableRawPointer(run.buffer.header), row: run.buffer.count - 1, on: stack)
  }

  private func fill(
    _ column: Int, _ run: RowRun, _ cells: UnsafeMutablePointer<Cell>, _ cursor: LuaRowObject?
  ) throws {
    let slot = tied.slots[run.slots[column]]
    switch slot.field.defaultValue {
    case nil: break
    case .value(let value): cells[column] = run.buffer.store(value)
    case .uuid: cells[column] = run.buffer.store(.text(randomUUID()))
    case .function(let hook):
      guard let function = context.model.functions[hook] else { return }
      let value = try function.call([cursor?.place.value ?? .nil]).first ?? .nil
      do {
        cells[column] = run.buffer.store(
          try session.lua.borrowing(value) {
            try FieldCoding(session).storedValue(of: slot.field, from: $0, isGiven: true)
          })
      } catch let refusal as CastError {
        throw Objects(session).refused(refusal, slot.field, tied.entity, value)
      }
    }
  }

  // MARK: Writing

  /// Writes the rows that were added.
  func flush() throws {
    try send()
    try settle()
  }

  /// Gives the rows that were added to the database, which may take them while others are read.
  private func send() throws {
    guard let run = current, run.buffer.count > 0 else { return }
    let batch = run.takeBatch()
    let encoded = run.kind.updated == nil ? try insertion(of: run).encoded(batch.buffer) : nil
    try settle()
    sent = (batch, try load(batch, from: 0, encoded))
    if sent?.rows.isFinished == true { try settle() }
  }

  /// Waits until the database has taken the rows that it was given; those behind one that it refuses are given again.
  private func settle() throws {
    guard let (batch, rows) = sent else { return }
    sent = nil
    defer { batch.run.giveBack(batch) }
    var start = 0
    var outcome = rows.finish()
    while let error = outcome.error {
      report.count += outcome.done - start
      try refuse(error, batch, row: outcome.done)
      start = outcome.done + 1
      if start >= batch.buffer.count { return }
      outcome = try load(batch, from: start).finish()
    }
    report.count += batch.buffer.count - start
  }

  private func refuse(_ error: StoreError, _ batch: RowRun.Batch, row: Int) throws {
    // A rule that ended the transaction has undone the rows before, too; elsewhere nothing more can be done in it.
    let engine = try context.database.store().engine
    guard error.isAboutOneRow, engine.isInTransaction, engine.capabilities.has(.goingOnAfterErrors) else { throw error }
    let slots = batch.run.slots
    let values = slots.indices.map { batch.buffer.value(row, $0) }
    let conflict = try Conflict(context: context, database: context.database).error(
      for: error, values: Dictionary(uniqueKeysWithValues: zip(slots, values)))
    var place = place(batch.places[row])
    place.row = { [unowned self] in written(batch.run, values) }
    try report.fail(conflict, at: place)
  }

  /// The row as it was to be written, where what came is gone: rows wait for others.
  private func written(_ run: RowRun, _ values: [Value]) -> LuaTable {
    let table = session.lua.makeTable()
    for (column, slot) in run.slots.enumerated() where run.isGiven[column] {
      let field = tied.entity.fields[slot]
      let text = values[column].withCell { field.document(of: $0, isFlat: true) }.plainText
      table[columnName(field.name)] = .string(LuaString(text))
    }
    return table
  }

  /// What a field's column is called where rows come from.
  var columnName: (String) -> String = { $0 }

  /// Where the row is whose line or number was noted.
  var place: (Int) -> ElementPlace = { ElementPlace(line: $0) }

  /// Gives rows to the database, from one on.
  private func load(
    _ batch: RowRun.Batch, from start: Int, _ encoded: (any EncodedRows)? = nil
  ) throws -> RowsUnderWay {
    let run = batch.run
    guard let updated = run.kind.updated, let target else {
      return try insertion(of: run).load(batch.buffer, from: start, encoded: encoded)
    }
    let text = try context.text(.upsert(run.slots, on: target, given: updated)) {
      try context.upsert($0, slots: run.slots, target: target, updated: updated)
    }
    let store = try context.database.store()
    let statement = try store.engine.statement(text)
    defer { statement.release() }
    return RowsUnderWay(try store.load(statement, text, batch.buffer, from: start).finish())
  }

  private func insertion(of run: RowRun) throws -> Insertion {
    try context.insertion(slots: run.slots, hasKey: run.kind.hasKey)
  }
}

/// What no field takes of a row.
struct RefusedCells {
  private(set) var errors = CastErrors()
  /// The columns of the run that stay empty for it.
  private(set) var columns: Set<Int> = []

  var isEmpty: Bool { columns.isEmpty }

  mutating func add(_ error: ScriptError, column: Int) {
    errors.add(error)
    columns.insert(column)
  }
}

/// Rows that go into the same statement, and what is known of all of them.
final class RowRun {
  let kind: RowImport.Kind
  let slots: [Int]
  private(set) var buffer: RowBuffer
  /// The columns that have a default, and those that have tests.
  let defaults: [Int]
  let tested: [Int]
  /// Whether a column of the present row was given; as many as slots.
  let isGiven: UnsafeMutablePointer<Bool>
  /// The line or number of each row.
  var places: [Int] = []
  private var spare: RowBuffer?
  /// The column of each slot.
  private(set) var columns: [Int?]

  fileprivate init(_ kind: RowImport.Kind, _ tied: ResolvedEntity) {
    self.kind = kind
    let slots = tied.entity.fields.indices.filter { slot in
      if slot == tied.automaticKeySlot { return kind.hasKey }
      return !tied.entity.fields[slot].isGenerated && !kind.filled.contains(slot)
    }
    self.slots = slots
    buffer = Self.buffer(slots.count)
    defaults = slots.indices.filter { tied.slots[slots[$0]].field.defaultValue != nil }
    tested = slots.indices.filter { tied.slots[slots[$0]].isTested }
    isGiven = .allocate(capacity: max(slots.count, 1))
    isGiven.initialize(repeating: false, count: max(slots.count, 1))
    columns = tied.slots.map { _ in nil }
    for (column, slot) in slots.enumerated() { columns[slot] = column }
  }

  deinit { isGiven.deallocate() }

  private static func buffer(_ columns: Int) -> RowBuffer {
    RowBuffer(columnCount: columns, rowCapacity: 512, terminatesTexts: true)
  }

  /// Rows of a run that are on their way.
  struct Batch {
    let run: RowRun
    let buffer: RowBuffer
    let places: [Int]
  }

  /// The rows that were added; further ones go into another buffer.
  fileprivate func takeBatch() -> Batch {
    let batch = Batch(run: self, buffer: buffer, places: places)
    buffer = spare ?? Self.buffer(slots.count)
    (spare, places) = (nil, [])
    return batch
  }

  /// Lets further rows go into the buffer of a batch that is over.
  fileprivate func giveBack(_ batch: Batch) {
    batch.buffer.removeAll()
    spare = batch.buffer
  }
}

extension DocumentValue {
  /// What it is in a file of rows.
  fileprivate var plainText: String {
    switch self {
    case .null: ""
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .number(let text), .text(let text), .date(let text): text
    case .data, .list, .map: (try? json()) ?? ""
    }
  }
}
