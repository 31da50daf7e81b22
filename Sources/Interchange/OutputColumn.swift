import Schema

/// A column as a format sees it: a name, and what its cells mean.
///
///     OutputColumn("active", .boolean)               // a cell 1 is written as true
package struct OutputColumn: Sendable, Equatable {
  /// What the cells of a column mean, which decides how they are written and on which side they stand.
  package enum Kind: Sendable, CaseIterable {
    /// 0 and 1 are written as false and true.
    case boolean
    case integer, real
    /// An exact number kept as text; it stands right, and stays text in formats that would round it.
    case decimal
    case text
    /// Bytes; base64 in json, jsonl, csv and tsv, where another program stored them as text, too.
    case data
    /// A JSON document kept as text; json and jsonl write it as what it is.
    case json
    /// Whatever comes, as in an SQL query.
    case any
  }

  package let name: String
  package let kind: Kind
  /// Whether it holds the keys of another table, which a narrow terminal shows last.
  package let isReference: Bool

  package init(_ name: String, _ kind: Kind = .any, isReference: Bool = false) {
    self.name = name
    self.kind = kind
    self.isReference = isReference
  }
}

extension OutputColumn.Kind {
  /// Whether the cells of such a column are numbers, which stand right.
  var standsRight: Bool { self == .integer || self == .real || self == .decimal }
}

extension Cell {
  /// The truth that a cell of a boolean column holds; nil for other columns and other values.
  func truth(in kind: OutputColumn.Kind) -> Bool? {
    guard kind == .boolean, self.kind == .integer, bits <= 1 else { return nil }
    return bits == 1
  }
}
