import CPostgreSQL
import Schema
import Store

extension PostgreSQLStatement {
  /// How many rows are sent before answers are waited for.
  private static let chunk = 500
  /// Of rows that come to lie on nodes each is told by itself.
  ///
  /// One that is there already would use up a key; and so is each that may be left out where nothing undoes those behind it.
  private var chunk: Int {
    get throws(StoreError) {
      if answersPart || engine.hasDenseKeys && shape.insertedColumns == nil { return 1 }
      if link.isInTransaction { return Self.chunk }
      return try mayLeaveOut ? 1 : Self.chunk
    }
  }

  /// Whether each of its rows is to be written, and something at the table may leave one out in silence.
  private var mayLeaveOut: Bool {
    get throws(StoreError) {
      guard shape.insertedColumns != nil, !shape.seesConflicts else { return false }
      return try engine.facts().target(of: shape)?.isPlain != true
    }
  }

  package func runMany(
    _ rows: RowBuffer, from start: Int, done: (Int, Int64) -> Void
  ) throws(StoreError) {
    if answersPart, !link.isInTransaction {
      return try alone { statement throws(StoreError) in try statement.runMany(rows, from: start, done: done) }
    }
    try beginBinding(rows.columnCount)
    if nodes == nil { try checkNodes() }
    var place = start
    while place < rows.count {
      if link.mustStop { throw completed(.interruption(at: link.location)) }
      let end = min(rows.count, place + (try chunk))
      try runChunk(rows, place..<end, done)
      place = end
      // `done` is foreign code, which may have closed the database.
      try checkUsable()
    }
    engine.noteRun(shape)
    try raiseSequence()
  }

  /// Runs some rows: all of them, or those before the first that fails.
  private func runChunk(
    _ rows: RowBuffer, _ places: Range<Int>, _ done: (Int, Int64) -> Void
  ) throws(StoreError) {
    var keys: [Int64] = []
    do throws(StoreError) {
      try lowerSequence()
      if let together = try insertTogether(rows, places) {
        for (place, key) in zip(places, together) { done(place, key) }
        return
      }
    } catch {
      throw completed(error)
    }
    do throws(Failure) {
      keys = try send(rows, places)
    } catch {
      // Nothing of the chunk was kept: those that work are sent again. What fails when all have worked (a rule that waits
      // for the end of the transaction) is of no row alone.
      let failed = places.lowerBound + error.answered
      if failed > places.lowerBound, failed < places.upperBound, link.handle != nil {
        try runChunk(rows, places.lowerBound..<failed, done)
      }
      throw completed(error.error)
    }
    for (place, key) in zip(places, keys) { done(place, key) }
  }

  /// An error, and how many rows were answered before it.
  private struct Failure: Error {
    var error: StoreError
    var answered = 0
  }

  private func send(_ rows: RowBuffer, _ places: Range<Int>) throws(Failure) -> [Int64] {
    var commands: [(name: String, parameters: Parameters)] = []
    commands.reserveCapacity(places.count)
    for place in places {
      var parameters = Parameters()
      for column in 0..<rows.columnCount where !parameters.append(rows[place, column]) {
        throw Failure(error: .textHoldsNUL(text, link.location), answered: place - places.lowerBound)
      }
      do throws(StoreError) {
        commands.append((try prepared(for: parameters).name, parameters))
      } catch {
        throw Failure(error: error, answered: place - places.lowerBound)
      }
    }
    var keys: [Int64] = []
    var last = engine.lastInsertedKey
    var isLeftOut = false
    do throws(StoreError) {
      let mayLeaveOut = try mayLeaveOut
      try link.begin(mayLeaveOut ? .before : .around, writes: true) { handle in
        commands.allSatisfy { name, parameters in
          parameters.withAddresses { cpq_send_prepared(handle, name, Int32(parameters.count), $0, $1, $2, 0) == 1 }
        }
      }
      for _ in commands {
        let answer = try takeKey()
        isLeftOut = mayLeaveOut && answer.count == 0
        if isLeftOut { throw leftOut() }
        last = answer.key ?? last
        keys.append(last)
      }
      try link.finish()
      if mayLeaveOut { try link.endGuard() }
    } catch {
      try? link.drain()
      if isLeftOut { try? link.goBack() } else { try? link.mend() }
      throw Failure(error: error, answered: keys.count)
    }
    do throws(StoreError) {
      if answeredKey != nil, let highest = keys.max() { try noteKeys(last: last, highest: highest) }
    } catch {
      throw Failure(error: error)
    }
    return keys
  }

  /// The error for a row that the database took and did not write: the key of the last one would be another's.
  private func leftOut() -> StoreError {
    let table = (try? engine.facts())?.target(of: shape)?.name ?? shape.insertTarget
    return StoreError(.leftOut(table: table), sql: text, location: link.location)
  }

  /// Takes the answers to one row: the key, where it is answered, and how many rows were written.
  private func takeKey() throws(StoreError) -> (key: Int64?, count: Int) {
    var key: Int64?
    var count = 0
    var failure: StoreError?
    while let result = try link.nextResult() {
      defer { cpq_clear(result) }
      if let error = link.error(of: result) {
        failure = error
        if link.handle == nil { throw error }
      } else if answeredKey != nil, cpq_row_count(result) > 0, let text = cpq_value(result, 0, 0) {
        key = Int64(String(cString: text))
      }
      if let words = cpq_changed_rows(result), words.pointee != 0 { count = Int(String(cString: words)) ?? 0 }
      if answersPart, failure == nil, cpq_row_count(result) > 0, let part = cpq_value(result, 0, 1) {
        do throws(StoreError) { try note(String(cString: part)) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return (key, count)
  }

  /// Lets the sequence of the table go on from the highest key, where that is wanted.
  func lowerSequence() throws(StoreError) {
    guard engine.hasDenseKeys, shape.firstWord == "INSERT", let table = try engine.facts().target(of: shape),
      let key = table.keyColumn, let sequence = table.sequence
    else { return }
    let quoted = (engine.dialect.quoted(key), engine.dialect.quoted(table.name))
    try engine.rows(
      """
      SELECT setval(\(Value.text(sequence).description), greatest(coalesce(max(\(quoted.0)), 0) + 1, 1), false)
      FROM \(quoted.1)
      """)
  }

  /// Lets the sequence of the table go on behind keys that were given and are not answered.
  func raiseSequence() throws(StoreError) {
    guard !shape.givenColumns.isEmpty, let table = try engine.facts().target(of: shape), let key = table.keyColumn,
      shape.givenColumns.contains(key.lowercased()), let sequence = table.sequence
    else { return }
    let quoted = (engine.dialect.quoted(key), engine.dialect.quoted(table.name))
    try engine.rows(
      """
      SELECT setval(\(Value.text(sequence).description), key)
      FROM \(sequence), (SELECT max(\(quoted.0)) AS key FROM \(quoted.1)) AS keys WHERE last_value <= key
      """)
  }

  /// Notes the key that was made last; one that was given moves the sequence, so that no later one meets it.
  func noteKeys(last: Int64, highest: Int64) throws(StoreError) {
    engine.lastInsertedKey = last
    guard let key = answeredKey, shape.insertTarget != nil, let columns = shape.insertedColumns,
      columns.isEmpty || columns.contains(key.lowercased()),
      let sequence = try engine.facts().target(of: shape)?.sequence
    else { return }
    try engine.rows(
      """
      SELECT setval(\(Value.text(sequence).description), \(highest))
      FROM \(sequence) WHERE last_value <= \(highest)
      """)
  }
}
