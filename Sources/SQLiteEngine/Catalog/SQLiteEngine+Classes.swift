import Query
import Schema
import Store

extension SQLiteEngine {
  /// Asks an index where there is one that begins with the column, in some microseconds; else all rows.
  package func classes(of column: String, in table: String, areDecimals: Bool) throws(StoreError) -> ColumnClasses? {
    guard let text = try connection.definition(of: table), !text.isOfVirtualTable else { return nil }
    let (name, place) = (dialect.quoted(column), "main." + dialect.quoted(table))
    // An order that is not known says nothing of classes.
    if connection.collation(of: column, in: table) != .unknown,
      let found = try probed(name, in: place, areDecimals)
    {
      return ColumnClasses(classes: found, rows: 0)
    }
    let beyond = areDecimals ? "max(\(Self.isBeyondDecimals(name).joined(separator: " OR ")))" : "0"
    let row =
      try connection.rows("SELECT moonshell_classes(typeof(\(name))), \(beyond), count(*) FROM \(place)").first ?? []
    guard case .integer(let bits)? = row.first, case .integer(let count)? = row.last else { return nil }
    var classes = StorageClasses(rawValue: Int(bits))
    if row[1] == .integer(1) { classes.insert(.beyondDecimals) }
    return ColumnClasses(classes: classes, rows: Int(count))
  }

  /// Whether there are values of a class, for each: the classes are ranges of an index.
  ///
  /// It does not tell integers from real numbers.
  private func probed(_ name: String, in place: String, _ areDecimals: Bool) throws(StoreError) -> StorageClasses? {
    var ranges: [(StorageClasses, String)] = [
      (.number, "\(name) < ''"), (.text, "\(name) >= '' AND \(name) < x''"), (.data, "\(name) >= x''"),
      (.null, "\(name) IS NULL"),
    ]
    if areDecimals { ranges += Self.isBeyondDecimals(name).map { (.beyondDecimals, $0) } }
    let probe =
      "SELECT " + ranges.map { "EXISTS (SELECT 1 FROM \(place) WHERE \($0.1))" }.joined(separator: ", ")
    let steps = try plan(of: RenderedSQL(text: probe))
    guard !steps.contains(where: \.readsAllRows) else { return nil }
    let row = try connection.rows(probe).first ?? []
    return zip(ranges, row).reduce(into: []) { found, pair in
      if pair.1 == .integer(1) { found.formUnion(pair.0.0) }
    }
  }

  /// What holds of real numbers that may be no decimals, each one range of an index.
  private static func isBeyondDecimals(_ name: String) -> [String] {
    let (least, most) = (StorageClasses.decimals.lowerBound, StorageClasses.decimals.upperBound)
    return [
      "\(name) < \(-most) AND typeof(\(name)) = 'real'", "\(name) > \(-least) AND \(name) < 0",
      "\(name) > 0 AND \(name) < \(least)", "\(name) > \(most) AND \(name) < '' AND typeof(\(name)) = 'real'",
    ]
  }

  /// As far as the first rows tell: a column may hold nothing but NULL.
  package func beginsWithText(_ column: String, in table: String) throws(StoreError) -> Bool {
    let (name, place) = (dialect.quoted(column), "main." + dialect.quoted(table))
    let first = "SELECT \(name) FROM \(place) LIMIT 1000"
    let row = try connection.rows("SELECT typeof(\(name)) = 'text' FROM (\(first)) WHERE \(name) IS NOT NULL LIMIT 1")
    return row.first?.first == .integer(1)
  }

  package func columnsWithTexts(_ columns: [String], in table: String) throws(StoreError) -> [String] {
    try self.columns(columns, in: table) { "max(typeof(\($0)) = 'text')" }
  }

  package func columnsWithReals(_ columns: [String], in table: String) throws(StoreError) -> [String] {
    try self.columns(columns, in: table) { "max(typeof(\($0)) = 'real')" }
  }

  package func columnsWithCapitals(_ columns: [String], in table: String) throws(StoreError) -> [String] {
    try self.columns(columns, in: table) { "max(typeof(\($0)) = 'text' AND lower(\($0)) <> \($0) COLLATE BINARY)" }
  }

  package func columnsWithNumbersAlone(_ columns: [String], in table: String) throws(StoreError) -> [String] {
    // NULL is none of the values.
    try self.columns(columns, in: table) {
      "min(CASE WHEN \($0) NOTNULL THEN typeof(\($0)) IN ('integer', 'real') END)"
    }
  }

  /// As far as the first rows tell, which one statement reads.
  private func columns(
    _ columns: [String], in table: String, where areThere: (String) -> String
  ) throws(StoreError) -> [String] {
    if columns.isEmpty { return [] }
    let names = columns.map { dialect.quoted($0) }
    let first = "SELECT \(names.joined(separator: ", ")) FROM main.\(dialect.quoted(table)) LIMIT 100"
    let found = names.map(areThere).joined(separator: ", ")
    let row = try connection.rows("SELECT \(found) FROM (\(first))").first ?? []
    return zip(columns, row).filter { $1 == .integer(1) }.map(\.0)
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
