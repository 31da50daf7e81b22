import SQLText
import Schema
import Store

/// What statements that people write make of decimals: decimals, as the columns of tables are.
///
///     SELECT n * 2, avg(n), avg(score) FROM bill   // two decimals; the mean of integers is a real number, as in a file
extension PostgreSQLStatement {
  package func readDecimals() throws(StoreError) {
    // What waits for its values is prepared by now.
    _ = columnNames
    guard !readsDecimals, answeredKey == nil, !answersPart, let known = prepared[""] ?? prepared.values.first,
      !known.madeNumbers.isEmpty
    else { return }
    let tables = try engine.decimalNames().filter { shape.names.contains($0.key) }
    let made = madeOfDecimals(known.columnNames.count, tables.values.reduce(into: []) { $0.formUnion($1) })
    madeDecimals = known.madeNumbers.filter { made.contains($0.key) }
    readsDecimals = true
  }

  /// The columns in which a column of decimals has a part, or that say themselves that they are decimals.
  ///
  /// The server says of what type a column is, and not of what it is made: means and sums of integers are of the same.
  private func madeOfDecimals(_ count: Int, _ names: Set<String>) -> Set<Int> {
    let tokens = SQLToken.all(in: numbered.text, syntax: .postgreSQL).filter { $0.kind != .comment }
    func saysDecimal(_ tokens: ArraySlice<SQLToken>) -> Bool {
      zip(tokens.indices, tokens).contains { place, token in
        if place > tokens.startIndex, tokens[place - 1].isWord("AS") { return false }
        return token.isWord("NUMERIC") || token.isWord("DECIMAL")
          || (token.kind == .word || token.kind == .name) && names.contains(token.normal)
      }
    }
    guard let items = items(of: tokens), items.count == count else {
      return saysDecimal(tokens[...]) ? Set(0..<count) : []
    }
    return Set(items.indices.filter { saysDecimal(items[$0]) })
  }

  /// What a statement of a single SELECT answers, column for column; nil of others.
  private func items(of tokens: [SQLToken]) -> [ArraySlice<SQLToken>]? {
    guard tokens.first?.isWord("SELECT") == true, tokens.filter({ $0.isWord("SELECT") }).count == 1 else { return nil }
    var items: [ArraySlice<SQLToken>] = []
    var (start, depth) = (1, 0)
    for place in tokens.indices.dropFirst() {
      let token = tokens[place]
      if ["(", "["].contains(token.text) { depth += 1 }
      if [")", "]"].contains(token.text) { depth -= 1 }
      guard depth == 0 else { continue }
      // A name with a star stands for several columns.
      if token.text == "*", [",", ".", "SELECT"].contains(tokens[place - 1].text.uppercased()) { return nil }
      let isEnd = token.isWord("FROM") || token.text == ";"
      guard isEnd || token.text == "," else { continue }
      items.append(tokens[start..<place])
      start = place + 1
      if isEnd { return items }
    }
    return items + [tokens[start...]]
  }
}

extension PostgreSQLEngine {
  /// The columns of decimals that tables and views have, all by their names in lower case.
  fileprivate func decimalNames() throws(StoreError) -> [String: Set<String>] {
    if let known = knownDecimals { return known }
    var names: [String: Set<String>] = [:]
    for row in try rows(Self.decimals) {
      if let table = row[0]?.lowercased(), let column = row[1]?.lowercased() {
        names[table, default: []].insert(column)
      }
    }
    knownDecimals = names
    return names
  }

  private static let decimals = """
    \(DomainSQL.all)
    SELECT DISTINCT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN domains m ON m.type = a.atttypid
    WHERE coalesce(m.base, a.atttypid) = 'numeric'::regtype AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    """
}
