import ArgumentParser
import Interchange
import Shell

/// What the options of the program say.
struct RunOptions {
  var execute: [String] = []
  var interactive = false
  var `init`: String?
  var noInit = false
  var mode: String?
  var echo = false
  var readOnly = false
  var memoryLimit: Int?
  var timeLimit: Double?
  var color = ColorChoice.auto
  var quiet = false
  var version = false
  var generate: String?
}

extension RunOptions {
  /// Reads the words of options.
  ///
  /// - Throws: what `Options` refuses.
  init(_ words: [String]) throws {
    self = try RunOptions(plain: words) ?? Options.parse(words).values
  }

  /// What switches and chunks say, which need no reading; nil where there is more.
  ///
  /// To describe the options to ArgumentParser takes a third of the time that a short script takes.
  private init?(plain words: [String]) {
    let chunk = "--execute="
    for word in words {
      switch word {
      case "-i", "--interactive": interactive = true
      case "--no-init": noInit = true
      case "--echo": echo = true
      case "--read-only": readOnly = true
      case "--quiet": quiet = true
      case _ where word.hasPrefix(chunk): execute.append(String(word.dropFirst(chunk.count)))
      default: return nil
      }
    }
  }
}

/// The options of the program, as they are read.
///
/// DATABASE, SCRIPT and its arguments were taken out before (`CommandLineSplit`), so the help tells of them in words.
struct Options: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moonshell",
    abstract: "A Lua prompt on a database: entities, requests and their results.",
    usage: usage,
    discussion: """
      Without SCRIPT and -e there is a prompt; a pipe is run entry by entry.

      DATABASE  a file, created if absent, whose tables become entities at once;
                a fresh database in memory without it, or as ':memory:'
      SCRIPT    a file that ends in .lua or begins with '#!', or '-' for standard
                input; what follows belongs to it, as 'arg' and as '...'
      """)

  static let usage = "moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]"

  @Option(name: [.customShort("e"), .customLong("execute")], help: ProgramOption.execute.help)
  var execute: [String] = []

  @Flag(name: [.short, .long], help: ProgramOption.interactive.help)
  var interactive = false

  @Option(help: ProgramOption.`init`.help)
  var `init`: String?

  @Flag(help: ProgramOption.noInit.help)
  var noInit = false

  @Option(help: ProgramOption.mode.help)
  var mode: String?

  @Flag(help: ProgramOption.echo.help)
  var echo = false

  @Flag(help: ProgramOption.readOnly.help)
  var readOnly = false

  @Option(name: .customLong("memory-limit"), help: ProgramOption.memoryLimit.help)
  var memoryText: String?

  @Option(name: .customLong("time-limit"), help: ProgramOption.timeLimit.help)
  var timeText: String?

  @Option(name: .customLong("color"), help: ProgramOption.color.help)
  var colorText: String?

  @Flag(help: ProgramOption.quiet.help)
  var quiet = false

  @Flag(help: ProgramOption.version.help)
  var version = false

  /// Writes the manual page, or the completions of a shell; for those who make packages.
  @Option(help: .hidden)
  var generate: String?

  /// What they say; made when they are valid.
  private(set) var values = RunOptions()

  private enum CodingKeys: String, CodingKey {
    case execute, interactive, `init`, noInit, mode, echo, readOnly, memoryText, timeText, colorText, quiet, version,
      generate
  }

  /// Values are read here and not by a transform, whose errors would bury the words.
  mutating func validate() throws {
    if let mode, Format.named(mode) == nil {
      let nearest = Format.nearest(to: mode).first.map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError("there is no mode '\(mode)'.\(nearest)")
    }
    if let generate, Manual.named(generate) == nil {
      throw ValidationError("--generate makes \(Manual.all.map(\.name).joined(separator: ", ")), not '\(generate)'")
    }
    values = RunOptions(
      execute: execute, interactive: interactive, init: `init`, noInit: noInit, mode: mode, echo: echo,
      readOnly: readOnly, memoryLimit: try memoryText.map(Self.size), timeLimit: try timeText.map(Self.seconds),
      color: try colorText.map(Self.choice) ?? .auto, quiet: quiet, version: version, generate: generate)
  }

  /// `64M` → 67108864; K, M and G are powers of 1024.
  private static func size(_ text: String) throws -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.uppercased().last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      throw ValidationError("--memory-limit is a number with K, M or G behind it, such as 64M, not '\(text)'")
    }
    let (size, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows else { throw ValidationError("--memory-limit: '\(text)' is too large") }
    return size
  }

  private static func choice(_ text: String) throws -> ColorChoice {
    guard let choice = ColorChoice(rawValue: text) else {
      throw ValidationError("--color is auto, always or never, not '\(text)'")
    }
    return choice
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
      throw ValidationError("--time-limit is a number of seconds above 0, not '\(text)'")
    }
    return seconds
  }
}
