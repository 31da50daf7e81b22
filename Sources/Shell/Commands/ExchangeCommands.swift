import LuaRuntime
import Schema
import Scripting

extension Command {
  static let `import` = Command(
    "import", usage: ".import FILE [ENTITY]",
    summary: "takes the rows of a file in: all of them, or none; without an entity it makes the one that fits; options"
      + " of import stand behind that, in braces",
    arguments: [.file, .entity]
  ) { runner, argument in
    let (path, rest) = argument.splittingFirstWord
    guard !path.isEmpty else {
      throw CommandError.importWithoutFile
    }
    let name = String(rest.prefix { $0 != "{" }).trimmingBlanks()
    let text = String(rest.drop { $0 != "{" })
    let options = text.isEmpty ? .nil : try runner.value(of: text)
    if name.isEmpty {
      let (entity, count) = try runner.enter {
        try runner.session.take(path, options: options) { runner.output.message($0 + "\n") }
      }
      return runner.tellImport(of: count, into: entity)
    }
    let entity = try runner.entity(name, for: "import")
    let results = try runner.call(
      "local entity, path, options = ... return entity:import(path, options)", entity.value, .string(path), options)
    guard let count = results.first?.integer else { return }
    runner.tellImport(of: Int(count), into: entity.entity.name)
    // Behind the number stand the rows that were left out.
    if results.count > 1, let rows = results[1].table {
      let limit = options.table?["max_errors"].integer
      runner.tellLeftOut(rows, of: path, beside: Int(count), limit: limit.map { Int($0) })
    }
  }

  static let export = Command(
    "export", usage: ".export FILE REQUEST",
    summary: "writes the rows of a request into a file, whole or not at all; options of export stand behind that, in"
      + " braces",
    arguments: [.file, .request]
  ) { runner, argument in
    let (path, rest) = argument.splittingFirstWord
    let (expression, text) = rest.splittingOptions
    guard !path.isEmpty, !expression.isEmpty else {
      throw CommandError.exportWithoutRequest
    }
    let request = try runner.request(expression, for: "export", orList: true)
    let options = text.isEmpty ? .nil : try runner.value(of: text)
    _ = try runner.call(
      "local request, path, options = ... return request:export(path, options)", request, .string(path), options)
  }
}

extension String {
  /// An expression, and the table of options behind it: one that no call takes, as a request is not called.
  ///
  ///     "Player:where { age = 20 } { title = 'x' }".splittingOptions   // ("Player:where { age = 20 }", "{ title = 'x' }")
  fileprivate var splittingOptions: (expression: String, options: String) {
    let tokens = LuaTokens(self).tokens
    guard tokens.last?.isSymbol("}") == true else { return (self, "") }
    var depth = 0
    guard
      let open = tokens.indices.reversed().first(where: { place in
        depth += tokens[place].isSymbol("}") ? 1 : tokens[place].isSymbol("{") ? -1 : 0
        return depth == 0
      }), open > 0
    else { return (self, "") }
    let before = tokens[open - 1]
    guard before.isSymbol(")") || before.isSymbol("}") || before.isString || before.isName && open == 1 else {
      return (self, "")
    }
    let place = utf8.index(startIndex, offsetBy: tokens[open].start)
    return (String(self[..<place]).trimmingBlanks(), String(self[place...]))
  }
}

extension Runner {
  /// Says a line for each row that was left out, and how many came in; of more rows than the limit nothing is known.
  fileprivate func tellLeftOut(_ rows: LuaTable, of path: String, beside count: Int, limit: Int?) {
    if rows.rawLength == 0 { return }
    for row in rows.elements.compactMap(\.table) {
      let place = [row["line"].integer ?? row["element"].integer, row["column"].integer].compactMap(\.self)
      let message = row["message"].text ?? ""
      output.result(([path] + place.map { "\($0)" }).joined(separator: ":") + ": \(message)\n")
    }
    let more = limit.map { rows.rawLength >= $0 } == true ? " or more" : ""
    output.result("\(grouped(count)) came in, \(grouped(rows.rawLength))\(more) left out\n")
  }

  fileprivate func tellImport(of count: Int, into entity: String) {
    let words = "\(grouped(count)) \(count == 1 ? "row" : "rows") imported into \(entity)"
    output.message(settings.messagePalette(words, .dim) + "\n")
  }
}
