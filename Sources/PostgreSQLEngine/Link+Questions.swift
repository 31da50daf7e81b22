import CPostgreSQL
import Store

extension Link {
  /// Runs a statement of the engine's own and takes its rows as texts.
  func texts(
    _ text: String, _ parameters: Parameters, _ types: [ServerType], guarded: Guarding = .around
  ) throws(StoreError) -> [[String?]] {
    let types = types.map(\.number)
    let send = { (handle: OpaquePointer) -> Bool in
      parameters.withAddresses {
        cpq_send(handle, text, Int32(parameters.count), types, $0, $1, $2, 0) == 1
      }
    }
    return try run(guarded: guarded, isMeantToWrite: isMeantToWrite, send) { (link) throws(StoreError) in
      try link.takeTexts()
    }
  }

  /// Runs statements of the engine's own that only read, all in one trip, and takes the rows of each as texts.
  func texts(of statements: [String]) throws(StoreError) -> [[[String?]]] {
    let send = { (handle: OpaquePointer) -> Bool in
      statements.allSatisfy { cpq_send(handle, $0, 0, nil, nil, nil, nil, 0) == 1 }
    }
    return try run(guarded: .around, writes: false, isMeantToWrite: isMeantToWrite, send) { (link) throws(StoreError) in
      var answers: [[[String?]]] = []
      for _ in statements { answers.append(try link.takeTexts()) }
      return answers
    }
  }

  /// The rows that one statement answers.
  private func takeTexts() throws(StoreError) -> [[String?]] {
    var rows: [[String?]] = []
    while let result = try nextResult() {
      defer { cpq_clear(result) }
      if let error = error(of: result) { throw error }
      for row in 0..<cpq_row_count(result) {
        rows.append(
          (0..<cpq_column_count(result)).map { column in
            cpq_is_null(result, row, column) == 1 ? nil : cpq_value(result, row, column).map { String(cString: $0) }
          })
      }
    }
    return rows
  }
}
