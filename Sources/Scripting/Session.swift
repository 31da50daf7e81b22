import ClosureSQL
import LuaRuntime
import Query
import Schema
import Store

/// An interpreter, the entities that its scripts defined, and the databases that they use.
///
///     let session = try Session(open: { path, options in try SQLiteEngine(path: path, …) })
///     try session.enter { try session.lua.load("Player = entity \"Player\" { name = text {} }", name: "=example").call() }
package final class Session {
  /// How a database is opened; engines are listed by the program.
  package typealias Opener = (_ location: String, _ options: OpenOptions) throws -> any Engine

  package struct OpenOptions: Sendable {
    package var isReadOnly: Bool
    /// Polled while the database works or waits.
    package var isInterrupted: @Sendable () -> Bool

    package init(isReadOnly: Bool = false, isInterrupted: @escaping @Sendable () -> Bool) {
      self.isReadOnly = isReadOnly
      self.isInterrupted = isInterrupted
    }
  }

  package let lua: LuaState
  package let opener: Opener
  /// Reads what functions of scripts do.
  let translator: ClosureTranslator
  package private(set) var databases: [ScriptDatabase] = []
  /// Where what is said beside results goes; the shell replaces it.
  package var diagnostics: (String) -> Void = { _ in }
  /// How a value is shown that a method shows while it works; the shell replaces it.
  ///
  /// Nil = as `print` does.
  package var present: ((LuaValue) throws -> Void)?

  /// All entities, as they were written: relations are tied together when they are first needed.
  package private(set) var catalog = Catalog()
  private(set) var models: [String: EntityModel] = [:]
  /// Those that were replaced: objects of theirs may still be in use, and know them by address only.
  private var formerModels: [EntityModel] = []
  /// Grows with every definition, so that what was derived from the catalog knows its age.
  private(set) var catalogVersion = 0
  private var hookCount = 0
  /// The `encode` and `decode` functions of fields.
  var coders: [ScriptHook: LuaFunction] = [:]
  /// The entities that wait for one that they extend.
  var pendingEntities: [PendingEntity] = []
  /// Whether objects came in with documents of others, to be saved with them.
  var hasPendingChildren = false
  /// Where it is told how far a long work is; nil when that is over.
  ///
  /// The program shows it on a terminal.
  package var progress: (String?) -> Void = { _ in }
  /// How many transactions have begun, nested ones included, in all databases: each has a number of its own.
  var transactionCount: UInt32 = 0
  /// Whether an entry is under way.
  var isInEntry = false
  /// Whether an entry that is interrupted leaves nothing of what it wrote.
  var takesEntriesBack = false
  /// Whether an interruption has ended a `watch`, as it is meant to.
  package internal(set) var hasEndedWatch = false
  /// What the last entry, if it failed, has left behind.
  package internal(set) var remains = Database.Remains.all
  /// The entities that refer to one which is not there yet: how many columns that takes is not known.
  var entitiesBeforeTargets: [(reader: EntityReader, handle: EntityHandle)] = []
  /// The entities that are kept in the table of one that they extend.
  var sharingEntities: [PendingEntity] = []
  private(set) lazy var methodKeeper = makeMethodKeeper()
  /// Whether a function of Lua has loops that cannot be told to close (`UnclosedLoops`), by the function.
  private(set) lazy var loopKinds = {
    let (kinds, metatable) = (lua.makeTable(), lua.makeTable())
    metatable["__mode"] = .string("k")
    kinds.setMetatable(metatable)
    return kinds
  }()
  /// Whether anything is observed.
  var isObserved = false
  /// The objects whose `before_save` is under way: saving one of them meanwhile is left to who is saving it.
  var beingSaved: Set<UnsafeRawPointer> = []
  /// The tables and objects that are being written or read as a document, from the outermost one on.
  var openDocuments: [UnsafeRawPointer] = []
  /// Where the documents come from that are being read.
  var documentOrigin = DocumentOrigin.row
  /// The member that is being filled inside of a document, seen from the outermost object: `Player.address`.
  var embeddingPlace: String?
  /// The tests that are functions of the fields inside documents.
  var documentTests: [ScriptHook: LuaFunction] = [:]
  /// Whether what an entry returns is shown, as at the prompt.
  package var showsValues = false
  /// The named steps of scripts, in the order in which they were first named.
  private(set) var migrations: [NamedMigration] = []
  private var serial = 0
  /// What tells objects apart that are not saved.
  private(set) lazy var unsavedKeys = UnsavedKeys(lua)
  private var hostTypes: HostTypes?
  /// Values that every script can compare with.
  private(set) var null: LuaValue = .nil
  /// The constructors of fields and relations, to recognise one that was not called.
  var constructors: [(name: String, function: LuaFunction)] = []

  /// The tests that scripts named: `is.even = test(…)`.
  var namedTests: [String: TestValue] = [:]

  /// Whether every database is opened for reading only.
  private(set) var isReadOnly = false

  package init(
    memoryLimit: Int? = nil, location: String = Location.fresh, isReadOnly: Bool = false, open: @escaping Opener
  ) throws {
    lua = try LuaState(memoryLimit: memoryLimit)
    opener = open
    translator = ClosureTranslator(lua)
    lua.encodeError = { [unowned self] error, call in self.encode(error, call) }
    lua.fulfil = { [unowned self] promise, stack in try self.fulfil(promise, on: stack) }
    hostTypes = HostTypes(self)
    openRowTypes()
    null = makeNull()
    databases = [ScriptDatabase(self)]
    self.isReadOnly = isReadOnly
    try main.open(location)
    Library.install(in: self)
  }

  /// Closes what is open; open transactions are rolled back.
  package func closeDatabases() {
    for database in databases { database.close() }
  }

  /// Ends everything: open transactions are rolled back.
  package func close() {
    closeDatabases()
    pendingEntities = []
    entitiesBeforeTargets = []
    sharingEntities = []
    lua.close()
  }

  var types: HostTypes {
    // Set once in `init`, before any script can run.
    guard let hostTypes else { preconditionFailure("the session is not ready") }
    return hostTypes
  }

  /// The database that `db` is.
  package var main: ScriptDatabase { databases[0] }

  func add(_ database: ScriptDatabase) {
    databases.append(database)
  }

  /// Names a step; one of its name is replaced in its place.
  func add(_ migration: NamedMigration) {
    if let place = migrations.firstIndex(where: { $0.name == migration.name }) {
      migrations[place] = migration
    } else {
      migrations.append(migration)
    }
  }

  // MARK: Numbers

  /// A number for a function of a script.
  func newHook() -> ScriptHook {
    hookCount += 1
    return ScriptHook(hookCount)
  }

  /// The place of a constructor's call among all of them: fields keep the order in which they were written.
  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  // MARK: Entities

  /// Makes an entity known, replacing one of its name, and returns its model.
  @discardableResult
  func define(
    _ definition: EntityDefinition, methods: LuaTable? = nil, methodsOf parent: EntityModel? = nil
  ) -> EntityModel {
    let model = EntityModel(definition, methods: methods, methodsOf: parent, session: self)
    catalog.define(definition.entity)
    if let former = models.updateValue(model, forKey: definition.entity.name) { formerModels.append(former) }
    catalogVersion += 1
    return model
  }

  /// Forgets the entities that were made of the tables of a file that is open no more.
  func forgetReflected() {
    for entity in catalog.entities where entity.isReflected {
      models[entity.name] = nil
      if let handle = lua.global(entity.name).userdata?.object(as: EntityHandle.self), handle.model.entity == entity {
        lua.setGlobal(entity.name, .nil)
      }
    }
    catalog = Catalog(catalog.entities.filter { !$0.isReflected })
    catalogVersion += 1
  }

  func model(_ name: String) -> EntityModel? { models[name] }

  /// The names of all entities, in the order of their definition.
  package var entityNames: [String] { catalog.names }

  private func makeNull() -> LuaValue {
    lua.stack.push(NullValue.shared, as: types.null)
    defer { lua.stack.pop(1) }
    return lua.stack.value(-1)
  }
}

/// The value that says NULL where `nil` cannot be written.
final class NullValue: Sendable {
  static let shared = NullValue()
}
