import SQLText
import Store

/// What a database says of a statement that stands in a text which a person knows, with the place in that text.
struct SQLMistake: Error {
  let error: StoreError
  /// The text, by the name under which `SourceLines` knows it.
  let source: String
  /// Counted from 1.
  let line: Int
  /// The characters of the line that it is about; nil where unknown.
  let mark: Range<Int>?

  init(_ error: StoreError, _ statement: SQLStatement, in text: String, of source: String) {
    self.error = error
    self.source = source
    let offset = Self.offset(of: error, in: statement.text)
    let place = text.utf8.index(text.startIndex, offsetBy: min(statement.start + (offset ?? 0), text.utf8.count))
    let before = text[..<place].split(separator: "\n", omittingEmptySubsequences: false)
    line = before.count
    let column = before.last?.count ?? 0
    mark = offset == nil ? nil : column..<column + Self.width(of: text[place...])
  }

  /// The place in the statement, or that of the name which the error tells.
  private static func offset(of error: StoreError, in statement: String) -> Int? {
    if let offset = error.offset, offset < statement.utf8.count { return offset }
    switch error.kind {
    case .noSuchTable(let name), .noSuchColumn(let name):
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return Self.place(of: last, in: statement)
    default: return nil
    }
  }

  /// Where a name stands first.
  private static func place(of name: String, in statement: String) -> Int? {
    var scanner = SQLScanner(statement)
    while let piece = scanner.next() {
      let isName = piece.kind == .word || piece.kind == .name
      if isName, scanner.content(of: piece) == name { return piece.place.lowerBound }
    }
    return nil
  }

  /// The characters of the word with which a text begins, at least one.
  private static func width(of text: Substring) -> Int {
    var scanner = SQLScanner(String(text))
    guard let piece = scanner.next(), piece.kind == .word || piece.kind == .name else { return 1 }
    let token = scanner.text(of: piece)
    return token.contains("\n") ? 1 : token.count
  }
}

extension SQLMistake: CustomStringConvertible {
  /// The words without the statement, which stands below them.
  var description: String {
    var bare = error
    bare.sql = nil
    return bare.description
  }
}
