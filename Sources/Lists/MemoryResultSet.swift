import LuaRuntime
import Model
import ResultSets

/// A result set of rows from anywhere, kept in memory and edited by the script.
package final class MemoryResultSet: ResultSet {
  package private(set) var rules: MemoryRules
  private(set) var list = MemoryList()
  /// What there was before the batch that is under way, and the rows that changed since.
  private var batch: (start: State, changed: Set<Int>)?

  /// All that an edit changes.
  private struct State {
    var rules: MemoryRules
    var list: MemoryList
    var view: ResultView
  }

  package init(_ session: SessionContext, _ rules: MemoryRules) {
    self.rules = rules
    super.init(
      session, names: SectionNames(title: rules.title), rows: MemoryRows(list: list, order: SectionedOrder()),
      pageSize: rules.pageSize)
  }

  package override var loadedCount: Int { list.rows.count }

  // MARK: Editing

  /// Makes an edit: all of it happens, or nothing; observers hear of it afterwards.
  ///
  /// - Returns: what changed, or nil when nothing that is seen did.
  @discardableResult
  func edit(isSilent: Bool = false, _ body: (inout MemoryEdit) throws -> Void) throws -> ResultChanges? {
    var edit = MemoryEdit(self)
    let next: ResultView = try serving {
      try body(&edit)
      try edit.settle()
      return try arranged(edit)
    }
    if batch != nil {
      batch?.changed.formUnion(edit.changed)
      restore(State(rules: edit.rules, list: edit.list, view: next))
      return nil
    }
    return try show(State(rules: edit.rules, list: edit.list, view: next), changed: edit.changed, isSilent: isSilent)
  }

  /// Lets a function edit the list as often as it likes: one change of all of it, or none where it fails.
  package func batch(_ function: LuaFunction) throws -> ResultChanges? {
    // One within another is a part of it.
    guard batch == nil else {
      try function.call()
      return nil
    }
    try checkNotServed()
    let start = State(rules: rules, list: list, view: view)
    batch = (start, [])
    do {
      try function.call()
    } catch {
      batch = nil
      restore(start)
      throw error
    }
    let changed = batch?.changed ?? []
    let end = State(rules: rules, list: list, view: view)
    batch = nil
    // Observers hear of what comes while all is still as it was.
    restore(start)
    return try show(end, changed: changed)
  }

  private func restore(_ state: State) {
    (rules, list) = (state.rules, state.list)
    replaceView(state.view)
  }

  private func show(_ next: State, changed: Set<Int>, isSilent: Bool = false) throws -> ResultChanges? {
    let result = try show(next.view, changes(to: next, changed), isSilent: isSilent) {
      (rules, list) = (next.rules, next.list)
    }
    try tell()
    return result
  }

  private func arranged(_ edit: MemoryEdit) throws -> ResultView {
    let appearance = try edit.sectionsByAppearance()
    func shown(_ sections: [Int]) throws -> ResultView {
      let order = try edit.list.order(sections)
      return ResultView(order: order, rows: MemoryRows(list: edit.list, order: order), names: view.names)
    }
    let sectionOrder = edit.rules.sectionOrder
    // A function that compares sections sees their rows.
    let first = sectionOrder.asksScript ? try shown(appearance) : view
    let sections = try sectionOrder.sorted(appearance, in: first, session)
    // Titles are the script's too: one that raises must do so now.
    for section in sections { _ = try view.names.title(section, session) }
    return try shown(sections)
  }

  private func changes(to next: State, _ changed: Set<Int>) -> Changes {
    let (old, new) = (view.order, next.view.order)
    // The others hold what they held.
    guard !changed.isEmpty else { return Changes(from: old, to: new) }
    return Changes(from: old, to: new) { before, after in
      guard changed.contains(new.rows[after]) else { return false }
      guard let was = list.rows[old.rows[before]], let now = next.list.rows[new.rows[after]] else { return true }
      return !was.contents.isSame(as: now.contents)
    }
  }

  // MARK: Finding

  /// The identity number of a row that a script gives, or of an identity.
  package func identity(of value: LuaValue, _ edit: MemoryEdit? = nil) throws -> Int? {
    try key(of: value).flatMap { (edit?.list ?? list).identities[$0] }
  }

  private func key(of value: LuaValue) throws -> Scalar? {
    guard RowCopies(session).isRow(value) else { return Scalar(value) }
    return try MemoryEdit(self).key(ofRow: value)
  }

  package override func index(of value: LuaValue) throws -> Int? {
    try identity(of: value).flatMap { view.order.index(ofRow: $0) }
  }
}
