import Platform

/// The statements by their text, in use or not; the one that was used longest ago goes first.
struct StatementCache {
  /// A text that is compared by bytes: two forms of "é" are one `String` but two statements.
  private struct Key: Hashable {
    var text: String

    static func == (left: Key, right: Key) -> Bool {
      let same = left.text.utf8.withContiguousStorageIfAvailable { left in
        right.text.utf8.withContiguousStorageIfAvailable { right in
          guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress else {
            return left.count == right.count
          }
          return memcmp(first, second, left.count) == 0
        }
      }
      return (same ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      let done: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      if done == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
  }

  let capacity: Int
  private var statements: [Key: SQLiteStatement] = [:]
  private var uses = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { statements.count }

  /// The statement of this text, unless there is none or it is in use.
  func idle(_ text: String) -> SQLiteStatement? {
    guard let statement = statements[Key(text: text)], !statement.isLeased else { return nil }
    return statement
  }

  /// Keeps a new statement, unless there is one of the same text.
  mutating func keep(_ statement: SQLiteStatement) {
    let key = Key(text: statement.text)
    if statements[key] != nil { return }
    statements[key] = statement
    statement.isKept = true
    note(statement)
    if statements.count > capacity { evict() }
  }

  /// Keeps a statement that is free again in the place of one of the same text that is still in use, so that a
  /// loop inside a loop prepares once.
  mutating func swap(_ statement: SQLiteStatement) {
    let key = Key(text: statement.text)
    guard let kept = statements[key], kept.isLeased else { return }
    kept.isKept = false
    statement.isKept = true
    statements[key] = statement
  }

  /// Notes that a statement is used.
  mutating func note(_ statement: SQLiteStatement) {
    uses += 1
    statement.lastUse = uses
  }

  mutating func removeAll() {
    for statement in statements.values { statement.isKept = false }
    statements.removeAll()
  }

  /// Lets a quarter go at once, so that looking for the oldest costs next to nothing per statement.
  private mutating func evict() {
    let surplus = statements.count - (capacity - capacity / 4)
    for (key, statement) in statements.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(surplus) {
      statement.isKept = false
      statements.removeValue(forKey: key)
    }
  }
}
