import SQLText

/// The CHECKs of a CREATE TABLE statement as they are written there, in their order.
///
///     CheckTexts.all(in: "CREATE TABLE t (a INTEGER CHECK (a > 0), CONSTRAINT c CHECK (a < 9))", .sqlite)   // CHECK (a > 0), …
enum CheckTexts {
  static func all(in statement: String, _ syntax: SQLSyntax) -> [String] {
    let tokens = SQLToken.all(in: statement, syntax: syntax).filter { $0.kind != .comment }
    let bytes = Array(statement.utf8)
    var result: [String] = []
    var (depth, start): (Int, Int?) = (0, nil)
    for (place, token) in tokens.enumerated() {
      if token.text == "(" {
        if depth == 1, place > 0, tokens[place - 1].isWord("CHECK") { start = tokens[place - 1].place.lowerBound }
        depth += 1
      } else if token.text == ")" {
        depth -= 1
        guard depth == 1, let first = start else { continue }
        result.append(String(decoding: bytes[first..<token.place.upperBound], as: UTF8.self))
        start = nil
      }
    }
    return result
  }
}
