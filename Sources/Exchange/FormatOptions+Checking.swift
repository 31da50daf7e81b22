import Encodings
import Interchange
import Model
import Query
import Schema

extension FormatOptions {
  /// Refuses totals of columns that are not there, and sums of what is no number.
  func checkTotals(of fields: [Field]) throws {
    try checkTotals(of: fields.map(\.name))
    for field in fields {
      guard let total = totals[field.name], total.isOfNumbers else { continue }
      try field.checkHoldsNumbers(for: total.rawValue, at: FieldPath(field: field.name))
    }
  }

  /// The same of rows from anywhere.
  func checkTotals(of rows: [DocumentValue], columns: [String]) throws {
    try checkTotals(of: columns)
    for (name, total) in totals.sorted(by: { $0.key < $1.key }) where total.isOfNumbers {
      for case .map(let members) in rows {
        guard let value = members[name], !value.addsUp else { continue }
        throw ScriptError(ExchangeError.noNumberToTotal(total: total.rawValue, column: name, value: value.excerpt))
      }
    }
  }

  private func checkTotals(of columns: [String]) throws {
    for name in totals.keys.sorted() where !columns.contains(name) {
      throw ScriptError(ExchangeError.noColumnToTotal(name: name, columns: columns))
    }
  }
}

extension ColumnTotal.Kind {
  fileprivate var isOfNumbers: Bool { self == .sum || self == .avg }
}

extension DocumentValue {
  /// Whether it is a number, a duration or nothing.
  fileprivate var addsUp: Bool {
    switch self {
    case .null, .integer, .real, .number: true
    case .text(let text): DecimalNumber(text.utf8) != nil || durationSeconds(text) != nil
    default: false
    }
  }

  fileprivate var excerpt: String {
    switch self {
    case .text(let text), .date(let text): quotedExcerpt(text)
    case .boolean(let value): String(value)
    default: "what it holds"
    }
  }
}
