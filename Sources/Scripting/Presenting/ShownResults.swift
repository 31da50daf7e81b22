import Interchange
import Lists
import LuaRuntime
import Model
import ResultSets
import Schema
import Store

/// What a result set, a snapshot or a section shows, for the one who prints it.
package struct ShownResults {
  /// A part of a section whose rows are shown, with the rows before it that are not.
  package struct Part {
    /// The heading of the section, where the part begins it.
    package let heading: String?
    package let rows: Rows
    /// How many rows are left out before it.
    package let skipped: Int
  }

  package let title: String
  package let rowCount: Int
  package let sectionCount: Int
  private let view: ResultView
  private let session: Session
  /// The rows that are shown, by their places in the order.
  private let range: Range<Int>

  init(_ view: ResultView, _ range: Range<Int>, title: String, _ session: Session) {
    self.view = view
    self.range = range
    self.title = title
    self.session = session
    rowCount = range.count
    sectionCount = view.order.sections.count { $0.range.overlaps(range) }
  }

  /// Whether there is a heading to be shown: one section without a name needs none.
  private var hasHeadings: Bool {
    view.order.sectionCount != 1 || view.order.sections[0].range != range
      || view.names.key(view.order.sections[0].identity) != .text([])
  }

  /// All rows, in order.
  package func allRows() throws -> Rows { try rows(Array(range)) }

  /// The sections with their rows; of more than `limit` rows the first and the last.
  package func parts(limit: Int?) throws -> [Part] {
    let shown = min(limit ?? .max, rowCount)
    let head = shown < rowCount ? (shown + 1) / 2 : rowCount
    let firstOfTail = range.upperBound - (shown - head)
    var parts: [Part] = []
    var skipped = 0
    for section in view.order.sections where section.range.overlaps(range) {
      let chosen = section.range.filter { $0 < range.lowerBound + head || $0 >= firstOfTail }
      guard let last = chosen.last else {
        skipped += section.range.count
        continue
      }
      // The gap may lie within a section.
      var runs: [[Int]] = []
      for index in chosen {
        if let last = runs.last?.last, last + 1 == index {
          runs[runs.count - 1].append(index)
        } else {
          runs.append([index])
        }
      }
      for (place, run) in runs.enumerated() {
        let start = place == 0 ? section.range.lowerBound : (runs[place - 1].last ?? run[0]) + 1
        skipped += run[0] - start
        parts.append(
          Part(heading: place == 0 && hasHeadings ? heading(section) : nil, rows: try rows(run), skipped: skipped))
        skipped = 0
      }
      skipped += section.range.upperBound - 1 - last
    }
    return parts
  }

  private func heading(_ section: SectionedOrder.Section) -> String {
    let words = SectionNames.words(for: view.name(section.identity), session.lua)
    return "\(words) (\(rowWords(section.range.count)))"
  }

  // MARK: Rows

  private func rows(_ indices: [Int]) throws -> Rows {
    let objects = try indices.map { try view.object($0, on: session.lua.stack) }
    if objects.allSatisfy({ $0.table != nil }) { return rows(of: objects.compactMap(\.table)) }
    let stack = session.lua.stack
    Words(session.context).push(rows: objects, on: stack)
    defer { stack.pop(1) }
    if case .rows(let rows) = try session.shown(stack.value(-1), limit: nil) { return rows }
    // Objects of several entities have no columns in common.
    let buffer = RowBuffer(columnCount: 1, rowCapacity: max(objects.count, 1))
    for object in objects { buffer.append([.text(session.describe(object))]) }
    return Rows(fields: [Field(name: "row", type: .text)], buffer: buffer, total: buffer.count, title: title)
  }

  /// Plain tables as rows: a column for each name that a field has anywhere.
  private func rows(of tables: [LuaTable]) -> Rows {
    let entries = tables.map { table in
      Dictionary(table.entries().map { (session.describe($0.0), $0.1) }) { first, _ in first }
    }
    let names = Set(entries.flatMap(\.keys)).sorted { $0 == "id" || ($1 != "id" && $0 < $1) }
    let rows = session.plainRows(names, entries.map { entry in names.map { entry[$0] ?? .nil } }, isOrdered: false)
    let fields = rows.columns.map { Field(name: $0.name, type: type(of: $0.kind)) }
    return Rows(fields: fields, buffer: rows.buffer, total: rows.buffer.count, title: "row")
  }

  /// The type of a field whose cells are written as those of such a column.
  private func type(of kind: OutputColumn.Kind) -> ColumnType {
    switch kind {
    case .boolean: .boolean
    case .json: .json
    default: .any
    }
  }
}

extension Session {
  /// What a result set, or a part of one, shows; nil when the value is none.
  func shownResults(_ value: LuaValue) throws -> Shown? {
    guard let userdata = value.userdata else { return nil }
    if let set = userdata.object(as: ResultSet.self) {
      try set.prepareToRead()
      return .results(ShownResults(set.view.flat, 0..<set.view.order.rowCount, title: describe(value), self))
    }
    if let snapshot = userdata.object(as: ResultSnapshot.self) {
      return .results(ShownResults(snapshot.view.flat, 0..<snapshot.view.order.rowCount, title: describe(value), self))
    }
    if let section = userdata.object(as: SectionHandle.self) {
      return .results(ShownResults(section.view, section.section?.range ?? 0..<0, title: describe(value), self))
    }
    if let changes = userdata.object(as: ResultChanges.self) {
      return .changes(summary: changes.summary, changes.lines())
    }
    return nil
  }
}
