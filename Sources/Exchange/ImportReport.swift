import LuaRuntime
import Model
import Schema

/// What became of the documents of a file.
///
/// Where all or nothing is to be taken, rows that are wrong are collected, and are one error at the end.
package final class ImportReport {
  private let skips: Bool
  private let limit: Int
  /// How many rows were written.
  package internal(set) var count = 0
  private var refused: [(place: ElementPlace, error: ScriptError, row: LuaTable?)] = []
  private var refusedCount = 0

  /// How many rows that are wrong are looked for at most.
  private static let usualLimit = 20

  init(skips: Bool, limit: Int?) {
    self.skips = skips
    self.limit = limit ?? (skips ? .max : Self.usualLimit)
  }

  /// Whether what is written now may be undone, as something was wrong.
  var hasRefused: Bool { refusedCount > 0 }

  /// Notes what is wrong with a document, if others may be looked at; else throws that.
  func fail(_ error: any Error, at place: ElementPlace) throws {
    guard let known = ElementPlace.scriptError(error), Self.isAboutOne(known.kind) else { throw place.error(error) }
    refusedCount += 1
    if refused.count < limit { refused.append((place.exact(known), known, skips ? place.row?() : nil)) }
    if !skips, refused.count >= limit { throw summary(isCut: true) ?? error }
  }

  /// Throws what is wrong, where nothing may be left out.
  func finish() throws {
    if !skips, let error = summary(isCut: false) { throw error }
  }

  /// What is known to be wrong already, together with what ended everything.
  func joined(with last: ScriptError) -> ScriptError {
    guard !skips, var error = summary(isCut: false) else {
      return last
    }
    error.message += "\n" + last.message
    return error
  }

  /// One error for all rows that are wrong: with its place in front of each, and each again in `rows`.
  private func summary(isCut: Bool) -> ScriptError? {
    let sorted = sortedRows
    guard let first = sorted.first, var result = first.place.error(first.error) as? ScriptError else { return nil }
    guard sorted.count > 1 else { return result }
    let lines = sorted.compactMap { ($0.place.error($0.error) as? ScriptError)?.message }
    let last = ExchangeError.rowsRefused(count: sorted.count, isCut: isCut).message
    result.message = (lines + [last]).joined(separator: "\n")
    return result
  }

  private var sortedRows: [(place: ElementPlace, error: ScriptError, row: LuaTable?)] {
    refused.sorted { ($0.place.line ?? 0, $0.place.element ?? 0) < ($1.place.line ?? 0, $1.place.element ?? 0) }
  }

  /// Whether an error leaves the database and the other documents as good as they were.
  private static func isAboutOne(_ kind: ScriptError.Kind) -> Bool {
    switch kind {
    case .validation, .conflict, .constraint, .decode, .type, .notFound: true
    default: false
    }
  }

  /// Pushes the number of rows, and the list of those that were left out:
  /// `{ line = 3, column = 5, field = "age", value = 200, rule = "is not between 0 and 120", message = "…", row = { … } }`.
  package func push(on call: LuaCall) -> Int {
    call.push(count)
    guard skips else { return 1 }
    call.push(.table(rows(call.state)))
    return 2
  }

  private func rows(_ lua: LuaState) -> LuaTable {
    let list = lua.makeTable()
    for (index, entry) in sortedRows.enumerated() {
      let table = lua.makeTable()
      if let line = entry.place.line { table["line"] = .integer(Int64(line)) }
      if let column = entry.place.column { table["column"] = .integer(Int64(column)) }
      if let element = entry.place.element { table["element"] = .integer(Int64(element)) }
      for detail in entry.error.details where ["field", "value"].contains(detail.name) {
        table[detail.name] = detail.value
      }
      let errors = entry.error.details.first { $0.name == "errors" }?.value
      if let errors { table["errors"] = errors }
      let message = LuaValue.string(LuaString(entry.error.message))
      let rule = errors?.table?.elements.first?.table?["rule"]
      table["rule"] = rule ?? .string(LuaString(Self.rule(in: entry.error)))
      table["message"] = message
      if let row = entry.row { table["row"] = .table(row) }
      list[index + 1] = .table(table)
    }
    return list
  }

  /// What an error says behind the names of the entity and the field: `'Zerator' exists already (id 1)`.
  private static func rule(in error: ScriptError) -> String {
    ["entity", "field"].reduce(error.message) { words, name in
      guard let known = error.details.first(where: { $0.name == name })?.value.text, words.hasPrefix(known + ": ")
      else {
        return words
      }
      return String(words.dropFirst(known.count + 2))
    }
  }
}
