import LuaRuntime
import Model
import ResultSets

/// A result set of rows from anywhere, kept in memory and edited by the script.
package final class MemoryResultSet: ResultSet {
  package private(set) var rules: MemoryRules
  private(set) var list = MemoryList()

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
    var edit = MemoryEdit(session: session, names: view.names, rules: rules, list: list)
    let next: ResultView = try serving {
      try body(&edit)
      try edit.settle()
      return try arranged(edit)
    }
    let result = try show(next, changes(to: next, edit), isSilent: isSilent) {
      list = edit.list
      rules = edit.rules
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

  private func changes(to next: ResultView, _ edit: MemoryEdit) -> Changes {
    let (old, new) = (view.order, next.order)
    // The others hold what they held.
    guard !edit.changed.isEmpty else { return Changes(from: old, to: new) }
    return Changes(from: old, to: new) { before, after in
      guard edit.changed.contains(new.rows[after]) else { return false }
      guard let was = list.rows[old.rows[before]], let now = edit.list.rows[new.rows[after]] else { return true }
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
    return try MemoryEdit(session: session, names: view.names, rules: rules, list: list).key(ofRow: value)
  }

  package override func index(of value: LuaValue) throws -> Int? {
    try identity(of: value).flatMap { view.order.index(ofRow: $0) }
  }
}
