import LuaRuntime
import Schema

extension Operations {
  // MARK: Equality

  /// Whether `left == right`.
  func equal(_ left: Symbol, _ right: Symbol) throws -> Outcome {
    if case .unknown(let unknown) = left { return try equal(unknown, right) }
    if case .unknown(let unknown) = right { return try equal(unknown, left) }
    let answer = try left.split(nil: right.split(nil: .boolean(true)) { _ in .boolean(false) }) { left in
      try right.split(nil: .boolean(false)) { right in try equalPresent(left, right) }
    }
    return answer.making([left, right])
  }

  /// A function of a metatable runs only where both are tables or both are objects.
  private func equal(_ unknown: Unknown, _ other: Symbol) throws -> Outcome {
    if unknown == .value || unknown == .null {
      switch other {
      case .constant(let constant) where constant.isScalar: break
      case .constant(.userdata(let object)) where unknown == .null && host?.isNull(object) == true: break
      case .document(let part) where unknown == .null && part.isTable: break
      case .unknown where unknown == .null && other != .unknown(.value): break
      case .term(let term) where term.typeName != "userdata": break
      default: throw Untranslatable(CodeRefusal.comparesUnknown)
      }
    }
    return .unknown(.scalar, .followsUnknown)
  }

  private func equalPresent(_ left: Symbol, _ right: Symbol) throws -> Outcome {
    switch (left, right) {
    case (.constant(let left), .constant(let right)): return try equal(left, right)
    case (.term(let term), .constant(let constant)), (.constant(let constant), .term(let term)):
      return try equal(term, constant)
    case (.term(let left), .term(let right)): return equal(left, right)
    case (.row(let row), .constant(let constant)), (.constant(let constant), .row(let row)):
      return try equal(row, constant)
    case (.row(let left), .row(let right)): return equal(left, right)
    case (.row, .term), (.term, .row), (.fresh, .term), (.term, .fresh), (.row, .fresh), (.fresh, .row):
      return .boolean(false)
    case (.document(let part), let other), (let other, .document(let part)): return try equal(part, other)
    case (.fresh(let left), .fresh(let right)): return .boolean(left.number == right.number)
    case (.fresh, .constant(let other)), (.constant(let other), .fresh):
      if case .table = other { throw Untranslatable(CodeRefusal.comparesTables) }
      return .boolean(false)
    default: throw Untranslatable(CodeRefusal.comparesUnknown)
    }
  }

  /// A table of a document is a new one each time that it is read.
  private func equal(_ part: DocumentPart, _ other: Symbol) throws -> Outcome {
    switch other {
    case .constant(let constant) where constant.isScalar: return .boolean(false)
    // A table is equal to another one alone, which may say itself what is equal to it.
    case .constant(.table(let table)) where part.isTable && table.metatable == nil: return .boolean(false)
    case .constant(.function) where part.isTable, .constant(.userdata) where part.isTable: return .boolean(false)
    case .term(let term) where part.isTable || term.typeName != "userdata": return .boolean(false)
    case .document(let other) where part.isTable && other.isTable:
      return .unknown(.scalar, .comparesDocuments)
    case .row where part.isTable: return .boolean(false)
    default: throw Untranslatable(DocumentRefusal.compares)
    }
  }

  private func equal(_ left: Constant, _ right: Constant) throws -> Outcome {
    if left.isScalar, right.isScalar { return library.fold(.eq, [left, right]) }
    if left == right { return .boolean(true) }
    switch (left, right) {
    case (.table(let left), .table(let right)):
      guard left.metatable == nil, right.metatable == nil else {
        throw Untranslatable(CodeRefusal.comparesWatchedTables)
      }
    case (.userdata, .userdata) where known(decimal: left) != nil && known(decimal: right) != nil:
      return library.fold(.eq, [left, right])
    case (.userdata, .userdata): throw Untranslatable(CodeRefusal.comparesObjects)
    default: break
    }
    return .boolean(false)
  }

  private func equal(_ term: Term, _ constant: Constant) throws -> Outcome {
    switch (term.kind, constant) {
    case (.boolean, .boolean(let value)):
      return .fork(
        .comparison(.equal, term.expression, .literal(.integer(1))), .boolean(value), .boolean(!value))
    case (.word(let choices), .string(let bytes)):
      guard let choice = choices.first(where: { Array($0.label.utf8) == bytes }) else { return .boolean(false) }
      return .truth(.comparison(.equal, term.expression, .literal(choice.stored)))
    case (.decimal(let scale), .userdata(let object)):
      guard let number = host?.decimal(object) else { throw Untranslatable(CodeRefusal.comparesDecimalWithObject) }
      return equal(decimal: term, scale, number)
    case (_, .boolean(let value)) where term.numberForTruth != nil:
      budget.hint(.neverTruth(field: term.numberForTruth ?? "", value))
      return .boolean(false)
    case (.integer, _), (.real, _), (.number, _), (.text, _), (.bytes, _):
      guard let other = Self.term(constant) else { return .boolean(false) }
      return equal(term, other)
    case (.decimal, .integer), (.decimal, .number), (.decimal, .string):
      if case .field(let path) = term.expression, let other = Self.term(constant),
        case .literal(let value) = other.expression
      {
        budget.hint(.neverDecimal(field: path.field, value))
      }
      return .boolean(false)
    default: return .boolean(false)
    }
  }

  private func equal(decimal term: Term, _ scale: Int?, _ number: DecimalNumber) -> Outcome {
    guard let stored = stored(number, scale) else {
      return .unknown(.scalar, .moreDigits)
    }
    let isEqual = Expression.comparison(.equal, term.expression, .literal(stored))
    return term.isRounded ? .fork(isEqual, .unknown(.scalar, .roundedSum), .boolean(false)) : .truth(isEqual)
  }

  /// A decimal as it is stored; nil where it would be rounded.
  ///
  /// Numbers of 15 digits are told apart as real numbers, and keep their order.
  private func stored(_ number: DecimalNumber, _ scale: Int?) -> Value? {
    guard let scale else { return number.coefficient.magnitude < 1_000_000_000_000_000 ? .real(number.real) : nil }
    return number.rescaled(to: scale).flatMap { Int64(exactly: $0.coefficient) }.map { .integer($0) }
  }

  private func equal(_ left: Term, _ right: Term) -> Outcome {
    if left.kind.isNumber, right.kind.isNumber {
      return .truth(.comparison(.equal, left.expression, right.expression))
    }
    if left.kind.isString, right.kind.isString { return equalStrings(left, right) }
    switch (left.kind, right.kind) {
    case (.boolean, .boolean): return .truth(.comparison(.equal, left.expression, right.expression))
    case (.decimal(let scale), .decimal(let other)):
      if left.isRounded || right.isRounded { return .unknown(.scalar, .roundedSum) }
      guard scale == other else {
        return aligned(left, right) { .truth(.comparison(.equal, $0, $1)) } ?? .unknown(.scalar, .differentScales)
      }
      return .truth(.comparison(.equal, left.expression, right.expression))
    case (.word, _), (_, .word):
      guard left.typeName == right.typeName else { return .boolean(false) }
      // Words of one enum, too: a comparator asks the same values for their order.
      guard let left = left.spelled, let right = right.spelled else { return .unknown(.scalar, .tooManyWords) }
      return equalStrings(left, right)
    default: return .boolean(false)
    }
  }

  private func equalStrings(_ left: Term, _ right: Term) -> Outcome {
    if let prefix = prefixTest(left, right) ?? prefixTest(right, left) { return prefix }
    if isOnlyBeginning(left) || isOnlyBeginning(right) { return .unknown(.scalar, .slices) }
    let (left, right) = Self.strings(left, right)
    return .truth(.comparison(.equal, left, right))
  }

  private func equal(_ row: Row, _ constant: Constant) throws -> Outcome {
    guard case .userdata(let object) = constant else { return .boolean(false) }
    guard let (entity, key) = host?.key(object), entity == row.entity, let column = row.identity else {
      return .unknown(.scalar, .otherObject)
    }
    return .truth(.comparison(.equal, column, .literal(key)))
  }

  /// Two rows of one entity are the same object where they have the same key.
  private func equal(_ left: Row, _ right: Row) -> Outcome {
    if left == right { return .boolean(true) }
    guard left.entity == right.entity, let one = left.identity, let other = right.identity,
      host?.comparesByKey(left.entity) == true
    else { return .unknown(.scalar, .comparesObjects) }
    return .truth(.comparison(.equal, one, other))
  }

  // MARK: Order

  /// Whether `left < right`, or `left <= right`.
  func less(_ left: Symbol, _ right: Symbol, orEqual: Bool = false) throws -> Outcome {
    for (symbol, other) in [(left, right), (right, left)] {
      guard case .unknown(let unknown) = symbol else { continue }
      if unknown == .value || other == .unknown(.value) {
        throw Untranslatable(CodeRefusal.comparesUnknown)
      }
      if case .constant(let constant) = other, !constant.isScalar, known(decimal: constant) == nil {
        throw Untranslatable(CodeRefusal.comparesUnknown)
      }
      return .unknown(.scalar, .followsUnknown)
    }
    let refusal = Outcome.raise(.compares(.nil))
    return try left.split(nil: refusal) { left in
      try right.split(nil: refusal) { right in try lessPresent(left, right, orEqual) }
    }
  }

  private func lessPresent(_ left: Symbol, _ right: Symbol, _ orEqual: Bool) throws -> Outcome {
    switch (left, right) {
    case (.constant(let left), .constant(let right)):
      guard [left, right].allSatisfy({ $0.isScalar || known(decimal: $0) != nil }) else {
        throw Untranslatable(CodeRefusal.ordersTables)
      }
      return library.fold(orEqual ? .le : .lt, [left, right])
    case (.term(let term), .constant(let constant)):
      return try less(term, constant, orEqual ? .atMost : .less)
    case (.constant(let constant), .term(let term)):
      return try less(term, constant, orEqual ? .atLeast : .greater)
    case (.term(let left), .term(let right)): return less(left, right, orEqual ? .atMost : .less)
    case (.document(let part), let other), (let other, .document(let part)):
      guard part.isTable, other.isPlain else { throw Untranslatable(CodeRefusal.ordersTables) }
      return .raise(.compares(.table))
    default: throw Untranslatable(CodeRefusal.ordersTables)
    }
  }

  private func less(_ term: Term, _ constant: Constant, _ comparison: Expression.Comparison) throws -> Outcome {
    if case .decimal(let scale) = term.kind {
      guard let number = try decimal(constant) else {
        return .raise(.compares(.decimal))
      }
      guard let stored = stored(number, scale) else {
        return .unknown(.scalar, .moreDigits)
      }
      let compared = Self.test(
        comparison, term.expression, .literal(stored), then: .boolean(true), else: .boolean(false))
      guard term.isRounded else { return compared }
      // Rounding keeps the order; only what is equal after it may not have been before.
      return .fork(
        .comparison(.equal, term.expression, .literal(stored)), .unknown(.scalar, .roundedSum), compared)
    }
    if let number = known(decimal: constant), term.kind == .integer, let other = Self.term(decimal: number) {
      let compared = aligned(term, other) { left, right in
        Self.test(comparison, left, right, then: .boolean(true), else: .boolean(false))
      }
      return compared ?? .unknown(.scalar, .decimalWithNumber)
    }
    // A decimal compares with the text of one, and raises an error at any other.
    if term.kind.isString, known(decimal: constant) != nil { return .unknown(.scalar, .decimalWithText) }
    guard constant.isScalar else {
      // Its metatable may order it.
      throw Untranslatable(CodeRefusal.ordersTables)
    }
    // No number is less or more than NaN.
    if term.kind.isNumber, let number = constant.double, number.isNaN { return .boolean(false) }
    guard let other = Self.term(constant) else { return .raise(.comparesTypes) }
    return less(term, other, comparison)
  }

  /// What a decimal compares with: another, an integer, decimal text.
  private func decimal(_ constant: Constant) throws -> DecimalNumber? {
    switch constant {
    case .integer(let value): return DecimalNumber(Int128(value), scale: 0)
    case .string(let bytes): return DecimalNumber(bytes)
    case .userdata(let object):
      guard let number = host?.decimal(object) else { throw Untranslatable(CodeRefusal.comparesDecimalWithObject) }
      return number
    default: return nil
    }
  }

  private func less(_ left: Term, _ right: Term, _ comparison: Expression.Comparison) -> Outcome {
    guard let left = left.spelled, let right = right.spelled else { return .unknown(.scalar, .tooManyWords) }
    if isOnlyBeginning(left) || isOnlyBeginning(right) { return .unknown(.scalar, .slices) }
    let operands: (Expression, Expression)
    if left.kind.isNumber, right.kind.isNumber {
      operands = (left.expression, right.expression)
    } else if left.kind.isString, right.kind.isString {
      guard locale.comparesByBytes else { return .unknown(.scalar, .localeOrder) }
      operands = Self.strings(left, right)
    } else if case .decimal = left.kind, left.kind == right.kind, !left.isRounded, !right.isRounded {
      operands = (left.expression, right.expression)
    } else {
      switch (left.kind, right.kind) {
      case (.decimal, _), (_, .decimal):
        let compared = aligned(left, right) { left, right in
          Self.test(comparison, left, right, then: .boolean(true), else: .boolean(false))
        }
        return compared ?? .unknown(.scalar, .decimalWithNumber)
      default: return .raise(.comparesTypes)
      }
    }
    return Self.test(comparison, operands.0, operands.1, then: .boolean(true), else: .boolean(false))
  }
}
