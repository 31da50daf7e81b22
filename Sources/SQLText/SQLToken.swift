/// One token of an SQL text, with what it says.
///
///     SQLToken.all(in: "CHECK (\"age\" >= 18)")   // word CHECK, sign (, name age, sign >=, number 18, sign )
package struct SQLToken: Hashable, Sendable {
  package var kind: SQLPiece.Kind
  /// What it says: names without their quotes, everything else as it is written.
  package var text: String
  /// Where it stands in the bytes of the text.
  package var place: Range<Int>
  /// Whether the text ends before it does.
  package var isOpen = false

  /// The token so that two spellings of one thing are equal: names and words in folded case.
  package var normal: String { kind == .name || kind == .word ? text.lowercased() : text }

  /// Whether it is a keyword, which is given in capitals.
  package func isWord(_ word: String) -> Bool {
    guard kind == .word, text.utf8.count == word.utf8.count else { return false }
    return zip(text.utf8, word.utf8).allSatisfy { $0 == $1 || (97...122).contains($0) && $0 & 0xDF == $1 }
  }

  package static func all(in text: String, syntax: SQLSyntax = .sqlite) -> [SQLToken] {
    var scanner = SQLScanner(text, syntax: syntax)
    var tokens: [SQLToken] = []
    while let piece = scanner.next() { tokens.append(scanner.token(piece)) }
    return tokens
  }
}

extension SQLScanner {
  /// A token that was read, with its text.
  package func token(_ piece: SQLPiece) -> SQLToken {
    SQLToken(
      kind: piece.kind, text: piece.kind == .name ? content(of: piece) : text(of: piece), place: piece.place,
      isOpen: piece.opening != nil)
  }

  /// A token as it is written.
  package func text(of piece: SQLPiece) -> String { String(decoding: bytes[piece.place], as: UTF8.self) }

  /// What stands between the quotes of a token, of which two stand for one; of others, all of it.
  ///
  ///     'it''s'   →   it's
  package func content(of piece: SQLPiece) -> String {
    guard piece.kind == .name || piece.kind == .text, let first = bytes[piece.place].first else {
      return text(of: piece)
    }
    let closing = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
    var rest = bytes[piece.place].dropFirst()
    if piece.opening == nil { rest = rest.dropLast() }
    var content: [UInt8] = []
    content.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      content.append(byte)
      if byte == closing, rest.first == closing { rest.removeFirst() }
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Whether a token is this keyword, which is given in capitals.
  func isWord(_ piece: SQLPiece, _ word: StaticString) -> Bool {
    guard piece.kind == .word, piece.place.count == word.utf8CodeUnitCount else { return false }
    return zip(piece.place, 0...).allSatisfy { bytes[$0] & 0xDF == word.utf8Start[$1] }
  }

  /// Whether a token is this sign.
  func isSign(_ piece: SQLPiece, _ sign: Unicode.Scalar) -> Bool {
    piece.kind == .sign && piece.place.count == 1 && bytes[piece.place.lowerBound] == UInt8(ascii: sign)
  }
}
