import LuaRuntime
import Query
import Schema
import Store

/// The groups of rows that functions of the script select: counted, selected and sorted in memory as the database would.
struct MemoryGroups {
  private var request: GroupRequest
  private let fetching: Fetching
  /// The same aggregates as their values are read.
  private let values: [GroupRequest.Aggregate]
  /// The groups as an entity, once their values are known.
  private(set) var groups: Entity
  /// The same as conditions and orders were read.
  private let asked: Entity
  /// What `list` gathered: rows hold the numbers of these.
  private(set) var lists: [[Value]] = []

  init(_ request: GroupRequest, rows: RequestHandle) throws {
    fetching = try Fetching(rows)
    self.request = request
    let (resolver, dialect) = (try fetching.handle.resolver, try rows.context.database.dialect())
    values = try request.askingExtremes(resolver, dialect).aggregates
    asked = try request.entity(rows.resolver)
    groups = try request.entity(fetching.handle.resolver)
  }

  /// One row for each group: its keys, then its aggregates.
  mutating func rows() throws -> RowBuffer {
    let paths = request.keys.map(\.path.asWritten) + self.values.compactMap(\.path?.asWritten)
    // Rows are counted by any value of theirs.
    let any = fetching.entity.fields.prefix(1).map { FieldPath(field: $0.name) }
    let found = try fetching.rowValues(paths.isEmpty ? any : paths).reckoned(reckonedColumns)
    try learn(paths, found.fields)
    let values = found.rows
    for (place, aggregate) in request.aggregates.filter({ $0.path != nil }).enumerated() {
      guard let path = aggregate.path, fetching.request.asksFunction(for: path) else { continue }
      let column = request.keys.count + place
      try RequestError.checkAreNumbers(values, column: column, found.fields[column], for: aggregate.function.rawValue)
    }
    for (column, read) in try request.fieldsWithFallbacks(of: fetching.handle).enumerated() {
      if let read { values.read(column, as: read) }
    }
    let result = RowBuffer(columnCount: groups.fields.count)
    for places in grouped(values) {
      let row =
        try request.keys.indices.map { key in shown(places.lazy.map { values.value($0, key) }, key) }
        + aggregates(values, places, found.fields)
      let isSelected = try request.groups.predicate.map { predicate in
        try Evaluation(GroupRow(groups: groups, values: row)).selects(predicate)
      }
      if isSelected ?? true { result.append(row) }
    }
    let places = try sorted(result).dropFirst(request.groups.offset)
    result.keep(places.prefix(request.groups.limit ?? .max))
    return result
  }

  /// The columns with what functions give of which aggregates are made that take numbers, or the least and the greatest.
  private var reckonedColumns: [Int] {
    values.filter { $0.path != nil }.enumerated().compactMap { place, aggregate in
      guard let path = aggregate.path, fetching.request.asksFunction(for: path) || path.part == .json else {
        return nil
      }
      return [.count, .list].contains(aggregate.function) ? nil : request.keys.count + place
    }
  }

  /// What a group is called by equal values of a key: real ones as such, which a database may keep as integers.
  private func shown(_ values: some Collection<Value>, _ key: Int) -> Value {
    let shown = values.shown(by: collation(ofKey: key))
    let path = request.keys[key].path
    guard path.isOwn, path.inside.isEmpty, fetching.entity.field(path.field)?.storage == .real,
      case .integer(let whole) = shown
    else { return shown }
    return .real(Double(whole))
  }

  /// How values of a key are equal: parts of JSON by what they say.
  private func collation(ofKey place: Int) -> Collation {
    groups.fields[place].isPartOfJSON ? .json : groups.fields[place].collation
  }

  /// The places of the rows of each group.
  private func grouped(_ values: RowBuffer) -> [[Int]] {
    var groups: [[Int]] = []
    var known: [[Value]: Int] = [:]
    // All rows are one group, also where there are none.
    if request.keys.isEmpty { return [Array(0..<values.count)] }
    for row in 0..<values.count {
      let key = request.keys.indices.map { values.value(row, $0).key(by: collation(ofKey: $0)) }
      if let group = known[key] {
        groups[group].append(row)
      } else {
        known[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }

  /// What functions give has a type only now.
  private mutating func learn(_ paths: [FieldPath], _ fields: [Field]) throws {
    var resolver = try fetching.handle.resolver
    for (path, field) in zip(paths, fields) where fetching.request.asksFunction(for: path) {
      resolver.computed[path.field]?.field = field
    }
    groups = try request.entity(resolver)
    // Truths beside numbers and texts come in the order that parts of JSON have.
    for (place, key) in request.keys.enumerated()
    where fetching.request.asksFunction(for: key.path) && groups.fields[place].type == .json {
      groups.fields[place].isPartOfJSON = true
      groups.fields[place].type = .any
    }
    try request.learn(from: asked, to: groups)
  }

  private mutating func aggregates(_ values: RowBuffer, _ places: [Int], _ fields: [Field]) throws
    -> [Value]
  {
    var column = request.keys.count
    var result: [Value] = []
    for aggregate in request.aggregates {
      guard let path = aggregate.path else {
        result.append(.integer(Int64(places.count)))
        continue
      }
      let all = places.map { values.value($0, column) }
      let collation = fields[column].collation
      result.append(
        try value(
          of: aggregate, aggregate.once(all, by: collation), fields[column],
          isGiven: fetching.request.asksFunction(for: path)))
      column += 1
    }
    return result
  }

  private mutating func value(
    of aggregate: GroupRequest.Aggregate, _ values: [Value], _ field: Field, isGiven: Bool
  ) throws -> Value {
    let known = values.filter { $0 != .null }
    switch aggregate.function {
    case .count: return .integer(Int64(known.count))
    case .list:
      lists.append(values)
      return .integer(Int64(lists.count - 1))
    case .median:
      if field.type == .wideDecimal { return known.map(\.realOfDecimal).median(scale: 0, decimals: nil) }
      return known.median(
        scale: field.type == .decimal && !field.isStoredAsNumber ? field.scale : 0,
        decimals: field.comparesDecimals ? field : nil)
    case .sum, .avg, .min, .max:
      guard let function = Select.Aggregate(rawValue: aggregate.function.rawValue) else { return .null }
      let value = try known.withCells { try MemoryAggregate.value(function, of: $0, field, isGiven: isGiven) }
      if function == .sum, field.type == .decimal, field.isStoredAsNumber {
        return value.compared(asText: field.isNumeric)
      }
      // The sum of nothing is 0.
      if value == .null, function == .sum, field.type == .wideDecimal {
        return .data(DecimalNumber(0, scale: 0).ordered)
      }
      return Self.rounded(value == .null && function == .sum ? .integer(0) : value, function, field)
    }
  }

  /// What is made of decimals is one, however they are stored.
  private static func rounded(_ value: Value, _ function: Select.Aggregate, _ field: Field) -> Value {
    guard field.type == .decimal, case .real(let number) = value else { return value }
    let power = Double(DecimalNumber.power(field.scale) ?? 1)
    switch function {
    case .avg: return .real(field.isStoredAsNumber ? number : number / power)
    default: return value
    }
  }

  /// The places of the groups in their order: the sorts, then the keys.
  private func sorted(_ rows: RowBuffer) throws -> [Int] {
    let ties = groups.keySlots.flatMap { groups.fields[$0].ties }
    let sorts = request.groups.sorts + ties
    var keys = SortKeys(sorts, count: rows.count)
    // Keys may point into what was computed for them.
    var held: [RowBuffer] = []
    for (column, sort) in sorts.enumerated() {
      if let slot = sort.path.flatMap({ groups.slot(of: $0.description) }), !groups.fields[slot].isPartOfJSON {
        keys.compare(column, by: groups.fields[slot].collation)
        for row in 0..<rows.count { keys.set(column, of: row, rows[row, slot]) }
      } else if case .value(let expression) = sort.key {
        let computed = RowBuffer(columnCount: 1)
        for row in 0..<rows.count {
          let values = groups.fields.indices.map { rows.value(row, $0) }
          computed.append([try Evaluation(GroupRow(groups: groups, values: values)).value(expression)])
        }
        for row in 0..<rows.count { keys.set(column, of: row, computed[row, 0]) }
        held.append(computed)
      }
    }
    return withExtendedLifetime(held) { keys.sortedRows() }
  }
}

extension Field {
  /// In what order the values of a key come; parts of JSON that are as large are told apart by their text.
  fileprivate var ties: [Sort] {
    var path = FieldPath(field: name)
    let own = Sort(path)
    guard isPartOfJSON else { return [own] }
    path.part = .json
    return [own, Sort(path)]
  }
}

extension GroupRequest.Aggregate {
  /// The values that count: where that is said, each once.
  fileprivate func once(_ values: [Value], by collation: Collation) -> [Value] {
    if !isDistinct { return values }
    return function == .list ? values.shownOnce(by: collation) : values.distinct(by: collation)
  }
}

extension [Value] {
  /// Each value once, where it is first; 1 and 1.0 are one value.
  fileprivate func distinct(by collation: Collation) -> [Value] {
    var seen: Set<Value> = []
    return filter { seen.insert($0.key(by: collation)).inserted }
  }

  /// The same as it is shown.
  fileprivate func shownOnce(by collation: Collation) -> [Value] {
    var places: [Value: Int] = [:]
    var equals: [[Value]] = []
    for value in self {
      let key = value.key(by: collation)
      if let place = places[key] {
        if value.mayBeShownOtherwise { equals[place].append(value) }
      } else {
        places[key] = equals.count
        equals.append([value])
      }
    }
    return equals.map { $0.shown(by: collation) }
  }

  /// The mean of the middle two of these numbers; of decimals, which are integers, with their point.
  fileprivate func median(scale: Int, decimals: Field?) -> Value {
    let numbers = compactMap { value -> Double? in
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      // What others have as text.
      case .text(let text): decimals.flatMap { MemoryAggregate.real(ofText: text.utf8, $0) }
      default: nil
      }
    }.sorted()
    guard !numbers.isEmpty else { return .null }
    let middle = numbers.count / 2
    let mean =
      numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2
    return .real(reckoned: mean / Double(DecimalNumber.power(scale) ?? 1))
  }
}

/// A group for an evaluation: its values by their names.
private struct GroupRow: EvaluatedRow {
  let groups: Entity
  let values: [Value]

  func value(at path: FieldPath) -> Value { operand(at: path).value }
  func operand(at path: FieldPath) -> (value: Value, collation: Collation?) {
    guard let slot = groups.slot(of: path.description) else { return (.null, .binary) }
    let field = groups.fields[slot]
    let value = field.isPartOfJSON ? values[slot].member(at: [], part: path.part) : values[slot]
    return (value, field.saidCollation)
  }

  // Groups are selected by tests and predicates alone.
  func isAmong(_ rows: RelatedRows) -> Bool? { nil }
  func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
  func truth(of function: ScriptHook) -> Bool { false }
  func truth(of function: ScriptHook, testing value: Expression) -> Bool { false }
}

extension Value {
  fileprivate var realOfDecimal: Value { (try? Expression.Function.realOfDecimal([self])) ?? .null }

  /// A sum of decimals as the number that groups compare by; 0 of nothing.
  fileprivate func compared(asText isExact: Bool) -> Value {
    switch self {
    case .text(let text):
      DecimalNumber(text.utf8)?.storedNumber ?? (isExact ? self : .real(Double(text) ?? 0))
    case .null: .integer(0)
    default: self
    }
  }
}
