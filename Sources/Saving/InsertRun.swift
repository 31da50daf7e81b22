import LuaRows
import LuaRuntime
import Model
import Schema
import Store

/// New rows of one entity that go into the same statement, some hundreds at a time.
final class InsertRun {
  let context: ObjectContext
  let tied: ResolvedEntity
  let hasKey: Bool
  let slots: [Int]
  let buffer: RowBuffer
  /// Which of the saved objects the rows are.
  private(set) var places: [Int] = []
  /// The shape of the first object before it came to this database: mostly that of the others, too.
  private let origin: LuaRowShape
  /// Whether no function of the script sees which rows are written already.
  let isUnwatched: Bool
  private let giving: LuaRowEncoding
  /// Whether the rows must own their text: a function of the script might change an object while it is borrowed.
  private let copies: Bool

  private static let rowsAtOnce = 256

  init(_ context: ObjectContext, _ tied: ResolvedEntity, hasKey: Bool, origin: LuaRowShape) {
    self.context = context
    self.origin = origin
    self.tied = tied
    self.hasKey = hasKey
    let slots = tied.entity.fields.indices.filter { hasKey || $0 != tied.automaticKeySlot }
    self.slots = slots
    buffer = RowBuffer(columnCount: slots.count, terminatesTexts: true)
    giving = LuaRowEncoding(slots.map { tied.slots[$0].column })
    var asksScript = !context.model.functions.isEmpty || tied.entity.fields.contains { $0.encoder != nil }
    if case .function = context.database.echo { asksScript = true }
    copies = asksScript
    isUnwatched = !asksScript && !context.watchesSaving
  }

  /// Whether an object is a new one of the run's entity that goes as it is: nothing else is to be saved or asked first.
  func takes(_ object: LuaRowObject) -> Bool {
    guard isUnwatched, let shape = context.shape else { return false }
    if object.isFresh(origin) { object.shape = shape }
    return object.isFresh(shape)
  }

  /// Whether it holds so many rows that they are better written before others are added.
  var isFull: Bool { buffer.count >= Self.rowsAtOnce && isUnwatched }

  /// Forgets the rows, which were written.
  func removeAll() {
    buffer.removeAll()
    places.removeAll(keepingCapacity: true)
  }

  /// Tests an object and adds its row; what is wrong with it is returned.
  func append(_ object: LuaRowObject, place: Int, _ session: SessionContext, _ stack: LuaStack) throws -> [Failure] {
    places.append(place)
    let cells = buffer.beginRow()
    let filled = giving.fill(cells, of: object, from: 0)
    // Mostly there is nothing to be asked.
    if filled.place == slots.count, !copies, !tied.hasTransients, tied.rules.isEmpty {
      buffer.endRow()
      return []
    }
    return try complete(object, cells, filled, session, stack)
  }

  /// Makes and tests the cells that are not made and tested by themselves.
  private func complete(
    _ object: LuaRowObject, _ cells: UnsafeMutablePointer<Cell>, _ first: (place: Int, isMade: Bool),
    _ session: SessionContext, _ stack: LuaStack
  ) throws -> [Failure] {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack, isWriting: true)
    var (made, filled) = (0, first)
    while true {
      let (column, isMade) = filled
      if copies { own(cells, made..<(isMade ? min(column + 1, slots.count) : column)) }
      if column == slots.count { break }
      let fits = try isMade || make(column, cells, of: object, session, stack, &validation)
      if fits { try check(column, cells, of: object, &validation) }
      made = column + 1
      filled = giving.fill(cells, of: object, from: made)
    }
    buffer.endRow()
    if !tied.rules.isEmpty { try checkRules(cells, &validation) }
    if tied.hasTransients { try validation.checkTransients(of: object) }
    return validation.failures
  }

  private func checkRules(_ cells: UnsafeMutablePointer<Cell>, _ validation: inout Validation) throws {
    try validation.checkRules { slot in slots.firstIndex(of: slot).map { cells[$0].value } }
  }

  private func check(
    _ column: Int, _ cells: UnsafeMutablePointer<Cell>, of object: LuaRowObject, _ validation: inout Validation
  ) throws {
    let slot = tied.slots[slots[column]]
    guard slot.isTested else { return }
    try validation.check(slot, cells[column], of: object)
    if slot.field.document != nil { try validation.checkDocument(slot.index, of: object) }
  }

  /// Copies what the cells borrow.
  private func own(_ cells: UnsafeMutablePointer<Cell>, _ columns: Range<Int>) {
    for column in columns where !cells[column].bytes.isEmpty {
      cells[column] = buffer.store(cells[column].kind, cells[column].bytes)
    }
  }

  /// Makes the cell of a column whose value is not stored as it is; false when it does not fit.
  private func make(
    _ column: Int, _ cells: UnsafeMutablePointer<Cell>, of object: LuaRowObject, _ session: SessionContext,
    _ stack: LuaStack,
    _ validation: inout Validation
  ) throws -> Bool {
    let slot = tied.slots[slots[column]]
    let value = object.borrowed(slot.index)
    defer { value.drop() }
    do {
      cells[column] = buffer.store(try FieldCoding(session).storedValue(of: slot.field, from: value))
      return true
    } catch let refusal as CastError where !refusal.inside.isEmpty {
      cells[column] = .null
      validation.add(refusal.failures(of: slot.field, tied.entity))
      return false
    } catch let refusal as CastError {
      throw Objects(session).refused(refusal, slot.field, tied.entity, value.value)
    }
  }
}
