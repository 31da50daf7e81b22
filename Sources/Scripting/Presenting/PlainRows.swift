import Interchange
import LuaRuntime
import Model
import Requests
import Schema
import Store

/// Plain tables as rows: what `db:query`, `values` and groups give, and lists of tables with equal keys.
///
///     { { id = 1, name = "Ann" }, { id = 2, name = "Bob" } }   →   id | name, two rows
package struct PlainRows {
  package let columns: [OutputColumn]
  package let buffer: RowBuffer
  /// Whether the columns are those of a statement, in its order.
  package let isOrdered: Bool
}

extension Session {
  /// Where the names of a plain table stand, that has an order of its own.
  package func places(inRow row: LuaTable) -> [String: Int] { context.state(ColumnOrders.self).places(inRow: row) }

  /// The rows that a plain table is; nil when it is anything else.
  func plainRows(_ table: LuaTable) throws -> PlainRows? {
    let known = context.state(ColumnOrders.self).names(of: table)
    guard known != nil || describe(.table(table)).hasPrefix("table: 0x") else { return nil }
    let count = table.rawLength
    let elements = (0..<count).map { table[$0 + 1] }
    let rows = context.state(ColumnOrders.self).shown(elements, of: table).compactMap(\.table)
    guard rows.count == count, known != nil || count > 0 else { return nil }
    guard let reader = try known.map({ PlainRowReader(names: $0, rows) }) ?? reader(of: rows, in: table) else {
      return nil
    }
    var cells: [[LuaValue]] = []
    cells.reserveCapacity(count)
    for (place, row) in rows.enumerated() {
      if place & 1023 == 0 { try lua.checkInterruption() }
      cells.append(reader.cells(of: row))
    }
    return plainRows(reader.names, cells, isOrdered: known != nil)
  }

  /// Records that a script made: each has the same names, and the list has nothing beside them.
  private func reader(of rows: [LuaTable], in table: LuaTable) throws -> PlainRowReader? {
    guard table.entries().count == rows.count, let names = rows.first.flatMap(names) else { return nil }
    for (place, row) in rows.enumerated() {
      if place & 1023 == 0 { try lua.checkInterruption() }
      guard self.names(of: row) == names else { return nil }
    }
    // A table has no order: the key is looked for first.
    return PlainRowReader(names: names.sorted { $0 == "id" || ($1 != "id" && $0 < $1) }, isByPlace: false)
  }

  private func names(of row: LuaTable) -> Set<String>? {
    let keys = row.entries().map { $0.0.text }
    guard !keys.isEmpty, !keys.contains(nil), describe(.table(row)).hasPrefix("table: 0x") else { return nil }
    return Set(keys.compactMap { $0 })
  }

  /// Cells as rows of columns that say what all of their values are.
  func plainRows(_ names: [String], _ cells: [[LuaValue]], isOrdered: Bool) -> PlainRows {
    let columns = names.indices.map { column in
      OutputColumn(names[column], kind(of: cells.lazy.map { $0[column] }))
    }
    let buffer = RowBuffer(columnCount: names.count, rowCapacity: max(cells.count, 1))
    for row in cells {
      buffer.append(zip(row, columns).map { value($0, in: $1.kind) })
    }
    return PlainRows(columns: columns, buffer: buffer, isOrdered: isOrdered)
  }

  /// What the cells of a column mean, when all of them mean one thing.
  ///
  /// Truths, numbers and tables beside each other are JSON, in which each stays what it is.
  private func kind(of values: some Sequence<LuaValue>) -> OutputColumn.Kind {
    var kinds: Set<OutputColumn.Kind> = []
    for value in values where !isNull(value) {
      switch value {
      case .boolean: kinds.insert(.boolean)
      case .table: kinds.insert(.json)
      case .integer, .number: kinds.insert(.real)
      case .userdata(let userdata) where userdata.object(as: DecimalValue.self) != nil: kinds.insert(.decimal)
      default: return .any
      }
    }
    // Decimals are text, which no other number is.
    if kinds.count > 1 { return kinds.contains(.decimal) ? .any : .json }
    return kinds.first == .real ? .any : kinds.first ?? .any
  }

  private func value(_ value: LuaValue, in kind: OutputColumn.Kind) -> Value {
    if isNull(value) { return .null }
    if case .boolean(let flag) = value, kind != .boolean { return .text(String(flag)) }
    if case .table = value { return .text(jsonText(value)) }
    return Value(plain: value) ?? .text(describe(value))
  }

  /// A plain value as cells of one column: each element of a list of plain values, or the value itself.
  package func plainValues(of value: LuaValue) -> [Value] {
    guard let table = value.table, table.rawLength > 0, table.entries().count == table.rawLength else {
      return [self.value(value, in: .any)]
    }
    return table.elements.map { self.value($0, in: .any) }
  }

  func isNull(_ value: LuaValue) -> Bool { value.isNil || value.isSame(as: context.null) }
}

/// Finds the cells of a row, which has them by name or, as those of `values`, by place.
private struct PlainRowReader {
  let names: [String]
  let isByPlace: Bool

  init(names: [String], isByPlace: Bool) {
    self.names = names
    self.isByPlace = isByPlace
  }

  init(names: [String], _ rows: [LuaTable]) {
    // A row of `values` has no names at all; its NULLs leave no trace.
    let isNamed = rows.contains { row in names.contains { !row[$0].isNil } }
    self.init(names: names, isByPlace: !isNamed)
  }

  func cells(of row: LuaTable) -> [LuaValue] {
    isByPlace ? names.indices.map { row[$0 + 1] } : names.map { row[$0] }
  }
}
