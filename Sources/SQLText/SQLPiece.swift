/// One token as a range of bytes: what a scanner yields without making a text of it.
package struct SQLPiece: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A keyword or a name without quotes.
    case word
    /// A name in quotes: `"a b"`, `` `a b` ``, `[a b]`.
    case name
    /// `'it''s'`, and what else stands for a text.
    case text
    /// `x'00ff'`.
    case blob
    case number
    /// `?`, `?1`, `:a`, `@a`, `$a`.
    case parameter
    case sign
    case comment
  }

  package var kind: Kind
  package var place: Range<Int>
  /// What the bytes end in the middle of; nil for a token that is whole.
  package var opening: SQLOpening?
}

/// A quote or a comment that has begun, and what ends it.
package enum SQLOpening: Hashable, Sendable {
  case quote(SQLPiece.Kind, SQLQuote)
  /// Comments that stand in one another.
  case comment(depth: Int)
  /// A text that ends with these bytes: `$tag$`.
  case dollar([UInt8])

  var kind: SQLPiece.Kind {
    switch self {
    case .quote(let kind, _): kind
    case .comment: .comment
    case .dollar: .text
    }
  }
}

/// How what stands between two quotation marks ends.
package struct SQLQuote: Hashable, Sendable {
  package var closing: UInt8
  /// Two closing marks stand for one.
  package var doubles = true
  /// A backslash takes its meaning from the byte behind it.
  package var hasBackslashes = false
}
