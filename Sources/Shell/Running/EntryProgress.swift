import SQLText
import Store

/// Whether an entry that comes line by line can be run, or wants another line.
///
/// The lines of a statement are read once: what is known of those before is kept, so that a statement of many lines
/// takes time in proportion to them.
struct EntryProgress {
  private let runner: Runner
  /// Whether an empty line ends a statement, as it does for a person and in a block.
  private let endsAtBlankLine: Bool
  /// The lines so far, once no further line can make them anything but SQL.
  private var shape: SQLShape?

  init(_ runner: Runner, endsAtBlankLine: Bool) {
    self.runner = runner
    self.endsAtBlankLine = endsAtBlankLine
  }

  /// Takes another line.
  ///
  /// - Parameter text: the entry so far, of which `line` is the end; the lines before were judged, and wanted another.
  mutating func isComplete(_ text: String, line: String) -> Bool {
    if var shape {
      shape.add(line: line)
      self.shape = shape
      return runner.isCompleteSQL(text, shape, endsAtBlankLine)
    }
    switch Entry(text, lua: runner.luaForEntries) {
    case .empty, .command: return true
    case .lua(let code): return runner.session.lua.acceptsEntry(code) != .incomplete
    case .sql(let statement):
      let first = SQLShape(text)
      // A word alone may still turn out to be the name of a variable.
      if !statement.allSatisfy(\.isLetter) { shape = first }
      return runner.isCompleteSQL(text, first, endsAtBlankLine)
    }
  }
}

extension Runner {
  /// Judges one entry, line by line.
  package func entryJudge(endsAtBlankLine: Bool = false) -> (_ text: String, _ line: String) -> Bool {
    var progress = EntryProgress(self, endsAtBlankLine: endsAtBlankLine || terminal.isInteractive)
    return { progress.isComplete($0, line: $1) }
  }

  /// A statement ends at the line's end when it is complete there, else at `;` (a person's also at an empty line).
  fileprivate func isCompleteSQL(_ sql: String, _ shape: SQLShape, _ endsAtBlankLine: Bool) -> Bool {
    if shape.isOpen { return false }
    if endsAtBlankLine, sql.utf8.last == UInt8(ascii: "\n") { return true }
    if !shape.endsWithSemicolon, sql.utf8.contains(UInt8(ascii: "\n")) { return false }
    if !shape.endsWithSemicolon, SQLShape.lacksSource(sql) { return false }
    do {
      // The engine knows: `SELECT`, `CREATE TRIGGER … BEGIN …;` go on.
      try session.main.store().engine.statement(sql).release()
    } catch let error as StoreError {
      if case .incomplete = error.kind { return false }
      return true
    } catch {}
    return true
  }
}
