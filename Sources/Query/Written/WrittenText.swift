import SQLText
import Schema

/// A part of a statement that a script wrote, with the values for its parameters.
///
///     WrittenText("price > ? * 2", .list([.integer(10)])).expression()   // name price, " > ", value 10, " * 2"
package struct WrittenText: Sendable {
  /// The values for `?` in order, or for `:name`.
  package enum Values: Sendable {
    case list([Value])
    case named([String: Value])
  }

  let tokens: [SQLToken]
  /// The text of each token as it is written, with a blank in front of it where something stood between.
  private let spellings: [String]
  private let values: Values

  /// - Throws: `WrittenMistake` for a text that would not end where it is put.
  package init(_ text: String, _ values: Values = .list([])) throws(WrittenMistake) {
    // What quotes in any engine: names and texts of one are nothing else in another.
    var syntax = SQLSyntax.sqlite
    (syntax.hasDollarQuotes, syntax.hasEscapedTexts, syntax.hasLists) = (true, true, true)
    var scanner = SQLScanner(text, syntax: syntax)
    var tokens: [SQLToken] = []
    var spellings: [String] = []
    var end = 0
    while let piece = scanner.next() {
      guard piece.opening == nil else { throw .unclosed }
      guard piece.kind != .comment else { continue }
      // One stands for a value; two are the operator of servers.
      if tokens.last?.text == "?", tokens.last?.kind == .parameter,
        tokens.last?.place.upperBound == piece.place.lowerBound,
        scanner.text(of: piece) == "?"
      {
        tokens[tokens.count - 1].kind = .sign
        // What stands behind it may belong to it: `?|`.
        end = piece.place.upperBound
        continue
      }
      let hasGap = piece.place.lowerBound > end && !tokens.isEmpty
      spellings.append((hasGap ? " " : "") + scanner.text(of: piece))
      tokens.append(scanner.token(piece))
      end = piece.place.upperBound
    }
    while tokens.last?.isSign(";") == true {
      tokens.removeLast()
      spellings.removeLast()
    }
    guard !tokens.isEmpty else { throw .empty }
    guard !tokens.contains(where: { $0.isSign(";") }) else { throw .manyStatements }
    self.tokens = tokens
    self.spellings = spellings
    self.values = values
    try checkBrackets()
  }

  private func checkBrackets() throws(WrittenMistake) {
    var depth = 0
    for token in tokens {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      guard depth >= 0 else { throw .unclosed }
    }
    guard depth == 0 else { throw .unclosed }
  }

  /// It as a value of each row, in which what may be a column is a name.
  package func expression() throws(WrittenMistake) -> WrittenExpression {
    var depth = 0
    for token in tokens {
      if token.isSign("(") || token.isSign("[") { depth += 1 }
      if token.isSign(")") || token.isSign("]") { depth -= 1 }
      guard depth > 0 || !token.isSign(",") else { throw .manyExpressions }
    }
    let names = WrittenNames(tokens)
    let parts = try parts { place in
      names.isName(place) ? .name(tokens[place].text, written: spelling(place)) : nil
    }
    return WrittenExpression(parts, reach: names.reach)
  }

  /// It as a statement for rows.
  package func select() throws(WrittenMistake) -> [WrittenExpression.Part] {
    guard ["SELECT", "WITH", "VALUES"].contains(where: { tokens[0].isWord($0) }) || tokens[0].isSign("(") else {
      throw .notASelect
    }
    return try parts { _ in nil }
  }

  private func spelling(_ place: Int) -> String {
    let text = spellings[place]
    return text.first == " " ? String(text.dropFirst()) : text
  }

  private func parts(
    _ name: (Int) -> WrittenExpression.Part?
  ) throws(WrittenMistake) -> [WrittenExpression.Part] {
    var parts: [WrittenExpression.Part] = []
    var text = ""
    func add(_ part: WrittenExpression.Part, at place: Int) {
      if spellings[place].first == " " { text += " " }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(part)
    }
    var used: Set<String> = []
    var next = 0
    for place in tokens.indices {
      if tokens[place].kind == .parameter {
        add(.value(try value(for: tokens[place].text, &next, &used)), at: place)
      } else if let part = name(place) {
        add(part, at: place)
      } else {
        text += spellings[place]
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    try checkAllUsed(used)
    return parts
  }

  /// The value for a parameter: `?` is the next one, `?2` the second, `:a` the one of that name.
  private func value(
    for parameter: String, _ next: inout Int, _ used: inout Set<String>
  ) throws(WrittenMistake) -> Value {
    let name = String(parameter.dropFirst())
    switch values {
    case .list(let list):
      var (place, shown) = (next, parameter)
      if parameter == "?" { next += 1 } else { place = (Int(name) ?? 0) - 1 }
      if parameter == "?", next > 1 { shown += String(next) }
      guard list.indices.contains(place) else { throw .missingValue(parameter: shown) }
      used.insert(String(place))
      return list[place]
    case .named(let known):
      guard let value = known[name] else { throw .missingValue(parameter: parameter) }
      used.insert(name)
      return value
    }
  }

  private func checkAllUsed(_ used: Set<String>) throws(WrittenMistake) {
    switch values {
    case .list(let list):
      if list.count > used.count { throw .surplusValues(given: list.count, wanted: used.count) }
    case .named(let known):
      if let other = known.keys.sorted().first(where: { !used.contains($0) }) {
        throw .unknownParameter(name: other, candidates: used.sorted())
      }
    }
  }
}

extension SQLToken {
  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}
