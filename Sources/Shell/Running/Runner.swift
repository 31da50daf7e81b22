// `stdin` is a C variable, which Swift 6 refuses otherwise; nothing here ever sets it.
@preconcurrency import Glibc
import LuaRuntime
import Scripting
import Store

/// Runs scripts, chunks and entries, and says what went wrong.
package final class Runner {
  package let session: Session
  package let terminal: Terminal
  package let output: Output
  package var settings: Settings
  let sources = SourceLines()
  private var entryCount = 0

  package init(session: Session, terminal: Terminal, output: Output = Output(), settings: Settings) {
    self.session = session
    self.terminal = terminal
    self.output = output
    self.settings = settings
    session.output = { output.result($0) }
    session.diagnostics = { output.message($0) }
  }

  /// How a run ended.
  package enum Outcome: Equatable, Sendable {
    case done, failed, interrupted
  }

  var printer: Printer { Printer(session: session, terminal: terminal, output: output, settings: settings) }

  // MARK: Scripts

  /// Runs a script; an error is reported on standard error with its traceback.
  package func runScript(_ path: String, program: String, arguments: [String]) -> Outcome {
    guard let source = path == "-" ? readAll(stdin) : readFile(path) else {
      output.message("moonshell: cannot read '\(path)': \(String(cString: strerror(errno)))\n")
      return .failed
    }
    let name = path == "-" ? "stdin" : path
    sources.remember(String(decoding: source, as: UTF8.self), as: name)
    return reporting(withTraceback: true) {
      try session.run(
        source, name: path == "-" ? "=stdin" : "@" + path, program: program, script: path, arguments: arguments,
        timeLimit: settings.timeLimit)
    }
  }

  /// Runs a chunk that was given as an option.
  package func runChunk(_ text: String) -> Outcome {
    sources.remember(text, as: "(command line)")
    return reporting(withTraceback: true) {
      let function = try session.lua.load(Array(text.utf8), name: "=(command line)")
      _ = try session.enter(timeLimit: settings.timeLimit) { try function.call() }
    }
  }

  /// Reports what `body` throws.
  func reporting(withTraceback: Bool, _ body: () throws -> Void) -> Outcome {
    do {
      try body()
      output.flush()
      return .done
    } catch {
      report(error, withTraceback: withTraceback)
      if let error = error as? LuaError, error.kind == .interrupted { return .interrupted }
      return .failed
    }
  }

  func report(_ error: any Error, withTraceback: Bool) {
    let report = ErrorReport(error, session: session)
    let isInterrupted = (error as? LuaError)?.kind == .interrupted
    let isPrompt = report.place.map { $0.source == entryName } ?? false
    var text = withTraceback ? "moonshell: " : ""
    text += report.text(
      line: { isInterrupted ? nil : self.sources.line($0, $1) }, palette: settings.palette, showsPlace: !isPrompt)
    if withTraceback, !isInterrupted, let traceback = report.traceback {
      text += escapingControls(traceback, keeping: ["\n", "\t"]) + "\n"
    }
    output.message(text)
  }

  // MARK: Entries

  let entryName = "prompt"

  /// Runs what was typed and shows its values.
  package func runEntry(_ text: String) -> Outcome {
    let entry = Entry(text)
    let start = clockNow()
    defer { if settings.showsTime, entry != .empty { showTime(since: start) } }
    sources.remember(text, as: entryName)
    return reporting(withTraceback: false) {
      switch entry {
      case .empty: break
      case .command(let name, let argument): try runCommand(name, argument)
      case .sql(let sql):
        try session.enter(timeLimit: settings.timeLimit) {
          let (columns, rows) = try session.runSQL(sql)
          try printer.print(columns: columns, rows: rows)
        }
      case .lua(let code): try runLua(code)
      }
    }
  }

  /// Values are shown inside the entry, so that Ctrl-C ends a long table too.
  private func runLua(_ code: String) throws {
    let function = try session.compile(code, name: "=" + entryName)
    try session.enter(timeLimit: settings.timeLimit) {
      let values = try function.call()
      if let first = values.first { session.lua.setGlobal("_", first) }
      for value in values { try printer.print(value) }
    }
  }

  /// Whether what was typed can be run, or wants another line.
  package func isComplete(_ text: String) -> Bool {
    switch Entry(text) {
    case .empty, .command, .sql: true
    case .lua(let code): session.isComplete(code)
    }
  }

  private func runCommand(_ name: String, _ argument: String) throws {
    guard let command = Command.all.first(where: { $0.names.contains(name) }) else {
      throw CommandError.unknown(name)
    }
    try session.enter(timeLimit: settings.timeLimit) { try command.run(self, argument) }
  }

  // MARK: Time

  private func clockNow() -> ContinuousClock.Instant { ContinuousClock.now }

  private func showTime(since start: ContinuousClock.Instant) {
    let elapsed = ContinuousClock.now - start
    let milliseconds = Double(elapsed.components.seconds) * 1000 + Double(elapsed.components.attoseconds) / 1e15
    let rounded = (milliseconds * 10).rounded() / 10
    output.message(settings.palette("\(rounded) ms", .dim) + "\n")
  }

  /// Set by `.quit`.
  var wantsToQuit = false
}
