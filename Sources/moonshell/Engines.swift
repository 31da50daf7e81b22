import Model
import PostgreSQLEngine
import SQLiteEngine
import Scripting
import Shell
import Store

/// The engines that the program knows; which one opens a database follows from its location.
struct Engines {
  /// How a person is told what is being waited for; nil where there is no person.
  var notice: ((String) -> Void)?
  /// Whether there is a person who can end a wait.
  var isPrompt = false
  /// The one server that is reached, where there are walls.
  var server: ConfinedServer?
  var isConfined = false
  /// How long others are waited for, where that was said.
  var busyTimeout: Duration?

  func open(_ location: String, _ options: Session.OpenOptions) throws -> any Engine {
    if let address = ServerAddress(location) {
      if let server { return try server.open(location, options) }
      if isConfined { throw StoreError.notReached(address) }
      return try open(address, options)
    }
    var sqlite = SQLiteOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted)
    if let notice {
      let words = "waiting for another process that holds a lock on \(escapingControls(location)): Ctrl-C to cancel"
      sqlite.notice = SQLiteOptions.Notice(after: .seconds(1)) { notice(words) }
      // Who sees why nothing happens decides how long that may last.
      if isPrompt { sqlite.busyTimeout = .seconds(60) }
    }
    if let busyTimeout { sqlite.busyTimeout = busyTimeout }
    return try SQLiteEngine(path: location, options: sqlite)
  }

  /// Connects to a server.
  func open(_ address: ServerAddress, _ options: Session.OpenOptions) throws -> PostgreSQLEngine {
    var server = PostgreSQLOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted)
    if isPrompt { server.patience = .seconds(60) }
    server.notice = notice
    // To a server no time at all is no end of it.
    if let busyTimeout { server.patience = max(busyTimeout, .milliseconds(1)) }
    return try PostgreSQLEngine(address, options: server)
  }
}
