import Store

/// What a database says of a statement that stands in a text which a person knows, with the place in that text.
struct SQLMistake: Error {
  let error: StoreError
  /// The text, by the name under which `SourceLines` knows it.
  let source: String
  /// Counted from 1.
  let line: Int
  /// The characters of the line that it is about; nil where nobody knows.
  let mark: Range<Int>?

  init(_ error: StoreError, _ statement: SQLStatement, in text: String, of source: String) {
    self.error = error
    self.source = source
    let offset = Self.offset(of: error, in: statement.text)
    let place = text.utf8.index(text.startIndex, offsetBy: min(statement.start + (offset ?? 0), text.utf8.count))
    let before = text[..<place].split(separator: "\n", omittingEmptySubsequences: false)
    line = before.count
    let column = before.last?.count ?? 0
    let width = text[place...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
    mark = offset == nil ? nil : column..<column + max(width, 1)
  }

  /// The place in the statement, or that of the name which the error tells.
  private static func offset(of error: StoreError, in statement: String) -> Int? {
    if let offset = error.offset, offset < statement.utf8.count { return offset }
    switch error.kind {
    case .noSuchTable(let name), .noSuchColumn(let name):
      let last = name.split(separator: ".").last.map(String.init) ?? name
      guard let range = ErrorMark.occurrences(of: last, in: statement).first else { return nil }
      return String(statement.prefix(range.lowerBound)).utf8.count
    default: return nil
    }
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
