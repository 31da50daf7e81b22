import Encodings
import Exchange
import Interchange
import LuaRuntime
import Migrating
import Model
import Query
import Schema

extension Word {
  static let generate = Word(
    function: "generate", takes: 2,
    "the declared schema for other tools: \"swift\", \"sql\", \"lua\", …",
    #"print(generate "mermaid")"#
  ) { session, call in
    guard call.kind(1) == .string, let name = call.string(1) else {
      throw WordError.notAGenerator(generators: Words(session).generatorWords, value: call.value(1).described)
    }
    if name == Generator.coreData.name { return try Words(session).generateModel(call) }
    if let surplus = call.surplus(behind: 1) {
      throw WordError.surplusOfGenerating(surplus, name)
    }
    if name == "luals" {
      return call.returning(LanguageTypes.text + "\n" + LanguageTypes.text(of: try Words(session).describedCatalog()))
    }
    if name == "sql" {
      return call.returning(try Words(session).tableStatements(in: session.databases.main).map { $0 + ";\n" }.joined())
    }
    guard let generator = Generator.named(name) else {
      let names = Words.generatorNames
      throw WordError.noGenerator(name: name, candidates: names, generators: Words(session).generatorWords)
    }
    var text = generator.generate(try Words(session).describedCatalog())
    if name == Generator.grdb.name {
      let migrations = try Words(session).migrations()
      session.messages.diagnostics(MigratorText.gaps(in: migrations))
      text += "\n" + MigratorText.migrator(migrations)
    }
    return call.returning(text)
  }
}

extension Words {
  fileprivate var generatorWords: String {
    Self.generatorNames.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The statements that make the declared tables, and those that made the others.
  func tableStatements(in database: ScriptDatabase) throws -> [String] {
    let declared = try TableCreation(session).declaredTables(database.dialect())
    let said = Set(declared.map { FoldedName($0.entity.table) })
    let reflected = Set(session.entities.catalog.entities.filter(\.isReflected).map { FoldedName($0.table) })
    // Links that a declared relation makes may have been reflected before it was declared.
    let others = try database.tables().filter {
      let name = FoldedName($0.name)
      return reflected.contains(name) && !said.contains(name)
    }
    return declared.flatMap(\.statements) + others.map(\.sql) + others.flatMap(\.making.indexes)
      + others.flatMap(\.making.triggers)
  }

  package static let generatorNames = Generator.all.map(\.name) + ["sql", "luals", Generator.coreData.name]

  /// The statements that made the tables of the main database: what this session did, or all that there are.
  fileprivate func migrations() throws -> [[String]] {
    let history = session.state(SchemaHistory.self).migrations
    return history.isEmpty ? [try tableStatements(in: session.databases.main)] : history
  }

  /// Writes a data model of Xcode into its folder: `generate("xcdatamodel", "Shop.xcdatamodel")`.
  fileprivate func generateModel(_ call: LuaCall) throws -> Int {
    let text = Generator.coreData.generate(try describedCatalog())
    guard let path = call.value(2).text, !path.isEmpty else {
      throw WordError.modelWithoutFolder(value: call.value(2).described)
    }
    do {
      let folder = path.hasSuffix(".xcdatamodel") ? path : path + ".xcdatamodel"
      try OutputFolder(folder).write([(name: "contents", text: text)])
    } catch {
      throw ScriptError(error, file: path)
    }
    return 0
  }

  /// The entities that scripts declared and those that were made of tables, tied.
  func describedCatalog() throws -> Catalog { try session.entities.catalog.resolved() }
}
