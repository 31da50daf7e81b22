import PostgreSQLEngine
import Scripting
import Store

/// The server that a sandbox reaches: its connection is made before the walls stand, and no other is made behind them.
final class ConfinedServer {
  private let location: String
  private var engine: PostgreSQLEngine?
  private let interruption = Interruption()

  /// Who is asked whether the user wants the work to end: known when the session is there.
  private final class Interruption: @unchecked Sendable {
    var isWanted: @Sendable () -> Bool = { false }
  }

  /// Connects.
  init(_ location: String, _ address: ServerAddress, _ engines: Engines, isReadOnly: Bool) throws {
    self.location = location
    let options = Session.OpenOptions(isReadOnly: isReadOnly) { [interruption] in interruption.isWanted() }
    let engine = try engines.open(address, options)
    if let reach = try engine.reach() { throw Sandbox.Refusal.reaches(reach, engine.location) }
    guard engine.leaveCanceller() else { throw Sandbox.Refusal.noCanceller }
    self.engine = engine
  }

  /// The connection, for the one who opens what the program was started with.
  func open(_ location: String, _ options: Session.OpenOptions) throws -> any Engine {
    guard location == self.location, let engine else {
      throw StoreError.notReached(ServerAddress(location))
    }
    interruption.isWanted = options.isInterrupted
    self.engine = nil
    return engine
  }
}
