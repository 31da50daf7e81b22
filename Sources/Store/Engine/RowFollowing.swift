/// Telling which rows were written, so that those who show some need not read all of them again.
package protocol RowFollowing: AnyObject {
  /// Notes the keys of the rows that are written from now on, or no more.
  func followRows(_ isWanted: Bool)
  /// The rows that were written since this was last asked, also those of what was rolled back.
  func takeWrittenRows() -> WrittenRows
  /// The columns of the key by which it tells rows of a table apart, in their order; nil of a table of which it does not
  /// tell.
  func followedKey(of table: String) -> [String]?
}

extension RowFollowing {
  package func followRows(_ isWanted: Bool) {}

  package func takeWrittenRows() -> WrittenRows { WrittenRows() }

  package func followedKey(of table: String) -> [String]? { nil }
}
