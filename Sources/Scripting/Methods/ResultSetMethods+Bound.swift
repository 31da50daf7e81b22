import Lists
import LuaRuntime
import Model
import Platform
import Query
import Requests
import Schema

/// What result sets of requests answer beside the rest, and how they are made.
extension ResultSetMethods {
  static let bound: [Method] = [
    Method("refresh", takes: 0, "fetches the rows anew, for what other programs committed", "changes = rs:refresh()") {
      session, call in
      push(try boundSet(call, "refresh").refresh(), session, call)
    },
    Method(
      "follow", takes: 1, "shows the rows of another request of the entity from now on, with its sorts and sections",
      #"bound = Player:results()   bound:follow(Player:where { name = is.prefix "B" })"#
    ) { session, call in
      let set = try boundSet(call, "follow")
      guard let request = call.value(2).rows as? RequestHandle else {
        throw MethodError.followWithoutRequest(value: call.value(2).described)
      }
      return push(try set.follow(request), session, call)
    },
    Method(
      "watch", takes: 1, "prints changes, also those of other programs, until Ctrl-C",
      "rs:watch()   rs:watch { changes = 1 }"
    ) { session, call in
      let set = try boundSet(call, "watch")
      var watch = Watch(set: set, session: session)
      try watch.read(call.value(2))
      try watch.run()
      return 0
    },
  ]

  private static func boundSet(_ call: LuaCall, _ word: String) throws -> BoundResultSet {
    guard let set = try resultSet(call) as? BoundResultSet else {
      throw MethodError.rereadInMemory(word: word)
    }
    return set
  }
}

/// Waits for commits of others and prints what they change.
private struct Watch {
  let set: BoundResultSet
  let session: SessionContext
  /// How long, and how many changes at most; nil = until it is interrupted.
  private var seconds: Double?
  private var changes: Int?

  /// How long it sleeps between two looks, in seconds.
  private static let pause = 0.1

  init(set: BoundResultSet, session: SessionContext) {
    self.set = set
    self.session = session
  }

  /// Reads `{ seconds = 5, changes = 1 }`.
  mutating func read(_ options: LuaValue) throws {
    guard !options.isNil else { return }
    for (key, value) in options.table?.entries() ?? [(options, .nil)] {
      switch (key.text, value.number) {
      case ("seconds", let number?) where number >= 0: seconds = number
      case ("changes", let number?) where number >= 1: changes = Int(exactly: number.rounded())
      default:
        throw MethodError.watchOptions
      }
    }
  }

  /// Watches until it is time, or it was enough, or Ctrl-C ends it.
  func run() throws {
    do {
      try follow()
    } catch {
      session.entry.hasEndedWatch = session.lua.isInterrupted && !session.lua.isOutOfTime
      throw error
    }
  }

  private func follow() throws {
    // No other connection could write as long as this program has begun to.
    try session.databases.settle()
    let store = try set.handle.context.database.store()
    var version = try store.engine.externalVersion()
    var passed = 0.0
    // What others committed since the rows were fetched.
    var seen = try look() ? 1 : 0
    while passed < seconds ?? .infinity, seen < changes ?? .max {
      // A signal ends the sleep.
      usleep(UInt32(Self.pause * 1_000_000))
      passed += Self.pause
      try session.lua.checkInterruption()
      let now = try store.engine.externalVersion()
      if now != version {
        version = now
        if try look() { seen += 1 }
      }
    }
  }

  /// Prints what changed, if anything did.
  private func look() throws -> Bool {
    guard let changes = try set.refresh() else { return false }
    let stack = session.lua.stack
    RowCopies(session).push(changes, on: stack)
    defer { stack.pop(1) }
    let value = stack.value(-1)
    if let present = session.messages.present {
      try present(value, nil)
    } else if case .function(let print) = session.lua.global("print") {
      try print.call([value])
    }
    return true
  }
}
