extension TestKind {
  /// The operands as the field stores them.
  func fitted(_ values: [Value], to field: Field) throws(SchemaError) -> [Value] {
    switch operands {
    case .none, .counts: return values
    case .text:
      guard [.text, .any, .data].contains(field.storage) else {
        throw .testNeedsText(test: name, field: field.name, type: field.type.name)
      }
      return values
    case .values, .list:
      var result: [Value] = []
      for value in values { result.append(try field.operand(value)) }
      return result
    }
  }
}

extension Field {
  /// A value to compare this field with, as the field stores it.
  ///
  /// Numbers compare with numbers of either kind, exactly.
  package func operand(_ value: Value) throws(SchemaError) -> Value {
    let storesNumbers = storage == .integer || storage == .real || storage == .any
    switch value {
    case .null: return value
    case .integer, .real: if storesNumbers, type != .boolean, type != .enumeration { return value }
    default: break
    }
    let stored = value.withCell { self.stored(Input($0)) }
    switch stored {
    case .same: return value
    case .value(let value): return value
    case .refused(let expected):
      throw .operand(field: name, type: type.name, value: value.excerpt, expected: expected)
    }
  }
}

extension Input {
  /// A stored value seen as something that a script gives.
  package init(_ cell: Cell) {
    switch cell.kind {
    case .null: self = .null
    case .integer: self = .integer(cell.integer)
    case .real: self = .real(cell.real)
    case .text, .data: self = .text(cell.bytes)
    }
  }
}
