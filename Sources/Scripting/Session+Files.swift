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
      given, "import", path: path, names: ExchangeOptions.ofInference + ExchangeOptions.ofSaving, lua)
    if let remark = try inference.guessEncoding(of: path, for: &options) {
      context.messages.diagnostics("\(path): \(remark)\n")
    }
    if context.entities.model(name) == nil {
      let inferred = try inference.entity(path, options)
      show(inferred.text)
      _ = try lua.load(inferred.text, name: "=infer").call()
      options.take(fields: inferred.fields, of: inferred.columns)
    } else if let model = context.entities.model(name) {
      try inference.check(path, options, for: model.entity)
      // Its fields have the names that they got when it was made of such a file.
      let known = try inference.columns(path, options, for: model.entity)
      if let known { options.take(fields: known.fields, of: known.columns) }
    }
    guard let model = context.entities.model(name) else { return (name, 0) }
    let database = context.databases.main
    let report = try database.store().atomically {
      try TableCreation(context).createTables(database)
      return try Importer(
        session: context, context: model.context(in: database), path: path, options: options, stack: lua.stack
      ).run()
    }
    return (name, report.count)
  }

  /// Refuses from now on what writes to any database, also to those that are opened later.
  package func endWriting() throws {
    try main.store().engine.endWriting()
    context.databases.areReadOnly = true
  }
}
