/// Reads the tokens of a text of SQL one after another; each byte is looked at once.
///
///     var scanner = SQLScanner("SELECT 'a;b'; -- c")
///     while let piece = scanner.next() { … }   // word 0..<6, text 7..<12, sign 12..<13, comment 14..<18
///
/// A quote or a comment that does not end reaches to the end, and says how it goes on: a text that comes in parts is
/// read with one scanner for each. Parts end with lines, which no other token crosses.
package struct SQLScanner {
  let bytes: [UInt8]
  let syntax: SQLSyntax
  /// Where the next token is looked for.
  var place = 0
  /// What the part before has left open.
  private var opening: SQLOpening?
  /// The lists of values that are open, and whether a bracket here would begin one.
  private var openLists = 0
  private(set) var mayBeginList = false
  /// How many tokens were read so far.
  package private(set) var count = 0

  package init(_ text: String, syntax: SQLSyntax = .sqlite, after opening: SQLOpening? = nil) {
    self.init(Array(text.utf8), syntax: syntax, after: opening)
  }

  package init(_ bytes: [UInt8], syntax: SQLSyntax = .sqlite, after opening: SQLOpening? = nil) {
    self.bytes = bytes
    self.syntax = syntax
    self.opening = opening
  }

  /// The next token, comments included; nil at the end.
  package mutating func next() -> SQLPiece? {
    if let opening {
      self.opening = nil
      count += 1
      return rest(of: opening, from: place)
    }
    skipBlanks()
    guard place < bytes.count else { return nil }
    count += 1
    let start = place
    if let opening = takeOpening() {
      mayBeginList = mayBeginList && opening.kind == .comment
      return rest(of: opening, from: start)
    }
    let piece = SQLPiece(kind: takePlain(), place: start..<place)
    if syntax.hasLists { noteList(piece) }
    return piece
  }

  /// Notes what a token says of the lists of values around it.
  private mutating func noteList(_ piece: SQLPiece) {
    if isSign(piece, "[") { openLists += 1 }
    if isSign(piece, "]") { openLists = max(0, openLists - 1) }
    mayBeginList = isWord(piece, "ARRAY") || openLists > 0 && (isSign(piece, "[") || isSign(piece, ","))
  }

  /// The next token that is no comment.
  package mutating func nextWithoutComments() -> SQLPiece? {
    while let piece = next() { if piece.kind != .comment { return piece } }
    return nil
  }

  func peek(_ offset: Int) -> UInt8? { place + offset < bytes.count ? bytes[place + offset] : nil }

  /// Blanks, and the mark of UTF-8 with which some editors begin a file.
  private mutating func skipBlanks() {
    while place < bytes.count {
      if bytes[place].isSQLBlank {
        place += 1
      } else if bytes[place] == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF {
        place += 3
      } else {
        return
      }
    }
  }

  // MARK: What needs no end

  private mutating func takePlain() -> SQLPiece.Kind {
    let byte = bytes[place]
    if byte.isSQLDigit || byte == UInt8(ascii: ".") && peek(1)?.isSQLDigit == true {
      takeNumber()
      return .number
    }
    switch byte {
    case UInt8(ascii: "-") where peek(1) == byte:
      // The line's end is a part of it: what follows the comment is not part of it.
      place = bytes[place...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
      return .comment
    case UInt8(ascii: "?"):
      place += 1
      take(while: \.isSQLDigit)
      return .parameter
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      guard peek(1)?.isSQLName == true else { return takeSign() }
      place += 1
      take(while: \.isSQLName)
      return .parameter
    case let byte where byte.isSQLName:
      take(while: \.isSQLName)
      return .word
    default: return takeSign()
    }
  }

  private mutating func take(while belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  /// `1`, `1.5e-3`, `.5`, `0xff`; letters behind it belong to it, so that `1a` is one mistake.
  private mutating func takeNumber() {
    let isHexadecimal = bytes[place] == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    take(while: \.isSQLDigit)
    if !isHexadecimal {
      if peek(0) == UInt8(ascii: ".") {
        place += 1
        take(while: \.isSQLDigit)
      }
      if peek(0).map({ $0 | 0x20 }) == UInt8(ascii: "e"), peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-"),
        peek(2)?.isSQLDigit == true
      {
        place += 2
      }
    }
    take(while: \.isSQLName)
  }

  private mutating func takeSign() -> SQLPiece.Kind {
    let rest = bytes[place...]
    let sign = Self.longSigns.first { rest.starts(with: $0) }
    place += sign?.count ?? 1
    return .sign
  }

  private static let longSigns = ["->>", "<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "->", "::"].map {
    Array($0.utf8)
  }
}

extension UInt8 {
  var isSQLBlank: Bool { self == 32 || (9...13).contains(self) }
  var isSQLDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether it may stand in a name without quotes: each byte of a character beyond ASCII does.
  var isSQLName: Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    return isLetter || isSQLDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }
}
