import Schema

/// What a column was found to hold.
package struct ColumnClasses: Sendable {
  package var classes: StorageClasses
  /// How many rows were read to find that out.
  package var rows: Int

  package init(classes: StorageClasses, rows: Int) {
    self.classes = classes
    self.rows = rows
  }
}

/// A column of keys, and the column of another table that they refer to.
package struct KeyColumns: Hashable, Sendable {
  package var table: String
  package var column: String
  package var target: String
  package var targetColumn: String

  package init(table: String, column: String, target: String, targetColumn: String) {
    self.table = table
    self.column = column
    self.target = target
    self.targetColumn = targetColumn
  }
}

/// What was found out of keys.
package struct KeyFindings: Sendable {
  /// Whether each that is not NULL refers to a row.
  package var areWhole: Bool
  /// How many rows were read to find that out.
  package var rows: Int

  package init(areWhole: Bool, rows: Int) {
    self.areWhole = areWhole
    self.rows = rows
  }
}

/// What tables were found to hold, as long as nothing has changed since.
struct TableFindings<Key: Hashable, Finding> {
  /// How old the tables were.
  struct Age: Hashable {
    var writes: [Int]
    var external: Int64
  }

  private struct Entry {
    var finding: Finding
    /// How many rows were read.
    var rows: Int
    var age: Age
    /// How old the tables were when they were asked for last and were not looked through again.
    var passedOver: Age?
  }

  private var entries: [Key: Entry] = [:]

  /// A table of more rows, if it was written since, is looked through when it was not written between two questions: one
  /// that is asked and written in turn would be looked through each time.
  private static var manyRows: Int { 100_000 }

  /// What was found when the tables were of this age; nil where it takes a look.
  enum Known {
    case found(Finding)
    /// To look again would take too long just now.
    case passedOver
    case missing
  }

  mutating func known(_ key: Key, _ age: Age) -> Known {
    guard let entry = entries[key] else { return .missing }
    if entry.age == age { return .found(entry.finding) }
    guard entry.rows > Self.manyRows, entry.passedOver != age else { return .missing }
    entries[key]?.passedOver = age
    return .passedOver
  }

  mutating func note(_ key: Key, _ finding: Finding, rows: Int, _ age: Age) {
    entries[key] = Entry(finding: finding, rows: rows, age: age)
  }
}

extension Database {
  /// The storage classes that the values of a column have now; nil where that is not known, and would take too long.
  ///
  /// What was found out is kept until the table is written, here or by another program.
  ///
  /// - Parameter areDecimals: whether real numbers that are no decimals count as such.
  package func classes(
    of column: String, in table: String, isView: Bool, areDecimals: Bool = false
  ) throws(StoreError) -> StorageClasses? {
    // A view that becomes a table, or a table a view, is as old as neither was.
    let writes = isView ? [allWrites, allWrites] : [version(of: table)]
    let age = TableFindings<[String], StorageClasses>.Age(writes: writes, external: try engine.externalVersion())
    let key = [table.lowercased(), column.lowercased()] + (areDecimals ? ["decimals"] : [])
    switch knownClasses.known(key, age) {
    case .found(let classes): return classes
    case .passedOver: return nil
    case .missing: break
    }
    guard let found = try engine.classes(of: column, in: table, areDecimals: areDecimals) else { return nil }
    knownClasses.note(key, found.classes, rows: found.rows, age)
    return found.classes
  }

  /// Whether each key in a column leads to a row, where it is not NULL; false also where it would take too long to know.
  package func findsAll(_ keys: KeyColumns) throws(StoreError) -> Bool {
    let age = TableFindings<KeyColumns, Bool>.Age(
      writes: [version(of: keys.table), version(of: keys.target)], external: try engine.externalVersion())
    switch knownKeys.known(keys, age) {
    case .found(let areWhole): return areWhole
    case .passedOver: return false
    case .missing: break
    }
    guard let found = try engine.findsAll(keys) else { return false }
    knownKeys.note(keys, found.areWhole, rows: found.rows, age)
    return found.areWhole
  }
}
