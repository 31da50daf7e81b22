import Schema

/// Writes rows, and below them, and below those of each section, what they come to.
struct TotalsWriter: RowWriter {
  private var rows: any RowWriter
  private let kinds: [String: ColumnTotal.Kind]
  private var columns: [OutputColumn] = []
  private var whole: [ColumnTotal?] = []
  private var part: [ColumnTotal?] = []
  private var sections = 0

  init(_ rows: any RowWriter, _ kinds: [String: ColumnTotal.Kind]) {
    self.rows = rows
    self.kinds = kinds
  }

  mutating func begin(_ columns: [OutputColumn]) {
    self.columns = columns
    whole = columns.map { total(of: $0) }
    part = whole
    rows.begin(columns)
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    for column in columns.indices {
      whole[column]?.add(cells[column])
      part[column]?.add(cells[column])
    }
    rows.row(cells)
  }

  mutating func gap(_ hidden: Int) { rows.gap(hidden) }

  mutating func section(_ title: String) {
    endSection()
    sections += 1
    part = columns.map { total(of: $0) }
    rows.section(title)
  }

  mutating func end() {
    endSection()
    // One section's are those of the whole.
    if sections != 1 {
      if sections > 1 { rows.section("Total") }
      write(whole)
    }
    rows.end()
  }

  private func total(of column: OutputColumn) -> ColumnTotal? {
    kinds[column.name].map { ColumnTotal($0, of: column) }
  }

  private mutating func endSection() {
    if sections > 0 { write(part) }
  }

  private mutating func write(_ totals: [ColumnTotal?]) {
    let label = totals.firstIndex { $0 == nil }
    let values = totals.enumerated().map { place, total in
      total?.value ?? (place == label ? Value.text("Total") : .text(""))
    }
    values.withCells { cells in rows.totals(cells) }
  }
}
