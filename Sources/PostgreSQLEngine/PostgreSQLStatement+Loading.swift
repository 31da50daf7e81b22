import CPostgreSQL
import Schema
import Store

extension PostgreSQLStatement {
  package func load(_ rows: RowBuffer, from start: Int, encoded: (any EncodedRows)?) -> RowsUnderWay {
    do throws(StoreError) {
      try beginBinding(rows.columnCount)
      if link.mustStop { throw completed(.interruption(at: link.location)) }
      if let copy = try copy(of: rows, from: start, start == 0 ? encoded as? CopiedRows : nil) {
        return RowsUnderWay { self.finish(copy, rows, from: start) }
      }
    } catch {
      return RowsUnderWay(.init(done: start, error: error))
    }
    return loadAtOnce(rows, from: start)
  }

  /// Waits for the end of a COPY; which row has failed is found by statements for some of them.
  private func finish(_ copy: CopyUnderWay, _ rows: RowBuffer, from start: Int) -> RowsUnderWay.Outcome {
    do throws(StoreError) {
      try copy.finish()
      try noteGivenKeys(rows, start..<rows.count)
      engine.noteRun(shape)
      return .init(done: rows.count)
    } catch {
      return error.isAboutRows ? loadAtOnce(rows, from: start).finish() : .init(done: start, error: completed(error))
    }
  }

  /// Gives rows to the server as a COPY; nil where that cannot be: then nothing has happened.
  private func copy(
    of rows: RowBuffer, from start: Int, _ encoded: CopiedRows?
  ) throws(StoreError) -> CopyUnderWay? {
    guard rows.count - start > 1, let insert = try copyInsert, let copied = encoded ?? copied(rows, from: start) else {
      return nil
    }
    do throws(StoreError) {
      try lowerSequence()
      return try CopyUnderWay(insert.text, copied.lines, link)
    } catch {
      if error.isAboutRows { return nil }
      throw completed(error)
    }
  }

  package func encoded(_ rows: RowBuffer) -> (any EncodedRows)? {
    // Before its first rows it would have to ask the server about the table.
    copying?.value == nil ? nil : copied(rows, from: 0)
  }

  /// The lines of a COPY; nil where a value is of another type than its column, or is a text with a NUL in it.
  private func copied(_ rows: RowBuffer, from start: Int) -> CopiedRows? {
    let copied = CopiedRows()
    for place in start..<rows.count where !append(rows[place], to: &copied.lines) { return nil }
    return copied
  }

  /// How this statement is said as a COPY; nil where it cannot.
  private var copyInsert: CopyInsert? {
    get throws(StoreError) {
      if let known = copying { return known.value }
      var found: CopyInsert?
      // What a trigger or a rule makes of the rows is only told row by row.
      if engine.copies, shape.insertedColumns != nil, prepared[""] != nil,
        try engine.facts().target(of: shape)?.isPlain == true
      {
        found = CopyInsert(numbered.text)
      }
      copying = .init(value: found)
      return found
    }
  }

  /// Adds a row as a line; false where it cannot be one.
  private func append(_ cells: UnsafeMutablePointer<Cell>, to copied: inout cpq_copied) -> Bool {
    let types = prepared[""]?.parameterTypes ?? []
    for column in types.indices {
      let cell = cells[column]
      if column > 0, cpq_copy_bytes(&copied, "\t", 1) == 0 { return false }
      let number = cell.kind == .integer ? cell.integer : 0
      guard Parameters.class(of: cell.kind, number, for: types[column]) == .open else { return false }
      if types[column].isJSON, cell.kind == .text, cell.bytes.writesZero { return false }
      let isAdded = cell.kind == .real ? append(cell.real, to: &copied) : cpq_copy_cell(&copied, cells + column) == 1
      if !isAdded { return false }
    }
    return cpq_copy_bytes(&copied, "\n", 1) == 1
  }

  /// As one value is sent: what is no number is NULL, and zero has no sign.
  private func append(_ number: Double, to copied: inout cpq_copied) -> Bool {
    var text = number.isNaN ? "\\N" : number == 0 ? "0" : "\(number)"
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cpq_copy_bytes(&copied, $0.baseAddress, $0.count) == 1 }
    }
  }

  /// Keys that were given move the sequence, as those of a statement do.
  private func noteGivenKeys(_ rows: RowBuffer, _ places: Range<Int>) throws(StoreError) {
    guard let key = answeredKey, let column = shape.insertedColumns?.firstIndex(of: key.lowercased()) else { return }
    let keys = places.map { rows[$0, column] }.filter { $0.kind == .integer }.map(\.integer)
    if let last = keys.last, let highest = keys.max() { try noteKeys(last: last, highest: highest) }
  }
}

/// Rows as the lines of a COPY.
private final class CopiedRows: EncodedRows {
  var lines = cpq_copied()

  deinit { cpq_free_copied(&lines) }
}

extension StoreError {
  /// Whether it may be about one of the rows that were sent together, so that they are sent again one by one.
  var isAboutRows: Bool {
    switch kind {
    case .interrupted, .lost, .closed, .diskFull, .readOnly, .locked: false
    default: true
    }
  }
}
