import Interchange
import LuaRuntime
import Migrating
import Model
import Query
import Schema

extension Word {
  static let generate = Word(
    function: "generate", takes: 1,
    "the declared schema for other tools: \"swift\", \"sql\", \"mermaid\", \"dot\", \"lua\"",
    #"print(generate "mermaid")"#
  ) { session, call in
    guard call.kind(1) == .string, let name = call.string(1) else {
      throw ScriptError(
        WordError.notAGenerator(generators: Words(session).generatorWords, value: call.value(1).described))
    }
    if name == "sql" {
      let statements = try TableCreation(session).createStatements(session.databases.main)
      return call.returning(statements.map { $0 + ";\n" }.joined())
    }
    guard let generator = Generator.named(name) else {
      let names = Generator.all.map(\.name) + ["sql"]
      throw ScriptError(WordError.noGenerator(name: name, candidates: names, generators: Words(session).generatorWords))
    }
    return call.returning(generator.generate(try Words(session).describedCatalog()))
  }
}

extension Words {
  fileprivate var generatorWords: String {
    (Generator.all.map(\.name) + ["sql"]).map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The entities that scripts declared, tied; where there are none, those that were made of tables.
  func describedCatalog() throws -> Catalog {
    let tied = try session.entities.catalog.resolved()
    let declared = tied.entities.filter { !$0.isReflected }
    return declared.isEmpty ? tied : Catalog(declared)
  }
}
