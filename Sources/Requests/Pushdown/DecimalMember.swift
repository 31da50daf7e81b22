import Query
import Schema

/// A member of rows that a function gives, once it is known that it gives decimals, which the database has without their
/// point.
///
///     v > 2.5       // of scale 2: "price" * 2 > 250
struct DecimalMember {
  let path: FieldPath
  private let field: Field
  /// What stands for 1; nil where bytes stand for the decimals.
  private let unit: Double?

  /// Nil for a member that is no decimal, or is stored as the number that it is.
  init?(_ name: String, _ field: Field) {
    (path, self.field) = (FieldPath(field: name), field)
    if field.type == .wideDecimal {
      unit = nil
      return
    }
    guard field.type == .decimal, !field.isStoredAsNumber, let power = DecimalNumber.power(field.scale)
    else { return nil }
    unit = Double(power)
  }

  /// An expression in which the member was a value of no type.
  ///
  /// What compares with it is exact; reckoning goes on with the number that it is.
  func spelling(_ expression: Expression) throws -> Expression {
    try expression.rewritten { part in
      switch part {
      case .field(path): return number(part)
      // Columns of decimals hold them as it does.
      case .among(let rows) where rows.pairs.contains { $0.value == .field(path) }: return part
      case .isNull(.field(path)), .tested(.field(path), _): return part
      case .oneOf(.field(path), let values): return .oneOf(.field(path), try values.map(stored))
      case .between(.field(path), .literal(let low), .literal(let high)):
        return .between(.field(path), .literal(try stored(low)), .literal(try stored(high)))
      case .comparison(let comparison, .field(path), .literal(let value)):
        return .comparison(comparison, .field(path), .literal(try stored(value)))
      case .comparison(let comparison, .literal(let value), .field(path)):
        return .comparison(comparison, .literal(try stored(value)), .field(path))
      default: return nil
      }
    }
  }

  /// The number that the member is.
  private func number(_ member: Expression) -> Expression {
    guard let unit else { return .call(.realOfDecimal, [member]) }
    return unit == 1 ? member : .arithmetic(.divide, member, .literal(.real(unit)))
  }

  /// An operand as it compares with what stands for the decimals.
  private func stored(_ value: Value) throws -> Value {
    guard let unit else { return field.wideOperand(value) }
    guard case .real(let number) = value else { return try field.operand(value) }
    guard let exact = DecimalNumber("\(number)".utf8) else { return .real(number * unit) }
    return try field.operand(.text(exact.description))
  }
}

extension Field {
  /// An operand as a field of decimals of any size has it; what is no number compares as it is.
  fileprivate func wideOperand(_ value: Value) -> Value {
    guard value != .null, case .value(let stored) = value.withCell({ self.stored(Input($0)) }) else { return value }
    return stored
  }
}

extension GroupRequest {
  /// What was said of groups when nothing was known of their values is said of decimals where these turn out to be such.
  mutating func learn(from asked: Entity, to groups: Entity) throws {
    for (old, new) in zip(asked.fields, groups.fields) where old.type == .any {
      guard let member = DecimalMember(old.name, new) else { continue }
      self.groups.predicate = try self.groups.predicate.map(member.spelling)
      try self.groups.sorts.spell(member)
    }
  }
}

extension [Sort] {
  /// Says expressions to sort by of a member that is a decimal; the member alone sorts as it is.
  mutating func spell(_ member: DecimalMember) throws {
    for place in indices {
      guard case .value(let expression) = self[place].key, expression != .field(member.path) else { continue }
      self[place].key = .value(try member.spelling(expression))
    }
  }
}
