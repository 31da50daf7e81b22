import LuaRuntime
import Model
import Store

/// The observers of one database.
///
/// They are told when the method that committed is done. What they change themselves is told once all of them were,
/// again and again until nothing changes or it seems to have no end.
package final class Observers: TransactionListener {
  private unowned let database: ScriptDatabase
  private var all: [Observer] = []
  /// Observers that want to know of commits while they are held elsewhere, by their addresses.
  private var followers: [ObjectIdentifier: Follower] = [:]
  private var followerNumber = 0
  /// So many followers may be there before those that are gone are looked for again.
  private var followersBeforePruning = 64
  private let rounds: ObserverRounds

  init(_ database: ScriptDatabase) {
    self.database = database
    rounds = ObserverRounds(database.session, limit: 1000)
  }

  private var session: SessionContext { database.session }

  // MARK: Beginning and ending

  /// Calls the observer for the first time; the function that ends it.
  package func begin(_ observer: Observer) throws -> LuaValue {
    let store = try database.store()
    observer.isUncertain = store.depth > 0
    let values = try observer.changes() ?? [.nil, .nil]
    all.append(observer)
    beginFollowing(store)
    try rounds.call(observer.function, values, observing: observer.subject)
    return .function(
      session.lua.closure(named: "stop") { [weak self] _ in
        self?.end(observer)
        return 0
      })
  }

  /// Tells someone of commits from now on, for as long as it lives; it lives at least as long as it is `needed`.
  func follow(_ follower: any CommitFollower, isNeeded: Bool) throws {
    let store = try database.store()
    if followers.count >= followersBeforePruning {
      pruneFollowers()
      followersBeforePruning = max(64, 2 * followers.count)
    }
    followerNumber += 1
    followers[ObjectIdentifier(follower)] = Follower(follower, number: followerNumber, isNeeded: isNeeded)
    beginFollowing(store)
  }

  /// Forgets the followers that are gone.
  ///
  /// To ask all of them takes a while, so that it is done only where there is news for them, or where many have come.
  private func pruneFollowers() { followers = followers.filter { $0.value.value != nil } }

  private func beginFollowing(_ store: Database) {
    store.isFollowed = true
  }

  private func end(_ observer: Observer) {
    observer.isEnded = true
    all.removeAll { $0 === observer }
    endFollowingIfUnused()
  }

  package func databaseClosed() {
    for observer in all { observer.isEnded = true }
    (all, followers) = ([], [:])
    endFollowingIfUnused()
  }

  /// Whether commits are told to anyone.
  package var isInUse: Bool { !all.isEmpty || !followers.isEmpty }

  private func endFollowingIfUnused() {
    guard !isInUse else { return }
    if let store = try? database.store() { store.isFollowed = false }
  }

  // MARK: Telling

  /// What an observer came to know within a transaction that was rolled back is read again, in silence.
  package func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int) {
    for observer in all where observer.isUncertain {
      if end == .rolledBack { _ = try? observer.changes() }
      if depth == 0 { observer.isUncertain = false }
    }
    for follower in inOrder { follower.value?.transactionEnded(end, depth) }
  }

  /// Tells of what was committed.
  ///
  /// - Throws: only what ends the script: an interruption, or that there is no more memory.
  package func methodEnded() throws {
    guard !rounds.areUnderWay, isInUse else { return }
    let store = try database.store()
    // Most methods have no news: with a thousand result sets alive that must cost no more than with none.
    guard store.hasNews, store.depth == 0 else { return }
    pruneFollowers()
    defer { endFollowingIfUnused() }
    try rounds.run {
      store.hasNews && store.depth == 0
    } tell: {
      let news = takeNews(of: store)
      for observer in all where !observer.isEnded { try tell(observer, news.tables) }
      for follower in inOrder { try follower.value?.committed(news) }
    } forget: {
      // What follows commits goes on to: only the telling ends.
      let news = takeNews(of: store)
      for follower in inOrder { try follower.value?.missed(news) }
    }
  }

  private func takeNews(of store: Database) -> CommittedNews {
    CommittedNews(tables: store.takeNews(), rows: store.engine.takeWrittenRows())
  }

  /// The followers in the order in which they began.
  private var inOrder: [Follower] { followers.values.sorted { $0.number < $1.number } }

  private func tell(_ observer: Observer, _ tables: Set<String>) throws {
    do {
      guard !tables.isDisjoint(with: try observer.tables()), let values = try observer.changes() else { return }
      try rounds.call(observer.function, values, observing: observer.subject)
    } catch {
      try rounds.report(error, observing: observer.subject)
    }
  }
}

/// What was committed.
struct CommittedNews {
  /// The tables that were written, in lower case.
  let tables: Set<String>
  /// The rows that were written in them, and perhaps others.
  let rows: WrittenRows
}

/// Someone who wants to know of commits: a result set of a request.
protocol CommitFollower: AnyObject {
  /// Told when a method that committed is done.
  func committed(_ news: CommittedNews) throws
  /// Told in place of that where observers are to hear no more.
  func missed(_ news: CommittedNews) throws
  func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int)
}

/// A follower, which its list keeps alive only while it is needed.
private struct Follower {
  private(set) weak var value: (any CommitFollower)?
  private let needed: (any CommitFollower)?
  let number: Int

  init(_ value: any CommitFollower, number: Int, isNeeded: Bool) {
    self.value = value
    self.number = number
    needed = isNeeded ? value : nil
  }
}

extension ScriptDatabase {
  /// Those who observe what is in the database.
  package var observers: Observers {
    if let known = listener as? Observers { return known }
    let observers = Observers(self)
    listener = observers
    return observers
  }
}
