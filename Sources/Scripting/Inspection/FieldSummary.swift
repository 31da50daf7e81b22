import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// What the values of one field are like.
package struct FieldSummary: Sendable {
  package let name: String
  package let type: String
  package let nulls: Int
  package let distinct: Int
  package let least: Value
  package let greatest: Value
  /// How many values fall into each of some equal parts of their range.
  package let histogram: [Int]
}

extension FieldSummary {
  package static let columns = ["field", "type", "min", "max", "NULLs", "distinct", "histogram"]

  /// Summaries as rows of a table with these columns.
  package static func rows(_ fields: [FieldSummary]) -> RowBuffer {
    let buffer = RowBuffer(columnCount: columns.count, rowCapacity: max(fields.count, 1))
    for field in fields {
      buffer.append([
        .text(field.name), .text(field.type), field.least, field.greatest, .integer(Int64(field.nulls)),
        .integer(Int64(field.distinct)), .text(sparkline(field.histogram)),
      ])
    }
    return buffer
  }
}

extension Session {
  /// Summarises the fields of an entity in a few statements, however many rows there are.
  ///
  /// - Returns: the number of rows, and a summary for each field; nil where the value is no entity.
  package func summary(of value: LuaValue) throws -> (rows: Int, fields: [FieldSummary])? {
    try value.userdata?.object(as: EntityHandle.self)?.fieldSummaries()
  }
}

extension EntityHandle {
  /// The number of rows, and a summary for each field.
  func fieldSummaries() throws -> (rows: Int, fields: [FieldSummary]) {
    try checkHasTable()
    let entity = try context.entity
    let writer = SummaryWriter(
      table: entity.table, store: try context.database.store(), resolver: try RequestHandle(context).resolver,
      keyCount: entity.keySlots.count)
    var fields: [FieldSummary] = []
    var rows = 0
    // A statement has room for some thousand columns at most.
    for start in stride(from: 0, to: entity.fields.count, by: 50) {
      let part = Array(entity.fields[start..<min(start + 50, entity.fields.count)])
      let ranges = try writer.ranges(of: part)
      rows = ranges.rows
      let histograms = try writer.histograms(of: ranges.fields)
      fields += zip(ranges.fields, histograms).map { range, histogram in
        FieldSummary(
          name: range.field.name, type: range.field.type.name, nulls: rows - range.count, distinct: range.distinct,
          least: range.field.shown(range.least), greatest: range.field.shown(range.greatest), histogram: histogram)
      }
    }
    return (rows, fields)
  }
}

extension Field {
  /// A stored value in the words of scripts.
  fileprivate func shown(_ stored: Value) -> Value {
    if type.reading == .boolean, let flag = stored.integer { return .text(flag == 0 ? "false" : "true") }
    return stored.withCell { label(of: $0) }.map { .text($0) } ?? stored
  }
}

/// The statements that summarise a table.
private struct SummaryWriter {
  let table: String
  let store: Database
  let resolver: FieldResolver
  let keyCount: Int

  /// What one statement says of a field.
  struct Range {
    let field: Field
    let count: Int
    let distinct: Int
    let least: Value
    let greatest: Value
    /// The parts into which the values are sorted for the histogram, as conditions.
    let parts: [SQL]
  }

  private static let partCount = 8

  func ranges(of fields: [Field]) throws -> (rows: Int, fields: [Range]) {
    var columns: [SQL] = ["count(*)"]
    let measures = try fields.map { try MeasuredField($0, resolver, store.dialect) }
    for (field, measured) in zip(fields, measures) {
      let column = SQL.name(field.column)
      // What is unique need not be sorted to be counted.
      let isUnique = field.isUnique || field.isPrimaryKey && keyCount == 1
      columns += [
        "count(\(column))", isUnique ? "count(\(column))" : "count(DISTINCT \(measured.value))",
        exactly(measured.least, field, columns.count), exactly(measured.greatest, field, columns.count + 1),
        "min(\(measured.length))", "max(\(measured.length))",
      ]
    }
    let row = try store.rows(.select(columns.joined(by: ", "), from: table))
    let ranges = fields.enumerated().map { index, field in
      let values = (1...6).map { row.value(0, index * 6 + $0) }
      return Range(
        field: field, count: Int(values[0].integer ?? 0), distinct: Int(values[1].integer ?? 0), least: values[2],
        greatest: values[3], parts: parts(of: field, measures[index], values))
    }
    return (Int(row[0, 0].integer), ranges)
  }

  /// A value of decimals of any size, of which each digit counts.
  private func exactly(_ value: SQL, _ field: Field, _ place: Int) -> SQL {
    field.isNumeric ? "\(value) AS \(name: "\(Select.exact)\(place)")" : value
  }

  func histograms(of ranges: [Range]) throws -> [[Int]] {
    let columns = ranges.flatMap(\.parts).map { part -> SQL in "count(CASE WHEN \(part) THEN 1 END)" }
    guard !columns.isEmpty else { return ranges.map { _ in [] } }
    let row = try store.rows(.select(columns.joined(by: ", "), from: table))
    var next = 0
    return ranges.map { range in
      defer { next += range.parts.count }
      return (next..<next + range.parts.count).map { Int(row[0, $0].integer) }
    }
  }

  // MARK: Parts

  /// Choices by themselves, numbers and moments by equal steps, everything else by its length.
  private func parts(of field: Field, _ measured: MeasuredField, _ values: [Value]) -> [SQL] {
    let column = measured.number
    let values = field.isNumeric ? values.map(\.rounded) : values
    let choices = field.type.reading == .boolean ? [.integer(0), .integer(1)] : field.choices.map(\.stored)
    if !choices.isEmpty, choices.count <= 16 { return choices.map { "\(column) = \($0)" } }
    if field.type.calendar != nil { return moments(column, values[2], values[3], field) }
    if field.storage == .integer || field.storage == .real {
      return steps(column, values[2], values[3], isWhole: field.storage == .integer)
    }
    // A column of another program's table is what it holds.
    if field.storage == .any, values[2].number != nil, values[3].number != nil {
      return steps(column, values[2], values[3], isWhole: values[2].integer != nil && values[3].integer != nil)
    }
    if field.storage == .any, [values[2], values[3]].allSatisfy(\.isMoment) {
      return moments(column, values[2], values[3], field)
    }
    return steps(measured.length, values[4], values[5], isWhole: true)
  }

  private func steps(_ measure: SQL, _ least: Value, _ greatest: Value, isWhole: Bool) -> [SQL] {
    guard let low = least.number, let high = greatest.number, low.isFinite, high.isFinite else { return [] }
    // Of few whole numbers each is a part.
    let count = isWhole ? min(Self.partCount, Int(min(high - low, Double(Self.partCount))) + 1) : Self.partCount
    let width = isWhole ? (high - low + 1) / Double(count) : (high - low) / Double(count)
    guard count > 1, width > 0 else { return ["\(measure) IS NOT NULL"] }
    return between(measure, (1..<count).map { .real(low + Double($0) * width) })
  }

  private func moments(_ column: SQL, _ least: Value, _ greatest: Value, _ field: Field) -> [SQL] {
    guard case .text(let first) = least, case .text(let last) = greatest, let low = Moment(text: first)?.seconds,
      let high = Moment(text: last)?.seconds, high - low >= Self.partCount
    else { return ["\(column) IS NOT NULL"] }
    let bounds = (1..<Self.partCount).compactMap { part -> Value? in
      let moment = Moment(seconds: low + (high - low) / Int64(Self.partCount) * Int64(part))
      // Behind a day, others may write a blank where there is a T here.
      return moment.map { .text(field.type.calendar == .moment ? $0.text : $0.dateText) }
    }
    return between(column, bounds)
  }

  /// The parts below, between and above some bounds.
  private func between(_ measure: SQL, _ bounds: [Value]) -> [SQL] {
    guard let first = bounds.first, let last = bounds.last else { return ["\(measure) IS NOT NULL"] }
    let inner = zip(bounds, bounds.dropFirst()).map { low, high -> SQL in
      "\(measure) >= \(low) AND \(measure) < \(high)"
    }
    return ["\(measure) < \(first)"] + inner + ["\(measure) >= \(last)"]
  }
}

extension Value {
  fileprivate var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// A decimal of many digits as about the number that it is.
  fileprivate var rounded: Value {
    guard case .text(let text) = self, let number = Double(text) else { return self }
    return .real(number)
  }

  fileprivate var isMoment: Bool {
    if case .text(let text) = self { Moment(text: text) != nil } else { false }
  }
}
