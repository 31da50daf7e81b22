import ClosureSQL
import LuaRuntime
import Model
import Query
import Requests
import ResultSets
import Schema
import Store

/// Fetches the rows of a request and finds the identity and the section of each.
struct BoundReader {
  let fetching: Fetching
  /// What became of the function that gives rows their sections.
  let reading: SectionReading?
  private let session: SessionContext
  private let section: SectionKey?
  /// What is called for each row, to make its section of what it gives.
  private let function: LuaFunction?
  private let functions: [ScriptHook: LuaFunction]
  /// Whether its rows depend on those of other requests, which may be known before the statement is made.
  private let hasRequests: Bool

  /// `ordersSections` says that rows may come section by section, whatever order the request has beside.
  init(_ handle: RequestHandle, _ section: SectionKey?, ordersSections: Bool) throws {
    session = handle.context.session
    let section = try section?.askingParts(handle.resolver)
    self.section = section
    functions = handle.functions
    hasRequests = !handle.requests.isEmpty
    var reading: SectionReading?
    if case .closure(let hook) = section, let function = functions[hook] {
      reading = try SectionReading(function, of: handle)
    }
    self.reading = reading
    function = try section?.path.flatMap(handle.sectioningFunction(of:))
    let isAsked = function != nil
    let values = isAsked ? [] : section?.path.map { [.field($0)] } ?? reading?.values ?? []
    fetching = try Fetching(
      handle,
      RowNeeds(
        values: values, always: true, areLent: isAsked || reading?.callsFunction ?? false,
        first: ordersSections && !isAsked ? Self.sort(by: section, handle) : nil))
  }

  /// The sort that brings rows section by section, so that finding the section of each takes no look-up.
  ///
  /// Only a field whose values are the names themselves can be one: where two values have one name, as those of one
  /// initial do, it would go before the request's own sorts within a section.
  private static func sort(by section: SectionKey?, _ handle: RequestHandle) throws -> Sort? {
    guard case .field(let path)? = section else { return nil }
    let field = try handle.resolver.field(at: path)
    return field.fallback == nil && field.decoder == nil ? Sort(path) : nil
  }

  /// The tables that are read, in lower case.
  ///
  /// A function of the script may follow relations, as `p.team.name` does: then they are those of all entities in reach.
  func tables() throws -> Set<String> {
    let context = fetching.handle.context
    let statement = try context.database.store().engine.statement(fetching.rowsSQL().text)
    defer { statement.release() }
    let reachable = functions.isEmpty && !hasRequests ? [] : try context.catalog.entities.map(\.table)
    return Set((statement.readTables + reachable).map { $0.lowercased() })
  }

  /// The rows, or those of them that a narrowed plan gives.
  func fetch(_ some: Fetching? = nil) throws -> (buffer: RowBuffer, list: LuaValue) {
    let fetching = some ?? fetching
    guard session.lua.hasRoom(16) else { throw ScriptError(ListError.tooManyCalls) }
    return try session.lua.scoped { stack in
      let (list, buffer) = try fetching.listedRows(on: stack)
      return (buffer, list.value)
    }
  }

  func layout() throws -> BoundRows.Layout {
    let entity = fetching.entity
    guard !entity.keySlots.isEmpty else {
      throw ScriptError(ListError.noKey(entity: entity.name, view: entity.isView ? entity.table : nil))
    }
    let slots = Set(fetching.slots)
    let fields = entity.fields.indices.map { slots.contains($0) ? fetching.column(of: $0) : nil }
    let computed = fetching.members.map(\.column)
    return BoundRows.Layout(
      fields: fields + computed, keys: entity.keySlots.compactMap { fetching.column(of: $0) },
      compared: (fields.contains(nil) ? fields.compactMap(\.self) : Array(0..<fetching.rowWidth)) + computed,
      names: entity.fields.map(\.name) + fetching.members.map(\.field.name),
      computed: fetching.members.map(\.field), kinds: entity.sharing == nil ? nil : fetching.shape)
  }

  // MARK: Sections

  var isSectioned: Bool { section != nil }

  /// Whether the section of a row depends on nothing but what is stored in it, and on no function of the script.
  ///
  /// Where several spellings are one name, the first row of the section says it.
  var hasStoredSections: Bool {
    if case .closure = section { return reading?.callsFunction == false }
    guard let path = section?.path else { return true }
    guard let field = (try? field(at: path))?.0 else { return true }
    return field.decoder == nil && !field.collation.joinsTexts
  }

  /// The number of the section of each row.
  func sections(of buffer: RowBuffer, _ names: SectionNames) throws -> [Int] {
    names.beginReading()
    if let function {
      var areInitials = false
      if case .initial = section { areInitials = true }
      return try lending(buffer) { _, call in
        let name = try call(function)
        return try names.number(of: areInitials ? name.initial : name)
      }
    }
    switch section {
    case nil:
      let number = buffer.count == 0 ? 0 : names.number(of: .text([]), "")
      return [Int](repeating: number, count: buffer.count)
    case .closure(let hook):
      guard let function = functions[hook] else { return [] }
      guard let key = reading?.key else { return try sections(of: buffer, names, asking: function) }
      if reading?.ask != nil { return try sections(of: buffer, names, key, asking: function) }
      if let path = key.path { return try sections(of: buffer, names, path) { $0 } }
      return try sections(of: buffer) { try names.number(of: key.kind.name($0, session)) }
    case .field(let path): return try sections(of: buffer, names, path) { $0 }
    case .initial(let path):
      guard try readsAsStored(path) else { return try sections(of: buffer, names, path) { $0.initial } }
      var initials = Initials(names)
      return sections(of: buffer) { initials.number(of: $0) }
    }
  }

  private func sections(
    of buffer: RowBuffer, _ names: SectionNames, _ path: FieldPath, name: (LuaValue) -> LuaValue
  ) throws -> [Int] {
    let (field, entity) = try field(at: path)
    return try sections(of: buffer) { cell in
      try names.number(of: name(value(of: cell, field, entity)), isData: cell.kind == .data)
    }
  }

  /// Rows of one section mostly follow each other: then there is nothing to look up.
  private func sections(of buffer: RowBuffer, number: (Cell) throws -> Int) rethrows -> [Int] {
    let column = fetching.valueColumns[0]
    var result: [Int] = []
    result.reserveCapacity(buffer.count)
    for row in 0..<buffer.count {
      let cell = buffer[row, column]
      let isSame = row > 0 && cell.isSame(as: buffer[row - 1, column])
      result.append(isSame ? result[row - 1] : try number(cell))
    }
    return result
  }

  /// The function is asked about some rows; of the others the database has made the name.
  private func sections(
    of buffer: RowBuffer, _ names: SectionNames, _ key: KeyReading.Key, asking function: LuaFunction
  ) throws -> [Int] {
    let owner = try key.path.map(field(at:))
    let (column, ask) = (fetching.valueColumns[0], fetching.valueColumns[1])
    return try lending(buffer) { row, call in
      let asks = buffer[row, ask]
      if asks.kind == .integer, asks.integer == 1 { return try names.number(of: call(function)) }
      let cell = buffer[row, column]
      guard let (field, entity) = owner else { return try names.number(of: key.kind.name(cell, session)) }
      return try names.number(of: value(of: cell, field, entity), isData: cell.kind == .data)
    }
  }

  private func sections(
    of buffer: RowBuffer, _ names: SectionNames, asking function: LuaFunction
  ) throws -> [Int] {
    try lending(buffer) { _, call in try names.number(of: call(function)) }
  }

  /// One object shows each row in turn to a function, and is taken back when all is said.
  private func lending(
    _ buffer: RowBuffer, _ number: (_ row: Int, _ call: (LuaFunction) throws -> LuaValue) throws -> Int
  ) throws -> [Int] {
    guard let lent = try FetchedRows(buffer, of: fetching) else { throw ScriptError(ListError.tooManyCalls) }
    defer { lent.end() }
    return try (0..<buffer.count).map { row in try number(row) { try $0.answer(of: lent.borrowed(row)) } }
  }

  private func field(at path: FieldPath) throws -> (Field, Entity) {
    let resolver = try fetching.handle.resolver
    if case .field(let field, let owner) = try resolver.target(of: path) { return (field, owner) }
    return (try resolver.field(at: path).asked(of: path.part), fetching.entity)
  }

  /// Whether scripts see just what is stored in a field.
  private func readsAsStored(_ path: FieldPath) throws -> Bool {
    let (field, _) = try field(at: path)
    return field.type.reading == .asStored && field.decoder == nil && field.fallback == nil && path.inside.isEmpty
  }

  private func value(of cell: Cell, _ field: Field, _ entity: Entity) throws -> LuaValue {
    try RowCopies(session).value(cell, as: field, of: entity)
  }
}

extension KeyReading.Kind {
  /// The name of a section that the database made, as the function would have given it.
  fileprivate func name(_ cell: Cell, _ session: SessionContext) -> LuaValue {
    switch (self, cell.kind) {
    case (.boolean, .integer): return .boolean(cell.integer == 1)
    case (.decimal(let scale?), .integer):
      return session.lua.scoped { stack in
        FieldCoding(session).push(DecimalNumber(Int128(cell.integer), scale: scale), on: stack)
        return BorrowedValue(at: -1, on: stack).value
      }
    case (_, .text), (_, .data): return .string(LuaString(bytes: Array(cell.bytes)))
    case (_, .integer): return .integer(cell.integer)
    case (_, .real): return .number(cell.real)
    case (_, .null): return .nil
    }
  }
}
