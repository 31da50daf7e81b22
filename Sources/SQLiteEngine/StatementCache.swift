/// The statements that nobody uses at the moment, by their text; the one that was used longest ago goes first.
struct StatementCache {
  /// A text that is compared by bytes: two forms of "é" are one `String` but two statements.
  private struct Key: Hashable {
    var text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      let done: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      if done == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
  }

  private struct Entry {
    var statement: SQLiteStatement
    var lastUse: Int
  }

  let capacity: Int
  private var entries: [Key: Entry] = [:]
  private var uses = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { entries.count }

  /// Takes the statement of this text out of the cache.
  mutating func take(_ text: String) -> SQLiteStatement? {
    entries.removeValue(forKey: Key(text: text))?.statement
  }

  /// Keeps a statement for later; one more of the same text is let go.
  mutating func put(_ statement: SQLiteStatement) {
    let key = Key(text: statement.text)
    if entries[key] != nil { return }
    uses += 1
    entries[key] = Entry(statement: statement, lastUse: uses)
    if entries.count > capacity { evict() }
  }

  mutating func removeAll() {
    entries.removeAll()
  }

  /// Lets a quarter go at once, so that looking for the oldest costs next to nothing per statement.
  private mutating func evict() {
    let surplus = entries.count - (capacity - capacity / 4)
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(surplus) {
      entries.removeValue(forKey: key)
    }
  }
}
