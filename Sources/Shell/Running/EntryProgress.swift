import SQLText
import Store

/// Whether an entry that comes line by line can be run, or wants another line.
///
/// The lines of a statement are read once: what is known of those before is kept, so that a statement of many lines
/// takes time in proportion to them.
struct EntryProgress {
  private let runner: Runner
  /// Whether a person types it, line by line.
  private let isTyped: Bool
  /// The lines so far, once no further line can make them anything but SQL.
  private var shape: SQLShape?

  init(_ runner: Runner, isTyped: Bool) {
    self.runner = runner
    self.isTyped = isTyped
  }

  /// Takes another line.
  ///
  /// - Parameter text: the entry so far, of which `line` is the end; the lines before were judged, and wanted another.
  mutating func isComplete(_ text: String, line: String) -> Bool {
    if var shape {
      shape.add(line: line)
      self.shape = shape
      return runner.isCompleteSQL(text, shape, isTyped: isTyped)
    }
    switch Entry(text, lua: runner.luaForEntries) {
    case .empty, .command: return true
    case .lua(let code): return runner.session.lua.acceptsEntry(code) != .incomplete
    case .sql(let statement):
      let first = SQLShape(text, syntax: runner.syntax)
      // A word alone may still turn out to be the name of a variable.
      if !statement.allSatisfy(\.isLetter) { shape = first }
      return runner.isCompleteSQL(text, first, isTyped: isTyped)
    }
  }
}

extension Runner {
  /// Judges one entry, line by line.
  ///
  /// - Parameter isTyped: whether it comes from a person where there is one, and not out of a block.
  package func entryJudge(isTyped: Bool = true) -> (_ text: String, _ line: String) -> Bool {
    var progress = EntryProgress(self, isTyped: isTyped && terminal.isInteractive)
    return { [self] text, line in
      // A line of several lines was pasted: it is a block.
      if isPrompting, line.contains("\n") { return BlockEntries.isComplete(text, self) }
      return progress.isComplete(text, line: line)
    }
  }

  /// A statement ends at the line's end when it is complete there, else at `;` or at an empty line.
  ///
  /// In a text an empty line may stand between the columns of a table: there the engine says whether it is the end.
  fileprivate func isCompleteSQL(_ sql: String, _ shape: SQLShape, isTyped: Bool) -> Bool {
    if shape.isOpen { return false }
    if sql.endsInBlankLine { return isTyped || !isUnfinished(sql) }
    if !shape.endsWithSemicolon, sql.utf8.contains(UInt8(ascii: "\n")) { return false }
    if !shape.endsWithSemicolon, SQLShape.lacksSource(sql, syntax: syntax) {
      // A server takes no statement whose columns are of no table; a file takes a name in quotes for a text.
      return syntax == .postgreSQL && judgement(of: sql) == .taken
    }
    return !isUnfinished(sql)
  }

  /// Whether the engine would have a statement go on: `SELECT`, `CREATE TRIGGER … BEGIN …;`.
  private func isUnfinished(_ sql: String) -> Bool { judgement(of: sql) == .unfinished }

  private enum Judgement { case taken, unfinished, refused }

  /// What the engine says of a statement before it runs.
  private func judgement(of sql: String) -> Judgement {
    do {
      try session.main.store().engine.statement(sql).release()
      return .taken
    } catch let error as StoreError {
      if case .incomplete = error.kind { return .unfinished }
    } catch {}
    return .refused
  }
}

extension String {
  /// Whether the last of several lines is empty.
  fileprivate var endsInBlankLine: Bool {
    utf8.reversed().first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "\n")
  }
}
