import Query
import Schema

extension PostgreSQLDialect {
  /// What stands in a document; NULL where nothing does, or where the text is no JSON.
  package func member(_ path: [String], of document: SQL, as member: DocumentMember) -> SQL {
    let (value, text) = Self.node(path, of: document)
    switch member {
    case .plain(.integer), .plain(.real):
      return
        "(CASE json_typeof(\(value)) WHEN 'number' THEN (\(text))::numeric WHEN 'boolean' THEN ((\(text))::bool)::int::int8 END)"
    case .plain: return "((\(text)) COLLATE \"C\")"
    case .json: return "(nullif((\(value))::text, 'null'))"
    case .decimal(let scale): return "\(.written(Self.memberDecimal))(\(value), \(.written(String(scale))))"
    case .data: return "decode(\(text), 'base64')"
    }
  }

  /// What stands at a path, as JSON and as text.
  private static func node(_ path: [String], of document: SQL) -> (value: SQL, text: SQL) {
    // Names hold neither quotes nor backslashes (`DocumentPath`).
    let place = Value.text("{" + path.map { "\"\($0)\"" }.joined(separator: ",") + "}")
    return ("(\(document))::json #> \(place)::text[]", "(\(document))::json #>> \(place)::text[]")
  }

  /// Numbers and truths compare as numbers, everything else as a text, and any number is less than any text.
  package func comparison(
    _ comparison: Expression.Comparison, of path: [String], in document: SQL, with other: SQL, isText: Bool
  ) -> SQL? {
    let (value, text) = Self.node(path, of: document)
    let compared: SQL = "\(.written(comparison.rawValue)) \(other)"
    // What a value of the other kind gives, whatever it is.
    let isAbove: Set<Expression.Comparison> = [.greater, .atLeast, .notEqual]
    let isBelow: Set<Expression.Comparison> = [.less, .atMost, .notEqual]
    let fixed: SQL = .written(truth((isText ? isBelow : isAbove).contains(comparison)))
    let number: SQL = isText ? fixed : "(\(text))::numeric \(compared)"
    let truth: SQL = isText ? fixed : "((\(text))::bool)::int \(compared)"
    let rest: SQL = isText ? "(\(text)) COLLATE \"C\" \(compared)" : fixed
    return
      """
      (CASE json_typeof(\(value)) WHEN 'number' THEN \(number) WHEN 'boolean' THEN \(truth) \
      WHEN 'null' THEN NULL WHEN 'string' THEN \(rest) WHEN 'object' THEN \(rest) WHEN 'array' THEN \(rest) END)
      """
  }
}
