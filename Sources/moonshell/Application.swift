import CConfinement
import Interchange
import LuaRuntime
import Manual
import Model
import Platform
import PostgreSQLEngine
import Scripting
import Shell
import Store

/// One run of the program: a session, and what is to be done in it.
struct Application {
  let options: RunOptions
  let database: String?
  let script: String?
  let arguments: [String]
  /// The text of `--init`, where it was read already.
  private var begin: Script?
  /// Whether an inside of the sandbox has died: the prompt begins anew, and what ran before it does not.
  private var isRepeated = false
  /// The server that the sandbox reaches.
  private var server: ConfinedServer?

  init(_ line: CommandLineReader) {
    options = line.options
    database = line.database
    script = line.script
    arguments = line.arguments
  }

  private var isPrompt: Bool { script == nil && options.execute.isEmpty || options.interactive }
  private var program: String { CommandLine.arguments[0] }

  func run() -> Moonshell.Ending {
    if let text = information {
      Output().result(text)
      return .code(0)
    }
    do {
      if case .folder(let files) = options.generate?.result {
        // What would be the database is the folder.
        try FolderWriter(database ?? "").write(try files())
        return .code(0)
      }
      if options.test { return try runTests(Terminal.current()) }
      // A script that is not there must not leave a new database behind.
      let script = try script.map { try Script(path: $0) }
      return try confined(script)
    } catch let error as UsageError {
      Output().message(error.text)
      return .code(2)
    } catch {
      Output().message("moonshell: \(error)\n")
      return .code(1)
    }
  }

  /// Runs inside a sandbox, if that is asked for.
  ///
  /// What is named on the command line is read before its doors are locked.
  private func confined(_ script: Script?) throws -> Moonshell.Ending {
    let rows = try database.flatMap { try RowFile($0) }
    guard options.sandbox else { return try run(script, rows, Terminal.current()) }
    let begin = try options.`init`.map { try Script(path: $0) }
    do {
      var inside = self
      let sandbox = Sandbox(options, database: database, isWritten: rows == nil, isPrompt: isPrompt)
      let round = try sandbox.enter {
        guard let database, let address = ServerAddress(database) else { return }
        let engines = Engines(isPrompt: isPrompt, busyTimeout: options.busyTimeout)
        inside.server = try ConfinedServer(database, address, engines, isReadOnly: options.readOnly)
      }
      inside.begin = begin
      inside.isRepeated = round > 0
      return try inside.run(script, rows, Terminal.current())
    } catch let refusal as Sandbox.Refusal {
      Output().message("moonshell: \(refusal)\n")
      return .code(2)
    }
  }

  /// What is printed instead of running anything.
  private var information: String? {
    if options.help { return HelpPage.text(columns: Terminal.current().width().map { min($0, 100) } ?? 80) }
    if options.version { return Version.text() + "\n" }
    if case .text(let text) = options.generate?.result { return text() }
    return nil
  }

  private func run(_ script: Script?, _ rows: RowFile?, _ terminal: Terminal) throws -> Moonshell.Ending {
    let settings = settings(terminal)
    let session = try Session(
      memoryLimit: memoryLimit, limitsProcess: true,
      location: rows == nil ? database ?? Location.fresh : Location.fresh,
      isReadOnly: options.readOnly && rows == nil,
      open: engines(terminal, settings.messagePalette).open)
    defer { session.close(timeLimit: options.timeLimit, endsProcess: true) }
    let runner = Runner(session: session, terminal: terminal, settings: settings)
    runner.programPages = { [Generated.commandLine] }
    Signals.install(interactive: isPrompt && terminal.isInteractive)
    Signals.onInterrupt(LuaState.interrupter, context: UnsafeMutableRawPointer(session.lua.interruptionTarget))
    if options.echo { session.main.setEcho(true) }
    if tellsProgress { session.progress = ProgressLine.show }
    if let rows {
      guard runner.take(rows.path) == .done else { return .code(1) }
      if options.readOnly { try session.endWriting() }
    }
    var ending = try work(runner, script)
    if runner.closeOutput() == .failed, ending == .code(0) { ending = .code(1) }
    runner.warnOfOpenTransaction()
    return ending
  }

  private var memoryLimit: Int? { options.memoryLimit ?? (options.sandbox ? Sandbox.memoryLimit : nil) }

  // MARK: Tests

  private func runTests(_ terminal: Terminal) throws -> Moonshell.Ending {
    if options.sandbox {
      Output().message("moonshell: --test runs its files outside of the sandbox: leave out one of the two\n")
      return .code(2)
    }
    let paths = try TestPaths([database, script].compactMap(\.self) + arguments)
    var settings = settings(terminal)
    settings.mode = options.mode ?? "table"
    Signals.install(interactive: false)
    let tests = TestRun {
      let session = try Session(
        memoryLimit: options.memoryLimit, location: paths.database ?? Location.fresh, isReadOnly: options.readOnly,
        open: Engines(busyTimeout: options.busyTimeout).open)
      let runner = Runner(session: session, terminal: terminal, settings: settings)
      runner.programPages = { [Generated.commandLine] }
      Signals.onInterrupt(LuaState.interrupter, context: UnsafeMutableRawPointer(session.lua.interruptionTarget))
      if options.echo { session.main.setEcho(true) }
      if paths.database != nil { try session.context.entities.reflect(session.main) }
      return runner
    }
    Signals.beginWork()
    try tests.run(paths.files)
    if tests.isInterrupted { return .interrupted }
    if !tests.hasCases { Output().message("moonshell: no test was found: test(\"name\", function() … end)\n") }
    return .code(tests.failures == 0 && tests.hasCases ? 0 : 1)
  }

  /// Whether a person sees what is said about work that takes its time.
  private var tellsProgress: Bool { isatty(STDERR_FILENO) == 1 && !options.quiet }

  private func engines(_ terminal: Terminal, _ palette: Palette) -> Engines {
    var engines = Engines(server: server, isConfined: options.sandbox, busyTimeout: options.busyTimeout)
    guard tellsProgress else { return engines }
    engines.notice = { Output().message(palette("… " + $0, .dim) + "\n") }
    engines.isPrompt = isPrompt && terminal.isInteractive
    return engines
  }

  private func work(_ runner: Runner, _ script: Script?) throws -> Moonshell.Ending {
    Signals.beginWork()
    // A new database has no tables.
    if runner.session.main.location != Location.fresh {
      try runner.session.context.entities.reflect(runner.session.main)
    }
    runner.closeBeforeExit()
    runner.setArguments(program: program, script: self.script, arguments)
    if let ending = runInit(runner) { return ending }
    if isRepeated { return promptAfterWork(runner) }
    for chunk in options.execute {
      let outcome = runner.runChunk(chunk)
      if outcome != .done, !options.interactive { return ending(outcome) }
      if runner.wantsToQuit { return .code(0) }
    }
    if let script {
      let outcome = runner.run(script, arguments: arguments)
      if outcome != .done, !options.interactive { return ending(outcome) }
    }
    guard isPrompt else {
      _ = Signals.endWork()
      return .code(0)
    }
    return promptAfterWork(runner)
  }

  // MARK: The prompt

  private func promptAfterWork(_ runner: Runner) -> Moonshell.Ending {
    _ = Signals.endWork()
    confinement_note_prompt()
    return prompt(runner)
  }

  private func prompt(_ runner: Runner) -> Moonshell.Ending {
    guard runner.terminal.isInteractive else { return runPiped(runner) }
    let palette = runner.settings.messagePalette
    let file = options.sandbox ? nil : History.defaultFile { Terminal.variable($0) }
    let history = History(file: file) { warning in
      runner.output.message(palette(warning, .warning) + "\n")
    }
    let screen = PromptScreen(isColored: runner.settings.isColored) { runner.entryJudge() }
    guard let reader = screen.reader(history: history, completer: PromptCompleter(runner)) else {
      return runPiped(runner)
    }
    runner.history = history
    reader.lineHint = { runner.hint(forLastLineOf: $0) }
    if isatty(STDERR_FILENO) == 1 {
      let isErased = Terminal.canMoveCursor(type: Terminal.variable("TERM"))
      let note = palette("… still at work · Ctrl-C cancels", .dim) + (isErased ? "" : "\n")
      Signals.noteLongWork(OwnSequence.unmarked(note), isErased: isErased)
    }
    if !options.quiet, !isRepeated { runner.output.message(Banner.text(runner, version: Version.number)) }
    REPL(runner: runner, reader: reader).runInteractively()
    return .code(0)
  }

  private func runPiped(_ runner: Runner) -> Moonshell.Ending {
    ending(REPL(runner: runner, reader: StreamReader.standardInput()).runPiped())
  }

  // MARK: Before the prompt

  /// The file that was named; else `~/.config/moonshell/init.lua`, which is for all but scripts.
  private func runInit(_ runner: Runner) -> Moonshell.Ending? {
    if options.noInit { return nil }
    if let begin {
      let outcome = runner.run(begin, arguments: [])
      return outcome == .done ? nil : ending(outcome)
    }
    if let file = options.`init` {
      let outcome = runner.runFile(file)
      return outcome == .done ? nil : ending(outcome)
    }
    guard script == nil || options.interactive, !options.sandbox, let file = defaultInit, access(file, R_OK) == 0 else {
      return nil
    }
    let outcome = runner.runFile(file)
    // A mistake in one's own settings must not keep one from the prompt that mends it; else there is no person.
    return outcome == .done || isPrompt && runner.terminal.isInteractive ? nil : ending(outcome)
  }

  private var defaultInit: String? {
    let variable = { (name: String) -> String? in Terminal.variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let base = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return base.map { $0 + "/moonshell/init.lua" }
  }

  private func settings(_ terminal: Terminal) -> Settings {
    var settings = Settings()
    settings.mode = options.mode ?? "box"
    settings.timeLimit = options.timeLimit
    settings.marksColours = true
    settings.isColored = options.color.decides(outputIsTerminal: terminal.outputIsTerminal) { Terminal.variable($0) }
    settings.areMessagesColored = options.color.decides(outputIsTerminal: isatty(STDERR_FILENO) == 1) {
      Terminal.variable($0)
    }
    return settings
  }

  private func ending(_ outcome: Runner.Outcome) -> Moonshell.Ending {
    switch outcome {
    case .done: .code(0)
    case .failed: .code(1)
    case .interrupted: .interrupted
    }
  }
}
