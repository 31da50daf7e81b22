import SQLText
import Schema

extension RenderedSQL {
  /// The words with which a statement that changes rows or tables begins.
  private static let changing = ["insert", "replace", "update", "delete", "with", "create", "drop", "alter"]

  /// Whether it begins as one that changes rows or tables.
  package var changesRows: Bool { keyword.map { Self.changing.contains($0) } ?? false }

  /// Whether it begins as one that changes what tables there are.
  package var changesTables: Bool { keyword.map { Self.changing.suffix(3).contains($0) } ?? false }

  /// The keyword that it begins with, in lower case.
  private var keyword: String? {
    var scanner = SQLScanner(text)
    while let piece = scanner.next() {
      if piece.kind != .comment { return scanner.text(of: piece).lowercased() }
    }
    return nil
  }

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
