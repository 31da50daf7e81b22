import LuaRuntime
import Schema
import Store

/// New rows of one entity that go into the same statement.
final class InsertRun {
  let context: ObjectContext
  let tied: TiedEntity
  let hasKey: Bool
  let slots: [Int]
  let buffer: RowBuffer
  /// Which of the saved objects the rows are.
  var places: [Int] = []
  private let giving: LuaRowGiving
  /// The columns whose values are tested, in order.
  private let tested: [Int]
  /// Whether the rows must own their text: a function of the script might change an object while it is borrowed.
  private let copies: Bool

  init(_ context: ObjectContext, _ tied: TiedEntity, hasKey: Bool) {
    self.context = context
    self.tied = tied
    self.hasKey = hasKey
    let slots = tied.entity.fields.indices.filter { hasKey || $0 != tied.automaticKeySlot }
    self.slots = slots
    buffer = RowBuffer(columnCount: slots.count, terminatesTexts: true)
    giving = LuaRowGiving(slots.map { ($0, tied.slots[$0].giving) })
    tested = slots.indices.filter { tied.slots[slots[$0]].isTested }
    copies = !context.model.functions.isEmpty || tied.entity.fields.contains { $0.encoder != nil }
  }

  /// Tests an object and adds its row; what is wrong with it is returned.
  func append(_ object: LuaRowObject, _ session: Session, _ stack: LuaStack) throws -> [Failure] {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    let cells = buffer.beginRow()
    var made = 0
    var next = tested.startIndex
    while true {
      let filled = giving.fill(cells, of: object, from: made)
      if copies { own(cells, made..<filled) }
      while next < tested.endIndex, tested[next] < filled {
        try check(tested[next], cells, of: object, &validation)
        next += 1
      }
      if filled == slots.count { break }
      if try !make(filled, cells, of: object, session, stack, &validation), next < tested.endIndex,
        tested[next] == filled
      {
        next += 1
      }
      made = filled + 1
    }
    buffer.endRow()
    if tied.hasTransients { try validation.checkTransients(of: object) }
    return validation.failures
  }

  private func check(
    _ column: Int, _ cells: UnsafeMutablePointer<Cell>, of object: LuaRowObject, _ validation: inout Validation
  ) throws {
    let slot = tied.slots[slots[column]]
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
    _ column: Int, _ cells: UnsafeMutablePointer<Cell>, of object: LuaRowObject, _ session: Session, _ stack: LuaStack,
    _ validation: inout Validation
  ) throws -> Bool {
    let slot = tied.slots[slots[column]]
    object.push(slot.index)
    defer { stack.pop(1) }
    do {
      cells[column] = buffer.store(try session.storedValue(of: slot.field, at: -1, on: stack))
      return true
    } catch let refusal as Refusal where !refusal.inside.isEmpty {
      cells[column] = .null
      validation.add(refusal.failures(of: slot.field, tied.entity))
      return false
    } catch let refusal as Refusal {
      throw session.refused(refusal, slot.field, tied.entity, stack.value(-1))
    }
  }
}
