import Store

/// Tables that refer to each other: the first of them is made without the keys to what is not there yet.
///
/// The server wants the table that a key refers to when the key is made.
extension PostgreSQLEngine {
  /// A key that is made as soon as the table is there that it refers to.
  struct WaitingKey {
    var table: String
    var target: String
    var clause: String
  }

  /// Runs a CREATE TABLE.
  func createTable(_ text: String) throws(StoreError) {
    do throws(StoreError) {
      try rows(text)
    } catch {
      // Alone it would be without its key for good.
      guard isInTransaction, error.isServerCode("42P01"), let parts = CreationParts(text) else { throw error }
      noteSchemaChange()
      let present = try facts().tables
      let waiting = parts.keys.filter { present[$0.target.lowercased()] == nil && $0.target != parts.name }
      guard !waiting.isEmpty else { throw error }
      try rows(parts.text(without: waiting.map(\.clause)))
      waitingKeys += waiting
    }
    noteSchemaChange()
    try makeWaitingKeys()
  }

  private func makeWaitingKeys() throws(StoreError) {
    guard !waitingKeys.isEmpty else { return }
    let present = try facts().tables
    for key in waitingKeys where present[key.target.lowercased()] != nil {
      try rows("ALTER TABLE \(dialect.quoted(key.table)) ADD \(key.clause)")
    }
    waitingKeys.removeAll { present[$0.target.lowercased()] != nil }
  }
}
