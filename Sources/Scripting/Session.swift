import LuaRuntime
import Model
import Relations
import Requests
import Store

/// An interpreter, the entities that its scripts defined, and the databases that they use: what ties the rooms together.
///
///     let session = try Session(open: { path, options in try SQLiteEngine(path: path, …) })
///     try session.enter { try session.lua.load("Player = entity \"Player\" { name = text {} }", name: "=example").call() }
package final class Session {
  package typealias Opener = DatabaseRegistry.Opener
  package typealias OpenOptions = DatabaseRegistry.OpenOptions

  package let context: SessionContext

  package init(
    memoryLimit: Int? = nil, limitsProcess: Bool = false, location: String = Location.fresh, isReadOnly: Bool = false,
    open: @escaping Opener
  ) throws {
    let context = try SessionContext(memoryLimit: memoryLimit)
    if limitsProcess { context.lua.shareMemoryLimit() }
    context.add(HostTypes(context, HostTypeDefinition.all))
    context.add(EntityRegistry(context))
    context.add(DatabaseRegistry(context, open))
    context.databases.add(ScriptDatabase(context, journal: Journal(context, KeptObjects(context))))
    NullValue.shared.install(in: context)
    self.context = context
    lua.encodeError = { [unowned context] error, call in ErrorTables(context).encode(error, call) }
    lua.fulfil = { [unowned context] promise, stack in try RelationReader(context).fulfil(promise, on: stack) }
    RelationReader(context).openRowTypes()
    Requester(context).installScopes()
    Graphs(context).install()
    // It knows the functions of the library by what they are before a script can change them.
    _ = context.state(ClosureReading.self).translator
    context.databases.areReadOnly = isReadOnly
    try main.open(location)
    Library.install(in: context)
  }

  /// Closes what is open; open transactions are rolled back.
  package func closeDatabases() {
    context.databases.close()
  }

  /// Ends everything: open transactions are rolled back.
  ///
  /// - Parameters:
  ///   - timeLimit: the seconds that entries had, if they were limited: then finalizers end at once, too.
  ///   - endsProcess: whether the process ends now.
  package func close(timeLimit: Double? = nil, endsProcess: Bool = false) {
    closeDatabases()
    context.entities.forgetPending()
    lua.close(timeLimit: timeLimit == nil ? 2 : 0.25, endsProcess: endsProcess)
  }

  package var lua: LuaState { context.lua }

  /// The database that `db` is.
  package var main: ScriptDatabase { context.databases.main }

  /// The names of all entities, in the order of their definition.
  package var entityNames: [String] { context.entities.names }
}

// What the shell sets and asks.
extension Session {
  /// Where what is said beside results goes.
  package var diagnostics: (String) -> Void {
    get { context.messages.diagnostics }
    set { context.messages.diagnostics = newValue }
  }

  /// How a value is shown while a script works; nil = as `print` does.
  package var chart: ((_ value: LuaValue, _ fields: [String]) throws -> Void)? {
    get { context.messages.chart }
    set { context.messages.chart = newValue }
  }

  package var present: ((_ value: LuaValue, _ mode: String?) throws -> Void)? {
    get { context.messages.present }
    set { context.messages.present = newValue }
  }

  /// What scripts may set of the prompt.
  package var settings: PromptSettings? {
    get { context.messages.settings }
    set { context.messages.settings = newValue }
  }

  /// Where it is told how far a long work is; nil when that is over.
  package var progress: (String?) -> Void {
    get { context.messages.progress }
    set { context.messages.progress = newValue }
  }

  /// Whether what an entry returns is shown, as at the prompt.
  package var showsValues: Bool {
    get { context.messages.showsValues }
    set { context.messages.showsValues = newValue }
  }

  /// Whether an interruption has ended a `watch`, as it is meant to.
  package var hasEndedWatch: Bool { context.entry.hasEndedWatch }

  /// What the last entry, if it failed, has left behind.
  package var remains: Database.Remains { context.entry.remains }
}
