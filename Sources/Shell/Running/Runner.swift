import LuaRuntime
import Manual
import Model
import Scripting
import Store

/// Runs scripts, chunks and entries, and says what went wrong.
package final class Runner {
  package let session: Session
  package let terminal: Terminal
  package let output: Output
  package var settings: Settings
  let sources = SourceLines()
  var entryCount = 0
  /// What messages call the entry under way.
  var entryName = ""
  /// Whether what runs was typed at a prompt.
  var isPrompting = false
  /// Set by `.quit`.
  package var wantsToQuit = false
  /// The chapters of the manual that the program itself makes, once help looks for a word: of the command line.
  package var programPages: () -> [Page] = { [] }
  /// What was shown last.
  var last = LastResult.nothing
  /// The entries that were typed; nil where there is no keyboard.
  package var history: History?
  /// The tour that is under way.
  var tour: Tour?
  /// The entry that is to run next, as if it were typed.
  var nextEntry: String?
  /// What entries wrote, to be taken back.
  private(set) lazy var undoSteps = UndoSteps(session)
  /// The file that entries go to.
  var recording: EntryRecording?
  /// Whether the entry under way has said how many rows it changed.
  var hasCountedRows = false
  /// A function of Lua that shows what it gets; see `Block`.
  private(set) lazy var shower = makeShower()

  package init(session: Session, terminal: Terminal, output: Output = Output(), settings: Settings) {
    self.session = session
    self.terminal = terminal
    self.output = output
    self.settings = settings
    session.diagnostics = { output.message($0) }
    session.present = { [unowned self] value, mode in
      try present(value, mode: mode)
    }
    session.chart = { [unowned self] value, fields in
      try draw(value, fields)
    }
    session.settings = promptSettings()
  }

  /// How a run ended.
  package enum Outcome: Equatable, Sendable {
    case done, failed, interrupted
  }

  /// Shows values where results go now: what goes to a file is not cut, and has no colour.
  var printer: Printer {
    guard output.isFile else {
      return Printer(session: session, terminal: terminal, output: output, settings: settings)
    }
    let file = Terminal(inputIsTerminal: terminal.inputIsTerminal, outputIsTerminal: false)
    var plain = settings
    plain.isColored = false
    return Printer(session: session, terminal: file, output: output, settings: plain)
  }

  // MARK: Scripts

  /// Sets the global `arg` as stock Lua does: the script at 0 (without one the program), what precedes it below.
  package func setArguments(program: String, script: String?, _ arguments: [String]) {
    let table = session.lua.makeTable()
    if let script {
      table[-1] = .string(program)
      table[0] = .string(script)
    } else {
      table[0] = .string(program)
    }
    for (index, argument) in arguments.enumerated() { table[index + 1] = .string(argument) }
    session.lua.setGlobal("arg", .table(table))
  }

  /// Runs a script, which gets its arguments as `...`; an error is reported with its traceback.
  package func run(_ script: Script, arguments: [String]) -> Outcome {
    sources.remember(String(decoding: script.source, as: UTF8.self), as: script.name)
    lookBeside(script)
    return reporting {
      let function = try load(script)
      _ = try enter { try function.call(arguments.map { .string($0) }) }
    }
  }

  private func load(_ script: Script) throws -> LuaFunction {
    do {
      return try session.lua.load(script.source, name: script.chunkName)
    } catch {
      throw script.isBinary ? Script.Binary(name: script.name) : error
    }
  }

  /// Runs a file that is no script of its own: `init.lua`.
  package func runFile(_ path: String) -> Outcome {
    do {
      return run(try Script(path: path), arguments: [])
    } catch {
      report(error, as: .script)
      return .failed
    }
  }

  /// Runs what was given as an option.
  package func runChunk(_ text: String) -> Outcome { runBlock(text, name: "(command line)") }

  /// Runs `body` as what was asked for, which Ctrl-C ends: also one that came before Lua could be told.
  ///
  /// At a prompt that goes back to where the entry began.
  func enter<Result>(_ body: () throws -> Result) throws -> Result {
    try session.enter(timeLimit: settings.timeLimit, isTakenBack: isPrompting) {
      if Signals.isInterrupted { session.lua.interrupt() }
      try session.lua.checkInterruption()
      return try body()
    }
  }

  /// Says that what was not committed is lost.
  package func warnOfOpenTransaction() {
    guard session.context.databases.all.contains(where: \.isInTransaction) else { return }
    let start = terminal.isInteractive ? "" : "moonshell: "
    let end = session.main.isInTrial ? "the trial is discarded" : "the open transaction is rolled back"
    output.message(settings.messagePalette(start + end, .warning) + "\n")
  }

  /// Ends the file that results go to, if there is one.
  package func closeOutput() -> Outcome {
    reporting { try output.close() }
  }

  // MARK: Errors

  /// Reports what `body` throws.
  func reporting(as kind: ErrorReport.Audience = .script, _ body: () throws -> Void) -> Outcome {
    do {
      try body()
      output.flush()
      try output.checkFile()
      return .done
    } catch is OutputRefused {
      return .done
    } catch is ReportedFailure {
      return .failed
    } catch {
      report(error, as: kind)
      return (error as? LuaError)?.kind == .interrupted ? .interrupted : .failed
    }
  }

  func report(_ error: any Error, as audience: ErrorReport.Audience) {
    // The terminal has written ^C where the cursor was.
    let isInterrupted = (error as? LuaError)?.kind == .interrupted
    if isInterrupted, terminal.isInteractive { output.message("\n") }
    // That is how a watch ends.
    if isInterrupted, isPrompting, session.hasEndedWatch { return }
    let report = ErrorReport(error, session: session, sources: sources)
    output.message(report.text(for: audience, palette: settings.messagePalette))
  }
}
