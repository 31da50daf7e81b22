import LuaRuntime
import Model
import SQLText
import Scripting
import Store

extension Runner {
  /// Runs what was typed and shows its values.
  ///
  /// - Parameter place: where the entry begins in a text of entries; nil at a prompt.
  package func runEntry(_ text: String, at place: EntryPlace? = nil) -> Outcome {
    let entry = Entry(text, lua: luaForEntries)
    if entry == .empty {
      typeStep()
      return .done
    }
    defer { goOn(after: text) }
    entryCount += 1
    let name = place.map { "\($0.source) \($0.line)" } ?? "entry \(entryCount)"
    entryName = name
    sources.remember(
      entry: SourceLines.Source(text: text, name: place?.source ?? name, firstLine: place?.line ?? 1), as: name)
    let watch = Stopwatch()
    _ = session.takeHints()
    defer {
      if settings.showsTime { show(watch.elapsed) }
      for hint in session.takeHints() {
        output.message(settings.messagePalette("note: \(escapingControls(hint))", .hint) + "\n")
      }
    }
    return reporting(as: place == nil || isPrompting ? .prompt(entry: name) : .pipe(entry: name)) {
      switch entry {
      case .empty: break
      case .command(let name, let argument): try runCommand(name, argument)
      case .sql: try runSQL(text, name)
      case .lua(let code): try runLua(code, name: name)
      }
    }
  }

  /// Whether the next line of a pipe belongs to a statement that is complete without it.
  ///
  /// `DELETE FROM line` does one thing by itself and another with `WHERE id = 3` in the next line. Where it would write,
  /// the next line is looked at; what only reads runs at once, so that a program at the other end gets its answer.
  func goesOn(_ text: String, _ nextLine: () -> String?) -> Bool {
    guard isSQL(text), !SQLShape(text, syntax: syntax).endsWithSemicolon, writes(text), let line = nextLine() else {
      return false
    }
    let start = line.trimmingBlanks()
    if start.hasPrefix("--") || start.hasPrefix(",") { return true }
    let word = String(start.prefix { $0.isLetter })
    return SQLKeywords.clauses.contains(word.uppercased()) && session.lua.global(word).isNil
  }

  private func writes(_ text: String) -> Bool {
    guard let statement = try? session.main.store().engine.statement(text) else { return false }
    defer { statement.release() }
    return !statement.isReadOnly
  }

  /// Whether a text, as far as it is typed, is a statement.
  func isSQL(_ text: String) -> Bool {
    if case .sql = Entry(text, lua: luaForEntries) { return true }
    return false
  }

  var luaForEntries: Entry.Lua {
    Entry.Lua(
      accepts: { self.session.lua.acceptsEntry($0) != .no },
      hasGlobal: { !self.session.lua.global($0).isNil }, asksServer: { self.syntax == .postgreSQL })
  }

  /// How statements of the database are written.
  var syntax: SQLSyntax { (try? session.main.store().dialect.syntax) ?? .sqlite }

  // MARK: Lua

  /// Values are shown inside the entry, so that Ctrl-C ends a long table too.
  private func runLua(_ code: String, name: String) throws {
    let function = try session.lua.compileEntry(code, name: "=" + name)
    try enter {
      session.showsValues = true
      defer { session.showsValues = false }
      let values = try function.call()
      // A C function that waited, such as `io.read`, has returned when Ctrl-C came, as if nothing were the matter.
      try session.lua.checkInterruption()
      // What is shown is what lasts; who observes it speaks first.
      try session.settle()
      if let first = values.first { session.lua.setGlobal("_", first) }
      if isPrompting || !LuaStatement.isRequire(code) { try show(values) }
      if terminal.isInteractive, values.count == 1, values[0].isNil, let hint = hint(forNothing: code) {
        output.message(settings.messagePalette(hint, .hint) + "\n")
      }
    }
  }

  // MARK: SQL

  /// Runs what a person typed: one statement, or several.
  private func runSQL(_ text: String, _ name: String) throws {
    try enter { try runStatements(text, of: name) }
  }

  /// Runs the statements of a file.
  func runSQLFile(_ text: String, _ path: String) throws {
    sources.remember(text, as: path)
    try runStatements(text, of: path)
  }

  /// Runs the statements of a text, which has this name; an error says where in it.
  private func runStatements(_ text: String, of name: String) throws {
    var statements = SQLStatements(text, syntax: syntax)
    while let statement = try statements.next(checking: session.lua.checkInterruption) {
      do {
        try runStatement(statement.text)
      } catch let error as StoreError {
        throw SQLMistake(error, statement, in: text, of: name)
      }
    }
  }

  private func runStatement(_ sql: String) throws {
    do {
      let answer = try session.runSQL(sql)
      let changes = answer.changes
      keepLast(answer.names, answer.rows)
      let shown = answer.shown
      try show(columns: shown.columns, shown.rows)
      let isCounted = changes > 0 || answer.names.isEmpty && Self.writesRows(sql)
      if isCounted, terminal.outputIsTerminal, isPrompting {
        hasCountedRows = true
        let words = changes == 1 ? "1 row changed" : "\(grouped(changes)) rows changed"
        output.result(settings.palette(words, .dim) + "\n")
      }
    } catch let error as StoreError where error.kind == .interrupted {
      // Was it a person, or the clock? What was waited for then is said.
      if session.lua.isOutOfTime { throw LuaError(kind: .timeLimit, value: .nil, message: error.timeLimitWords) }
      try session.lua.checkInterruption()
      throw error
    }
  }

  /// Whether a statement changes rows, so that it says so where there were none.
  private static func writesRows(_ sql: String) -> Bool {
    let tokens = SQLToken.all(in: sql)
    let words = ["INSERT", "UPDATE", "DELETE", "REPLACE"]
    guard let first = tokens.first else { return false }
    return words.contains { word in
      first.isWord(word) || first.isWord("WITH") && tokens.contains { $0.isWord(word) }
    }
  }

  /// Keeps what SQL answered as the last value; who pipes a great many rows does not look at them again.
  private func keepLast(_ columns: [String], _ rows: RowBuffer) {
    guard !columns.isEmpty, isPrompting || rows.count <= Self.mostKept else { return }
    session.lua.setGlobal("_", session.tables(columns: columns, rows))
  }

  private static let mostKept = 100_000

  // MARK: Commands

  private func runCommand(_ name: String, _ argument: String) throws {
    guard let command = Command.all.first(where: { $0.names.contains(name) }) else {
      throw CommandError.unknown(name)
    }
    try command.checkSurplus(argument)
    try enter { try command.run(self, argument) }
  }

  // MARK: Time

  private func show(_ elapsed: Duration) {
    let milliseconds = Double(elapsed.components.seconds) * 1000 + Double(elapsed.components.attoseconds) / 1e15
    let rounded = (milliseconds * 10).rounded() / 10
    output.message(settings.messagePalette("\(rounded) ms", .dim) + "\n")
  }
}
