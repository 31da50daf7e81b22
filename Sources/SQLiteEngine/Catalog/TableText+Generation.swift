import SQLText

extension TableText {
  /// What a column's definition says that the database computes: `GENERATED ALWAYS AS (a * 2) STORED`.
  struct Generation {
    /// What stands between the parentheses.
    var text: String
    /// The same without its spelling.
    var rule: Rule
    /// The whole clause, with how it is kept.
    var clause: String
    /// Whether the table holds what is computed; else it is computed whenever it is read.
    var isStored: Bool

    /// Nil where the definition says nothing of the kind.
    init?(in definition: String) {
      let tokens = SQLToken.all(in: definition).filter { $0.kind != .comment }
      guard let word = Self.place(in: tokens), let end = Self.end(after: word + 1, in: tokens) else { return nil }
      let bytes = Array(definition.utf8)
      func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      // Its text is kept as it is: what stands in it are the words of others.
      text = source(tokens[word + 1].place.upperBound..<tokens[end].place.lowerBound).trimmed
      rule = tokens[(word + 2)..<end].map(\.normal)
      let isLong = word > 1 && tokens[word - 2].isWord("GENERATED") && tokens[word - 1].isWord("ALWAYS")
      let isNamed = end + 1 < tokens.count && ["STORED", "VIRTUAL"].contains { tokens[end + 1].isWord($0) }
      let (first, last) = (tokens[isLong ? word - 2 : word], tokens[isNamed ? end + 1 : end])
      isStored = isNamed && tokens[end + 1].isWord("STORED")
      clause = source(first.place.lowerBound..<last.place.upperBound)
    }

    /// The place of `AS`, outside of parentheses.
    private static func place(in tokens: [SQLToken]) -> Int? {
      var depth = 0
      for (place, token) in tokens.enumerated().dropLast() {
        if token.kind == .sign { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
        if depth == 0, token.isWord("AS"), tokens[place + 1].text == "(" { return place }
      }
      return nil
    }

    /// The place of the parenthesis that closes the one at a place.
    private static func end(after open: Int, in tokens: [SQLToken]) -> Int? {
      var depth = 0
      return tokens.indices.dropFirst(open).first { place in
        guard tokens[place].kind == .sign else { return false }
        depth += tokens[place].text == "(" ? 1 : tokens[place].text == ")" ? -1 : 0
        return depth == 0
      }
    }
  }
}

extension TableText.Column {
  var generation: TableText.Generation? { TableText.Generation(in: definition) }

  /// What its definition says beside what it computes, whose words mean nothing for the column.
  var definitionBesideGeneration: String {
    guard let clause = generation?.clause, let place = definition.firstRange(of: clause) else { return definition }
    return definition.replacingCharacters(in: place, with: "")
  }
}

extension String {
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    var result = self
    result.replaceSubrange(range, with: text)
    return result
  }
}
