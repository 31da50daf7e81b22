import CConfinement
import CPostgreSQL
import Schema
import Store

extension PostgreSQLStatement {
  /// Lets the server look at the statement; where it must know the values to do so, that waits for them.
  func prepare() throws(StoreError) {
    link.isMeantToWrite = shape.kind != .reading
    if shape.isEmpty { throw .noStatement(text, link.location) }
    if text.utf8.contains(0) { throw .statementHoldsNUL(text, link.location) }
    if shape.copiesThroughClient { throw .copiesThroughClient(text, link.location) }
    if let pinned = shape.pinned { throw .changes(pinned, text, link.location) }
    if shape.forgetsSession { throw .forgetsSession(text, link.location) }
    if shape.reachesFiles, confinement_is_inside() { throw .reachesFiles(text, link.location) }
    // The server takes up words about transactions as they come.
    if shape.kind == .transaction { return }
    try takeKey()
    if shape.kind == .reading, SpreadAggregate.mayBe(sent),
      let spread = SpreadAggregate(sent, try engine.facts().spread, engine.postgreSQL)
    {
      sent = spread.text
    }
    do throws(StoreError) {
      prepared[""] = try prepared([])
    } catch {
      if error.isServerCode("42601"), numbered.hasPlainMarks, error.reason.contains("\"$") {
        return try prepareWithOperators(after: error)
      }
      let isOpen = ["42P18", "42725", "42883", "42804"].contains { error.isServerCode($0) }
      guard parameterCount > 0, isOpen else { throw error }
    }
  }

  /// Where the server knows no value that could stand at a `?`, it may be an operator.
  private func prepareWithOperators(after failure: StoreError) throws(StoreError) {
    takeOperators()
    do throws(StoreError) {
      try takeKey()
      prepared[""] = try prepared([])
    } catch {
      var failure = failure
      failure.reason += ": \(StoreError.marksAreValues)"
      throw failure
    }
  }

  /// An INSERT answers the key that the database has made, where its table has one.
  private func takeKey() throws(StoreError) {
    if let target = shape.targets.first, !shape.targets.isEmpty {
      nodes = try engine.facts().nodes[target]
      if nodes != nil, shape.firstWord == "INSERT", shape.insertedColumns == nil {
        throw .cannotAnswer(text, link.location)
      }
    }
    guard shape.insertedColumns != nil, shape.insertTarget != nil else { return }
    let key = try engine.facts().target(of: shape)?.keyColumn
    answersPart = nodes != nil
    guard key != nil || answersPart else { return }
    answeredKey = key
    var plain = Substring(sent)
    while let last = plain.unicodeScalars.last, last == ";" || last == " " || last == "\n" {
      plain.unicodeScalars.removeLast()
    }
    let part = answersPart ? ", lower(tableoid::regclass::text)" : ""
    sent = "\(plain)\nRETURNING \(key.map { engine.dialect.quoted($0) } ?? "NULL::int8")\(part)"
  }

  /// The statement with parameters of these types; where none are given the server finds them.
  private func prepared(_ types: [ServerType]) throws(StoreError) -> Prepared { try prepared(sent, types) }

  func prepared(_ sent: String, _ types: [ServerType]) throws(StoreError) -> Prepared {
    let name = engine.newName()
    let numbers = types.map(\.number)
    let send = { (handle: OpaquePointer) -> Bool in
      cpq_send_prepare(handle, name, sent, Int32(numbers.count), numbers) == 1 && cpq_send_describe(handle, name) == 1
    }
    let isFresh = link.isFresh
    defer { link.isFresh = isFresh && link.isInTransaction }
    do throws(StoreError) {
      return try link.run(guarded: .around, writes: false, isMeantToWrite: shape.kind != .reading, send) {
        (link) throws(StoreError) in
        try link.takeAnswers()
        var prepared = Prepared(name: name, parameterTypes: [], columnNames: [])
        while let result = try link.nextResult() {
          defer { cpq_clear(result) }
          if let error = link.error(of: result) { throw error }
          prepared.parameterTypes = (0..<cpq_parameter_count(result)).map {
            ServerType(number: cpq_parameter_type(result, $0))
          }
          prepared.columnNames = (0..<cpq_column_count(result)).map { column in
            cpq_column_name(result, column).map { String(cString: $0) } ?? ""
          }
          prepared.origins = (0..<cpq_column_count(result)).map { column in
            (cpq_column_table(result, column), Int(cpq_column_place(result, column)))
          }
          for column in 0..<cpq_column_count(result) {
            guard ServerType(number: cpq_column_type(result, column)) == .numeric else { continue }
            let field = Field(decimalsOf: cpq_column_modifier(result, column))
            if cpq_column_table(result, column) == 0 {
              prepared.madeNumbers[Int(column)] = field
            } else {
              prepared.decimals[Int(column)] = field
            }
          }
          prepared.isBinary = (0..<cpq_column_count(result)).allSatisfy { column in
            ServerType(number: cpq_column_type(result, column)).binaryReading != nil
          }
        }
        return prepared
      }
    } catch {
      throw completed(error)
    }
  }

  /// The statement that takes values of these classes.
  func prepared(for parameters: Parameters) throws(StoreError) -> Prepared {
    if let types = prepared[""]?.parameterTypes, parameters.writeZero(into: types) {
      throw .textHoldsNUL(text, link.location)
    }
    let classes = prepared[""].map { parameters.classes(for: $0.parameterTypes) } ?? parameters.ownClasses
    let key = String(decoding: (classes ?? []).map { $0.rawValue + UInt8(ascii: "a") }, as: UTF8.self)
    if let known = prepared[key] { return known }
    let new = try prepared((classes ?? []).map(\.type))
    prepared[key] = new
    return new
  }

  // MARK: Binding

  package func bind(_ values: [Value]) throws(StoreError) {
    try beginBinding(values.count)
    for value in values {
      let isTaken = value.withCell { parameters.append($0) }
      if !isTaken { throw .textHoldsNUL(text, link.location) }
    }
  }

  package func bind(_ cells: UnsafePointer<Cell>, count: Int) throws(StoreError) {
    try beginBinding(count)
    for place in 0..<count where !parameters.append(cells[place]) { throw .textHoldsNUL(text, link.location) }
  }

  func beginBinding(_ count: Int) throws(StoreError) {
    try checkUsable()
    endStream()
    parameters.removeAll()
    state = .ready
    let expected = parameterCount
    if count != expected { throw .takesValues(expected, not: count, text, link.location) }
  }
}

extension Field {
  /// A field of decimals, by what the server says of their type beside its number; less than 0 where each has digits of
  /// its own.
  fileprivate init(decimalsOf modifier: Int32) {
    self.init(name: "", type: .decimal)
    (isStoredAsNumber, nature.isNumeric, keepsScale) = (true, true, modifier < 0)
    // The lowest 11 bits, one of which is the sign.
    let digits = Int((modifier - 4) & 0x7FF)
    scale = modifier < 0 || digits > 1023 ? 0 : digits
  }
}
