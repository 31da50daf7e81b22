import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Runs a request: the database decides what it can, functions of the script decide the rest row by row.
package struct Fetching {
  package internal(set) var handle: RequestHandle
  /// What became of the functions of the request, which may have taken questions to the database; nil without any.
  let pushdown: Pushdown?
  let tied: ResolvedEntity
  package internal(set) var plan: FetchPlan
  /// How many columns stand before the extra ones: those of the whole row, of other kinds in the table included.
  package let rowWidth: Int
  /// The slots that the objects have.
  package let slots: [Int]
  /// The columns of the values that were wanted.
  package private(set) var valueColumns: [Int] = []
  /// What is computed for the objects, and the columns that hold it.
  package private(set) var members: [ComputedMember] = []
  /// Those of them, by their places, that functions of the script give once the rows are there.
  private(set) var askedMembers: [(place: Int, function: LuaFunction)] = []
  /// Whether rows hold these slots alone, and functions see those.
  private let areBare: Bool
  /// Whether functions beside those of the request see the rows.
  private let areLent: Bool

  package init(_ handle: RequestHandle, _ needs: RowNeeds = RowNeeds()) throws {
    let handle = try handle.withDistinctSelection()
    // A window must know all rows before the first one is read.
    let pushdown = try handle.pushdown(isWholeWanted: needs.isWholeWanted || handle.request.looksAround)
    try self.init(pushdown?.handle ?? handle, pushdown, needs)
  }

  /// Runs a request whose functions were dealt with.
  init(_ handle: RequestHandle, _ pushdown: Pushdown?, _ needs: RowNeeds = RowNeeds()) throws {
    self.pushdown = pushdown
    var handle = handle
    if let first = needs.first { handle = handle.with { $0 = $0.ordered(first: first) } }
    self.handle = handle
    let tied = try handle.context.tied()
    try handle.context.checkScales()
    self.tied = tied
    var plan = FetchPlan(handle.request)
    if plan.residual != nil, let window = handle.request.windows.first {
      throw ScriptError(RequestError.windowOfAsked(text: window.text))
    }
    let bare = needs.areBare ? try Self.bareSlots(of: tied, plan, handle, values: needs.values) : nil
    let slots = try bare ?? Self.slots(handle, tied)
    let rowWidth = bare?.count ?? tied.rowWidth
    if !plan.isWhole || needs.always {
      let holdsAllFields = !plan.isWhole || needs.areLent || handle.request.selection == nil
      valueColumns = needs.values.map { value in
        if case .field(let path) = value, path.isOwn, holdsAllFields, let slot = tied.entity.slot(of: path.field) {
          return bare?.firstIndex(of: slot) ?? slot
        }
        return rowWidth + plan.add(value)
      }
    }
    // Functions that see the rows may read what is computed of them.
    if bare == nil, !needs.areBare || !plan.isWhole {
      (members, askedMembers) = Self.members(handle, &plan, behind: rowWidth)
    }
    self.plan = plan
    self.slots = slots
    self.rowWidth = rowWidth
    areBare = bare != nil
    areLent = needs.areLent || !askedMembers.isEmpty
  }

  /// The members that are computed for the objects: the database gives them behind the fields, or functions give them
  /// behind all that.
  private static func members(
    _ handle: RequestHandle, _ plan: inout FetchPlan, behind width: Int
  ) -> ([ComputedMember], asked: [(place: Int, function: LuaFunction)]) {
    var members: [ComputedMember] = []
    var asked: [(place: Int, function: LuaFunction)] = []
    for name in handle.request.members {
      guard let computed = handle.request.computed[name] else { continue }
      var member = ComputedMember(computed.field.asked(of: .json), column: 0)
      member.field.name = name
      if case .closure(let hook) = computed.expression, let function = handle.functions[hook] {
        asked.append((members.count, function))
      } else {
        let isPart = computed.field.isPartOfJSON
        member.column = width + plan.add(isPart ? computed.expression.ofClass(.json) : computed.expression)
      }
      members.append(member)
    }
    for (place, member) in asked.enumerated() { members[member.place].column = width + plan.flags.count + place }
    return (members, asked)
  }

  /// The same plan for the first rows alone, so that a database that knows how few are wanted need not sort them all;
  /// the same for all where functions decide which rows these are.
  package func cut(to limit: Int) -> Fetching {
    guard plan.isWhole else { return self }
    var result = self
    result.handle = handle.with { $0.limit = min($0.limit ?? .max, limit) }
    return result
  }

  private static func slots(_ handle: RequestHandle, _ tied: ResolvedEntity) throws -> [Int] {
    guard let names = handle.request.selection else { return tied.storedSlots }
    let columns = try Preloading(handle).ownColumns()
    if let column = columns.sorted().first(where: { handle.request.source?.missing.contains($0) ?? false }) {
      throw QueryError.missingInRows(entity: tied.entity.name, column: column)
    }
    return tied.entity.slots(selected: names, columns: columns)
  }

  /// Lent, because to copy an entity costs as much as to read a short row.
  package var entity: Entity { _read { yield tied.entity } }

  /// The column of a fetched row that holds a slot.
  package func column(of slot: Int) -> Int? { holdsSlotsAlone ? slots.firstIndex(of: slot) : slot }

  /// What a fetched row holds: a function of the script may ask for any field.
  private var output: Select.Output { holdsSlotsAlone ? .slots(slots) : .rows }

  /// Whether a fetched row holds the selected columns and nothing else.
  private var holdsSlotsAlone: Bool {
    areBare || plan.isWhole && plan.flags.isEmpty && !areLent && slots.count < entity.fields.count
  }

  /// How many columns a fetched row has, those that only the plan needs included.
  package var columnCount: Int { (holdsSlotsAlone ? slots.count : rowWidth) + plan.flags.count }

  /// How fetched rows are objects.
  package var shape: LuaRowShape? { shape(with: members) }

  /// The same, where it is known what functions gave for these members.
  func shape(with members: [ComputedMember]) -> LuaRowShape? {
    if tied.isMixed {
      return handle.context.mixedShape(tied, slots: slots, areAlone: holdsSlotsAlone, computed: members)
    }
    guard slots.count < entity.fields.count || !members.isEmpty else { return handle.context.shape }
    return handle.context.shape(slots: slots, areAlone: holdsSlotsAlone, computed: members)
  }

  /// How rows are objects for functions of the script, which may ask for fields that were not selected.
  func lentShape() throws -> LuaRowShape? {
    if areBare { return handle.context.shape(slots: slots, areAlone: true) }
    guard !members.isEmpty else { return try handle.context.wholeShape() }
    var members = members
    for asked in askedMembers { (members[asked.place].isGiven, members[asked.place].column) = (true, 0) }
    let all = Array(entity.fields.indices)
    if tied.isMixed { return handle.context.mixedShape(tied, slots: all, areAlone: false, computed: members) }
    return handle.context.shape(slots: all, areAlone: false, computed: members)
  }

  /// Whether functions give some of the members, once rows are there.
  package var asksForMembers: Bool { !askedMembers.isEmpty }

  /// The fields of the columns that `selected` leaves: those that the objects have, and what is computed for them.
  package var selectedFields: [Field] { slots.map { entity.fields[$0] } + members.map(\.field) }

  /// The selected columns of fetched rows, and what is computed for them.
  package func selected(_ rows: RowBuffer) -> RowBuffer {
    guard columnCount > slots.count else { return rows }
    let columns = slots + members.map(\.column)
    let result = RowBuffer(columnCount: columns.count, rowCapacity: max(rows.count, 1))
    for row in 0..<rows.count { result.append(columns.map { rows.value(row, $0) }) }
    return result
  }

  /// The statement that fetches the rows.
  package func rowsSQL() throws -> RenderedSQL {
    guard let origin = handle.relation, !origin.isNarrowed, origin.isCurrent else {
      return try sql(output, of: orderedForFew())
    }
    // What belongs to one object is asked for again and again: only the key differs.
    if let sql = origin.rowsSQL { return sql }
    let sql = try sql(output)
    if sql.bindings == origin.key, !origin.key.contains(.null) { origin.end.rowsText = sql.text }
    return sql
  }

  package var session: SessionContext { handle.context.session }
  var request: FetchRequest { handle.request }

  package func sql(_ output: Select.Output) throws -> RenderedSQL { try sql(output, of: request) }

  private func sql(_ output: Select.Output, of request: FetchRequest) throws -> RenderedSQL {
    let context = handle.context
    let dialect = try context.database.dialect()
    return try Select(catalog: context.catalog, entity: entity, dialect: dialect)
      .statement(request, plan: plan, output: output).rendered(for: dialect)
  }

  // MARK: Rows

  /// The list of all rows, above.
  package func list(on stack: LuaStack) throws -> BorrowedValue {
    if let loaded = try handle.loaded?.current, let shape { return try loaded.list(shape, on: stack) }
    return try listedRows(on: stack).list
  }

  /// The list of the first rows of those that were loaded along, above; nil, and nothing, where none were.
  package func loadedList(first count: Int, on stack: LuaStack) throws -> BorrowedValue? {
    guard let loaded = try handle.loaded?.current, let shape else { return nil }
    let list = try loaded.list(shape, on: stack)
    list.become(spanFrom: 0, count: min(count, loaded.count))
    return list
  }

  /// The first object, above, or nil.
  package func first(on stack: LuaStack) throws -> BorrowedValue {
    let list = try list(on: stack)
    try list.become(read: 1)
    return list
  }

  /// The list of all rows, above, and what holds them.
  package func listedRows(on stack: LuaStack) throws -> (list: BorrowedValue, rows: RowBuffer) {
    let buffer = RowBuffer(columnCount: columnCount)
    let list = BorrowedValue(buffer, as: session.types.rows, on: stack)
    if plan.isWhole {
      try fill(buffer)
    } else {
      var stream = try RowStream(self, buffer: buffer)
      defer { stream.close() }
      _ = try stream.fill(count: .max)
    }
    return (list, try makeList(of: buffer, in: list))
  }

  /// The list of the rows that a statement answers, above: all fields in order, then columns that objects do not show.
  func listedRows(
    of sql: RenderedSQL, columns: Int, on stack: LuaStack
  ) throws -> (list: BorrowedValue, rows: RowBuffer) {
    let buffer = RowBuffer(columnCount: columns)
    let list = BorrowedValue(buffer, as: session.types.rows, on: stack)
    let statement = try handle.context.database.store().prepare(sql)
    defer { statement.release() }
    try statement.stepAll(into: buffer)
    return (list, try makeList(of: buffer, in: list))
  }

  /// Makes what holds some rows the list of them; the rows, with all that is computed for them.
  private func makeList(of buffer: RowBuffer, in list: BorrowedValue) throws -> RowBuffer {
    let (rows, shape) = try completed(buffer, in: list)
    rows.maker = maker
    try Preloading(handle).load(for: rows, of: self)
    list.becomeList(of: rows, shape)
    session.lua.account(forBytes: rows.count * rows.columnCount * MemoryLayout<Cell>.stride)
    return rows
  }

  private func fill(_ buffer: RowBuffer) throws {
    let statement = try handle.context.database.store().prepare(rowsSQL())
    defer { statement.release() }
    try statement.stepAll(into: buffer)
  }

  /// The first rows, at most `limit`, for showing.
  package func rows(limit: Int) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: columnCount)
    var stream = try RowStream(self, buffer: buffer)
    defer { stream.close() }
    _ = try stream.fill(count: limit)
    return buffer
  }

  /// Calls `body` with the rows, some hundreds at a time: memory does not grow with them.
  package func forEachChunk(_ body: (RowBuffer) throws -> Void) throws {
    let buffer = RowBuffer(columnCount: columnCount)
    var stream = try RowStream(self, buffer: buffer)
    defer { stream.close() }
    while try stream.fill(count: 256) {
      try body(buffer)
      buffer.removeAll()
    }
    try body(buffer)
  }
}

extension BorrowedValue {
  /// What holds rows becomes the list of them, or of the first ones; nil where nothing says how they are objects.
  func becomeList(of rows: RowBuffer, count: Int? = nil, _ shape: LuaRowShape?) {
    guard let shape else { return become(.nil) }
    _ = shape.list(of: UnsafeMutableRawPointer(rows.header), count: count ?? rows.count, keptBy: self)
    takeTop()
  }
}
