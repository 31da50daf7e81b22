import Model
import Scripting
import Store

/// What the entries of a person wrote, to be taken back one after another.
///
/// What an entry wrote outside of a transaction is a step, and so is a whole transaction once it is committed. While one
/// is open, each of its entries is a step of its own.
final class UndoSteps {
  /// Something that can be taken back.
  struct Step {
    let text: String
    let changes: RecordedChanges
    /// What objects were before.
    let pages: [Journal.Page]
    /// Whether it is a part of the transaction that is open.
    let isPart: Bool
    /// The entry that made it, by its number.
    let entry: Int
  }

  private let session: Session
  private(set) var steps: [Step] = []
  /// Since the entry began, or the transaction that an entry left open.
  private var whole: (any ChangeRecorder)?
  /// Since the entry began, inside of such a transaction.
  private var part: (any ChangeRecorder)?
  /// Since each entry began that has begun a savepoint which is still open, by the entry's number.
  ///
  /// When such a savepoint is rolled back, they tell what is left.
  private var marks: [Int: (recorder: any ChangeRecorder, text: String)] = [:]
  private var trial: TrialRecord?
  private var entries = 0
  private var textsOfWhole: [String] = []
  /// Whether something of the open transaction is not remembered.
  private var isWholeLost = false
  /// What there was before the open transaction changed the schema, for when all of that is rolled back.
  private var shelf: (steps: [Step], whole: any ChangeRecorder)?
  private var isTakingBack = false
  private var opening = -1
  private var writesBefore: [String: Int] = [:]
  /// Whether a person was told that there is a way back.
  private var hasTold = false

  private static let mostSteps = 100
  private static let mostBytes = 64 << 20

  init(_ session: Session) {
    self.session = session
  }

  private func store() -> Database? { try? session.main.store() }

  // MARK: An entry

  /// Begins to follow what an entry writes.
  func begin() {
    guard let store = store() else { return }
    if opening != session.main.opening { forgetAll() }
    opening = session.main.opening
    writesBefore = store.writeCounts
    entries += 1
    store.beginNumbered(entries)
    session.main.journal.keepsPages = true
    _ = session.main.journal.takePages()
    if whole == nil { whole = store.engine.recordChanges() } else { part = store.engine.recordChanges() }
  }

  /// Ends it.
  ///
  /// - Returns: the rows that it changed outside of a transaction, and what cannot be taken back of it.
  func end(_ text: String) -> (rows: Int, note: String?) {
    let pages = session.main.journal.takePages()
    defer { part = nil }
    guard let store = store(), opening == session.main.opening, self.whole != nil else {
      forgetAll()
      return (0, nil)
    }
    let isOpen = store.isInTransaction
    if !isOpen { unshelve() }
    guard let whole else { return (0, nil) }
    let wasTakingBack = isTakingBack
    isTakingBack = false
    let recorder = isOpen ? part ?? whole : whole
    defer { if !isOpen { closeWhole() } }
    if !isOpen { steps.removeAll(where: \.isPart) }
    if wasTakingBack { return (0, nil) }
    var record = (recorder: recorder, text: text, number: entries)
    if isOpen, let earlier = store.wentBackTo, earlier < entries { record = whatIsLeft(since: earlier, record) }
    let known = loss(record.recorder) ?? loss(recorder)
    let changes = known == nil && !isWholeLost ? try? record.recorder.changes() : nil
    if let loss = known ?? (changes == nil && !isWholeLost ? .reading : nil) {
      let hadSteps = !steps.isEmpty || !textsOfWhole.isEmpty
      if isOpen, case .schema = loss { shelf = shelf ?? (steps.filter { !$0.isPart }, whole) }
      (steps, marks) = ([], [:])
      isWholeLost = isOpen
      if isOpen { self.whole = store.engine.recordChanges() }
      return (0, loss.words(hadSteps: hadSteps))
    }
    guard let changes else { return (0, nil) }
    keepMarks(store, record)
    if isOpen, changes.count > 0 { textsOfWhole.append(text) }
    if changes.count > 0 {
      let texts = isOpen || textsOfWhole.isEmpty ? record.text : textsOfWhole.joined(separator: "\n")
      add(Step(text: texts, changes: changes, pages: pages, isPart: isOpen, entry: record.number))
    }
    return (isOpen ? 0 : changes.count, missing(changes, store))
  }

  /// Goes back to what there was before the transaction changed the schema, where nothing of that has lasted.
  private func unshelve() {
    guard let shelf, !shelf.whole.sawSchemaChange else { return }
    (steps, whole, isWholeLost) = (shelf.steps, shelf.whole, false)
  }

  private typealias Record = (recorder: any ChangeRecorder, text: String, number: Int)

  /// Forgets what a rollback to a savepoint took back, which an entry before this one had begun.
  ///
  /// - Returns: what is left of that entry and came in this one, as one step.
  private func whatIsLeft(since earlier: Int, _ record: Record) -> Record {
    let former = steps.contains { $0.isPart && $0.entry == earlier }
    steps.removeAll { $0.isPart && $0.entry >= earlier }
    guard let mark = marks[earlier] else { return record }
    let hasWritten = (try? record.recorder.changes()).map { $0.count > 0 } ?? true
    let texts = (former ? [mark.text] : []) + (hasWritten || !former ? [record.text] : [])
    return (mark.recorder, texts.joined(separator: "\n"), earlier)
  }

  /// Keeps the records of entries to which a savepoint that is open may be rolled back.
  private func keepMarks(_ store: Database, _ record: Record) {
    let open = store.beginningsOfSavepoints
    if open.contains(record.number) { marks[record.number] = (record.recorder, record.text) }
    marks = marks.filter { open.contains($0.key) }
  }

  /// Why nothing of an entry can be taken back; nil where it can.
  private func loss(_ recorder: any ChangeRecorder) -> Loss? {
    if recorder.sawSchemaChange { return .schema }
    return recorder.isFull ? .size : recorder.unremembered.map { .rows($0) }
  }

  private enum Loss {
    case schema, size, reading
    case rows(Unremembered)

    /// - Parameter hadSteps: whether there was something that could be taken back before.
    func words(hadSteps: Bool) -> String {
      switch self {
      case .schema where hadSteps: "the schema changed: .undo does not reach back beyond this"
      case .schema: "the schema changed · .undo begins here"
      case .size: "more than 64 MiB of old rows: .undo does not take this back"
      case .reading: "what changed could not be read: .undo does not take this back"
      case .rows(let reason): "\(reason.words): .undo does not take this back"
      }
    }
  }

  /// Says which written tables are not remembered.
  private func missing(_ changes: RecordedChanges, _ store: Database) -> String? {
    let remembered = Set(changes.tables.map { $0.lowercased() })
    let written = store.writeCounts.filter { $0.value != writesBefore[$0.key, default: 0] }.keys
    let unknown = written.filter { table in
      !remembered.contains(table) && !table.hasPrefix("sqlite_")
        && (try? store.engine.remembersRows(of: table)) == false
    }
    guard let table = unknown.sorted().first else { return nil }
    return "\(escapingControls(table)) has no key: .undo does not take its rows back"
  }

  private func add(_ step: Step) {
    steps.append(step)
    var size = steps.reduce(0) { $0 + $1.changes.size }
    while steps.count > Self.mostSteps || size > Self.mostBytes, steps.count > 1 {
      size -= steps.removeFirst().changes.size
    }
  }

  private func closeWhole() {
    (whole, shelf, trial, textsOfWhole, isWholeLost, marks) = (nil, nil, nil, [], false, [:])
  }

  private func forgetAll() {
    closeWhole()
    (steps, part) = ([], nil)
  }

  /// Whether the way back is to be mentioned, which it is once.
  func tells() -> Bool {
    defer { hasTold = true }
    return !hasTold && !steps.isEmpty
  }

  // MARK: Back

  /// Takes the last step back.
  func takeBack() throws -> Step {
    let store = try session.main.store()
    guard opening >= 0 else { throw CommandRefusal.undoIsForPrompts }
    guard whole != nil else { throw StoreError(.cannotRecord) }
    guard let step = steps.last else { throw CommandRefusal.nothingToTakeBack }
    if store.isInTransaction, !step.isPart {
      throw CommandRefusal.nothingInTransaction(isTrial: store.isInTrial)
    }
    try store.takeBack(step.changes)
    steps.removeLast()
    isTakingBack = true
    if step.isPart { session.main.journal.readAgain() } else { session.main.journal.restore(step.pages) }
    return step
  }

  // MARK: Trials

  func beginTrial() throws {
    let store = try session.main.store()
    // Whatever is read within the transaction locks the file, or stays as it was when others write.
    let record = try store.isInTrial ? nil : TrialRecord(store)
    try store.beginTrial()
    trial = record
  }

  /// What the trial has changed so far, and in words what cannot be shown of it.
  func changesOfTrial() throws -> (rows: [RowChange], notes: [String]) {
    let store = try session.main.store()
    guard store.isInTrial else { throw StoreError(.noTrial) }
    guard let trial else { throw StoreError(.cannotRecord) }
    return try trial.changes(store)
  }
}

extension Unremembered {
  /// Why, as a clause.
  var words: String {
    switch self {
    case .virtual(let table): "\(escapingControls(table)) is a virtual table"
    case .untold(let table): "nothing tells the rows of \(escapingControls(table)) apart"
    case .altered(let table): "\(escapingControls(table)) had other columns before"
    case .unread(let table): "rows of \(escapingControls(table)) could not be read"
    }
  }
}
