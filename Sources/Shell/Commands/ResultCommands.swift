import Interchange
import LuaRuntime
import Platform
import Schema
import Scripting

extension Command {
  static let last = Command(
    "last", usage: ".last [MODE]", summary: "the last result again, in another mode", example: "Team:all()   .last csv",
    arguments: [.words(Format.all.map(\.name))]
  ) { runner, argument in
    let mode = runner.settings.mode
    defer { runner.settings.mode = mode }
    if !argument.isEmpty { runner.settings.mode = try knownMode(argument, "last") }
    try runner.showLast()
  }

  static let output = Command(
    "output", usage: ".output [FILE]", summary: "results go to a file from now on; without FILE to the screen again",
    arguments: [.file]
  ) { runner, argument in
    try runner.output.close()
    if argument.isEmpty { return }
    let path = argument.splittingFirstWord.word
    if !runner.output.open(path) { throw CommandError.outputUnwritable(path) }
  }

  static let pager = Command(
    "pager", usage: ".pager on|off", summary: "shows results that are longer than the screen with $PAGER",
    arguments: [.onOff]
  ) { runner, argument in
    if argument.isEmpty { return runner.showState(runner.settings.usesPager) }
    runner.settings.usesPager = try flag(argument, "pager")
  }

  static let explain = Command(
    "explain", usage: ".explain REQUEST", summary: "how the database answers a request",
    example: ".explain Player:where { name = \"Ann\" }", arguments: [.request]
  ) { runner, argument in
    let request = try runner.request(argument, for: "explain")
    try runner.show(runner.call("local r = ... return r:explain()", request))
  }

  /// The mode of that name.
  static func knownMode(_ name: String, _ command: String) throws -> String {
    guard Format.named(name) != nil else {
      throw CommandError.unknownMode(command, name, among: Format.all.map(\.name))
    }
    return name
  }
}

extension Command.Argument {
  static let onOff = Command.Argument.words(["on", "off"])
}
