import Encodings
import LuaRuntime
import Model
import Schema
import Scripting
import Store

extension Command {
  static let compare = Command(
    "compare", usage: ".compare LOCATION REQUEST",
    summary: "runs a request here and on another database, and shows what differs", arguments: [.file, .request]
  ) { runner, argument in
    let (location, expression) = argument.splittingFirstWord
    guard !location.isEmpty, !expression.isEmpty else {
      throw CommandRefusal.compareWithoutRequest
    }
    let here = try runner.request(expression, for: "compare")
    let results = try runner.call(
      onAnotherDatabase, .string(LuaString(location)), .string(LuaString("return " + expression)),
      .function(runner.entityTest))
    guard let there = results.first, let other = results.dropFirst().first else { return }
    defer { _ = try? runner.call("local other = ... other:close()", other) }
    let comparison = try RowComparison(runner.rows(of: here), runner.rows(of: there))
    let palette = runner.settings.palette
    if comparison.changes.isEmpty {
      return runner.output.result(palette("both have the same rows", .dim) + "\n")
    }
    try runner.paged {
      runner.output.result(palette(comparison.heading(location), .heading) + "\n")
      for change in comparison.changes {
        try runner.session.lua.checkInterruption()
        runner.output.result(ChangeLine(change, fields: comparison.fields).text(palette) + "\n")
      }
    }
  }

  /// The request is made once more with entities of the other database in place of those here.
  private static let onAnotherDatabase = """
    local location, code, is_entity = ...
    local other = moon.open(location, { read_only = true })
    local function there(_, name)
      local value = _G[name]
      if is_entity(value) then return value:on(other) end
      return value
    end
    return load(code, "=request", "t", setmetatable({}, { __index = there }))(), other
    """
}

extension Runner {
  /// A function of Lua that says whether a value is an entity.
  fileprivate var entityTest: LuaFunction {
    session.lua.function(named: "is_entity") { [unowned session] call in
      if case .entity = session.nature(of: call.value(1)) { call.push(true) } else { call.push(false) }
      return 1
    }
  }

  fileprivate func rows(of request: LuaValue) throws -> Rows {
    var value = request
    if case .entity = session.nature(of: request) {
      value = try call("local entity = ... return entity:all()", request).first ?? request
    }
    guard case .rows(let rows) = try session.shown(value, limit: nil) else {
      throw CommandRefusal.comparedIsNoRequest
    }
    return rows
  }
}

/// What differs between the rows of one request on two databases.
struct RowComparison {
  let fields: [Field]
  /// What would have to be done to the rows here to make them those there.
  private(set) var changes: [RowChange] = []

  init(_ here: Rows, _ there: Rows) throws {
    guard here.fields.map(\.name) == there.fields.map(\.name) else {
      throw CommandRefusal.comparedHasOtherFields(there.fields.map(\.name))
    }
    fields = here.fields
    let keys = fields.indices.filter { fields[$0].isPrimaryKey }
    compare(Self.values(here), Self.values(there), keys: keys.isEmpty ? Array(fields.indices) : keys)
  }

  private static func values(_ rows: Rows) -> [[Value]] {
    (0..<rows.buffer.count).map { row in (0..<rows.fields.count).map { rows.buffer.value(row, $0) } }
  }

  /// Rows with the same key are the same row; without a key all values are it.
  private mutating func compare(_ here: [[Value]], _ there: [[Value]], keys: [Int]) {
    var left: [[Value]: [[Value]]] = [:]
    for row in there.reversed() { left[keys.map { row[$0] }, default: []].append(row) }
    for row in here {
      let key = keys.map { row[$0] }
      guard let match = left[key]?.popLast() else {
        changes.append(RowChange(table: "", kind: .deleted, key: key, before: row, after: []))
        continue
      }
      guard match != row else { continue }
      let before = zip(row, match).map { $0 == $1 ? nil : Optional($0) }
      let after = zip(row, match).map { $0 == $1 ? nil : Optional($1) }
      changes.append(RowChange(table: "", kind: .updated, key: key, before: before, after: after))
    }
    for row in there {
      let key = keys.map { row[$0] }
      guard left[key]?.popLast() != nil else { continue }
      changes.append(RowChange(table: "", kind: .inserted, key: key, before: [], after: row))
    }
  }

  func heading(_ location: String) -> String {
    let counts: [(RowChange.Kind, String)] = [
      (.deleted, "only here"), (.inserted, "only there"), (.updated, "different there"),
    ]
    return counts.compactMap { kind, words in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(grouped(count)) \(words)"
    }.joined(separator: ", ") + " (" + escapingControls(location) + ")"
  }
}
