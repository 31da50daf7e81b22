import Schema

/// Equality as a column has it that takes texts for equal which differ, in a way that only the database knows: what it
/// would refuse beside a row is found as that row.
///
///     label = 'ALPHA'    // of a citext: "label" = 'ALPHA', where conditions compare bytes
extension FieldResolver {
  package func judged(_ condition: Expression) -> Expression {
    condition.rewritten { part in
      guard case .comparison(.equal, .field(let path), .literal(.text(let text))) = part, path.relations.isEmpty,
        path.inside.isEmpty, computed(at: path) == nil, let field = try? field(at: path), field.nature.joinsTexts
      else { return nil }
      let column = WrittenExpression.Part.name(field.column, written: field.column)
      return .written(WrittenExpression([column, .text(" = "), .value(.text(text))]))
    }
  }
}
