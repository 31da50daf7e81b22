import Query
import SQLText
import Schema

/// The text of a CREATE TABLE statement, taken apart.
///
///     TableText("CREATE TABLE t (a INTEGER CHECK (a > 0), PRIMARY KEY (a)) STRICT")
///     // columns: a, "INTEGER CHECK (a > 0)"     constraints: "PRIMARY KEY (a)"
struct TableText: Hashable {
  typealias Rule = TableDescription.Check

  struct Column: Hashable {
    let name: String
    /// What follows the name.
    let definition: String
    /// The tokens of the definition, with their places in the whole text.
    private let tokens: [SQLToken]

    /// - Parameter bytes: those of the whole text.
    fileprivate init(_ name: String, _ tokens: [SQLToken], in bytes: [UInt8]) {
      self.name = name
      self.tokens = tokens
      definition = TableText.text(of: tokens, in: bytes)
    }

    static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.definition == right.definition }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(definition)
    }

    /// Its CHECKs.
    var checks: [Rule] { TableText.checks(tokens) }

    /// The same, as they are written.
    var checkTexts: [String] {
      TableText.checkTexts(tokens, Array(definition.utf8), from: tokens.first?.place.lowerBound ?? 0)
    }

    /// What a comment behind the type says of it: `decimal(2)`.
    var remark: String? {
      guard tokens.count > 1, tokens[1].kind == .comment, tokens[1].text.hasPrefix("/*") else { return nil }
      return tokens[1].text.dropFirst(2).dropLast(2).split(separator: " ").joined(separator: " ")
    }

    /// Whether its definition says NOT NULL, in no parentheses: `CHECK (x NOT NULL)` says something else.
    var isFilled: Bool {
      let words = tokens.filter { $0.kind != .comment }
      var depth = 0
      for (place, word) in words.enumerated().dropLast() {
        if word.kind == .sign { depth += word.text == "(" ? 1 : word.text == ")" ? -1 : 0 }
        if depth == 0, word.isWord("NOT"), words[place + 1].isWord("NULL") { return true }
      }
      return false
    }
  }

  /// The text before the table's name and after it.
  private(set) var head = ""
  private(set) var tail = ""
  private(set) var columns: [Column] = []
  /// The constraints of the table as a whole.
  private(set) var constraints: [String] = []
  /// The CHECKs of the table as a whole.
  private(set) var checks: [Rule] = []
  /// The same, as they are written.
  private(set) var checkTexts: [String] = []

  /// What stands behind the columns and constraints, in small letters: `strict`.
  private(set) var options: [String] = []

  /// Nil for what makes no ordinary table.
  init?(_ sql: String) {
    let tokens = SQLToken.all(in: sql)
    let words = tokens.filter { $0.kind != .comment }
    guard words.count > 3, words[0].isWord("CREATE"), words[1...2].contains(where: { $0.isWord("TABLE") }),
      !words[1].isWord("VIRTUAL"),
      let open = tokens.firstIndex(where: { $0.kind == .sign && $0.text == "(" }), open > 0
    else { return nil }
    let bytes = Array(sql.utf8)
    head = String(decoding: bytes[..<tokens[open - 1].place.lowerBound], as: UTF8.self)
    tail = String(decoding: bytes[tokens[open - 1].place.upperBound...], as: UTF8.self)
    for part in Self.parts(tokens[(open + 1)...]) { add(part, bytes) }
    options = words.reversed().prefix { $0.text != ")" }.map(\.normal)
  }

  /// The statement for a table of another name.
  func renamed(_ name: String, _ dialect: any Dialect) -> String { head + dialect.quoted(name) + tail }

  func column(_ name: String) -> Column? { columns.first { FoldedName($0.name) == FoldedName(name) } }

  // MARK: Parts

  /// What stands between the commas, up to the parenthesis that closes the whole.
  private static func parts(_ tokens: ArraySlice<SQLToken>) -> [[SQLToken]] {
    var (parts, depth): ([[SQLToken]], Int) = ([[]], 0)
    for token in tokens {
      if token.kind == .sign {
        if token.text == "(" { depth += 1 }
        if token.text == ")" { depth -= 1 }
        if depth < 0 { break }
        if token.text == ",", depth == 0 {
          parts.append([])
          continue
        }
      }
      parts[parts.count - 1].append(token)
    }
    return parts.filter { part in part.contains { $0.kind != .comment } }
  }

  private mutating func add(_ part: [SQLToken], _ bytes: [UInt8]) {
    guard let first = part.firstIndex(where: { $0.kind != .comment }) else { return }
    let beginsConstraint = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains { part[first].isWord($0) }
    if beginsConstraint {
      constraints.append(Self.text(of: part[first...], in: bytes))
      checks += Self.checks(part)
      checkTexts += Self.checkTexts(part, bytes, from: 0)
    } else {
      columns.append(Column(part[first].text, Array(part[(first + 1)...]), in: bytes))
    }
  }

  /// What tokens that follow each other say.
  private static func text(of tokens: some BidirectionalCollection<SQLToken>, in bytes: [UInt8]) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: bytes[first.place.lowerBound..<last.place.upperBound], as: UTF8.self)
  }

  /// The rules after each CHECK, without their outer parentheses.
  private static func checks(_ tokens: [SQLToken]) -> [Rule] {
    var result: [Rule] = []
    let tokens = tokens.filter { $0.kind != .comment }
    for (place, token) in tokens.enumerated() where token.isWord("CHECK") {
      var (depth, rule): (Int, Rule) = (0, [])
      for token in tokens[(place + 1)...] {
        if token.kind == .sign, token.text == ")" { depth -= 1 }
        if depth > 0 { rule.append(token.normal) }
        if token.kind == .sign, token.text == "(" { depth += 1 }
        if depth == 0 { break }
      }
      result.append(rule)
    }
    return result
  }

  /// The same rules as they are written, without their outer parentheses; `start` is the place of the first byte.
  private static func checkTexts(_ tokens: [SQLToken], _ bytes: [UInt8], from start: Int) -> [String] {
    let tokens = tokens.filter { $0.kind != .comment }
    return tokens.indices.filter { tokens[$0].isWord("CHECK") }.compactMap { place in
      var depth = 0
      let rest = tokens[(place + 1)...]
      let end = rest.firstIndex { token in
        guard token.kind == .sign else { return false }
        depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
        return depth == 0
      }
      guard let open = rest.first, let end else { return nil }
      return String(
        decoding: bytes[open.place.upperBound - start..<tokens[end].place.lowerBound - start], as: UTF8.self)
    }
  }
}
