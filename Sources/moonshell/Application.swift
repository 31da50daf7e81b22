import Glibc
import LuaRuntime
import Scripting
import Shell

/// One run of the program: a session, and what is to be done in it.
struct Application {
  let options: Options
  let database: String?
  let script: String?
  let arguments: [String]

  func run() -> Moonshell.Ending {
    if options.version {
      Output().result(Version.text + "\n")
      return .code(0)
    }
    Terminal.useUTF8()
    let terminal = Terminal.current()
    do {
      return try run(terminal)
    } catch {
      Output().message("moonshell: \(error)\n")
      return .code(1)
    }
  }

  private func run(_ terminal: Terminal) throws -> Moonshell.Ending {
    let isPrompt = script == nil && options.execute.isEmpty || options.interactive
    let session = try Session(
      memoryLimit: options.memoryLimit, location: database ?? ":memory:", isReadOnly: options.readOnly,
      open: Engines.open)
    defer { session.close() }
    let runner = Runner(session: session, terminal: terminal, settings: settings(terminal))
    Signals.install(interactive: isPrompt && terminal.isInteractive)
    Signals.onInterrupt(LuaState.interrupter, context: UnsafeMutableRawPointer(session.lua.interruptionTarget))
    if options.echo { session.main.setEcho(true) }
    return try work(runner, isPrompt: isPrompt)
  }

  private func work(_ runner: Runner, isPrompt: Bool) throws -> Moonshell.Ending {
    Signals.beginWork()
    try runner.session.reflect(runner.session.main)
    if isPrompt, let ending = runInit(runner) { return ending }
    for chunk in options.execute {
      let outcome = runner.runChunk(chunk)
      if outcome != .done { return ending(outcome) }
    }
    if let script {
      let outcome = runner.runScript(script, program: CommandLine.arguments[0], arguments: arguments)
      if outcome != .done, !options.interactive { return ending(outcome) }
    }
    _ = Signals.endWork()
    return isPrompt ? prompt(runner) : .code(0)
  }

  // MARK: The prompt

  private func prompt(_ runner: Runner) -> Moonshell.Ending {
    guard runner.terminal.isInteractive else {
      return ending(REPL(runner: runner, reader: StreamReader.standardInput()).runPiped())
    }
    let palette = runner.settings.palette
    let history = History(file: History.defaultFile { Terminal.variable($0) }) { warning in
      runner.output.message(palette(warning, .warning) + "\n")
    }
    guard let reader = EditlineReader(history: history) else {
      return ending(REPL(runner: runner, reader: StreamReader.standardInput()).runPiped())
    }
    if !options.quiet { runner.output.message(banner(runner)) }
    REPL(runner: runner, reader: reader).runInteractively()
    return .code(0)
  }

  private func banner(_ runner: Runner) -> String {
    let palette = runner.settings.palette
    let names = runner.session.entityNames
    var text = palette("Moonshell \(Version.number)", .heading) + " on \(runner.session.main.location)"
    if !names.isEmpty {
      let shown = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
      text += ", \(names.count) \(names.count == 1 ? "entity" : "entities"): \(shown)"
    }
    return text + "\n" + palette(".help lists what there is, Ctrl-D leaves", .dim) + "\n"
  }

  // MARK: Before the prompt

  /// `~/.config/moonshell/init.lua`, unless another file is named or none is wanted.
  private func runInit(_ runner: Runner) -> Moonshell.Ending? {
    if options.noInit { return nil }
    if let file = options.`init` {
      let outcome = runner.runScript(file, program: CommandLine.arguments[0], arguments: [])
      return outcome == .done ? nil : ending(outcome)
    }
    guard let file = defaultInit, access(file, R_OK) == 0 else { return nil }
    // A mistake in one's own settings must not keep one from the prompt that mends it.
    _ = runner.runScript(file, program: CommandLine.arguments[0], arguments: [])
    return nil
  }

  private var defaultInit: String? {
    let variable = { (name: String) -> String? in Terminal.variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let base = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return base.map { $0 + "/moonshell/init.lua" }
  }

  private func settings(_ terminal: Terminal) -> Settings {
    var settings = Settings()
    settings.mode = options.mode ?? "box"
    settings.isQuiet = options.quiet
    settings.timeLimit = options.timeLimit
    settings.isColored = options.color.decides(outputIsTerminal: terminal.outputIsTerminal) { Terminal.variable($0) }
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
