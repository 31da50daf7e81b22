import SQLText
import Schema
import Store

/// What the text of a virtual table says of where its rows are.
struct VirtualTableText {
  enum Content {
    /// In tables of its own.
    case own
    /// In another table, over which it is an index.
    case elsewhere
    /// Nowhere: it is an index alone.
    case none
  }

  let isFullText: Bool
  let content: Content

  /// Nothing where the statement makes no virtual table.
  init?(_ sql: String) {
    let tokens = SQLToken.all(in: sql).filter { $0.kind != .comment }
    guard tokens.count > 2, tokens[0].isWord("CREATE"), tokens[1].isWord("VIRTUAL"),
      let using = tokens.firstIndex(where: { $0.isWord("USING") }), using + 1 < tokens.count
    else { return nil }
    isFullText = tokens[using + 1].text.lowercased().hasPrefix("fts")
    // `content='texts'`, where empty quotes say that there are no texts.
    let place = tokens.indices.dropLast(2).first { tokens[$0].isWord("CONTENT") && tokens[$0 + 1].text == "=" }
    guard isFullText, let place else {
      content = .own
      return
    }
    content = ["''", "\"\""].contains(String(tokens[place + 2].text)) ? .none : .elsewhere
  }
}

extension SQLiteEngine {
  /// The tables in which virtual tables keep what they hold.
  func hiddenTables() throws(StoreError) -> [String] {
    // `schema, name, type, ncol, wr, strict`
    try connection.rows(once: "PRAGMA main.table_list").compactMap { row in
      guard case .text("main") = row[0], case .text(let name) = row[1], row[2] == .text("shadow") else { return nil }
      return name
    }
  }
}

extension String {
  /// Whether this table is one in which a virtual table would keep its rows, by its name.
  func isPart(of table: String) -> Bool { lowercased().hasPrefix(table.lowercased() + "_") }
}
