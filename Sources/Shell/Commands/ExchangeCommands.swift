import LuaRuntime
import Schema
import Scripting

extension Command {
  static let `import` = Command(
    "import", usage: ".import FILE ENTITY", summary: "takes the rows of a file in: all of them, or none",
    arguments: [.file, .entity]
  ) { runner, argument in
    let (path, name) = argument.splittingFirstWord
    guard !path.isEmpty, !name.isEmpty else {
      throw CommandError.usage("import", ".import takes a file and an entity, such as .import players.csv Player")
    }
    let entity = try runner.entity(name, for: "import")
    let results = try runner.call("local entity, path = ... return entity:import(path)", entity.value, .string(path))
    guard runner.terminal.outputIsTerminal, let count = results.first?.integer else { return }
    let words = "\(grouped(Int(count))) \(count == 1 ? "row" : "rows") imported into \(entity.entity.name)"
    runner.output.message(runner.settings.messagePalette(words, .dim) + "\n")
  }

  static let export = Command(
    "export", usage: ".export FILE REQUEST", summary: "writes the rows of a request into a file, whole or not at all",
    arguments: [.file, .request]
  ) { runner, argument in
    let (path, expression) = argument.splittingFirstWord
    guard !path.isEmpty, !expression.isEmpty else {
      throw CommandError.usage(
        "export", ".export takes a file and a request, such as .export players.json Player:all()")
    }
    let request = try runner.request(expression, for: "export", orList: true)
    _ = try runner.call("local request, path = ... return request:export(path)", request, .string(path))
  }
}
