import Schema

/// Turns what a script wrote into statements.
package struct SelectWritten {
  private let parts: [WrittenExpression.Part]

  package init(_ parts: [WrittenExpression.Part]) {
    self.parts = parts
  }

  /// The statement as it was written, with its values.
  package func statement() -> SQL {
    var sql = SQL()
    for part in parts {
      switch part {
      case .text(let text), .name(_, let text): sql += .written(text)
      case .column(let name): sql += .name(name)
      case .value(let value): sql += "\(value)"
      }
    }
    return sql
  }

  /// The rows of an entity: its columns in their order, then the others.
  static func statement(_ rows: WrittenRows, of entity: Entity) -> SQL {
    let table = SQL.name("written rows")
    let all = rows.names.map { SQL.name($0) }.joined(by: ", ")
    let fields = entity.rowColumns.map { column -> SQL in
      rows.own[column].map { "\(name: $0) AS \(name: column)" } ?? "NULL AS \(name: column)"
    }
    let columns = (fields + rows.others.map { SQL.name($0) }).joined(by: ", ")
    let written = SelectWritten(rows.parts).statement()
    return "WITH \(table) (\(all)) AS (\(written)) SELECT \(columns) FROM \(table)"
  }
}
