import SQLText
import Schema

extension RenderedSQL {
  /// The words with which a statement that changes tables begins.
  private static let changingTables: Set = ["CREATE", "DROP", "ALTER"]
  /// The same for rows; `WITH` may stand before each of them.
  private static let changingRows: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"]

  /// Whether it begins as one that changes rows or tables.
  package var changesRows: Bool { changesTables || Self.changingRows.contains(SQLKeywords.first(of: text)) }

  /// Whether it begins as one that changes what tables there are.
  package var changesTables: Bool { Self.changingTables.contains(SQLKeywords.first(of: text)) }

  /// The statement with its values written into it; nil where the values are others than its parameters.
  ///
  ///     UPDATE t SET a = ?2 WHERE b = ?1      →      UPDATE t SET a = 'it''s' WHERE b = 3
  package func literal(for dialect: any Dialect) -> String? {
    let bytes = Array(text.utf8)
    var (result, copied, last) = ([UInt8](), 0, 0)
    var names: [String: Int] = [:]
    for token in SQLToken.all(in: text) where token.kind == .parameter {
      let number: Int
      if token.text.hasPrefix("?") {
        number = Int(token.text.dropFirst()) ?? last + 1
      } else {
        number = names[token.text] ?? last + 1
        names[token.text] = number
      }
      guard bindings.indices.contains(number - 1) else { return nil }
      last = max(last, number)
      result += bytes[copied..<token.place.lowerBound]
      result += dialect.literal(bindings[number - 1]).utf8
      copied = token.place.upperBound
    }
    guard last == bindings.count else { return nil }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}
