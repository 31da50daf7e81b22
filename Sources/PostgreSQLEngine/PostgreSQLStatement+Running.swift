import CLimits
import CPostgreSQL
import Encodings
import Schema
import Store

extension PostgreSQLStatement: StreamReader {
  package var liveRow: UnsafeMutablePointer<RowBuffer.Header> { live.header }

  package func step(into buffer: RowBuffer) throws(StoreError) -> Bool {
    guard try advance() else { return false }
    try keepRow(in: buffer)
    return true
  }

  package func keepRow(in buffer: RowBuffer) throws(StoreError) {
    try checkUsable()
    if live.columnCount != buffer.columnCount {
      throw .hasWidth(live.columnCount, not: buffer.columnCount, text, link.location)
    }
    try keepShown(in: buffer)
  }

  private func keepShown(in buffer: RowBuffer) throws(StoreError) {
    switch live.append(to: buffer) {
    case .kept: break
    case .tooLarge: throw overflow
    case .withoutMemory: throw .noMemory(text, link.location)
    }
  }

  /// Takes the rows together, which to libpq costs half of what each row as an answer of its own does.
  ///
  /// Where memory is limited they are taken as they come: what the server has sent is not held twice, and no row of it
  /// beside the limit.
  package func stepAll(into buffer: RowBuffer) throws(StoreError) {
    if state == .finished { state = .ready }
    guard try advance(streaming: climits_process_cap() != 0) else { return }
    try keepRow(in: buffer)
    while try nextRow() { try keepShown(in: buffer) }
  }

  package func run() throws(StoreError) -> Int {
    if state == .finished { state = .ready }
    if answersPart, !link.isInTransaction { return try alone { statement throws(StoreError) in try statement.run() } }
    var key: Int64?
    while try advance(streaming: false) {
      if answersPart, case .text(let part)? = cpq_read(live.row, 1)?.pointee.value { try note(part) }
      if answeredKey != nil, let cell = cpq_read(live.row, 0)?.pointee, cell.kind == .integer { key = cell.integer }
      if !live.isWhole { throw overflow }
    }
    if let key { try noteKeys(last: key, highest: key) }
    return changes
  }

  package func advance() throws(StoreError) -> Bool { try advance(streaming: true) }

  private func advance(streaming: Bool) throws(StoreError) -> Bool {
    try checkUsable()
    if state == .finished { return false }
    if state == .running { return try nextRow() }
    changes = 0
    if shape.makesTable {
      try makeTable()
      return false
    }
    guard shape.kind != .transaction else {
      try runTransactionStatement()
      return false
    }
    do throws(StoreError) {
      try start(streaming: streaming)
      return try nextRow()
    } catch {
      // Another session has changed a table since the statement was prepared.
      guard error.isServerCode("0A000"), error.reason.contains("plan") else { throw error }
      link.surplus += prepared.values.map(\.name)
      prepared = [:]
      try prepare()
      try start(streaming: streaming)
      return try nextRow()
    }
  }

  private func makeTable() throws(StoreError) {
    do throws(StoreError) {
      try engine.createTable(text)
    } catch {
      throw completed(error)
    }
    state = .finished
    engine.noteRun(shape)
  }

  private func start(streaming: Bool) throws(StoreError) {
    try lowerSequence()
    try checkNodes()
    let known = try prepared(for: parameters)
    let runsCode = try runsCode
    let parameters = self.parameters
    // A savepoint before it would make the transaction one that has begun its work.
    link.isMeantToWrite = shape.kind != .reading
    let isFirst = shape.setsTransaction && link.isFresh
    try link.begin(isFirst ? .none : .around, writes: shape.kind != .reading, isSpread: try isLargeCount) { handle in
      parameters.withAddresses {
        cpq_send_prepared(handle, known.name, Int32(parameters.count), $0, $1, $2, known.isBinary ? 1 : 0) == 1
      }
    }
    link.isFresh = isFirst
    link.runsCode = runsCode
    if streaming, let handle = link.handle { _ = cpq_single_rows(handle) }
    link.reader = self
    state = .running
    live.stand(on: nil)
    hasColumns = false
  }

  /// Whether it may change how values are read: as a block of code, by a function that it calls, or by one of a trigger.
  private var runsCode: Bool {
    get throws(StoreError) {
      if ["DO", "CALL"].contains(shape.firstWord) { return true }
      guard shape.kind == .writing || shape.kind == .reading && shape.callsFunctions else { return false }
      return try engine.facts().haveFunctionsThatSet
    }
  }

  /// Whether it counts rows of a large table, which is the same in whatever order they come.
  private var isLargeCount: Bool {
    get throws(StoreError) {
      guard shape.isCount else { return false }
      let tables = try engine.facts().tables
      return shape.names.contains { tables[$0]?.isLarge == true }
    }
  }

  /// Goes to the next row; false at the end.
  private func nextRow() throws(StoreError) -> Bool {
    if rest != nil { return try nextOfRest() }
    if let result {
      if live.row.pointee.row + 1 < cpq_row_count(result) {
        live.stand(on: result, live.row.pointee.row + 1)
        return true
      }
      clear()
    }
    do throws(StoreError) {
      if try takeResult() { return true }
      link.reader = nil
      try link.finish()
    } catch {
      throw failed(error)
    }
    state = .finished
    engine.noteRun(shape)
    try raiseSequence()
    return false
  }

  private func failed(_ error: StoreError) -> StoreError {
    clear()
    link.reader = nil
    try? link.drain()
    try? link.mend()
    return completed(error)
  }

  /// Takes the next answer that has rows; false at the end of them.
  private func takeResult() throws(StoreError) -> Bool {
    while let next = try link.nextResult() {
      if let error = link.error(of: next) {
        cpq_clear(next)
        throw error
      }
      if shape.kind == .writing, let count = cpq_changed_rows(next), count.pointee != 0 {
        changes = Int(String(cString: count)) ?? 0
      }
      guard cpq_row_count(next) > 0 else {
        cpq_clear(next)
        continue
      }
      if !hasColumns {
        live.take(columnsOf: next, mayAddUp: mayAddUp, decimals: madeDecimals)
        hasColumns = true
      }
      result = next
      live.stand(on: next, 0)
      return true
    }
    return false
  }

  private func clear() {
    live.stand(on: nil)
    if let result { cpq_clear(result) }
    result = nil
  }

  private var overflow: StoreError { .tooLarge(text, link.location) }

  // MARK: The rest

  func readRest() {
    guard state == .running, rest == nil else { return }
    let rows = WaitingRows(columnCount: max(live.columnCount, 1), text, link.location)
    let standsOnRow = result != nil
    do throws(StoreError) {
      var goesOn = standsOnRow
      while goesOn {
        try keepShown(in: try rows.end())
        goesOn = try nextRow()
      }
    } catch {
      rows.failure = error
      link.abandon()
    }
    clear()
    link.reader = nil
    state = .running
    rest = rows
    live.stand(on: standsOnRow ? (try? rows.next()) ?? nil : nil)
  }

  private func nextOfRest() throws(StoreError) -> Bool {
    guard let rest else { return false }
    if let cells = try rest.next() {
      live.stand(on: cells)
      return true
    }
    self.rest = nil
    live.stand(on: nil)
    state = .finished
    if let failure = rest.failure { throw failure }
    return false
  }

  /// Lets the rows go that were not read.
  func endStream() {
    rest = nil
    guard state == .running else { return clear() }
    state = .finished
    clear()
    guard link.reader === self || link.reader == nil, link.isUnderWay else { return }
    link.reader = nil
    link.abandon()
  }
}
