import Query
import Schema

extension SQLiteDialect {
  /// What stands in a document, NULL where nothing does, or where the text is no JSON.
  ///
  ///     CASE WHEN json_valid("address") THEN json_extract("address", '$."geo"."lat"') END
  package func member(_ path: [String], of document: SQL, as member: DocumentMember) -> SQL {
    // Names hold neither quotes nor backslashes (`DocumentPath`).
    let place = Value.text("$" + path.map { ".\"\($0)\"" }.joined())
    let value: SQL = "CASE WHEN json_valid(\(document)) THEN json_extract(\(document), \(place)) END"
    switch member {
    case .plain(.text), .plain(.any):
      return "(CASE WHEN json_valid(\(document)) THEN \(self.value(document, place)) END)"
    case .plain(.integer):
      // A whole number that was written as 1.0 is an integer, as objects have it.
      let number: SQL =
        "CASE json_type(\(document), \(place)) WHEN 'real' THEN CAST(\(document) -> \(place) AS NUMERIC)"
      return
        "(CASE WHEN json_valid(\(document)) THEN \(number) ELSE json_extract(\(document), \(place)) END END)"
    case .plain: return "(\(value))"
    case .json: return "(CASE WHEN json_valid(\(document)) THEN nullif(\(document) -> \(place), 'null') END)"
    case .key: return "(CASE WHEN json_valid(\(document)) THEN \(key(document, place)) END)"
    case .decimal(let scale): return "moonshell_member_decimal(\(value), \(.integer(Int64(scale))))"
    case .data: return "moonshell_member_bytes(\(value))"
    case .part(let part): return "(CASE WHEN json_valid(\(document)) THEN \(self.part(part, document, place)) END)"
    }
  }

  /// What stands at a place, a text with all that is behind a NUL in it: SQLite's own function stops there.
  ///
  /// The document says whether there may be one, so that no other is read twice.
  private func value(_ document: SQL, _ place: Value, isText: Bool = false) -> SQL {
    let value: SQL = "json_extract(\(document), \(place))"
    // Other programs have no other function.
    if isOfSchema { return value }
    let condition: SQL = isText ? SQL() : " AND json_type(\(document), \(place)) = 'text'"
    return """
      CASE WHEN instr(\(document), '\\u0000') > 0\(condition) THEN moonshell_part(\(document) -> \(place)) \
      ELSE \(value) END
      """
  }

  /// A part of JSON of one class, NULL where it is of another.
  private func part(_ part: PartClass, _ document: SQL, _ place: Value) -> SQL {
    let (type, value): (SQL, SQL) = ("json_type(\(document), \(place))", "json_extract(\(document), \(place))")
    switch part {
    case .truth: return "CASE \(type) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END"
    case .number: return "CASE WHEN \(type) IN ('integer', 'real') THEN \(value) END"
    case .text: return "CASE \(type) WHEN 'text' THEN \(self.value(document, place, isText: true)) END"
    case .word: return call(.word, [self.part(.ordered, document, place)])
    case .ordered: return "CASE WHEN \(type) NOT IN ('true', 'false') THEN \(self.value(document, place)) END"
    case .table, .json, .key: return "CASE WHEN \(type) IN ('array', 'object') THEN \(value) END"
    }
  }

  /// A part of JSON as text in which a whole number has no fraction.
  private func key(_ document: SQL, _ place: Value) -> SQL {
    let (text, value): (SQL, SQL) = ("\(document) -> \(place)", "json_extract(\(document), \(place))")
    let whole: SQL = "CAST(\(value) AS INTEGER)"
    return """
      CASE json_type(\(document), \(place)) WHEN 'null' THEN NULL WHEN 'text' THEN json_quote(\(self.value(document, place, isText: true))) \
      WHEN 'real' THEN CASE WHEN \(value) = \(whole) THEN CAST(\(whole) AS TEXT) ELSE \(text) END ELSE \(text) END
      """
  }

  package func list(of value: SQL, _ kind: Aggregation.List) -> SQL {
    switch kind {
    case .plain, .reals: return "json_group_array(\(value))"
    case .truths:
      return "json_group_array(json(CASE \(value) WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END))"
    }
  }
}
