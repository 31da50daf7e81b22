/// What uses a column of a table: `view adults`.
package struct ColumnUser: Hashable, Sendable {
  package var words: String
  /// The statement that takes it away.
  package var drop: String
  /// The one that makes it again; nil where the database does not tell.
  package var make: String?

  package init(words: String, drop: String, make: String?) {
    (self.words, self.drop, self.make) = (words, drop, make)
  }
}
