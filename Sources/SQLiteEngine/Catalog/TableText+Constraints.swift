import SQLText
import Schema

/// What a table of another program says of several columns, or of others' columns, in its own words.
extension TableText {
  /// A key that refers to another table.
  struct Reference: Hashable {
    var columns: [FoldedName]
    /// `CONSTRAINT owner ` where it has a name; else nothing.
    var name: String
    /// From REFERENCES on: `REFERENCES p(id) ON UPDATE CASCADE`.
    var text: String
    /// The parts that no relation can declare: `ON UPDATE CASCADE`, `DEFERRABLE INITIALLY DEFERRED`.
    var extras: [String]
    /// `ON DELETE CASCADE`; nil where nothing is said.
    var deletion: String?
  }

  /// The keys that refer to other tables, those of a column and those of the table.
  var references: [Reference] {
    let ofColumns = columns.compactMap {
      Self.reference(in: $0.definition, of: [FoldedName($0.name)], from: "REFERENCES")
    }
    return ofColumns + constraints.compactMap(Self.reference)
  }

  /// The columns that a UNIQUE of the table is over; nil for another constraint.
  static func uniqueColumns(of constraint: String) -> Set<FoldedName>? {
    let tokens = SQLToken.all(in: constraint).filter { $0.kind != .comment }
    guard let word = tokens.firstIndex(where: { $0.isWord("UNIQUE") }), word <= 2 else { return nil }
    return Set(names(behind: word, in: tokens))
  }

  /// The key that a constraint of the table is; nil for another one.
  static func reference(of constraint: String) -> Reference? {
    let tokens = SQLToken.all(in: constraint).filter { $0.kind != .comment }
    guard let word = tokens.firstIndex(where: { $0.isWord("FOREIGN") }), word <= 2 else { return nil }
    return reference(in: constraint, of: names(behind: word + 1, in: tokens), from: "FOREIGN")
  }

  /// Whether the key numbers the rows and takes no number twice.
  var countsOn: Bool {
    columns.contains { column in SQLToken.all(in: column.definition).contains { $0.isWord("AUTOINCREMENT") } }
  }

  /// Whether the rows have no number beside their key.
  var hasNoRowNumbers: Bool {
    let words = SQLToken.all(in: tail).filter { $0.kind != .comment }
    return words.indices.dropLast().contains { words[$0].isWord("WITHOUT") && words[$0 + 1].isWord("ROWID") }
  }

  private static func names(behind place: Int, in tokens: [SQLToken]) -> [FoldedName] {
    tokens.dropFirst(place + 1).prefix { $0.text != ")" }.filter { $0.kind == .name || $0.kind == .word }
      .map { FoldedName($0.text) }
  }

  private static func reference(in text: String, of columns: [FoldedName], from first: String) -> Reference? {
    let tokens = SQLToken.all(in: text).filter { $0.kind != .comment }
    guard let start = tokens.firstIndex(where: { $0.isWord("REFERENCES") }) else { return nil }
    var place = start + 2
    if place < tokens.count, tokens[place].text == "(" {
      place = (tokens[place...].firstIndex { $0.text == ")" } ?? tokens.count - 1) + 1
    }
    var extras: [String] = []
    var deletion: String?
    while place < tokens.count, let end = endOfClause(from: place, in: tokens) {
      let isDeclared = tokens[place].isWord("ON") && tokens[place + 1].isWord("DELETE")
      let words = source(tokens[place..<end], of: text)
      if isDeclared { deletion = words } else { extras.append(words) }
      place = end
    }
    let word = tokens.firstIndex { $0.isWord(first) } ?? 0
    let isNamed = word > 1 && tokens[word - 2].isWord("CONSTRAINT")
    let name = isNamed ? source(tokens[(word - 2)..<word], of: text) + " " : ""
    return Reference(
      columns: columns, name: name, text: source(tokens[start..<place], of: text), extras: extras, deletion: deletion)
  }

  /// Behind `ON UPDATE SET NULL`, `MATCH FULL` or `NOT DEFERRABLE INITIALLY IMMEDIATE`; nil where none begins.
  private static func endOfClause(from place: Int, in tokens: [SQLToken]) -> Int? {
    func word(_ offset: Int) -> String {
      place + offset < tokens.count ? tokens[place + offset].text.uppercased() : ""
    }
    switch word(0) {
    case "ON" where ["UPDATE", "DELETE"].contains(word(1)):
      return place + (["SET", "NO"].contains(word(2)) ? 4 : 3)
    case "MATCH": return place + 2
    case "NOT" where word(1) == "DEFERRABLE": return place + (word(2) == "INITIALLY" ? 4 : 2)
    case "DEFERRABLE": return place + (word(1) == "INITIALLY" ? 3 : 1)
    default: return nil
    }
  }

  private static func source(_ tokens: ArraySlice<SQLToken>, of text: String) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: Array(text.utf8)[first.place.lowerBound..<last.place.upperBound], as: UTF8.self)
  }
}
