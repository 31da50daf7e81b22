import LuaRows
import LuaRuntime
import Model
import ResultSets
import Schema

/// The rows of a list at one moment, by their place in the order.
protocol ShownRows {
  /// The row at an index of the order, above.
  func borrowed(_ index: Int, on stack: LuaStack) throws -> BorrowedValue
  /// What tells the row from others.
  func key(_ index: Int) -> Scalar
  /// What tells the row from those of any list: of objects their entity, too.
  func identity(_ index: Int) -> Scalar
  /// What is in the row, equal where all fields are.
  func mark(_ index: Int) throws -> ContentMark
  /// What the fields of an object's row hold; nil for a row that is a table.
  func stored(_ index: Int) -> StoredRow?
  /// The same rows for an order that is the same as arrays.
  func inOrder(_ order: SectionedOrder) -> any ShownRows
  /// The same rows, of which some stay as they are now where they are plain tables.
  func keeping(_ indices: Set<Int>, _ session: SessionContext) -> any ShownRows
  /// The same rows as they are now, whatever becomes of the objects that show them.
  func kept(_ session: SessionContext) -> any ShownRows
  /// What tells all the rows from each other, in their order, where that is one integer for each; nil where it is not.
  var integerKeys: [Int]? { get }
  /// The entity among whose rows these keys tell; nil for other rows.
  var owner: String? { get }
}

extension ShownRows {
  func inOrder(_ order: SectionedOrder) -> any ShownRows { self }
  func keeping(_ indices: Set<Int>, _ session: SessionContext) -> any ShownRows { self }
  func kept(_ session: SessionContext) -> any ShownRows { self }
  var integerKeys: [Int]? { nil }
  var owner: String? { nil }
  func identity(_ index: Int) -> Scalar { key(index) }

  func object(_ index: Int, on stack: LuaStack) throws -> LuaValue {
    let row = try borrowed(index, on: stack)
    defer { row.drop() }
    guard row.hasRoom(4) else { throw ScriptError(ListError.tooManyCalls) }
    return row.value
  }
}

/// What a result set shows at one moment: a value that stays as it is.
package struct ResultView {
  package let order: SectionedOrder
  let rows: any ShownRows
  package let names: SectionNames

  /// Other rows in sections that are called as these are.
  func showing(_ rows: any ShownRows, in order: SectionedOrder) -> ResultView {
    ResultView(order: order, rows: rows, names: names)
  }

  /// The same, where what is told of some rows stays true when the script changes its tables.
  func keeping(_ indices: Set<Int>, _ session: SessionContext) -> ResultView {
    showing(rows.keeping(indices, session), in: order)
  }

  /// The same, to be looked at later.
  package func kept(_ session: SessionContext) -> ResultView { showing(rows.kept(session), in: order) }

  package func object(_ index: Int, on stack: LuaStack) throws -> LuaValue { try rows.object(index, on: stack) }

  package func object(at position: Position, on stack: LuaStack) throws -> LuaValue {
    try order.index(at: position).map { try object($0, on: stack) } ?? .nil
  }

  /// The row at an index as a plain table; nil for a value that is no row.
  func table(_ index: Int, _ session: SessionContext) throws -> LuaTable? {
    if let row = rows.stored(index) { return try row.table(session) }
    let row = try object(index, on: session.lua.stack)
    return try RowCopies(session).rowCopy(row).table
  }

  /// The same, for what looks at all rows.
  package var flat: ResultView {
    if order.isFlat { return self }
    let order = order.flat
    return showing(rows.inOrder(order), in: order)
  }

  package func objects(on stack: LuaStack) throws -> [LuaValue] {
    let view = flat
    return try view.order.rows.indices.map { try view.object($0, on: stack) }
  }

  /// The name of the section at a place, counted from 1.
  func name(ofSection section: Int) -> LuaValue { order.section(section).map { name($0.identity) } ?? .nil }

  /// The name of the section of an identity.
  package func name(_ section: Int) -> LuaValue { names.name(section) }

  /// What the script's function makes of the name of a section.
  @discardableResult
  package func title(_ section: Int, _ session: SessionContext) throws -> LuaValue {
    try names.title(section, called: name(section), session)
  }

  /// What there is: `5 rows in 2 sections`.
  package var summary: String {
    let rows = "\(order.rowCount) \(order.rowCount == 1 ? "row" : "rows")"
    return "\(rows) in \(order.sectionCount) \(order.sectionCount == 1 ? "section" : "sections")"
  }
}

/// What a result set showed at some moment, kept: `rs:snapshot()`.
package final class ResultSnapshot {
  package let view: ResultView

  package init(_ view: ResultView) {
    self.view = view
  }
}

/// Pushes what `pairs` needs to walk a list of values.
package func pushPairs(_ values: [LuaValue], _ session: SessionContext, _ call: LuaCall) -> Int {
  call.push(
    .function(
      session.lua.closure(named: "next") { call in
        let place = Int(call.integer(2) ?? 0)
        guard place >= 0, place < values.count else {
          call.pushNil()
          return 1
        }
        call.push(place + 1)
        call.push(values[place])
        return 2
      }))
  call.push(call.value(1))
  call.push(0)
  return 3
}

/// So many rows, in words: `1 row`, `3 rows`.
package func rowWords(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

extension LuaStack {
  /// Pushes a list of values.
  package func push(list values: [LuaValue]) { _ = BorrowedValue(listOf: values, on: self) }
}
