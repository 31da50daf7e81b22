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
    // Behind the name may stand the file that the text goes into.
    if let path = call.value(2).text, !path.isEmpty {
      let text = try Words(session).generated(name)
      if name == Generator.grdb.name { try Words(session).checkMigrationsGoOn(in: path, to: text) }
      try Words(session).write(text, to: path)
      return 0
    }
    if let surplus = call.surplus(behind: 1) {
      throw WordError.surplusOfGenerating(surplus, name)
    }
    return call.returning(try Words(session).generated(name))
  }
}

extension Words {
  /// The text for a tool.
  fileprivate func generated(_ name: String) throws -> String {
    if name == "luals" { return LanguageTypes.text + "\n" + (try SchemaTypes(try describedCatalog(), session)).text }
    if name == "sql" { return try tableStatements(in: session.databases.main).map { $0 + ";\n" }.joined() }
    guard let generator = Generator.named(name) else {
      throw WordError.noGenerator(name: name, candidates: Self.generatorNames, generators: generatorWords)
    }
    let text = generator.generate(try describedCatalog())
    guard name == Generator.grdb.name else { return text }
    let migrations = try migrations()
    let gaps = MigratorText.gaps(in: migrations)
    if !gaps.isEmpty { session.messages.diagnostics(gaps) }
    return text + "\n" + MigratorText.migrator(migrations)
  }

  /// Refuses to take migrations away that an app may have run: it would never run those that have their names now.
  fileprivate func checkMigrationsGoOn(in path: String, to text: String) throws {
    guard let bytes = try? Inputs(session).input(path: path).everything() else { return }
    let before = MigratorText.registrations(in: String(decoding: bytes, as: UTF8.self))
    let now = MigratorText.registrations(in: text)
    if now.starts(with: before) { return }
    throw WordError.otherMigrations(path: path, before: before.map(\.name), now: now.map(\.name))
  }

  /// Writes a text into a file, whole or not at all.
  fileprivate func write(_ text: String, to path: String) throws {
    do {
      let file = try OutputFile(path)
      var text = text
      text.withUTF8 { file.write(UnsafeRawBufferPointer($0)) }
      try file.finish()
    } catch {
      throw ScriptError(error, file: path)
    }
  }

  fileprivate var generatorWords: String {
    Self.generatorNames.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The statements that make the declared tables, and those that made the others.
  func tableStatements(in database: ScriptDatabase) throws -> [String] {
    let declared = try TableCreation(session).declaredTables(database)
    let said = Set(declared.map { FoldedName($0.entity.table) })
    let reflected = Set(session.entities.catalog.entities.filter(\.isReflected).map { FoldedName($0.table) })
    // Links that a declared relation makes may have been reflected before it was declared.
    let others = try database.tables().filter {
      let name = FoldedName($0.name)
      return reflected.contains(name) && !said.contains(name)
    }
    let ordered = OthersStatements.inOrder(others)
    let needed = ordered.flatMap(\.making.needed).reduce(into: [String]()) { all, statement in
      if !all.contains(statement) { all.append(statement) }
    }
    return declared.flatMap(\.statements) + needed + ordered.map(\.sql) + others.flatMap(\.making.indexes)
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
  func describedCatalog() throws -> Catalog { try session.databases.main.declaredCatalog() }
}
