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
      guard let type = field.nature.typeName?.split(separator: " COLLATE ").first else { return nil }
      // Beside a text, a column of another type is taken for one: `citext = text` compares texts.
      let value: [WrittenExpression.Part] = [.text(" = CAST("), .value(.text(text)), .text(" AS \(type))")]
      return .written(WrittenExpression([column] + value))
    }
  }

  /// The fields among expressions whose columns take texts for equal that differ, and which compare by their bytes all
  /// the same, each once.
  package func comparedByBytes(in expressions: [Expression]) -> [(name: String, type: String)] {
    var found: [(name: String, type: String)] = []
    for expression in expressions {
      _ = expression.contains { part in
        guard case .field(let path) = part, path.inside.isEmpty, computed(at: path) == nil,
          let field = try? field(at: settled(path)), field.nature.joinsTexts, !field.collation.joinsTexts,
          case let name = path.description, !found.contains(where: { $0.name == name })
        else { return false }
        found.append((name, field.nature.typeName ?? "text"))
        return false
      }
    }
    return found
  }
}
