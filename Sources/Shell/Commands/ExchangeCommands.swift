import LuaRuntime
import Schema
import Scripting

extension Command {
  static let `import` = Command(
    "import", usage: ".import FILE [ENTITY]",
    summary: "takes the rows of a file in: all of them, or none; without an entity it makes the one that fits",
    arguments: [.file, .entity]
  ) { runner, argument in
    let (path, name) = argument.splittingFirstWord
    guard !path.isEmpty else {
      throw CommandError.usage(
        "import", ".import takes a file, and an entity if there is one: .import players.csv Player")
    }
    if name.isEmpty {
      let (entity, count) = try runner.enter {
        try runner.session.take(path) { runner.output.result($0 + "\n") }
      }
      return runner.tellImport(of: count, into: entity)
    }
    let entity = try runner.entity(name, for: "import")
    let results = try runner.call("local entity, path = ... return entity:import(path)", entity.value, .string(path))
    if let count = results.first?.integer { runner.tellImport(of: Int(count), into: entity.entity.name) }
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

extension Runner {
  fileprivate func tellImport(of count: Int, into entity: String) {
    guard terminal.outputIsTerminal else { return }
    let words = "\(grouped(count)) \(count == 1 ? "row" : "rows") imported into \(entity)"
    output.message(settings.messagePalette(words, .dim) + "\n")
  }
}
