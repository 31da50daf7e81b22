import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import ResultSets
import Schema
import Store

/// A result set of a request: it shows what is in the database and follows what is committed.
///
/// With observers it looks at its rows after each commit that wrote a table that the request reads; without, when a
/// script looks at them the next time. It reads the rows again that were written, by their keys, where the others can be
/// no others and stand as they stood (`ReadingAgain`); else it fetches all rows anew and compares.
package final class BoundResultSet: ResultSet {
  package private(set) var handle: RequestHandle
  private var section: SectionKey? { handle.request.section }
  private let sectionOrder: SectionOrder
  /// Which opening of the database its rows are from: another may be opened in its place.
  private let opening: Int
  private let location: String
  private var numbers: IdentityNumbers
  /// The tables that the request reads.
  private var tables: (known: Set<String>, version: Int)?
  /// The tables that were read when all rows were fetched: those that functions of the script look at are among them.
  private var looked: Set<String> = []
  /// Whether something was committed since the rows were fetched.
  private var isStale = false
  /// Whether the rows were fetched in a transaction that is still open: it may be undone.
  private var isUncertain = false
  /// How often the tables that are read had been written when the rows were fetched.
  private var seen: [Int] = []
  /// What was committed since the rows were read.
  private var written = WrittenSince.nothing
  /// What all rows were fetched by; nil where they must be fetched again whatever is written.
  private var fetched: FetchState?

  /// How the field that gives rows their sections compares texts.
  private static func collation(of handle: RequestHandle) throws -> Collation {
    guard case .field(let path)? = handle.request.section else { return .binary }
    return try handle.resolver.field(at: path).collation
  }

  package init(_ handle: RequestHandle, _ options: MemoryRules) throws {
    sectionOrder = options.sectionOrder
    numbers = IdentityNumbers(of: try handle.context.entity)
    self.handle = handle
    opening = handle.context.database.opening
    location = handle.context.database.location
    super.init(
      handle.context.session,
      names: SectionNames(title: options.title, collation: try Self.collation(of: handle)),
      rows: MemoryRows(rows: RowsByIdentity(), order: SectionedOrder()), pageSize: options.pageSize)
    // What is written from now on is told.
    try handle.context.database.observers.follow(self, isNeeded: false)
    try show(read(), Changes())
  }

  /// Who observes it wants to hear of commits, whether the script still holds it or not.
  override func observersChanged() {
    // A database that was closed has no more commits.
    try? handle.context.database.observers.follow(self, isNeeded: isObserved)
  }

  private var store: Database {
    get throws { try handle.context.database.store() }
  }

  private var isCurrent: Bool { opening == handle.context.database.opening }

  // MARK: Fetching

  /// Rows in the order of appearance must appear in the request's own order.
  private func reader() throws -> BoundReader {
    try BoundReader(handle, section, ordersSections: !sectionOrder.isAppearance)
  }

  /// Fetches and arranges the rows as they are now.
  private func read() throws -> ResultView {
    guard isCurrent else {
      throw ScriptError(ListError.otherDatabase(location: location))
    }
    return try serving {
      let (view, reads) = try store.recordingReads { try readRows() }
      looked = reads
      seen = try versions()
      return view
    }
  }

  private func readRows() throws -> ResultView {
    let reader = try reader()
    let layout = try reader.layout()
    let before = try versions(reader)
    let state = try FetchState(reader, layout, store)
    let (buffer, list) = try reader.fetch()
    let (tables, names) = (Array(try readTables(reader)), view.names)
    let next = try store.asking(about: tables) {
      try arranged(buffer, list, layout, reader.sections(of: buffer, names))
    }
    guard try versions(reader) == before else {
      throw ScriptError(ListError.changedWhileShown)
    }
    isUncertain = try store.depth > 0 || store.isInTest
    (written, fetched) = (.nothing, state)
    return next
  }

  /// How often the tables that are read were written.
  private func versions(_ reader: BoundReader? = nil) throws -> [Int] {
    let store = try store
    return try readTables(reader).sorted().map { store.version(of: $0) }
  }

  /// The tables that its rows depend on, in lower case.
  private func readTables(_ reader: BoundReader? = nil) throws -> Set<String> {
    let version = session.entities.version
    if let tables, tables.version == version { return tables.known.union(looked) }
    let known = try (reader ?? self.reader()).tables()
    tables = (known, version)
    return known.union(looked)
  }

  private func arranged(
    _ buffer: RowBuffer, _ list: LuaValue, _ layout: BoundRows.Layout, _ sectionOfRow: [Int]
  ) throws -> ResultView {
    let identities = numbers.numbers(of: buffer, layout.keys)
    var grouping = Grouping(sectionOfRow: sectionOfRow)
    func shown() throws -> ResultView {
      let order = try SectionedOrder(rows: identities, grouping: grouping)
      let rows = try BoundRows(
        buffer: buffer, list: list, grouping: grouping, layout: layout, entity: handle.context.entity)
      return ResultView(order: order, rows: rows, names: view.names)
    }
    let appearance = grouping.sections.map(\.identity)
    let first = sectionOrder.asksScript ? try shown() : view
    let sections = try sectionOrder.sorted(appearance, in: first, session)
    if sections != appearance { grouping = try Grouping(sectionOfRow: sectionOfRow, sectionOrder: sections) }
    let result = try shown()
    for section in sections { try result.title(section, session) }
    return result
  }

  // MARK: Following

  /// Fetches the rows anew, shows them and tells what changed.
  @discardableResult
  package func refresh() throws -> ResultChanges? {
    isStale = false
    let next = try read()
    replaceView(try view.identified())
    let result = try showRead(next, changes(to: next))
    try tell()
    return result
  }

  /// Shows the rows of another request of the same entity from now on, and tells what changed.
  ///
  /// Where it fails the set goes on as it was.
  package func follow(_ other: RequestHandle) throws -> ResultChanges? {
    guard other.context.name == handle.context.name, other.context.database === handle.context.database else {
      throw ScriptError(ListError.followsOtherRows(entity: handle.context.name, other: other.context.name))
    }
    let before = (handle, tables, view.names.collation)
    (handle, tables) = (other, nil)
    do {
      view.names.collation = try Self.collation(of: other)
      return try refresh()
    } catch {
      (handle, tables, view.names.collation) = before
      throw error
    }
  }

  private func changes(to next: ResultView) -> Changes {
    guard let old = view.rows as? BoundRows, let new = next.rows as? BoundRows else { return Changes() }
    return Changes(from: view.order, to: next.order, contentChanged: new.changed(from: old))
  }

  package override func prepareToRead() throws {
    guard isCurrent, handle.context.database.isOpen else { return }
    // A function of the script may look at it that another set of rows depends on.
    if try store.isRecordingReads { try store.noteReads(of: readTables()) }
    guard !isServed else { return }
    if try hasWritten() { written = .unknown } else if !isStale { return }
    try catchUp()
  }

  /// Whether the entry under way, which commits only at its end, has written what is shown.
  private func hasWritten() throws -> Bool {
    guard try store.isInEntryAlone else { return false }
    return try versions(reader()) != seen
  }

  /// Reads the written rows again, or fetches all anew; when a function of the script fails, they stay as they were.
  ///
  /// - Parameter isSilent: whether observers are to hear nothing of it.
  private func catchUp(isSilent: Bool = false) throws {
    isStale = false
    do {
      if let (next, changes) = try readAgain() {
        try showRead(next, isSilent ? Changes() : changes)
        try tell()
      } else if isObserved, !isSilent {
        try refresh()
      } else {
        try showRead(read(), Changes())
      }
    } catch {
      written = .unknown
      let words = try error.wordsUnlessFatal()
      session.messages.diagnostics("a result set of \(handle.context.name) stays as it was: \(words)\n")
    }
  }

  package override func asking<Result>(_ body: () throws -> Result) throws -> Result {
    let result = try super.asking(body)
    // What they committed had to wait.
    if isStale, isObserved, !isServed { try catchUp() }
    return result
  }

  /// Shows what was just read.
  @discardableResult
  private func showRead(_ next: ResultView, _ changes: Changes) throws -> ResultChanges? {
    do {
      return try show(next, changes)
    } catch {
      // What is shown is not what was read.
      written = .unknown
      throw error
    }
  }

  /// What is shown once the written rows are read again; nil where all must be fetched.
  ///
  /// To place a row takes as long as to fetch some hundred.
  private func readAgain() throws -> (view: ResultView, changes: Changes)? {
    guard case .rows(let keys) = written, let fetched, isCurrent, try fetched.isCurrent(store),
      keys.count <= 8 + view.order.rowCount / 200,
      ((view.rows as? BoundRows)?.since?.rows.count ?? 0) + keys.count <= 100 + view.order.rowCount / 20
    else { return nil }
    return try serving {
      let reader = try reader()
      guard let reading = try ReadingAgain(reader, sectionOrder), keys.count <= reading.limit else { return nil }
      guard try FetchState(reader, reader.layout(), store) == fetched else { return nil }
      let versions = try versions(reader)
      do {
        let before = try view.numbered()
        // A copy: functions of the script that hear of statements may ask for places meanwhile.
        var numbers = numbers
        guard let result = try reading.view(of: keys, after: before, &numbers, wantsChanges: isObserved) else {
          return nil
        }
        // Functions that hear of statements may have written, and so may others.
        guard try fetched.isCurrent(store), try self.versions(reader) == versions else { return nil }
        self.numbers = numbers
        replaceView(before)
        (written, seen) = (.nothing, versions)
        return result
      } catch is ReadingAgain.Overtaken {
        return nil
      }
    }
  }

  package override func index(of value: LuaValue) throws -> Int? {
    let entity = try handle.context.entity
    guard let values = try session.lua.borrowing(value, { try key($0, entity) }),
      values.count == entity.keySlots.count, let number = try number(of: values, entity)
    else { return nil }
    guard let since = (view.rows as? BoundRows)?.since else { return view.order.index(ofRow: number) }
    return since.viewed(number).flatMap(view.order.index(ofRow:))
  }

  /// The number of the row that a key means: `2.0` means 2, and texts may compare without case.
  private func number(of key: [Value], _ entity: Entity) throws -> Int? {
    let means = zip(entity.keySlots, key).map { slot, value -> Meaning in
      switch value {
      case .text: entity.fields[slot].nature.collation.joinsTexts ? .alike : .itself
      case .real: .alike
      case .integer: entity.automaticKeySlot != nil || entity.fields[slot].type == .integer ? .itself : .otherKind
      default: .itself
      }
    }
    // The number of an integer is itself, which tells nothing where rows have keys of another kind.
    if !means.contains(.otherKind), let number = numbers.known(key) { return number }
    return means.allSatisfy { $0 == .itself } ? nil : try numberOfRow(like: key, entity)
  }

  /// What else than itself the value of a key may mean.
  private enum Meaning { case itself, alike, otherKind }

  /// The number of the row that the database finds by a key.
  private func numberOfRow(like key: [Value], _ entity: Entity) throws -> Int? {
    let row = RowBuffer(columnCount: try handle.context.tied().rowWidth, rowCapacity: 1)
    guard try handle.context.readRow(RowKey(key), into: row) else { return nil }
    return numbers.known(entity.keySlots.map { row.value(0, $0) })
  }

  /// The key that a value is, or that an object has; nil for an object that cannot be listed.
  private func key(_ value: BorrowedValue, _ entity: Entity) throws -> [Value]? {
    guard let object = value.rowObject else { return try Objects(session).key(handle.context.tied(), value).values }
    try object.checkNotReturned()
    guard object.context(as: ObjectContext.self)?.name == entity.name, object.state != .new else { return nil }
    return try ObjectRows(session: session, stack: value.stack).savedKey(of: object, entity)
  }
}

extension BoundResultSet: CommitFollower {
  func committed(_ news: CommittedNews) throws {
    if note(news), isObserved, !isServed { try catchUp() }
  }

  func missed(_ news: CommittedNews) throws {
    // At once: what is read later is told.
    if note(news), isObserved, !isServed { try catchUp(isSilent: true) }
  }

  /// Notes what was written; whether what is shown may be another now.
  private func note(_ news: CommittedNews) -> Bool {
    guard isCurrent else { return false }
    do {
      guard try isStale || !readTables().isDisjoint(with: news.tables) else { return false }
      // Where it reads more than the entity's own table, all rows are fetched (`FetchState`).
      written.add(news.rows.keys(of: try handle.context.entity.table.lowercased()))
    } catch {
      // A table that is no more: reading says so.
      written = .unknown
    }
    isStale = true
    return true
  }

  func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int) {
    if end == .rolledBack, isUncertain { (isStale, written) = (true, .unknown) }
    if depth == 0, (try? store.isInTest) != true { isUncertain = false }
  }
}
