import LuaRuntime
import Model
import ResultSets

/// A sectioned list of rows that can say what changed: the part that lists in memory and lists of requests share.
package class ResultSet {
  unowned let session: SessionContext
  /// What it shows now.
  package private(set) var view: ResultView
  package let pageSize: Int
  private var observers: [ResultObserver] = []
  /// What is still to be told, and to whom it was known when it happened.
  private var news: [ResultChanges] = []
  /// In each, one change is told to all observers.
  private let rounds: ObserverRounds
  /// Whether a function of the script that decides about rows is being called.
  private(set) var isServed = false

  private let held: HeldMemory

  static let defaultPageSize = 20

  init(_ session: SessionContext, names: SectionNames, rows: any ShownRows, pageSize: Int) {
    self.session = session
    self.pageSize = pageSize
    rounds = ObserverRounds(session, limit: 1000)
    view = ResultView(order: SectionedOrder(), rows: rows, names: names)
    held = HeldMemory(session.lua)
  }

  /// Counts what an order takes beside its rows, about.
  private func hold(_ order: SectionedOrder) throws {
    guard held.become(order.rowCount * 32 + order.sectionCount * 288) else { throw LuaError.noMemory }
  }

  /// How many rows it knows, hidden ones included.
  package var loadedCount: Int { view.order.rowCount }

  /// Called before a script looks at it.
  package func prepareToRead() throws {}

  /// The index in the order of a row or an identity.
  package func index(of value: LuaValue) throws -> Int? { nil }

  // MARK: Functions that decide

  /// Calls functions of the script that must not change this list meanwhile.
  func serving<Result>(_ body: () throws -> Result) throws -> Result {
    try checkNotServed()
    isServed = true
    defer { isServed = false }
    return try body()
  }

  /// Calls functions of the script that only look, also where one that decides about rows is being called.
  package func asking<Result>(_ body: () throws -> Result) throws -> Result {
    isServed ? try body() : try serving(body)
  }

  func checkNotServed() throws {
    guard !isServed else {
      throw ScriptError(ListError.changedByItself)
    }
  }

  // MARK: Changing

  /// Shows something else from now on; observers hear of it before and after, unless it is silent.
  ///
  /// - Returns: what changed, or nil when nothing did.
  @discardableResult
  func show(_ next: ResultView, _ changes: Changes, isSilent: Bool = false, commit: () -> Void = {}) throws
    -> ResultChanges?
  {
    try hold(next.order)
    let result = ResultChanges(changes, from: view, to: next, session)
    if !isSilent, !changes.isEmpty { try tellBefore(result) }
    view = next
    commit()
    guard !changes.isEmpty else { return nil }
    if !isSilent, !observers.isEmpty { news.append(result) }
    return result
  }

  /// Shows something else of which no observer is to hear yet.
  func replaceView(_ next: ResultView) { view = next }

  // MARK: Observers

  package func observe(will: LuaFunction?, did: LuaFunction?) -> LuaValue {
    let observer = ResultObserver(will: will, did: did)
    observers.append(observer)
    observersChanged()
    return .function(
      session.lua.closure(named: "stop") { [weak self] _ in
        observer.isEnded = true
        self?.observers.removeAll { $0 === observer }
        self?.observersChanged()
        return 0
      })
  }

  var isObserved: Bool { !observers.isEmpty }

  /// Called when observers came or went.
  func observersChanged() {}

  private func tellBefore(_ changes: ResultChanges) throws {
    let functions = observers.compactMap(\.will)
    guard !functions.isEmpty else { return }
    try serving {
      for function in functions { try call(function, changes) }
    }
  }

  /// Tells of what happened, each thing to all observers before the next.
  ///
  /// An observer may change the list: that is told once all have heard of this.
  /// - Throws: only what ends the script: an interruption, or that there is no more memory.
  func tell() throws {
    try rounds.run {
      !news.isEmpty
    } tell: {
      let changes = news.removeFirst()
      for observer in observers where !observer.isEnded {
        if let function = observer.did { try call(function, changes) }
      }
    } forget: {
      news = []
    }
  }

  private func call(_ function: LuaFunction, _ changes: ResultChanges) throws {
    let value = session.lua.makeUserdata(changes.kept(), as: session.types.changes)
    try rounds.call(function, [value], observing: "a result set")
  }
}

/// Functions that hear of changes, before and after.
final class ResultObserver {
  let will: LuaFunction?
  let did: LuaFunction?
  var isEnded = false

  init(will: LuaFunction?, did: LuaFunction?) {
    self.will = will
    self.did = did
  }
}

extension HostTypes {
  package var resultSet: LuaHostType { self["result set"] }
  package var snapshot: LuaHostType { self["snapshot"] }
}
