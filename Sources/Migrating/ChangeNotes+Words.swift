import Encodings
import Model
import Query

extension ChangeNotes.Change {
  /// The statement, or a remark on what no statement of SQLite says.
  func text(_ dialect: any Dialect) -> String {
    switch self {
    case .statement(let sql):
      guard let text = sql.literal(for: dialect) else { return Self.remark("the statement \(sql.text)") }
      guard let function = dialect.ownFunction(in: text) else { return Self.withoutEnd(text) }
      return Self.remark("\(text) calls \(function), which SQLite has not")
    case .rows(let entity): return Self.remark("rows of \(entity) were changed one by one")
    case .more: return Self.remark("more statements ran than are kept")
    }
  }

  private static func remark(_ words: String) -> String {
    "-- " + words.replacing("\r", with: " ").replacing("\n", with: " ")
  }

  /// A statement without the semicolon and the blanks behind it.
  private static func withoutEnd(_ text: String) -> String {
    let end = text.lastIndex { !$0.isWhitespace && $0 != ";" }
    let rest = end.map { String(text[...$0]) } ?? text
    // What begins with a comment would be a remark.
    return rest.hasPrefix("--") ? " " + rest : rest
  }
}
