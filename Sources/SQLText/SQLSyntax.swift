/// How the tokens of one kind of SQL are written, where the kinds differ.
///
///     SQLToken.all(in: "$a$ it's $a$", syntax: .postgreSQL)   // one text
package struct SQLSyntax: Hashable, Sendable {
  /// `[a b]` and `` `a b` `` are names.
  package var hasOtherNameQuotes: Bool
  /// `ARRAY[…]` and `[…]` within such brackets are lists of values, though other brackets are names.
  package var hasLists = false
  /// `$tag$ … $tag$` is a text in which nothing is escaped.
  package var hasDollarQuotes: Bool
  /// `E'…'` is a text in which a backslash escapes what follows it.
  package var hasEscapedTexts: Bool
  /// A comment between `/*` and `*/` may hold others.
  package var nestsComments: Bool
  /// The body of a trigger holds statements of its own: `BEGIN …; …; END`.
  package var hasTriggerBodies: Bool

  package static let sqlite = SQLSyntax(
    hasOtherNameQuotes: true, hasDollarQuotes: false, hasEscapedTexts: false, nestsComments: false,
    hasTriggerBodies: true)

  /// What an engine for PostgreSQL reads: there a body stands in dollar quotes.
  package static let postgreSQL = SQLSyntax(
    hasOtherNameQuotes: false, hasDollarQuotes: true, hasEscapedTexts: true, nestsComments: true,
    hasTriggerBodies: false)
}
