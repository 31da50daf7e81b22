import LuaRuntime
import Query
import Schema
import Store

/// A database as a value of the language: `db`, or what `open` gives.
package final class ScriptDatabase {
  /// The interpreter that it belongs to, which outlives it.
  package unowned let session: SessionContext
  private var open: Database?
  package private(set) var location = Location.fresh
  /// Which of the databases that were open in this place one after another is open now.
  package private(set) var opening = 0
  /// Whether a migration is under way, which reads tables that are not yet as they are declared.
  package var isMigrating = false
  /// What remembers its objects as they are, for a rollback.
  package let journal: Journal
  /// Who is told what becomes of its transactions; a room above sets it.
  package var listener: (any TransactionListener)?
  package private(set) var echo: LuaValue = .nil
  /// When migrations gave stored values another meaning.
  package internal(set) var meanings = StoredMeanings()
  /// What columns do that are not as they are declared, as far as that was asked.
  var knownNatures = KnownNatures()
  var knownLinks = KnownLinks()
  /// What changed rows since the schema last changed.
  package var changes = ChangeNotes()

  package init(_ session: SessionContext, journal: Journal) {
    self.session = session
    self.journal = journal
  }

  package struct Options {
    package var isReadOnly = false
    package var echo: LuaValue = .nil

    package static let names = ["read_only", "echo"]

    package init(_ value: LuaValue, _ session: SessionContext) throws {
      if case .nil = value { return }
      guard case .table(let table) = value else {
        throw ScriptError(DatabaseError.optionsAreNoTable(found: value.described))
      }
      for (key, value) in table.entries() {
        switch (key, value) {
        case (.string("read_only"), .boolean(let flag)): isReadOnly = flag
        case (.string("echo"), .boolean), (.string("echo"), .function): echo = value
        default:
          let name = session.lua.describe(key)
          throw ScriptError(DatabaseError.optionCannotBe(option: name, found: value.described))
        }
      }
    }
  }

  /// The connection.
  ///
  /// - Throws: `ScriptError` of kind `.state` after `close()`.
  package func store() throws(ScriptError) -> Database {
    guard let open else { throw ScriptError(DatabaseError.closed) }
    return open
  }

  package func dialect() throws(ScriptError) -> any Dialect { try store().dialect }

  /// Which schema there is, as a number of its own.
  var schema: Int { open?.engine.schema ?? 0 }

  package var isOpen: Bool { open != nil }

  /// Whether nothing is there yet, and the first write makes it.
  package var isNew: Bool { open?.engine.isNew ?? false }

  /// Whether something was committed that those who follow it were not told of yet.
  var hasNews: Bool { open?.hasNews ?? false }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { open?.isInTransaction ?? false }

  /// Whether what is written waits until the trial is kept or discarded.
  package var isInTrial: Bool { open?.isInTrial ?? false }

  /// Opens a file, or a new database in memory, in place of what was open; its tables become entities.
  package func open(_ location: String, isReadOnly: Bool = false) throws {
    let flag = SendableFlag(session.lua.interruptionFlag)
    let options = DatabaseRegistry.OpenOptions(isReadOnly: isReadOnly || session.databases.areReadOnly) { flag.isSet }
    let engine = try session.databases.opener(location, options)
    close()
    let database = Database(engine)
    database.transactionBegan = { [unowned self] depth in
      self.journal.began(depth: depth)
      self.changes.began(depth: depth)
    }
    changes = ChangeNotes()
    database.transactionEnded = { [unowned self] end, depth in self.transactionEnded(end, depth) }
    database.newsCame = { [unowned databases = session.databases] in databases.haveNews = true }
    open = database
    // Without a password, which an address may hold.
    self.location = engine.location
    applyEcho()
    if session.entry.isUnderWay { beginEntry() }
  }

  package func close() {
    listener?.databaseClosed()
    open?.close()
    open = nil
    opening += 1
  }

  // MARK: Entries

  package func beginEntry() { open?.beginEntry(isTakenBack: session.entry.isTakenBack) }

  package func failEntry(isInterrupted: Bool) -> Database.Remains {
    open?.failEntry(isInterrupted: isInterrupted) ?? .all
  }

  private func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int) {
    switch end {
    case .committed:
      journal.committed(to: depth)
      changes.committed(to: depth)
    case .rolledBack:
      journal.rolledBack(to: depth)
      changes.rolledBack(to: depth)
    }
    listener?.transactionEnded(end, depth)
  }

  // MARK: Echo

  /// `true` prints statements as diagnostics, a function gets the text and the values, anything else is off.
  package func setEcho(_ value: LuaValue) {
    echo = value
    applyEcho()
  }

  /// Whether statements are printed, or told to a function.
  package var isEchoing: Bool { open?.echo != nil }

  private func applyEcho() {
    switch echo {
    case .boolean(true):
      open?.echo = { [unowned self] sql in self.session.messages.diagnostics(sql.echoed + "\n") }
    case .function(let function):
      open?.echo = { [unowned self] sql in
        let values = self.session.lua.makeTable()
        for (index, value) in sql.bindings.enumerated() { values[index + 1] = LuaValue(value) }
        // A statement must not fail because the one who listens does.
        _ = try? function.call([.string(LuaString(sql.text)), .table(values)])
      }
    default: open?.echo = nil
    }
  }

  /// What it has beside methods.
  static let memberNames = ["path", "echo"]

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { call in
        guard let database = call.object(1, as: ScriptDatabase.self), let name = call.string(2) else { return 0 }
        switch name {
        case "path": return call.returning(database.location)
        case "echo":
          call.push(database.echo)
          return 1
        default:
          let known = database.session.types.methods(of: "database").map(\.name)
          throw ScriptError(DatabaseError.noMethod(name: name, known: known))
        }
      },
      "__newindex": { call in
        guard let database = call.object(1, as: ScriptDatabase.self), let name = call.string(2) else { return 0 }
        guard name == "echo" else {
          throw ScriptError(DatabaseError.cannotSet(name: name))
        }
        switch call.kind(3) {
        case .nil, .boolean, .function: database.setEcho(call.value(3))
        default:
          throw ScriptError(DatabaseError.echoCannotBe(found: call.value(3).described))
        }
        return 0
      },
      "__tostring": { call in
        call.returning("database \(call.object(1, as: ScriptDatabase.self)?.location ?? "")")
      },
    ]
  }
}

/// The interruption flag of an interpreter, which its own thread alone reads and a signal sets.
private struct SendableFlag: @unchecked Sendable {
  private let pointer: UnsafePointer<Int32>

  init(_ pointer: UnsafePointer<Int32>) {
    self.pointer = pointer
  }

  var isSet: Bool { pointer.pointee != 0 }
}

extension RenderedSQL {
  /// The statement as it is echoed: `INSERT INTO … VALUES (?1)  -- 'Zerator'`.
  package var echoed: String {
    bindings.isEmpty ? text : text + "  -- " + bindings.map(\.excerpt).joined(separator: ", ")
  }
}

extension HostTypes {
  package var database: LuaHostType { self["database"] }
}
