import Encodings
import Exchange
import Interchange
import LuaRuntime
import Migrating
import Model
import Platform

extension Session {
  /// Takes a file without an entity in: makes the entity that fits it, and imports its rows.
  ///
  /// - Parameters:
  ///   - options: those of `import` that need no entity, in a table; or nil.
  ///   - show: is given the text of the entity before anything is made of it; not called where the entity is there
  ///     already.
  /// - Returns: the name of the entity, and how many rows there were.
  package func take(
    _ path: String, options given: LuaValue = .nil, show: (String) -> Void
  ) throws -> (entity: String, count: Int) {
    // What fits it is seen on a first reading.
    if let kind = kind(ofFile: path), kind != S_IFREG, kind != S_IFDIR { throw InterchangeError(.isNoFile(path: path)) }
    let inference = FileInference(context)
    let name = inference.name(of: path)
    var options = try ExchangeOptions(
      given, "import", path: path, names: ExchangeOptions.ofTaking, lua)
    if let remark = try inference.guessEncoding(of: path, for: &options) {
      context.messages.diagnostics("\(path): \(remark)\n")
    }
    let files = context.state(TakenFiles.self)
    try files.forgetDropped(name, context)
    guard let model = context.entities.model(name) else {
      let inferred = try inference.entity(path, options)
      show(inferred.text)
      options.take(fields: inferred.fields, of: inferred.columns)
      do {
        _ = try lua.load(inferred.text, name: "=infer").call()
        guard let made = context.entities.model(name) else { return (name, 0) }
        let count = try importRows(of: path, into: made, options)
        files.entities.insert(name)
        return (name, count)
      } catch {
        // Its table is rolled back.
        context.entities.forget(name)
        throw error
      }
    }
    try inference.check(path, options, for: model.entity)
    context.messages.diagnostics("\(name) is there already: the rows are added to it\n")
    // Its fields have the names that they got when it was made of such a file.
    let known = try inference.columns(path, options, for: model.entity)
    if let known { options.take(fields: known.fields, of: known.columns) }
    return (name, try importRows(of: path, into: model, options))
  }

  private func importRows(of path: String, into model: EntityModel, _ options: ExchangeOptions) throws -> Int {
    let database = context.databases.main
    return try database.store().atomically {
      try TableCreation(context).createTables(database)
      return try Importer(
        session: context, context: model.context(in: database), path: path, options: options, stack: lua.stack
      ).run().count
    }
  }

  /// Refuses from now on what writes to any database, also to those that are opened later.
  package func endWriting() throws {
    try main.store().engine.endWriting()
    context.databases.areReadOnly = true
  }
}

/// The entities that files without one were taken into.
private final class TakenFiles: SessionState {
  var entities: Set<String> = []

  init(_ session: SessionContext) {}

  /// Forgets an entity that was made of a file and whose table was dropped since: the next file makes it anew.
  func forgetDropped(_ name: String, _ session: SessionContext) throws {
    guard entities.contains(name), let table = session.entities.model(name)?.entity.table else { return }
    let tables = try session.databases.main.store().engine.tables()
    if tables.contains(where: { $0.name == table }) { return }
    entities.remove(name)
    session.entities.forget(name)
  }
}
