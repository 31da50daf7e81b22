import Interchange
import Platform
import Shell

extension ProgramOption {
  /// Every option, in the order of help.
  static let all: [ProgramOption] = [
    ProgramOption(
      "execute", short: "e", value: "CHUNK",
      "Run Lua, SQL or commands and show what they give; may be given several times."
    ) {
      $0.execute.append($1)
    },
    ProgramOption(switch: "interactive", short: "i", "A prompt after the script.") { $0.interactive = true },
    ProgramOption(
      "init", value: "FILE", takesFile: true, "Run this file first, in place of ~/.config/moonshell/init.lua."
    ) {
      $0.`init` = $1
    },
    ProgramOption(switch: "no-init", "Run no file first.") { $0.noInit = true },
    ProgramOption("mode", value: "MODE", choices: { Format.all.map(\.name) }, "The format of results.") {
      (options, name) throws(UsageError) in options.mode = try mode(name)
    },
    ProgramOption(switch: "json", "Results as JSON, as with --mode json.") { $0.mode = Format.json.name },
    ProgramOption(switch: "csv", "Results as CSV, as with --mode csv.") { $0.mode = Format.csv.name },
    ProgramOption(switch: "echo", "Print every SQL statement to standard error.") { $0.echo = true },
    ProgramOption(switch: "read-only", "Open the database for reading only.") { $0.readOnly = true },
    ProgramOption(switch: "sandbox", "Let scripts reach the database and nothing else.") { $0.sandbox = true },
    ProgramOption("allow-read", value: "PATH", takesFile: true, "In the sandbox, let scripts read PATH, too.") {
      (options, path) throws(UsageError) in
      options.allowRead.append(try existing(path, "--allow-read"))
    },
    ProgramOption("allow-write", value: "PATH", takesFile: true, "In the sandbox, let scripts write PATH, too.") {
      (options, path) throws(UsageError) in
      options.allowWrite.append(try existing(path, "--allow-write"))
    },
    ProgramOption("memory-limit", value: "SIZE", "What a script may use, such as 64M.") {
      (options, text) throws(UsageError) in options.memoryLimit = try size(text)
    },
    ProgramOption("time-limit", value: "SECONDS", "What a script or an entry at the prompt may take.") {
      (options, text) throws(UsageError) in options.timeLimit = try seconds(text)
    },
    ProgramOption(
      "busy-timeout", value: "SECONDS",
      "How long to wait for a database that others have locked (2; 60 at a prompt)."
    ) {
      (options, text) throws(UsageError) in options.busyTimeout = try patience(text)
    },
    ProgramOption("color", value: "WHEN", choices: { ColorChoice.allCases.map(\.rawValue) }, "When to colour.") {
      (options, text) throws(UsageError) in options.color = try choice(text)
    },
    ProgramOption(
      switch: "test",
      "Run the cases of files of tests, or of the *.lua of folders (not of those in them), each undone; prints TAP."
    ) { $0.test = true },
    ProgramOption(switch: "quiet", short: "q", "No banner.") { $0.quiet = true },
    ProgramOption(switch: "version", short: "V", "Print the version.") { $0.version = true },
    ProgramOption(switch: "help", short: "h", "Show help information.") { $0.help = true },
    ProgramOption(
      "generate", value: "KIND", choices: { Generated.all.map(\.name) },
      "Write what packages contain (the manual into a folder: manual DIR)."
    ) {
      (options, name) throws(UsageError) in options.generate = try generated(name)
    },
  ]

  // MARK: Values

  /// A path that is there: rights are those of a file, not of a name.
  private static func existing(_ path: String, _ option: String) throws(UsageError) -> String {
    guard access(path, F_OK) != 0 else { return path }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    throw .notThere(option, path, folder: access(folder, F_OK) == 0 ? folder : nil)
  }

  private static func mode(_ name: String) throws(UsageError) -> String {
    guard Format.named(name) != nil else {
      let nearest = Format.nearest(to: name).first.map { " Did you mean '\($0)'?" } ?? ""
      let names = Format.all.map(\.name).joined(separator: ", ")
      throw .noMode(name, nearest: nearest, names: names)
    }
    return name
  }

  private static func generated(_ name: String) throws(UsageError) -> Generated {
    guard let generated = Generated.named(name) else {
      let names = Generated.all.map(\.name).joined(separator: ", ")
      throw .notGenerated(name, names: names)
    }
    return generated
  }

  /// `64M` → 67108864; K, M and G are powers of 1024.
  private static func size(_ text: String) throws(UsageError) -> Int {
    let unit: Int? =
      switch text.last {
      case "K", "k": 1 << 10
      case "M", "m": 1 << 20
      case "G", "g": 1 << 30
      default: nil
      }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      throw .noSize(text)
    }
    let (size, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows else { throw .sizeTooLarge(text) }
    guard size >= leastSize else { throw .sizeTooSmall(text, least: sizeWords(leastSize)) }
    return size
  }

  /// With less than this there is no room for an entry and its words of error.
  private static let leastSize = 1 << 20

  private static func seconds(_ text: String) throws(UsageError) -> Double {
    guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
      throw .noTime(text)
    }
    return seconds
  }

  /// 0 is not to wait at all.
  private static func patience(_ text: String) throws(UsageError) -> Duration {
    guard let seconds = Double(text), seconds >= 0, seconds.isFinite else {
      throw .noWait(text)
    }
    // What servers take is milliseconds of 31 bits: more than three weeks.
    return .seconds(min(seconds, 2_000_000))
  }

  private static func choice(_ text: String) throws(UsageError) -> ColorChoice {
    guard let choice = ColorChoice(rawValue: text) else {
      throw .noColorChoice(text)
    }
    return choice
  }
}
