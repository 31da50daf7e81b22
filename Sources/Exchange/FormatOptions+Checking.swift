import Interchange
import Model

extension FormatOptions {
  /// Refuses totals of columns that are not there.
  func checkTotals(of columns: [String]) throws {
    for name in totals.keys.sorted() where !columns.contains(name) {
      throw ScriptError(ExchangeError.noColumnToTotal(name: name, columns: columns))
    }
  }
}
