import ArgumentParser
import Interchange
import Shell

/// One option of the program, as help, the manual page and the completions of shells tell of it.
struct ProgramOption: Sendable {
  let long: String
  var short: Character?
  /// What its value is called; nil for a switch.
  var value: String?
  /// The values that there are; empty where anything may be one.
  var choices: [String] = []
  /// Whether the value is the name of a file.
  var takesFile = false
  let summary: String

  var help: ArgumentHelp {
    value.map { ArgumentHelp("\(summary)", valueName: $0) } ?? ArgumentHelp("\(summary)")
  }

  static let execute = ProgramOption(
    long: "execute", short: "e", value: "CHUNK", summary: "Run a chunk of Lua; may be given several times.")
  static let interactive = ProgramOption(long: "interactive", short: "i", summary: "A prompt after the script.")
  static let `init` = ProgramOption(
    long: "init", value: "FILE", takesFile: true,
    summary: "Run this file first, in place of ~/.config/moonshell/init.lua.")
  static let noInit = ProgramOption(long: "no-init", summary: "Run no file first.")
  static let mode = ProgramOption(
    long: "mode", value: "MODE", choices: Format.all.map(\.name),
    summary: "The format of results: \(Format.all.map(\.name).joined(separator: ", ")).")
  static let echo = ProgramOption(long: "echo", summary: "Print every SQL statement to standard error.")
  static let readOnly = ProgramOption(long: "read-only", summary: "Open the database for reading only.")
  static let memoryLimit = ProgramOption(
    long: "memory-limit", value: "SIZE", summary: "What Lua may use, such as 64M.")
  static let timeLimit = ProgramOption(
    long: "time-limit", value: "SECONDS", summary: "What a script or an entry at the prompt may take.")
  static let color = ProgramOption(
    long: "color", value: "WHEN", choices: ColorChoice.allCases.map(\.rawValue),
    summary: "Colours: auto, always or never.")
  static let quiet = ProgramOption(long: "quiet", summary: "No banner.")
  static let version = ProgramOption(long: "version", summary: "Print the version.")
  static let help = ProgramOption(long: "help", short: "h", summary: "Show help information.")

  /// Every option, in the order of help.
  static let all: [ProgramOption] = [
    .execute, .interactive, .`init`, .noInit, .mode, .echo, .readOnly, .memoryLimit, .timeLimit, .color, .quiet,
    .version,
    .help,
  ]
}
