import LuaRows
import LuaRuntime
import Model
import Query
import Saving
import Schema
import Store

/// `update { n = function(p) return p.n + 1 end, m = expr "m * 2" }`: what fields of each row become is computed of that
/// row as it was.
struct ComputedUpdate {
  let session: SessionContext
  let handle: RequestHandle

  /// Whether what `update` gives a field is computed of each row.
  static func isComputed(_ value: LuaValue) -> Bool {
    if case .function = value { return true }
    return value.isExpression
  }

  /// What the table says of each field: a value for all rows, or one that is computed.
  private struct Settings {
    var plain: LuaTable
    var computed: [(key: LuaValue, slot: Int?, path: FieldPath)] = []
    var rows: RequestHandle
  }

  /// Sets the fields of all rows, or of none; the number of rows.
  func run(_ table: LuaTable) throws -> Int {
    // The same rows are read twice: first what is computed of them, then they themselves.
    let settings = try settings(table)
    let isPlain = settings.plain.entries().isEmpty
    if !isPlain { _ = try NewValues(session: session, handle: handle).read(settings.plain) }
    let expressions = settings.computed.compactMap { settings.rows.request.computed[$0.path.field]?.expression }
    let unreckonable = try UnreckonableRows(settings.rows, expressions)
    if isPlain, !unreckonable.isPossible, let count = try runWhole(settings) { return count }
    return try handle.context.database.store().atomically {
      try unreckonable.check()
      let values = try Fetching(settings.rows).givenValues(settings.computed.map(\.path))
      return try Requester(session).updateEach(handle.with { $0.selection = nil }, settings.plain) { row in
        settings.computed.enumerated().map { column, setting in (setting.key, values[column][row]) }
      }
    }
  }

  private func settings(_ table: LuaTable) throws -> Settings {
    var settings = Settings(plain: session.lua.makeTable(), rows: handle)
    var reader = RowValueReader(handle, word: "update")
    let entity = try handle.context.entity
    let fields = NewValues(session: session, handle: handle)
    for (key, value) in table.entries() {
      guard Self.isComputed(value) else {
        settings.plain[key] = value
        continue
      }
      guard let name = key.text else { throw ScriptError(RequestError.updateWithoutNames) }
      let slot = try fields.slot(of: name, for: value)
      guard slot != nil || entity.relation(name)?.kind == .belongsTo else {
        throw QueryError.unknownField(entity: entity.name, name: name, candidates: entity.memberNames)
      }
      guard let path = try reader.readMarked(value) else { continue }
      try checkIsExact(path, for: slot.map { entity.fields[$0] }, reader.request)
      settings.computed.append((key, slot, path))
    }
    // The database and a walk over the rows take them in one order.
    settings.rows = reader.request.with {
      $0.selection = nil
      $0.isDistinct = false
    }
    return settings
  }

  /// Refuses to give decimals what a text divides, which is a number that is not exact.
  private func checkIsExact(_ path: FieldPath, for field: Field?, _ rows: RequestHandle) throws {
    guard let field, field.type.reading == .decimal, let computed = rows.request.computed[path.field],
      computed.field.type == .real, computed.expression.contains(\.isQuotient)
    else { return }
    throw ScriptError(RequestError.updateWithQuotient(field: field.name))
  }

  // MARK: One statement

  /// Sets all rows in one statement, where nothing but the type of the fields has to be kept; nil where each row must be
  /// looked at.
  private func runWhole(_ settings: Settings) throws -> Int? {
    let tied = try handle.context.tied()
    try handle.context.checkScales()
    guard !handle.request.asksScript, !tied.entity.isReflected, !tied.isMixed, !handle.context.watchesChanges(tied)
    else { return nil }
    let pushed = try settings.rows.pushed(isWholeWanted: true)
    var values: [(slot: Int, value: Expression)] = []
    for setting in settings.computed {
      guard let slot = setting.slot, tied.slots[slot].tests.isEmpty, !tied.isOverridden(slot),
        let computed = pushed.request.computed[setting.path.field], !computed.asksScript,
        tied.entity.fields[slot].takes(computed.field)
      else { return nil }
      values.append((slot, computed.expression))
    }
    do {
      return try Changing(settings.rows).update(computed: values)
    } catch let error as StoreError {
      // Row by row it has words of its own, with the row that does not fit.
      switch error.kind {
      case .constraint, .overflow: return nil
      default: throw error
      }
    }
  }
}

extension Expression {
  fileprivate var isQuotient: Bool { if case .arithmetic(.divide, _, _) = self { true } else { false } }
}

extension Field {
  /// Whether it holds all values of another field as they are.
  fileprivate func takes(_ other: Field) -> Bool {
    guard encoder == nil, relation == nil, document == nil, integerRange == nil else { return false }
    switch type {
    case .integer: return other.type == .integer
    case .real: return other.type == .real
    case .text: return other.type == .text
    case .boolean: return other.type == .boolean
    case .decimal: return other.type == .decimal && other.scale == scale && !isStoredAsNumber && !other.isStoredAsNumber
    default: return false
    }
  }
}
