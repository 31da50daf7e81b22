import LuaRows
import LuaRuntime
import Model
import Schema

/// What is in a row, as bytes: rows are equal field by field when their bytes are.
///
/// A table keeps its fields in no order, so they are sorted; objects of entities in a table count as their keys, as `==`
/// has it.
struct RowContent {
  let session: SessionContext
  let stack: LuaStack

  /// The tables that are being read, and how much more may be: tables can hold themselves, and each other many times.
  private struct Walk {
    var path: [UnsafeRawPointer?] = []
    var remaining = 1_000_000
  }

  /// How deep tables may lie in a row.
  private static let depthLimit = 150

  func mark(of row: LuaValue) throws -> ContentMark { try contents(of: row).mark }

  /// The same of an object by what its fields hold.
  func bytes(ofRow row: LuaValue) throws -> [UInt8] { try stored(row)?.bytes ?? bytes(ofValue: row) }

  /// What is in a value; an object in it counts as its key.
  func bytes(ofValue value: LuaValue) throws -> [UInt8] {
    let value = BorrowedValue(value, on: stack)
    defer { value.drop() }
    var result: [UInt8] = []
    var walk = Walk()
    try append(value, to: &result, &walk)
    return result
  }

  /// What is in a row that a list is to keep.
  func contents(of row: LuaValue) throws -> RowContents {
    if let stored = try stored(row) { return .object(row, stored) }
    return .table(row, mark: try ContentMark(of: row, on: stack) ?? ContentMark(of: bytes(ofValue: row)))
  }

  /// What the fields of an object hold; nil for any other value.
  private func stored(_ row: LuaValue) throws -> StoredRow? {
    try RowCopies(session).withObject(row) { object, context in
      try object.checkNotReturned()
      let entity = context.presentEntity
      let rows = ObjectRows(session: session, stack: stack)
      let computed = context.computedMembers(of: object).map(\.field)
      return StoredRow(
        entity: entity,
        values: try entity.fields.indices.map { object.lacks($0) ? nil : try rows.value($0, of: object, entity) }
          + computed.indices.map { rows.computedValue(entity.memberCount + $0, of: object) }, computed: computed)
    }
  }

  private func append(_ value: BorrowedValue, to result: inout [UInt8], _ walk: inout Walk) throws {
    switch value.kind {
    case .table: try appendTable(value, to: &result, &walk)
    case .string:
      result.append(1)
      let bytes = value.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
      Self.append(bytes.count, to: &result)
      result += bytes
    case .number:
      // 1 and 1.0 are equal.
      if let integer = value.integer {
        result.append(2)
        Self.append(Int(integer), to: &result)
      } else {
        result.append(3)
        Self.append(Int(bitPattern: UInt((value.number ?? 0).bitPattern)), to: &result)
      }
    case .boolean: result.append(value.boolean ? 5 : 4)
    case .none, .nil: result.append(0)
    default:
      result.append(6)
      let words = try words(value)
      Self.append(words.utf8.count, to: &result)
      result += words.utf8
    }
  }

  /// What is the same for equal objects; nil for what is no object, and for one without a key.
  func key(of value: BorrowedValue) throws -> String? {
    guard let object = value.rowObject, object.state != .returned,
      let context = object.context(as: ObjectContext.self)
    else { return nil }
    return try Equality(session: session, stack: stack).key(of: object, context)
  }

  /// What stands for a value that is neither simple nor a table.
  private func words(_ value: BorrowedValue) throws -> String {
    if let key = try key(of: value) { return key }
    // 1.0 and 1 are equal.
    if let decimal = value.decimal { return "decimal \(decimal.shortest)" }
    return "\(UInt(bitPattern: value.address))"
  }

  private func appendTable(_ table: BorrowedValue, to result: inout [UInt8], _ walk: inout Walk) throws {
    let address = table.address
    guard walk.path.count < Self.depthLimit, !walk.path.contains(address), table.hasRoom(8) else {
      throw ScriptError(ListError.endlessRow)
    }
    walk.path.append(address)
    defer { walk.path.removeLast() }
    var entries: [[UInt8]] = []
    try table.forEachMember { key, value throws in
      var entry: [UInt8] = []
      walk.remaining -= 1
      guard walk.remaining > 0 else { throw ScriptError(ListError.tooLargeRow) }
      try append(key, to: &entry, &walk)
      try append(value, to: &entry, &walk)
      entries.append(entry)
    }
    entries.sort { $0.lexicographicallyPrecedes($1) }
    result.append(7)
    Self.append(entries.count, to: &result)
    for entry in entries { result += entry }
  }

  private static func append(_ number: Int, to result: inout [UInt8]) {
    withUnsafeBytes(of: number) { result += $0 }
  }

  /// Adds a field of an object as it is stored; nil for one that was not selected.
  static func append(_ cell: Cell?, to result: inout [UInt8]) {
    guard let cell else { return result.append(0xFF) }
    result.append(cell.kind.rawValue)
    switch cell.kind {
    case .null: break
    case .integer, .real: append(Int(bitPattern: UInt(cell.bits)), to: &result)
    case .text, .data:
      append(cell.bytes.count, to: &result)
      result += cell.bytes
    }
  }
}

extension RowCopies {
  /// A row as a list keeps it: a copy, which no script changes.
  func rowCopy(_ row: LuaValue) throws -> LuaValue {
    guard case .table = row else { return try objectCopy(row, isListed: true) }
    return try session.lua.borrowing(row) { row in
      guard let copy = row.deepCopied() else { throw ScriptError(ListError.tooDeepToCopy) }
      return copy.value
    }
  }

  /// A copy of a table; any other value, and what lies too deep to be copied, as it is.
  func keptTable(_ row: LuaValue) -> LuaValue {
    guard case .table = row else { return row }
    return (try? rowCopy(row)) ?? row
  }

  /// A copy of a row that a script may change.
  func ownCopy(_ row: LuaValue) throws -> LuaValue {
    if case .table = row { return try rowCopy(row) }
    return try objectCopy(row, isListed: false)
  }

  private func objectCopy(_ row: LuaValue, isListed: Bool) throws -> LuaValue {
    let copy: LuaValue? = try withObject(row) { object, context in
      if object.isListed, isListed { return nil }
      guard let copy = try Objects(session).copy(of: object, context) else { return nil }
      copy.isListed = isListed
      return copy.place.value
    }
    return copy ?? row
  }

  /// A row that no list keeps: of the view of a listed one, a copy.
  func unlisted(_ row: LuaValue) -> LuaValue {
    session.lua.borrowing(row) { row in
      row.becomeOwn()
      return row.value
    }
  }

  /// From now on, assigning to a row that a list shows is refused.
  package func guardListedRows() { _ = session.state(ListedRowGuard.self) }

  /// Whether a value can be a row: a plain table, or an object of an entity.
  package func isRow(_ value: LuaValue) -> Bool {
    switch value {
    case .table: return true
    case .userdata: return session.lua.borrowing(value) { $0.rowObject != nil }
    default: return false
    }
  }
}

/// What refuses assignments to the rows that lists show; made with the first list of a session.
private final class ListedRowGuard: SessionState {
  init(_ session: SessionContext) {
    session.lua.prepareViews(
      refusing: session.lua.closure(named: "assign") { [unowned session] call in
        throw ScriptError(ObjectError.listedCannotChange(name: session.lua.describe(call.value(2))))
      })
  }
}
