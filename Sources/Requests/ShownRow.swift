import LuaRows
import Model
import Schema
import Store

/// The row of a running statement that functions are asked about.
///
/// It stands in the statement, where nothing is copied that no function reads. Once a function has followed a relation,
/// it is one of some rows that were read ahead, so that what the relation leads to is loaded for all of them at once.
final class ShownRow {
  private let statement: any Statement
  private let fetching: Fetching
  private let asked: AskedRows
  private let period = AskingPeriod()
  /// What was followed from rows in the statement.
  private let live: FollowedRelations
  private var ahead: (rows: RowBuffer, followed: FollowedRelations)? {
    didSet { rows = ahead?.rows.header ?? statement.liveRow }
  }
  /// Where its cells are, which is asked for each row, while it changes with `ahead` alone.
  private(set) var rows: UnsafeMutablePointer<RowBuffer.Header>
  /// Its place in the rows that were read ahead.
  private(set) var place = 0
  /// So many rows are read ahead: few at first, as the first rows may be all that is wanted.
  private var count = 16
  private var isAtEnd = false

  init(_ statement: any Statement, of fetching: Fetching) {
    (self.statement, self.fetching) = (statement, fetching)
    asked = fetching.session.state(AskedRows.self)
    live = fetching.relations(of: nil, during: period)
    rows = statement.liveRow
  }

  /// Lets functions follow relations from it while `body` runs.
  func asking<Result>(_ body: () throws -> Result) rethrows -> Result {
    period.isOn = true
    asked.begin(statement.liveRow, live)
    if let ahead { asked.begin(ahead.rows.header, ahead.followed) }
    defer {
      period.isOn = false
      asked.end(statement.liveRow)
      if let ahead { asked.end(ahead.rows.header) }
    }
    return try body()
  }

  /// Goes on to the next row; false when there is none.
  func advance() throws -> Bool {
    if ahead == nil, !live.isFollowed { return try statement.advance() }
    if let ahead, place + 1 < ahead.rows.count {
      place += 1
      return true
    }
    return try readAhead()
  }

  private func readAhead() throws -> Bool {
    let rows = ahead?.rows ?? RowBuffer(columnCount: fetching.columnCount, rowCapacity: count)
    rows.removeAll()
    while !isAtEnd, rows.count < count { isAtEnd = try !statement.step(into: rows) }
    let followed = fetching.relations(of: rows, during: period)
    (ahead, place) = ((rows, followed), 0)
    asked.begin(rows.header, followed)
    count = min(count * 4, 1024)
    return rows.count > 0
  }

  /// What it holds in a column.
  func cell(_ column: Int) -> Cell? {
    if let ahead { return ahead.rows[place, column] }
    return rows.pointee.read?(rows.pointee.reader, column)?.pointee
  }

  func keep(in buffer: RowBuffer) throws {
    if let ahead { buffer.append(place, of: ahead.rows) } else { try statement.keepRow(in: buffer) }
  }
}
