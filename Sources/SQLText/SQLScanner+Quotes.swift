/// What has an end of its own: quotes and comments.
extension SQLScanner {
  /// Goes behind the beginning of a quote or a comment.
  mutating func takeOpening() -> SQLOpening? {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "'"): return open(.text, SQLQuote(closing: byte))
    case UInt8(ascii: "\""): return open(.name, SQLQuote(closing: byte))
    case UInt8(ascii: "`") where syntax.hasOtherNameQuotes: return open(.name, SQLQuote(closing: byte))
    case UInt8(ascii: "[") where syntax.hasOtherNameQuotes && !mayBeginList:
      return open(.name, SQLQuote(closing: UInt8(ascii: "]"), doubles: false))
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      place += 2
      return .comment(depth: 1)
    case UInt8(ascii: "$") where syntax.hasDollarQuotes: return takeDollar()
    default: return takePrefix()
    }
  }

  private mutating func open(_ kind: SQLPiece.Kind, _ quote: SQLQuote, length: Int = 1) -> SQLOpening {
    place += length
    return .quote(kind, quote)
  }

  /// A quote with a letter in front: `x'00'`, `E'\n'`.
  private mutating func takePrefix() -> SQLOpening? {
    let mark = UInt8(ascii: "'")
    guard peek(1) == mark else { return nil }
    switch bytes[place] | 0x20 {
    case UInt8(ascii: "x"): return open(.blob, SQLQuote(closing: mark, doubles: false), length: 2)
    case UInt8(ascii: "e") where syntax.hasEscapedTexts:
      return open(.text, SQLQuote(closing: mark, hasBackslashes: true), length: 2)
    default: return nil
    }
  }

  /// `$$` or `$tag$`; `$1` is a parameter.
  private mutating func takeDollar() -> SQLOpening? {
    var end = place + 1
    while end < bytes.count, bytes[end].isSQLName, bytes[end] != UInt8(ascii: "$") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "$"), !bytes[place + 1].isSQLDigit else { return nil }
    defer { place = end + 1 }
    return .dollar(Array(bytes[place...end]))
  }

  /// Reads up to the end of what is open, or to the end of the bytes.
  mutating func rest(of opening: SQLOpening, from start: Int) -> SQLPiece {
    let left: SQLOpening? =
      switch opening {
      case .quote(_, let quote): close(quote) ? nil : opening
      case .comment(let depth): close(depth: depth).map { .comment(depth: $0) }
      case .dollar(let end): close(end) ? nil : opening
      }
    return SQLPiece(kind: opening.kind, place: start..<place, opening: left)
  }

  private mutating func close(_ quote: SQLQuote) -> Bool {
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == quote.closing {
        guard quote.doubles, peek(0) == byte else { return true }
        place += 1
      } else if quote.hasBackslashes, byte == UInt8(ascii: "\\"), place < bytes.count {
        place += 1
      }
    }
    return false
  }

  /// How many comments are still open at the end; nil when all are closed.
  private mutating func close(depth: Int) -> Int? {
    var depth = depth
    let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
    while place < bytes.count {
      if bytes[place] == star, peek(1) == slash {
        place += 2
        depth -= 1
        if depth == 0 { return nil }
      } else if syntax.nestsComments, bytes[place] == slash, peek(1) == star {
        place += 2
        depth += 1
      } else {
        place += 1
      }
    }
    return depth
  }

  private mutating func close(_ end: [UInt8]) -> Bool {
    while place < bytes.count {
      if bytes[place] == end[0], bytes[place...].starts(with: end) {
        place += end.count
        return true
      }
      place += 1
    }
    return false
  }
}
