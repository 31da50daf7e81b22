import CSQLite
import Platform
import Schema
import Store

/// Notes the keys of the rows that are written.
///
/// It is told of each row, also by a million inserts: a table of which more rows were written than are kept costs no more
/// than to see which table it is.
final class WrittenKeys {
  /// What was written to one table.
  private final class Table {
    let name: String
    let bytes: ContiguousArray<CChar>
    let key: FollowedKey?
    var keys: Set<[Value]> = []
    var isFull: Bool

    init(_ name: String, _ key: FollowedKey?) {
      self.name = name
      self.key = key
      bytes = name.utf8CString
      isFull = key == nil
    }

    func isCalled(_ other: UnsafePointer<CChar>) -> Bool {
      bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { strcmp($0, other) == 0 } ?? false }
    }
  }

  private var tables: [String: Table] = [:]
  /// The table that was written last, as the next row is mostly one of it.
  private var last: Table?

  /// Notes a row that is about to be written; `key` gives the key of a table.
  func note(_ write: ChangeWatch.Write, _ database: OpaquePointer, key: (String) throws -> FollowedKey?) {
    let table = last.flatMap { $0.isCalled(write.table) ? $0 : nil } ?? self.table(String(cString: write.table), key)
    last = table
    guard !table.isFull, let key = table.key else { return }
    if write.operation != SQLITE_INSERT { add(self.key(write, key, database, isNew: false), to: table) }
    if write.operation != SQLITE_DELETE { add(self.key(write, key, database, isNew: true), to: table) }
  }

  /// Notes that a row of a table was written of which nothing is known.
  func miss(_ name: String) { table(name) { _ in nil }.isFull = true }

  /// What was noted since the last time.
  func take() -> WrittenRows {
    var result = WrittenRows()
    for table in tables.values {
      let name = table.name.lowercased()
      if table.isFull { result.addUnknown(to: name) } else { result.add(table.keys, to: name) }
    }
    (tables, last) = ([:], nil)
    return result
  }

  private func table(_ name: String, _ key: (String) throws -> FollowedKey?) -> Table {
    if let known = tables[name] { return known }
    let table = Table(name, (try? key(name)) ?? nil)
    tables[name] = table
    return table
  }

  private func add(_ key: [Value]?, to table: Table) {
    if let key { table.keys.insert(key) }
    if key == nil || table.keys.count > WrittenRows.limit { (table.isFull, table.keys) = (true, []) }
  }

  /// The key of the row before or after it is written; nil where it has none that a statement could ask for.
  private func key(_ write: ChangeWatch.Write, _ key: FollowedKey, _ database: OpaquePointer, isNew: Bool) -> [Value]? {
    if key.isNumber { return [.integer(isNew ? write.newNumber : write.oldNumber)] }
    var result: [Value] = []
    for place in key.places {
      var value: OpaquePointer?
      guard csqlite_written_value(database, isNew, Int32(place), &value) == SQLITE_OK else { return nil }
      let part = Value(value)
      switch part {
      case .integer, .text: result.append(part)
      // What is NULL is equal to nothing, and of the others it is not said how they are written.
      case .null, .real, .data, .brokenText: return nil
      }
    }
    return result
  }
}

extension SQLiteEngine {
  package func followRows(_ isWanted: Bool) {
    guard isWanted else {
      connection.changeWatch?.writtenKeys = nil
      return
    }
    guard let watch = connection.watchingChanges(), watch.writtenKeys == nil else { return }
    watch.writtenKeys = WrittenKeys()
  }

  package func takeWrittenRows() -> WrittenRows { connection.changeWatch?.writtenKeys?.take() ?? WrittenRows() }

  package func followedKey(of table: String) -> [String]? {
    guard let watch = connection.changeWatch, watch.writtenKeys != nil else { return nil }
    return (try? watch.reader(of: table))??.table.followedKey?.columns
  }
}
