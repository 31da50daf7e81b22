import SQLText
import Schema

/// What the words of an expression of SQL are: names of columns, or something else.
struct WrittenNames {
  private let tokens: [SQLToken]
  /// Whether a token stands in a SELECT of its own, whose names are its business.
  private let areInside: [Bool]
  /// The closing bracket of each opening one.
  private let ends: [Int: Int]

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens
    var (inside, open): ([Bool], [(place: Int, isSelect: Bool)]) = ([], [])
    var ends: [Int: Int] = [:]
    for (place, token) in tokens.enumerated() {
      if token.isSign(")"), let last = open.popLast() { ends[last.place] = place }
      inside.append(open.last?.isSelect ?? false)
      guard token.isSign("(") else { continue }
      let begins = place + 1 < tokens.count && ["SELECT", "WITH", "VALUES"].contains { tokens[place + 1].isWord($0) }
      open.append((place, begins || open.last?.isSelect ?? false))
    }
    areInside = inside
    self.ends = ends
  }

  private func word(_ place: Int) -> String {
    guard tokens.indices.contains(place), tokens[place].kind == .word else { return "" }
    return tokens[place].text.uppercased()
  }

  private func isSign(_ place: Int, _ sign: String) -> Bool {
    tokens.indices.contains(place) && tokens[place].isSign(sign)
  }

  /// Whether a token may be the name of a column of the row's own table.
  func isName(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.kind == .name || token.kind == .word, !areInside[place], !isSign(place - 1, "."),
      !isSign(place + 1, "."), !isSign(place + 1, "("), !isSign(place - 1, "::")
    else { return false }
    let before = word(place - 1)
    if before == "AS" || before == "COLLATE" { return false }
    guard token.kind == .word else { return true }
    // date '2024-01-01'
    if tokens.indices.contains(place + 1), tokens[place + 1].kind == .text { return false }
    // extract(year FROM at)
    if isSign(place - 1, "("), word(place - 2) == "EXTRACT" { return false }
    return !isKeyword(place)
  }

  private func isKeyword(_ place: Int) -> Bool {
    let word = word(place)
    if Self.keywords.contains(word) { return true }
    return Self.keywordsBefore[word]?.contains(self.word(place + 1)) ?? false
      || Self.keywordsBehind[word]?.contains(self.word(place - 1)) ?? false
  }

  /// Words that no column is called by without quotes.
  private static let keywords: Set<String> = [
    "ALL", "AND", "ANY", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "COLLATE", "CURRENT_DATE",
    "CURRENT_TIME", "CURRENT_TIMESTAMP", "DESC", "DISTINCT", "ELSE", "END", "ESCAPE", "EXISTS", "FALSE", "FROM", "GLOB",
    "GROUP", "ILIKE", "IN", "INTERVAL", "IS", "ISNULL", "LIKE", "LIMIT", "MATCH", "NOT", "NOTNULL", "NULL", "OFFSET",
    "OR", "ORDER", "OVER", "REGEXP", "SELECT", "SIMILAR", "SOME", "THEN", "TRUE", "WHEN", "WHERE", "WITH",
  ]

  private static let frames: Set<String> = ["BETWEEN", "UNBOUNDED", "CURRENT"]
  /// Words that are keywords before others only.
  private static let keywordsBefore: [String: Set<String>] = [
    "AT": ["TIME"], "NULLS": ["FIRST", "LAST"], "ROWS": frames, "RANGE": frames, "GROUPS": frames,
    "UNBOUNDED": ["PRECEDING", "FOLLOWING"], "CURRENT": ["ROW"], "EXCLUDE": ["NO", "CURRENT", "GROUP", "TIES"],
    "PARTITION": ["BY"],
  ]
  /// Words that are keywords behind others only.
  private static let keywordsBehind: [String: Set<String>] = [
    "TIME": ["AT"], "ZONE": ["TIME"], "TO": ["SIMILAR"], "FIRST": ["NULLS"], "LAST": ["NULLS"], "ROW": ["CURRENT"],
    "PRECEDING": ["UNBOUNDED"], "FOLLOWING": ["UNBOUNDED"], "NO": ["EXCLUDE"], "OTHERS": ["NO"], "TIES": ["EXCLUDE"],
  ]

  // MARK: Windows and aggregates

  /// What it is made of.
  var reach: WrittenExpression.Reach {
    var reach = WrittenExpression.Reach.row
    for place in tokens.indices where !areInside[place] && isSign(place + 1, "(") {
      guard tokens[place].kind == .word, var end = ends[place + 1] else { continue }
      let name = tokens[place].text.lowercased()
      let isSingle = !holdsComma(place + 1, end)
      // sum(x) FILTER (WHERE …) OVER (…)
      if word(end + 1) == "FILTER" { end = ends[end + 2] ?? end }
      if word(end + 1) == "WITHIN" { end = ends[end + 3] ?? end }
      if word(end + 1) == "OVER" { return .window }
      if Self.aggregates.contains(name) || isSingle && (name == "min" || name == "max") { reach = .aggregate }
    }
    return reach
  }

  private func holdsComma(_ start: Int, _ end: Int) -> Bool {
    var depth = 0
    for place in start..<end {
      if isSign(place, "(") { depth += 1 }
      if isSign(place, ")") { depth -= 1 }
      if depth == 1, isSign(place, ",") { return true }
    }
    return false
  }

  private static let aggregates: Set<String> = [
    "count", "sum", "avg", "total", "group_concat", "string_agg", "array_agg", "json_group_array", "json_group_object",
    "json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg", "bool_and", "bool_or", "every", "bit_and", "bit_or",
    "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp", "corr", "median", "percentile_cont",
    "percentile_disc", "mode",
  ]
}
