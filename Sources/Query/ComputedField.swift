import Schema

/// A value of each row that a request computes: what an expression makes of fields, or what a function of the script
/// gives (`.closure`).
package struct ComputedField: Hashable, Sendable {
  /// How it reads, and what compares with it.
  package var field: Field
  package var expression: Expression

  package init(_ field: Field, _ expression: Expression) {
    self.field = field
    self.expression = expression
  }

  /// Says it otherwise.
  package mutating func settle(_ change: (Expression) throws -> Expression) rethrows {
    expression = try change(expression)
  }

  /// Whether a function of the script must be called for it.
  package var asksScript: Bool { expression.containsClosure }
}

extension PredicateMeaning {
  /// The value that a text says: `price * quantity`, `year(at)`.
  package static func value(
    _ text: String, resolver: FieldResolver, parameters: [String: PredicateParameter] = [:],
    tests: PredicateTests
  ) throws -> ComputedField {
    var parser = try PredicateParser(text)
    let node = try parser.parse()
    let meaning = PredicateMeaning(
      resolver: resolver, parameters: parameters, tests: tests, text: Array(text.utf8))
    if let found = try meaning.toMany(in: node) {
      throw meaning.failure(.manyValues(found.name), node)
    }
    let operand = try meaning.operand(node)
    var field = operand.field(named: text)
    field.isExpression = true
    if case .field(let path) = operand.expression, try resolver.settled(path).inside.isEmpty {
      field.isExpression = resolver.computed(at: path)?.field.isExpression ?? false
    }
    return ComputedField(field, operand.expression)
  }
}

extension PredicateOperand {
  /// A field that holds such values.
  fileprivate func field(named name: String) -> Field {
    if var field {
      field.name = name
      (field.isRequired, field.isPrimaryKey, field.isUnique, field.relation) = (
        false, false, false, nil
      )
      // A fallback is what a stored NULL reads as: one that was computed is none.
      if case .field = expression {} else { field.fallback = nil }
      return field
    }
    if let scale {
      var field = Field(name: name, type: .decimal)
      field.scale = scale
      return field
    }
    let type: ColumnType =
      switch kind {
      case .null, .any: .any
      case .truth, .boolean: .boolean
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .data: .data
      }
    return Field(name: name, type: type)
  }
}
