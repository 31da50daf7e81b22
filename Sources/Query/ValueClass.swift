import Schema

/// What is known of the values of an expression by what it says alone, for a database whose columns and choices hold
/// values of one class.
///
///     n + 1        // wide: an integer, or what goes beyond 64 bits
///     n / 2        // real
///     n or name    // several: no column of such a database holds an integer and a text
package enum ValueClass: Hashable, Sendable {
  case null, truth, integer, wide, real, text, data
  /// Numbers: an integer in one row, a real number in another.
  case mixed
  /// Of different classes, one row with another.
  case several
  case unknown

  fileprivate func joined(with other: ValueClass) -> ValueClass {
    switch (self, other) {
    case (.null, let one), (let one, .null): one
    case (.unknown, .unknown): .unknown
    case (.integer, .wide), (.wide, .integer): .wide
    default: self == other ? self : isNumber && other.isNumber ? .mixed : .several
    }
  }

  package var isWhole: Bool { self == .integer || self == .wide }
  var isNumber: Bool { isWhole || self == .real || self == .mixed }
}

extension FieldResolver {
  package func valueClass(of expression: Expression) -> ValueClass {
    switch expression {
    case .literal(let value): return ValueClass(value)
    case .field(let path):
      if let computed = computed(at: path) { return valueClass(of: computed.expression) }
      guard let field = try? field(at: path) else { return .unknown }
      if field.isPartOfJSON, let part = field.part { return ValueClass(part) }
      if let native = field.nature.native { return native == .number ? .integer : .text }
      return field.isStoredAsNumber || field.nature.conversion == .unknown ? .unknown : ValueClass(field.storage)
    case .comparison, .between, .oneOf, .isNull, .not, .and, .or, .among, .requested: return .truth
    case .call(let function, let arguments): return valueClass(of: function, arguments)
    case .arithmetic(let word, let left, let right):
      return word.valueClass(of: valueClass(of: left), valueClass(of: right))
    case .choose(_, let value, let other): return valueClass(of: value).joined(with: valueClass(of: other))
    case .kernel(let kernel, let operands): return valueClass(of: kernel, operands)
    case .reckoned(let aggregation, let rows): return valueClass(of: aggregation, rows)
    case .written, .closure, .partly, .tested: return .unknown
    }
  }

  /// Of a value that is one of those of the related rows it is known whether it is a text, or an integer as their sum is,
  /// with which more is reckoned than integers hold.
  private func valueClass(of aggregation: Aggregation, _ rows: RelatedRows) -> ValueClass {
    if aggregation.fold == nil, aggregation.function == .count { return .integer }
    guard let value = aggregation.value else { return .unknown }
    let found = FieldResolver(entity: rows.entity, inside: self).valueClass(of: value)
    if aggregation.isSumOfAll { return found == .integer ? .integer : found == .wide ? .mixed : .unknown }
    return aggregation.isOneOfItsValues && [.text, .mixed, .integer].contains(found) ? found : .unknown
  }

  /// Whether it gives an integer of some arguments, and a real number of others.
  func isOfMixedNumbers(_ function: Expression.Function, _ arguments: [Expression]) -> Bool {
    guard [.round, .settle, .floorDivide, .modulo].contains(function), arguments.count == 2 else { return false }
    let classes = arguments.map { valueClass(of: $0) }
    if [.round, .settle].contains(function) { return classes[0] == .mixed }
    return classes.contains(.mixed) && classes.allSatisfy { $0.isNumber && $0 != .real }
  }

  private func valueClass(of function: Expression.Function, _ arguments: [Expression]) -> ValueClass {
    if function.part != nil { return .integer }
    if function.partClass != nil, let value = arguments.first { return valueClass(of: value) }
    switch function {
    case .length, .position, .weekday: return .integer
    case .word:
      let given = arguments.first.map { valueClass(of: $0) } ?? .unknown
      return given.isNumber ? .text : given
    case .prefix, .suffix, .lowercase, .uppercase, .trim, .foldCase, .dateText, .numberJSON, .numberKey, .textJSON:
      return .text
    case .search: return .truth
    case .divide: return .real
    case .round, .settle, .floorDivide, .modulo:
      if isOfMixedNumbers(function, arguments) { return .mixed }
      let count = [.round, .settle].contains(function) ? 1 : 2
      return arguments.prefix(count).allSatisfy { valueClass(of: $0).isWhole } ? .wide : .unknown
    case .roundWhole:
      // A real number that is no integer of 64 bits stays one, an infinite one above all.
      return arguments.first.map { [.real, .mixed].contains(valueClass(of: $0)) } == true ? .mixed : .wide
    case .coalesce: return arguments.map { valueClass(of: $0) }.reduce(.null) { $0.joined(with: $1) }
    default: return .unknown
    }
  }

  private func valueClass(of kernel: Kernel, _ operands: [Expression]) -> ValueClass {
    switch kernel {
    case .isInteger, .isReal, .isText, .isData, .isOfShape: .truth
    case .partTruth: .integer
    case .partNumber: .mixed
    case .byteLength, .coefficient, .bitAnd, .bitOr, .shiftLeft, .shiftRight, .floor, .find, .characterCount, .byte,
      .partLength, .substitutions:
      .integer
    case .numberText, .formatted, .integerText, .keyText, .date, .partType, .partText: .text
    case .power, .squareRoot: .real
    case .bytes: .data
    case .plain, .binary, .nocase, .rtrim, .trimEnd, .slice, .upper, .lower, .reverse, .repeated, .substitute, .match:
      operands.first.map { valueClass(of: $0) } ?? .unknown
    case .keyNumber, .number, .part: .unknown
    }
  }

  /// Whether some choice in it is between values of several classes.
  package func choosesAmongClasses(_ expression: Expression) -> Bool {
    switch expression {
    case .choose:
      [.several, .mixed].contains(valueClass(of: expression)) || expression.choices.contains { choosesAmongClasses($0) }
    case .call(.coalesce, let parts):
      valueClass(of: expression) == .mixed || parts.contains { choosesAmongClasses($0) }
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      choosesAmongClasses(left) || choosesAmongClasses(right)
    case .between(let first, let second, let third):
      [first, second, third].contains { choosesAmongClasses($0) }
    case .oneOf(let part, _), .isNull(let part), .not(let part): choosesAmongClasses(part)
    case .and(let parts), .or(let parts), .call(_, let parts), .kernel(_, let parts):
      parts.contains { choosesAmongClasses($0) }
    case .among(let rows): choosesAmongClasses(rows.condition, of: rows)
    case .reckoned(let aggregation, let rows):
      choosesAmongClasses(rows.condition, of: rows) || choosesAmongClasses(aggregation.value, of: rows)
    case .literal, .field, .requested, .written, .closure, .partly, .tested: false
    }
  }

  private func choosesAmongClasses(_ said: Expression?, of rows: RelatedRows) -> Bool {
    said.map { FieldResolver(entity: rows.entity, inside: self).choosesAmongClasses($0) } ?? false
  }
}

extension Aggregation {
  /// Whether it is the database's own sum of the values.
  fileprivate var isSumOfAll: Bool { function == .sum && fold == nil && list == nil && digits == nil }

  /// Whether it is the value of one of the rows.
  fileprivate var isOneOfItsValues: Bool {
    if list != nil { return false }
    switch fold {
    case .most, .least, .first: return true
    case .sum, .realSum: return false
    case nil: return function == .min || function == .max
    }
  }
}

extension Expression {
  /// The conditions and the values of choices that follow each other: where the classes of some of them differ, those of
  /// all do.
  fileprivate var choices: [Expression] {
    var (parts, rest): ([Expression], Expression) = ([], self)
    while case .choose(let condition, let value, let other) = rest {
      parts += [condition, value]
      rest = other
    }
    return parts + [rest]
  }
}

extension Expression.Arithmetic {
  /// Of which class the result is, by those of the operands.
  func valueClass(of left: ValueClass, _ right: ValueClass) -> ValueClass {
    switch self {
    case .concatenate: .text
    case .divide: .real
    case .add, .subtract, .multiply, .floorDivide, .modulo:
      if left.isWhole, right.isWhole {
        .wide
      } else if left == .real || right == .real {
        .real
      } else {
        left.isNumber && right.isNumber ? .mixed : .unknown
      }
    }
  }
}

extension ValueClass {
  fileprivate init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer: self = .integer
    case .real: self = .real
    case .text, .brokenText: self = .text
    case .data: self = .data
    }
  }

  /// Of a part of JSON.
  fileprivate init(_ part: PartClass) {
    switch part {
    case .number: self = .mixed
    case .truth: self = .integer
    case .text, .word, .json, .key, .table: self = .text
    case .ordered: self = .unknown
    }
  }

  fileprivate init(_ storage: Storage) {
    switch storage {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .data: self = .data
    case .any: self = .unknown
    }
  }
}
