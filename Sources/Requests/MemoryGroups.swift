import LuaRuntime
import Query
import Schema
import Store

/// The groups of rows that functions of the script select: counted, selected and sorted in memory as the database would.
struct MemoryGroups {
  private let request: GroupRequest
  private let fetching: Fetching
  private let groups: Entity

  init(_ request: GroupRequest, rows: RequestHandle, groups: Entity) throws {
    self.request = request
    self.groups = groups
    fetching = try Fetching(rows)
  }

  /// One row for each group: its keys, then its aggregates.
  func rows(on stack: LuaStack) throws -> RowBuffer {
    let paths = request.keys + request.aggregates.compactMap(\.path)
    let values = try fetching.rowValues(paths.isEmpty ? request.keys : paths, on: stack)
    let result = RowBuffer(columnCount: groups.fields.count)
    for places in grouped(values) {
      let row = try request.keys.indices.map { values.value(places[0], $0) } + aggregates(values, places)
      let isSelected = try request.groups.predicate.map { predicate in
        try Evaluation(GroupRow(groups: groups, values: row)).selects(predicate)
      }
      if isSelected ?? true { result.append(row) }
    }
    let places = sorted(result).dropFirst(request.groups.offset)
    result.keep(places.prefix(request.groups.limit ?? .max))
    return result
  }

  /// The places of the rows of each group.
  private func grouped(_ values: RowBuffer) -> [[Int]] {
    var groups: [[Int]] = []
    var known: [[Value]: Int] = [:]
    for row in 0..<values.count {
      let key = request.keys.indices.map { values.value(row, $0).key(by: self.groups.fields[$0].nature.collation) }
      if let group = known[key] {
        groups[group].append(row)
      } else {
        known[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }

  private func aggregates(_ values: RowBuffer, _ places: [Int]) throws -> [Value] {
    let resolver = try fetching.handle.resolver
    var column = request.keys.count
    return try request.aggregates.map { aggregate in
      guard let path = aggregate.path else { return .integer(Int64(places.count)) }
      defer { column += 1 }
      let cells = places.lazy.map { [column] in values[$0, column] }.filter { !$0.isNull }
      guard let function = Select.Aggregate(rawValue: aggregate.function.rawValue) else {
        return .integer(Int64(cells.count))
      }
      let field = try resolver.field(at: path)
      return Self.rounded(
        try MemoryAggregate.value(function, of: cells, by: field.nature.collation), function, field)
    }
  }

  /// What is made of decimals is one, however they are stored.
  private static func rounded(_ value: Value, _ function: Select.Aggregate, _ field: Field) -> Value {
    guard field.type == .decimal, case .real(let number) = value else { return value }
    let power = Double(DecimalNumber.power(field.scale) ?? 1)
    switch function {
    case .sum: return .real((number * power).rounded() / power)
    case .avg: return .real(field.isStoredAsNumber ? number : number / power)
    default: return value
    }
  }

  /// The places of the groups in their order: the sorts, then the keys.
  private func sorted(_ rows: RowBuffer) -> [Int] {
    let ties = groups.keySlots.map { Sort(FieldPath(field: groups.fields[$0].name)) }
    let sorts = request.groups.sorts + ties
    var keys = SortKeys(sorts, count: rows.count)
    for (column, sort) in sorts.enumerated() {
      guard let slot = sort.path.flatMap({ groups.slot(of: $0.description) }) else { continue }
      keys.compare(column, by: groups.fields[slot].nature.collation)
      for row in 0..<rows.count { keys.set(column, of: row, rows[row, slot]) }
    }
    return keys.sortedRows()
  }
}

/// A group for an evaluation: its values by their names.
private struct GroupRow: EvaluatedRow {
  let groups: Entity
  let values: [Value]

  func value(at path: FieldPath) -> Value { groups.slot(of: path.description).map { values[$0] } ?? .null }
  func operand(at path: FieldPath) -> (value: Value, collation: Collation) {
    guard let slot = groups.slot(of: path.description) else { return (.null, .binary) }
    return (values[slot], groups.fields[slot].nature.collation)
  }

  // Groups are selected by tests and predicates alone.
  func isAmong(_ rows: RelatedRows) -> Bool? { nil }
  func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
  func truth(of function: ScriptHook) -> Bool { false }
  func truth(of function: ScriptHook, testing value: Expression) -> Bool { false }
}
