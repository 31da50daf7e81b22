import Schema

/// The rows that were written, by the keys that they had before and have now.
///
///     UPDATE player SET id = 9 WHERE id = 3
///     rows.keys(of: "player")   // [[3], [9]]
///
/// It may name rows that are what they were.
package struct WrittenRows: Sendable {
  /// More than so many keys of a table are not kept: then to read all of its rows again takes no longer.
  package static let limit = 5000

  /// By the names of tables in lower case; nil where more was written than is known.
  private var tables: [String: Set<[Value]>?] = [:]

  package init() {}

  /// The keys of the written rows of a table, in lower case; nil where more was written than is known.
  package func keys(of table: String) -> Set<[Value]>? { tables[table, default: []] }

  /// Notes that some rows of a table were written, which of them is not known.
  package mutating func addUnknown(to table: String) { tables[table] = .some(nil) }

  package mutating func add(_ keys: Set<[Value]>, to table: String) {
    guard let known = tables[table, default: []] else { return }
    let all = known.union(keys)
    tables[table] = .some(all.count > Self.limit ? nil : all)
  }
}
