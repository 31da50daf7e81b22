import LuaRuntime
import Model
import ResultSets
import Schema

/// A result set of rows from anywhere, kept in memory and edited by the script.
package final class MemoryResultSet: ResultSet {
  package private(set) var rules: MemoryRules
  private(set) var list = MemoryList()
  /// The rows by what tells them apart.
  private(set) var numbers = RowNumbers()
  /// The batch of edits that is under way.
  private var batch: Batch?

  /// All that an edit changes.
  private struct State {
    var rules: MemoryRules
    var list: MemoryList
    var view: ResultView
  }

  /// What there was before a batch, and what it did so far.
  private struct Batch {
    let start: State
    var changed: Set<Int> = []
    var affected: Set<Int>? = []
    var numbers: [(key: Scalar, number: Int?)] = []
    /// The rows that went: one of the same key that comes back is the same row.
    var former: [Scalar: Int] = [:]

    mutating func add(_ edit: MemoryEdit, _ numbers: [(key: Scalar, number: Int?)]) {
      changed.formUnion(edit.changed)
      affected = edit.affected.flatMap { affected?.union($0) }
      self.numbers += numbers
      for (key, number) in numbers where former[key] == nil { former[key] = number }
    }
  }

  package init(_ session: SessionContext, _ rules: MemoryRules) {
    self.rules = rules
    super.init(
      session, names: SectionNames(title: rules.title),
      rows: MemoryRows(rows: RowsByIdentity(), order: SectionedOrder()), pageSize: rules.pageSize)
  }

  /// The identity that a row had which the batch under way took out, and has again when it comes back.
  func formerNumber(of key: Scalar) -> Int? { batch?.former[key] }

  package override var loadedCount: Int { list.rows.count }

  // MARK: Editing

  /// Makes an edit: all of it happens, or nothing; observers hear of it afterwards.
  ///
  /// - Parameter isTold: whether anyone asks what changed.
  /// - Returns: what changed, or nil when nothing that is seen did.
  @discardableResult
  func edit(
    isSilent: Bool = false, isTold: Bool = true, _ body: (inout MemoryEdit) throws -> Void
  ) throws -> ResultChanges? {
    var edit = MemoryEdit(self)
    let next: State = try serving {
      try body(&edit)
      try edit.settle()
      try edit.arrangeSections(shown)
      let view = shown(by: edit)
      // Titles are the script's too: one that raises must do so now.
      if view.order.sectionIdentities != self.view.order.sectionIdentities {
        for section in view.order.sectionIdentities { try view.title(section, session) }
      }
      return State(rules: edit.rules, list: edit.list, view: view)
    }
    if batch != nil {
      batch?.add(edit, edit.numbers.replaced)
      edit.commit()
      restore(next)
      return nil
    }
    let changes = isTold ? changes(to: next, edit.affected, edit.changed) : Changes()
    return try show(next, changes, isSilent: isSilent) { edit.commit() }
  }

  private func shown(by edit: MemoryEdit) -> ResultView {
    let order = SectionedOrder(edit.list.order)
    let rows = MemoryRows(rows: edit.list.rows, order: order, owner: edit.list.owner)
    return ResultView(order: order, rows: rows, names: view.names)
  }

  private func changes(to next: State, _ affected: Set<Int>?, _ changed: Set<Int>) -> Changes {
    func isChanged(_ identity: Int) -> Bool {
      // The others hold what they held.
      guard changed.contains(identity) else { return false }
      guard let was = list.rows[identity], let now = next.list.rows[identity] else { return true }
      return !was.contents.isSame(as: now.contents)
    }
    let (old, new) = (view.order, next.view.order)
    if let affected, affected.count <= 1 {
      return Changes(from: old, to: new, of: affected.first, isChanged: affected.contains(where: isChanged))
    }
    if changed.isEmpty { return Changes(from: old, to: new) }
    let rows = new.rows
    return Changes(from: old, to: new) { _, after in isChanged(rows[after]) }
  }

  private func show(
    _ next: State, _ changes: Changes, isSilent: Bool = false, commit: () -> Void = {}
  ) throws -> ResultChanges? {
    let result = try show(next.view, changes, isSilent: isSilent) {
      (rules, list) = (next.rules, next.list)
      commit()
    }
    try tell()
    return result
  }

  // MARK: Batches

  /// Lets a function edit the list as often as it likes: one change of all of it, or none where it fails.
  package func batch(_ function: LuaFunction) throws -> ResultChanges? {
    try checkNotServed()
    if let batch {
      try batchWithin(batch, function)
      return nil
    }
    let start = State(rules: rules, list: list, view: view)
    batch = Batch(start: start)
    do {
      try function.call()
    } catch {
      numbers.restore(batch?.numbers ?? [])
      batch = nil
      restore(start)
      throw error
    }
    let done = batch
    batch = nil
    let end = State(rules: rules, list: list, view: view)
    // Observers hear of what comes while all is still as it was.
    restore(start)
    return try show(end, changes(to: end, done?.affected, done?.changed ?? []))
  }

  /// One within another is a part of it, which can fail alone.
  private func batchWithin(_ outer: Batch, _ function: LuaFunction) throws {
    let start = State(rules: rules, list: list, view: view)
    do {
      try function.call()
    } catch {
      numbers.restore(Array((batch?.numbers ?? []).dropFirst(outer.numbers.count)))
      batch = outer
      restore(start)
      throw error
    }
  }

  private func restore(_ state: State) {
    (rules, list) = (state.rules, state.list)
    replaceView(state.view)
  }

  // MARK: Finding

  /// The identity number of a row that a script gives, or of an identity.
  package func identity(of value: LuaValue, _ edit: MemoryEdit? = nil) throws -> Int? {
    try key(of: value).flatMap { (edit?.numbers ?? numbers)[$0] }
  }

  private func key(of value: LuaValue) throws -> Scalar? {
    if let key = keyOfEntity(value) { return key }
    guard RowCopies(session).isRow(value) else {
      let key = Scalar(value)
      return try value.text == nil ? key : key?.key(by: keyCollation())
    }
    return try asking { try MemoryEdit(self).key(ofRow: value) }
  }

  /// How the field compares texts that tells the rows apart, as the rows know it that there are.
  private func keyCollation() throws -> Collation {
    guard case .member? = rules.unique, let row = list.rows.any else { return .binary }
    return try rules.unique?.said(of: row.object, session, on: session.lua.stack).collation ?? .binary
  }

  /// The key of the entity whose objects are known by their keys, as a script says it: all of one of several fields, or
  /// a text that its column compares without case; nil for any other value.
  private func keyOfEntity(_ value: LuaValue) -> Scalar? {
    guard rules.unique == nil, let owner = list.owner, !value.isNil, value.userdata == nil,
      let context = session.entities.model(owner)?.context(in: session.databases.main), let tied = try? context.tied(),
      (tied.entity.keySlots.count > 1) == (value.table != nil)
    else { return nil }
    let key = session.lua.borrowing(value) { try? Objects(session).key(tied, $0).values }
    return key.flatMap { Scalar(key: $0, of: tied.entity) }
  }

  package override func index(of value: LuaValue) throws -> Int? {
    try identity(of: value).flatMap { view.order.index(ofRow: $0) }
  }
}
