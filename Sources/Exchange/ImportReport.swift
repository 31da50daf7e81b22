import LuaRuntime
import Model
import Schema

/// What became of the documents of a file.
package final class ImportReport {
  private let skips: Bool
  /// How many rows were written.
  var count = 0
  private(set) var skipped: [(place: ElementPlace, message: String)] = []

  init(skips: Bool) {
    self.skips = skips
  }

  /// Notes what is wrong with a document, if it may be left out; else throws that.
  func fail(_ error: any Error, at place: ElementPlace) throws {
    guard skips, let known = ElementPlace.scriptError(error), Self.isAboutOne(known.kind) else {
      throw place.error(error)
    }
    skipped.append((place.exact(known), known.message))
  }

  /// Whether an error leaves the database and the other documents as good as they were.
  private static func isAboutOne(_ kind: ScriptError.Kind) -> Bool {
    switch kind {
    case .validation, .conflict, .constraint, .decode, .type, .notFound: true
    default: false
    }
  }

  /// Pushes the number of rows, and the list of those that were left out: `{ line = 3, column = 5, message = "…" }`.
  package func push(on call: LuaCall) -> Int {
    call.push(count)
    guard skips else { return 1 }
    let list = call.state.makeTable()
    let sorted = skipped.sorted {
      ($0.place.line ?? 0, $0.place.element ?? 0) < ($1.place.line ?? 0, $1.place.element ?? 0)
    }
    for (index, entry) in sorted.enumerated() {
      let table = call.state.makeTable()
      if let line = entry.place.line { table["line"] = .integer(Int64(line)) }
      if let column = entry.place.column { table["column"] = .integer(Int64(column)) }
      if let element = entry.place.element { table["element"] = .integer(Int64(element)) }
      table["message"] = .string(LuaString(entry.message))
      list[index + 1] = .table(table)
    }
    call.push(.table(list))
    return 2
  }
}
