import Encodings
import LuaRuntime
import Model
import Query
import Schema
import Store

/// How many values of a field fall into each of some parts of its range.
///
/// Numbers fall into bins of a round width, moments into years, months or days, whatever fits.
package struct Histogram: Sendable {
  package let bins: [(label: String, count: Int)]
}

extension Session {
  /// The histogram of a field of an entity; nil where its values are no numbers and no moments, or are keys.
  package func histogram(of value: LuaValue, field name: String) throws -> Histogram? {
    guard let handle = value.userdata?.object(as: EntityHandle.self) else { return nil }
    try handle.checkHasTable()
    let entity = try handle.context.entity
    guard let field = entity.field(name), field.relation == nil,
      !entity.relations.contains(where: { $0.kind == .belongsTo && $0.columns.contains(field.column) }),
      field.choices.isEmpty, field.type.reading != .boolean
    else { return nil }
    let store = try handle.context.database.store()
    let column = SQL.name(field.column)
    var (ends, others) = (try store.rows(.select("min(\(column)), max(\(column))", from: entity.table)), 0)
    // What another program has beside numbers comes behind all of them, and is a part of its own.
    if ends.value(0, 0).double != nil, ends.value(0, 1) != .null, ends.value(0, 1).double == nil {
      let number = try handle.context.database.dialect().numberAlone(column)
      let counted: SQL = "min(\(number)), max(\(number)), count(\(column)) - count(\(number))"
      ends = try store.rows(.select(counted, from: entity.table))
      others = Int(ends[0, 2].integer)
    }
    guard let bins = Bins(ends.value(0, 0), ends.value(0, 1), field) else { return nil }
    let counts = bins.parts(column).map { part -> SQL in "count(CASE WHEN \(part) THEN 1 END)" }
    let row = try store.rows(.select(counts.joined(by: ", "), from: entity.table))
    let parts = bins.labels.enumerated().map { ($1, Int(row[0, $0].integer)) }
    return Histogram(bins: others > 0 ? parts + [("no number", others)] : parts)
  }
}

/// The parts of a range, each from one bound up to the next.
struct Bins {
  private(set) var bounds: [Value] = []
  private(set) var labels: [String] = []

  private static let most = 24

  init?(_ least: Value, _ greatest: Value, _ field: Field) {
    switch (least, greatest) {
    case (.integer(let low), .integer(let high)): takeIntegers(low, high, field)
    case (.integer, .real), (.real, .integer), (.real, .real):
      guard let low = least.double, let high = greatest.double, low.isFinite, high.isFinite else { return nil }
      takeReals(low, high)
    case (.text(let first), .text(let last)):
      guard let low = Moment(text: first), let high = Moment(text: last) else { return nil }
      let isShort = (1...2 * 86400).contains(high.seconds - low.seconds)
      if isShort, field.type.calendar != .day { takeHours(low, high, like: first) } else { takeMoments(low, high) }
    default: return nil
    }
    if labels.isEmpty { return nil }
  }

  /// The conditions for the parts; the last bound ends the last of them.
  func parts(_ column: SQL) -> [SQL] {
    zip(bounds, bounds.dropFirst()).map { low, high -> SQL in "\(column) >= \(low) AND \(column) < \(high)" }
  }

  // MARK: Numbers

  /// The least of 1, 2, 5, 10, 20, … that makes about ten parts.
  static func step(_ range: Double) -> Double {
    var power = 1.0
    let wanted = range / 10
    while power * 10 <= wanted { power *= 10 }
    while power > wanted, power > 1e-12 { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= wanted } ?? power
  }

  private mutating func takeIntegers(_ low: Int64, _ high: Int64, _ field: Field) {
    let range = Double(high) - Double(low)
    guard range < 9e15, abs(Double(low)) < 4e18, abs(Double(high)) < 4e18 else {
      return takeReals(Double(low), Double(high))
    }
    // Of few values each is a part.
    let step = range < 20 ? 1 : Int64(max(Self.step(range), 1))
    var start = low >= 0 ? low / step * step : -((-low + step - 1) / step * step)
    while start <= high {
      bounds.append(.integer(start))
      let words = { (number: Int64) in field.words(stored: .integer(number)) }
      labels.append(step == 1 ? words(start) : "\(words(start)) – \(words(start + step - 1))")
      start += step
    }
    bounds.append(.integer(start))
  }

  private mutating func takeReals(_ low: Double, _ high: Double) {
    guard high > low else { return take([low.nextDown, low.nextUp], ["\(low)"]) }
    // The width may be more than a number can say; half of it never is.
    let step = (high - low).isFinite ? Self.step(high - low) : Self.step(high / 2 - low / 2) * 2
    let first = (low / step).rounded(.down)
    let count = Int((high / step).rounded(.down) - first) + 1
    let edges = (0...count).map { (first + Double($0)) * step }
    take(edges, zip(edges, edges.dropFirst()).map { "\(Self.words($0, step)) – \(Self.words($1, step))" })
  }

  private mutating func take(_ edges: [Double], _ names: [String]) {
    bounds = edges.map { .real($0) }
    labels = names
  }

  /// A bound with as many digits as the width of a part has.
  private static func words(_ number: Double, _ step: Double) -> String {
    var scale = 1.0
    while step * scale < 1, scale < 1e12 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }

  // MARK: Moments

  /// Hours, in the form of a text that is stored: `2024-05-01T10` or `2024-05-01 10`.
  private mutating func takeHours(_ low: Moment, _ high: Moment, like text: String) {
    let blank = text.contains(" ")
    var seconds = low.seconds - ((low.seconds % 3600) + 3600) % 3600
    while let moment = Moment(seconds: seconds) {
      let hour = String(moment.text.prefix(moment.dateText.count + 3))
      bounds.append(.text(blank ? hour.replacing("T", with: " ") : hour))
      if seconds > high.seconds { return }
      labels.append(hour.replacing("T", with: " ") + ":00")
      seconds += 3600
    }
    bounds.append(.text(":"))
  }

  private mutating func takeMoments(_ low: Moment, _ high: Moment) {
    let days = (high.seconds - low.seconds) / 86400
    let unit: CalendarUnit =
      days <= 20 ? .day : days <= 700 ? .month : days <= 8500 ? .year : days <= 150_000 ? .decade : .century
    var start = unit.start(of: low)
    while let moment = start, moment.seconds <= high.seconds, labels.count < 400 {
      bounds.append(.text(moment.dateText))
      labels.append(unit.label(of: moment))
      start = unit.next(after: moment)
    }
    if let start { bounds.append(.text(start.dateText)) } else { bounds.append(.text(":")) }
  }
}

/// A part of the calendar that a bin is.
private enum CalendarUnit {
  case day, month, year, decade, century

  private func parts(_ moment: Moment) -> (year: Int64, month: Int64, day: Int64) {
    let numbers = moment.dateText.split(separator: "-").map { Int64($0) ?? 0 }
    return (numbers[0], numbers[1], numbers[2])
  }

  func start(of moment: Moment) -> Moment? {
    let (year, month, day) = parts(moment)
    return switch self {
    case .day: Moment(year: year, month: month, day: day)
    case .month: Moment(year: year, month: month, day: 1)
    case .year: Moment(year: year, month: 1, day: 1)
    case .decade: Moment(year: year / 10 * 10, month: 1, day: 1)
    case .century: Moment(year: year / 100 * 100, month: 1, day: 1)
    }
  }

  func next(after moment: Moment) -> Moment? {
    let (year, month, _) = parts(moment)
    return switch self {
    case .day: Moment(seconds: moment.seconds + 86400)
    case .month: month == 12 ? Moment(year: year + 1, month: 1, day: 1) : Moment(year: year, month: month + 1, day: 1)
    case .year: Moment(year: year + 1, month: 1, day: 1)
    case .decade: Moment(year: year + 10, month: 1, day: 1)
    case .century: Moment(year: year / 100 * 100 + 100, month: 1, day: 1)
    }
  }

  func label(of moment: Moment) -> String {
    switch self {
    case .day: moment.dateText
    case .month: String(moment.dateText.dropLast(3))
    case .year: String(moment.dateText.prefix(4))
    case .decade: moment.dateText.prefix(4) + "s"
    case .century: moment.dateText.prefix(2) + "00 – " + moment.dateText.prefix(2) + "99"
    }
  }
}

extension Value {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
