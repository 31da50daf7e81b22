import Query
import SQLText
import Schema

extension TableTraits {
  /// What the statement of a table says that it holds to.
  ///
  ///     TableTraits(of: "CREATE TABLE t (a TEXT COLLATE NOCASE, b INTEGER NOT NULL)", declaredAs: nil)
  ///     // isStrict: false, hasCollations: true; b is not NULL
  ///
  /// - Parameters:
  ///   - text: the statement that made the table.
  ///   - definition: the statement that would make it today; nil for an entity that was made of the table. Moonshell's
  ///     are STRICT and have their keys among the constraints: a table with neither is compared with none.
  init(of text: String, declaredAs definition: () -> String?) {
    guard let present = TableText(text) else {
      // A view shows what its query says.
      self.init(isStrict: false, hasCollations: true, hasKeys: false, filled: [])
      return
    }
    let isLikeOurs = present.isStrict || !present.constraints.isEmpty
    let wanted = isLikeOurs ? definition().flatMap { TableText($0) } : nil
    if let wanted, present.tail == wanted.tail {
      self = .asDeclared(hasCollations: text.holds("COLLATE"))
      return
    }
    self.init(
      isStrict: present.isStrict, hasCollations: text.holds("COLLATE"),
      hasKeys: wanted.map { Set($0.constraints).isSubset(of: present.constraints) } ?? false,
      filled: Set(present.columns.filter(\.isFilled).map { FoldedName($0.name) }))
    // Other programs' keys may be NULL, but for those of STRICT tables and of rows without a number.
    if !present.isStrict, !present.hasNoRowNumbers {
      let taken = Set(present.columns.map { FoldedName($0.name) })
      rowNumber = ["rowid", "_rowid_", "oid"].first { !taken.contains(FoldedName($0)) }
    }
    truths = Set(
      present.columns.filter { $0.definition.uppercased().hasPrefix("BOOL") }.map { FoldedName($0.name) })
  }
}

/// The traits of a table, as long as its text is this one.
struct KnownTraits {
  var text: String
  /// The statement that it was compared with.
  var statement: String?
  /// Whether the text alone said all.
  var isOfText: Bool
  var traits: TableTraits
}
