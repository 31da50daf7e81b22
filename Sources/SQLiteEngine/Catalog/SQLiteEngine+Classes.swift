import Query
import Schema
import Store

extension SQLiteEngine {
  /// Asks an index where there is one that begins with the column, in some microseconds; else all rows.
  package func classes(of column: String, in table: String) throws(StoreError) -> ColumnClasses? {
    guard let text = try connection.definition(of: table), !text.isOfVirtualTable else { return nil }
    let (name, place) = (dialect.quoted(column), "main." + dialect.quoted(table))
    // An order that is not known says nothing of classes.
    if connection.collation(of: column, in: table) != .unknown, let found = try probed(name, in: place) {
      return ColumnClasses(classes: found, rows: 0)
    }
    let row = try connection.rows("SELECT moonshell_classes(typeof(\(name))), count(*) FROM \(place)").first ?? []
    guard case .integer(let bits)? = row.first, case .integer(let count)? = row.last else { return nil }
    return ColumnClasses(classes: StorageClasses(rawValue: Int(bits)), rows: Int(count))
  }

  /// Whether there are values of a class, for each: the classes are ranges of an index.
  ///
  /// It does not tell integers from real numbers.
  private func probed(_ name: String, in place: String) throws(StoreError) -> StorageClasses? {
    let ranges: [(StorageClasses, String)] = [
      (.number, "\(name) < ''"), (.text, "\(name) >= '' AND \(name) < x''"), (.data, "\(name) >= x''"),
      (.null, "\(name) IS NULL"),
    ]
    let probe =
      "SELECT " + ranges.map { "EXISTS (SELECT 1 FROM \(place) WHERE \($0.1))" }.joined(separator: ", ")
    let steps = try plan(of: RenderedSQL(text: probe))
    guard !steps.contains(where: \.readsAllRows) else { return nil }
    let row = try connection.rows(probe).first ?? []
    return zip(ranges, row).reduce(into: []) { found, pair in
      if pair.1 == .integer(1) { found.formUnion(pair.0.0) }
    }
  }

  package func findsAll(_ keys: KeyColumns) throws(StoreError) -> KeyFindings? {
    let (child, parent) = ("main." + dialect.quoted(keys.table), "main." + dialect.quoted(keys.target))
    let (key, referenced) = ("child." + dialect.quoted(keys.column), "parent." + dialect.quoted(keys.targetColumn))
    let row =
      try connection.rows(
        """
        SELECT EXISTS (SELECT 1 FROM \(child) AS child WHERE \(key) IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM \(parent) AS parent WHERE \(referenced) = \(key))),
          (SELECT count(*) FROM \(child))
        """
      ).first ?? []
    guard case .integer(let dangles)? = row.first, case .integer(let count)? = row.last else { return nil }
    return KeyFindings(areWhole: dangles == 0, rows: Int(count))
  }
}

extension String {
  fileprivate var isOfVirtualTable: Bool {
    split(maxSplits: 2, whereSeparator: \.isWhitespace).dropFirst().first?.uppercased() == "VIRTUAL"
  }
}
