import LuaRuntime
import Model

/// Tells observers of news in rounds: what they change themselves is told once all have heard of what was before.
final class ObserverRounds {
  private unowned let session: SessionContext
  /// Observers that go on changing what they observe are stopped after so many rounds.
  private let limit: Int
  private(set) var areUnderWay = false

  init(_ session: SessionContext, limit: Int) {
    self.session = session
    self.limit = limit
  }

  /// Calls `tell` until there are no news, or it seems to have no end: then they are forgotten.
  ///
  /// Nothing is done while it is under way already.
  /// - Throws: only what `tell` and `forget` throw.
  func run(hasNews: () -> Bool, tell: () throws -> Void, forget: () throws -> Void) rethrows {
    guard !areUnderWay else { return }
    areUnderWay = true
    defer { areUnderWay = false }
    for _ in 0..<limit {
      guard hasNews() else { return }
      try tell()
    }
    guard hasNews() else { return }
    try forget()
    session.messages.diagnostics("observers change what they observe, without end: they were told no more of it\n")
  }

  /// Calls the function of an observer of something; one that raises does no harm to what it observes.
  ///
  /// - Throws: only what ends the script: an interruption, or that there is no more memory.
  func call(_ function: LuaFunction, _ values: [LuaValue], observing subject: String) throws {
    do throws(LuaError) {
      try function.call(values)
    } catch {
      try report(error, observing: subject)
    }
  }

  /// Says that an observer of something failed, unless that ends the script.
  func report(_ error: any Error, observing subject: String) throws {
    session.messages.diagnostics("an observer of \(subject) failed: \(try error.wordsUnlessFatal())\n")
  }
}

extension Error {
  /// What is told of an error that does no more harm than that.
  ///
  /// - Throws: itself, where it ends the script: an interruption, or that there is no more memory.
  func wordsUnlessFatal() throws -> String {
    guard let error = self as? LuaError else { return (self as? ScriptError)?.message ?? "\(self)" }
    if error.kind != .runtime { throw error }
    return error.message
  }
}
