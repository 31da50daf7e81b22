import LuaRuntime
import Query
import ResultSets
import Schema
import Store

/// Fetches the rows of a request and finds the identity and the section of each.
struct BoundReader {
  private let session: Session
  private let fetching: Fetching
  private let section: SectionKey?
  private let functions: [ScriptHook: LuaFunction]

  init(_ handle: RequestHandle, _ section: SectionKey?) throws {
    session = handle.context.session
    fetching = try Fetching(handle, values: section?.path.map { [$0] } ?? [], always: true)
    self.section = section
    functions = handle.functions
  }

  /// The tables that are read, in lower case.
  ///
  /// A function of the script may follow relations, as `p.team.name` does: then they are those of all entities in reach.
  func tables() throws -> Set<String> {
    let context = fetching.handle.context
    let statement = try context.database.store().engine.statement(fetching.rowsSQL().text)
    defer { statement.release() }
    let reachable = functions.isEmpty ? [] : try context.catalog.entities.map(\.table)
    return Set((statement.readTables + reachable).map { $0.lowercased() })
  }

  func fetch() throws -> (buffer: RowBuffer, list: LuaValue) {
    let stack = session.lua.stack
    guard stack.ensure(16) else { throw ScriptError(.state, "too many functions call each other") }
    let buffer = try fetching.pushRows(on: stack)
    defer { stack.pop(1) }
    return (buffer, stack.value(-1))
  }

  func layout() throws -> BoundRows.Layout {
    let entity = fetching.entity
    guard !entity.keySlots.isEmpty else {
      throw ScriptError(.state, "\(entity.name) has no primary key: its rows cannot be told apart, nor followed")
    }
    let slots = Set(fetching.slots)
    let fields = entity.fields.indices.map { slots.contains($0) ? fetching.column(of: $0) : nil }
    return BoundRows.Layout(
      fields: fields, keys: entity.keySlots.compactMap { fetching.column(of: $0) },
      compared: fields.contains(nil) ? fields.compactMap(\.self) : Array(0..<fetching.rowWidth))
  }

  // MARK: Sections

  /// The number of the section of each row.
  func sections(of buffer: RowBuffer, _ names: SectionNames) throws -> [Int] {
    switch section {
    case nil:
      let number = buffer.count == 0 ? 0 : names.number(of: .text([]), "")
      return [Int](repeating: number, count: buffer.count)
    case .closure(let hook): return try sections(of: buffer, names, asking: functions[hook])
    case .field(let path): return try sections(of: buffer, names, path) { $0 }
    case .initial(let path): return try sections(of: buffer, names, path) { $0.initial }
    }
  }

  /// Rows of one section mostly follow each other: then there is nothing to look up.
  private func sections(
    of buffer: RowBuffer, _ names: SectionNames, _ path: FieldPath, name: (LuaValue) -> LuaValue
  ) throws -> [Int] {
    let resolver = try fetching.handle.resolver
    var (field, entity) = (try resolver.field(at: path), fetching.entity)
    if case .field(let found, let owner) = try resolver.target(of: path) { (field, entity) = (found, owner) }
    let column = fetching.valueColumns[0]
    let stack = session.lua.stack
    var result: [Int] = []
    result.reserveCapacity(buffer.count)
    for row in 0..<buffer.count {
      let cell = buffer[row, column]
      if row > 0, cell.isSame(as: buffer[row - 1, column]) {
        result.append(result[row - 1])
        continue
      }
      try session.push(cell, as: field, of: entity, on: stack)
      defer { stack.pop(1) }
      result.append(try names.number(of: name(stack.value(-1))))
    }
    return result
  }

  /// One object shows each row in turn, and is taken back when all is said.
  private func sections(of buffer: RowBuffer, _ names: SectionNames, asking function: LuaFunction?) throws -> [Int] {
    let stack = session.lua.stack
    guard let function, let shape = fetching.shape,
      let cursor = stack.pushRow(
        shape, anchor: nil, rows: UnsafeMutableRawPointer(buffer.header), row: 0, state: .lent)
    else { return [] }
    defer {
      cursor.state = .returned
      stack.top = cursor.index - 1
    }
    var result: [Int] = []
    result.reserveCapacity(buffer.count)
    for row in 0..<buffer.count {
      cursor.row = row
      stack.push(reference: function)
      stack.copy(cursor.index)
      try stack.call(arguments: 1, results: 1)
      defer { stack.pop(1) }
      result.append(try names.number(of: stack.value(-1)))
    }
    return result
  }
}
