import Interchange
import LuaRuntime
import Model
import Schema

extension Command {
  static let mode = Command(
    "mode", usage: ".mode [MODE]", summary: "the format of results: " + Format.all.map(\.name).joined(separator: ", "),
    example: ".mode json   Team:all()",
    arguments: [.words(Format.all.map(\.name))]
  ) {
    runner, argument in
    if argument.isEmpty { return runner.output.result(runner.settings.mode + "\n") }
    runner.settings.mode = try knownMode(argument, "mode")
  }

  static let limit = Command(
    "limit", usage: ".limit [N|all]", summary: "how many rows of a long result are shown",
    example: ".limit 2   Player:all()", arguments: [.words(["all"])]
  ) {
    runner, argument in
    if argument.isEmpty {
      let limit = runner.settings.limit
      return runner.output.result(limit == .max ? "all\n" : "\(limit)\n")
    }
    guard let limit = argument == "all" ? .max : Int(argument), limit > 0 else {
      throw CommandError.noLimit(argument)
    }
    runner.settings.limit = limit
  }

  static let null = Command(
    "null", usage: ".null TEXT", summary: "how NULL is shown", example: ".null -   SELECT NULL AS team"
  ) { runner, argument in
    runner.settings.nullText = argument.isEmpty ? nil : argument
  }

  static let echo = Command(
    "echo", usage: ".echo on|off", summary: "shows every SQL statement", example: ".echo on   Player:count()",
    arguments: [.onOff]
  ) {
    runner, argument in
    if argument.isEmpty { return runner.showState(runner.session.main.isEchoing) }
    runner.session.main.setEcho(.boolean(try flag(argument, "echo")))
  }

  static let timer = Command(
    "timer", usage: ".timer on|off", summary: "shows how long each entry took", example: ".timer off",
    arguments: [.onOff]
  ) {
    runner, argument in
    if argument.isEmpty { return runner.showState(runner.settings.showsTime) }
    runner.settings.showsTime = try flag(argument, "timer")
  }

  static func flag(_ argument: String, _ command: String) throws -> Bool {
    switch argument {
    case "on": return true
    case "off": return false
    default: throw CommandError.noFlag(command, argument)
    }
  }
}

extension Runner {
  /// Says whether something is on.
  func showState(_ isOn: Bool) { output.result(isOn ? "on\n" : "off\n") }
}
