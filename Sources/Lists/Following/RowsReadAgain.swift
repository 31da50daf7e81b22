import LuaRuntime
import ResultSets

/// What became of the rows of a request's result set since they were fetched: which were read again, and how all of them
/// stand now.
///
/// The rows have numbers: those that were fetched their indices in the order of then, and each that came later the next.
/// A copy shares nearly all of it, so that what was shown before stays as it was.
struct RowsReadAgain {
  struct Row {
    var place: BoundRows.Place
    /// What the row is known by in the order of fetched rows.
    let identity: Int
  }

  /// The rows as they were fetched, by their identities.
  let fetched: SectionedOrder
  /// All rows by their numbers.
  var order: EditableOrder
  /// The same, as those read it who look at all of it.
  var shown: SectionedOrder
  /// Whether the view knows the rows by their identities, as one of fetched rows does, and not by their numbers.
  var isIdentified = false
  /// By number.
  private(set) var rows: [Int: Row] = [:]
  /// The numbers of rows that were not fetched, by their identities.
  private var added: [Int: Int] = [:]

  init(_ fetched: SectionedOrder) {
    self.fetched = fetched
    order = EditableOrder(numbering: fetched)
    shown = SectionedOrder(order)
  }

  /// The number of a row that is there, or was.
  func number(of identity: Int) -> Int? { fetched.index(ofRow: identity) ?? added[identity] }

  /// What the view knows a row by.
  func viewed(_ identity: Int) -> Int? { isIdentified ? identity : number(of: identity) }

  func number(atIndex index: Int) -> Int {
    if shown.isFlat { return shown.rows[index] }
    return shown.position(ofNth: index + 1).flatMap { shown.row(at: $0) } ?? 0
  }

  /// Shows a row as it is now; its number.
  mutating func read(_ row: Row) -> Int {
    let number = number(of: row.identity) ?? fetched.rowCount + added.count
    if number >= fetched.rowCount { added[row.identity] = number }
    rows[number] = row
    return number
  }

  /// Lets other lists give the objects of the rows.
  mutating func keep(_ kept: (LuaValue) -> LuaValue) {
    rows = rows.mapValues { row in
      var result = row
      result.place.list = kept(row.place.list)
      return result
    }
  }

  /// The order of all rows by their identities.
  fileprivate func identified() throws -> SectionedOrder {
    let before = fetched.rows
    return try shown.renumbered { number in rows[number]?.identity ?? before[number] }
  }
}

extension ResultView {
  /// The same rows, known by their numbers as rows that are read again are.
  func numbered() throws -> ResultView {
    guard var rows = rows as? BoundRows, rows.since?.isIdentified ?? true else { return self }
    var since = rows.since ?? RowsReadAgain(order)
    since.isIdentified = false
    rows.since = since
    return ResultView(order: since.shown, rows: rows, names: names)
  }

  /// The same rows, known by their identities as fetched rows are.
  func identified() throws -> ResultView {
    guard var rows = rows as? BoundRows, var since = rows.since else { return self }
    let order = try since.identified()
    since.shown = since.shown.flat
    since.isIdentified = true
    rows.since = since
    return ResultView(order: order, rows: rows, names: names)
  }
}
