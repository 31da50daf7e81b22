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
    case .plain: return "(\(value))"
    case .json: return "(CASE WHEN json_valid(\(document)) THEN nullif(\(document) -> \(place), 'null') END)"
    case .decimal(let scale): return "moonshell_member_decimal(\(value), \(.integer(Int64(scale))))"
    case .data: return "moonshell_member_bytes(\(value))"
    }
  }

  package func list(of value: SQL, _ kind: Aggregation.List) -> SQL {
    switch kind {
    case .plain, .reals: return "json_group_array(\(value))"
    case .truths:
      return "json_group_array(json(CASE \(value) WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END))"
    }
  }
}
