import SQLText

/// A statement of a script's own that makes or changes tables and views.
///
///     SchemaStatement("/* mine */ create table t (a)") != nil   // true
package struct SchemaStatement {
  package init?(_ text: String) {
    var scanner = SQLScanner(text)
    while let piece = scanner.next() {
      if piece.kind == .comment { continue }
      let word = scanner.token(piece)
      guard word.isWord("CREATE") || word.isWord("ALTER") else { return nil }
      return
    }
    return nil
  }
}
