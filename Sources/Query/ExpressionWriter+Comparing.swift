import Encodings
import Schema

/// Comparisons, which convert nothing: a text is compared with texts, a number with numbers, whatever a column would
/// make of the other side.
///
///     at DATETIME: at < '2017'   // "at" < '2017' || char(0), which is no number; between the two there is no text
///     at DATETIME: at = '2017'   // false, or NULL where it is NULL: a column of numbers holds no such text
extension ExpressionWriter {
  mutating func write(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression
  ) throws(QueryError) -> SQL {
    if let timed = try write(timed: comparison, left, right) { return timed }
    let (left, right) = comparison.isOrder ? (left, right) : (withoutReading(left), withoutReading(right))
    if case .literal(let value) = right {
      let plain = try write(left, beside: [value]) { writer throws(QueryError) in
        try writer.write(comparison, left, right)
      }
      if let plain { return plain }
    }
    if case .literal = left, isSingle(right) { return try write(comparison.mirrored, right, left) }
    if case .literal = right, mayBeNaN(left) {
      return try write(withoutNaN: left, holds: comparison.holdsOfGreatest) { writer throws(QueryError) in
        try writer.write(comparison, left, right)
      }
    }
    if case .literal = left, mayBeNaN(right) { return try write(comparison.mirrored, right, left) }
    if let loose = try writeLoosely(comparison, left, right) { return loose }
    if let exact = try writeExactly(comparison, left, right) { return exact }
    if comparison == .equal, let column = try columnInIndex(left), case .literal(let value) = right {
      // What is the same is equal to the column, too: its index finds that.
      return "(\(try write(.equal, column, right)) AND \(try operand(left)) = \(value))"
    }
    if let meaning = try meaning(of: [left, right]) {
      let first = try operand(left, by: meaning)
      return "\(first)\(clause(of: meaning)) \(.keyword(comparison.rawValue)) \(try operand(right, by: meaning))"
    }
    let (leftNature, rightNature) = (try nature(of: left), try nature(of: right))
    if let leftNature, case .literal(let value) = right {
      return try write(comparison, left, leftNature, value)
    }
    if let rightNature, case .literal(let value) = left {
      return try write(comparison.mirrored, right, rightNature, value)
    }
    var first = try operand(left, leftNature, beside: right, rightNature)
    var second = try operand(right, rightNature, beside: left, leftNature)
    if areMixed([left, right]) { (first, second) = (try stored(first, left), try stored(second, right)) }
    first += try collation(of: left, beside: [right], isOrder: comparison.isOrder)
    return "\(first) \(.keyword(comparison.rawValue)) \(second)"
  }

  /// The column that is compared by another collation than its own, and than that of an index over it.
  private func columnInIndex(_ expression: Expression) throws(QueryError) -> Expression? {
    guard dialect.orderOfBytes.isEmpty, case .kernel(let kernel, let arguments) = expression,
      kernel.collation == .binary,
      case .field(let path)? = arguments.first, resolver.computed(at: path) == nil,
      try resolver.field(at: resolver.settled(path)).nature.collation.joinsTexts
    else { return nil }
    return arguments[0]
  }

  /// A column against a value.
  private mutating func write(
    _ comparison: Expression.Comparison, _ column: Expression, _ nature: ColumnNature, _ value: Value
  ) throws(QueryError) -> SQL {
    var value = value
    if nature.native?.writes(value, forOrder: comparison.isOrder) == true {
      return "\(try plainOperand(column)) \(.keyword(comparison.rawValue)) \(value)"
    }
    if comparison.isOrder, let first = nature.native?.firstWritten(notBefore: value) {
      return "\(try plainOperand(column)) \(.keyword(comparison.beside.rawValue)) \(first)"
    }
    if nature.conversion.changes(value) {
      switch (comparison, value) {
      case (.equal, _): return "(\(try write(column.falseUnlessNull)))"
      case (.notEqual, _): return "(\(try write(column.trueUnlessNull)))"
      // Any text comes behind all numbers, and there is none between the text and this one.
      case (_, .text(let text)): value = .text(text + "\0")
      case (.less, _), (.atMost, _): return "(\(try write(column.falseUnlessNull)))"
      case (.greater, _), (.atLeast, _): return "(\(try write(column.trueUnlessNull)))"
      }
      let collation = try collation(of: column, beside: [.literal(value)], isOrder: true)
      return "\(try operand(column, nature))\(collation) \(.keyword(comparison.beside.rawValue)) \(value)"
    }
    let collation = try collation(of: column, beside: [.literal(value)], isOrder: comparison.isOrder)
    return "\(try operand(column, nature))\(collation) \(.keyword(comparison.rawValue)) \(value)"
  }

  mutating func write(
    _ value: Expression, between low: Expression, and high: Expression
  ) throws(QueryError) -> SQL {
    if isOutOfCalendar(value, [low, high]) {
      return "(\(try write(.atLeast, value, low))) AND (\(try write(.atMost, value, high)))"
    }
    if case (.literal(let least), .literal(let most)) = (low, high) {
      let plain = try write(value, beside: [least, most]) { writer throws(QueryError) in
        try writer.write(value, between: low, and: high)
      }
      if let plain { return plain }
    }
    if case (.literal, .literal) = (low, high), mayBeNaN(value) {
      return try write(withoutNaN: value, holds: false) { writer throws(QueryError) in
        try writer.write(value, between: low, and: high)
      }
    }
    if let lower = try writeLoosely(.atLeast, value, low), let upper = try writeLoosely(.atMost, value, high) {
      return "\(lower) AND \(upper)"
    }
    if let meaning = try meaning(of: [value, low, high]) {
      let bounds = (try operand(low, by: meaning), try operand(high, by: meaning))
      let middle = try operand(value, by: meaning)
      return "\(middle)\(clause(of: meaning)) BETWEEN \(bounds.0) AND \(bounds.1)"
    }
    let nature = try nature(of: value)
    let isPlain = [low, high].allSatisfy { bound in
      guard let nature, nature != ColumnNature() else { return !converts(value, bound) }
      guard case .literal(let value) = bound else { return false }
      return !nature.conversion.changes(value) && nature.native?.firstWritten(notBefore: value) == nil
    }
    if !isPlain || !areExact(value, [low, high]) {
      let lower = try write(.atLeast, value, low)
      return "(\(lower)) AND (\(try write(.atMost, value, high)))"
    }
    let isNative = [low, high].allSatisfy { bound in
      guard case .literal(let value) = bound else { return false }
      return nature?.native?.writes(value, forOrder: true) == true
    }
    let column = try isNative ? plainOperand(value) : operand(value, nature ?? ColumnNature())
    let collation = try collation(of: value, beside: [low, high], isOrder: true)
    return "\(column)\(collation) BETWEEN \(try operand(low)) AND \(try operand(high))"
  }

  mutating func write(_ value: Expression, oneOf values: [Value]) throws(QueryError) -> SQL {
    let value = withoutReading(value)
    let plain = try write(value, beside: values) { writer throws(QueryError) in
      try writer.write(value, oneOf: values)
    }
    if let plain { return plain }
    if mayBeNaN(value) {
      return try write(withoutNaN: value, holds: false) { writer throws(QueryError) in
        try writer.write(value, oneOf: values)
      }
    }
    if values.isEmpty { return "(\(try write(value.falseUnlessNull)))" }
    if let meaning = try meaning(of: [value]) {
      var written: [SQL] = []
      for value in values { written.append(try operand(.literal(value), by: meaning)) }
      return "\(try operand(value, by: meaning))\(clause(of: meaning)) IN (\(written.joined(by: ", ")))"
    }
    let nature = try nature(of: value)
    let kept = exactly(values, beside: value).filter { !(nature?.conversion.changes($0) ?? false) }
    if kept.isEmpty { return "(\(try write(value.falseUnlessNull)))" }
    if let loose = try writeLoosely(value, oneOf: kept) { return loose }
    let isNative = kept.allSatisfy { nature?.native?.writes($0, forOrder: false) == true }
    var column = try isNative ? plainOperand(value) : operand(value, nature ?? ColumnNature())
    if nature == nil, kept.contains(where: { converts(value, .literal($0)) }) { column = "+\(column)" }
    let collation = try collation(of: value, beside: [], isOrder: false)
    return "\(column)\(collation) IN (\(kept.map { value -> SQL in "\(value)" }.joined(by: ", ")))"
  }

  // MARK: Columns

  /// A value that rows are ordered or grouped by: a column whose order is not known goes by its bytes.
  mutating func writeCompared(_ expression: Expression) throws(QueryError) -> SQL {
    if readTimed(expression) != nil { return try operand(expression) }
    let nature = try nature(of: expression)
    if nature?.native?.isInOrderOfTexts == true { return try plainOperand(expression) }
    guard let nature else { return try writeOrdered(expression) }
    return try collated(writeOrdered(expression), expression, nature)
  }

  mutating func writeCompared(_ path: FieldPath) throws(QueryError) -> SQL { try writeCompared(.field(path)) }

  /// A value that is put in order, or told from equal ones, as it compares in a condition.
  mutating func writeOrdered(_ expression: Expression) throws(QueryError) -> SQL {
    if isSingle(expression) { return try plainOperand(expression) }
    // Of parts as they stand there the least is shown, not one that is written like it.
    if case .field(let path) = expression, path.part == .json { return try write(expression) }
    if let meaning = try meaning(of: [expression]) {
      return "\(try operand(expression, by: meaning))\(clause(of: meaning))"
    }
    if try isDocument(expression) { return dialect.text(ofDocument: try operand(expression)) }
    let collation = try collation(of: expression, beside: [], isOrder: true)
    return collation.isEmpty ? try write(expression) : try operand(expression) + collation
  }

  /// Whether it is a column of whole documents.
  private func isDocument(_ expression: Expression) throws(QueryError) -> Bool {
    guard case .field(let path) = expression, !resolver.isComputed(path) else { return false }
    switch try resolver.field(at: path).type.reading {
    case .json, .document: return true
    default: return false
    }
  }

  /// What the column does to other values; nil for what is no column of a table that another program made.
  private func nature(of expression: Expression) throws(QueryError) -> ColumnNature? {
    switch expression {
    case .field(let path):
      if let computed = resolver.computed(at: path) { return try nature(of: computed.expression) }
      let path = try resolver.settled(path)
      let field = try resolver.field(at: path)
      if !path.inside.isEmpty {
        return field.nature.collation.joinsTexts ? ColumnNature(collation: field.nature.collation) : nil
      }
      return field.nature != ColumnNature() ? field.nature : nil
    // It compares by its bytes, and converts as ever.
    case .kernel(let kernel, let operands):
      guard let collation = kernel.collation, let first = operands.first, var nature = try nature(of: first) else {
        return nil
      }
      nature.collation = collation
      return nature
    default: return nil
    }
  }

  /// Whether a declared column would convert what a side of another class holds, or one without a class of its own may
  /// hold: a column of integers makes 1 of the text '1', and of that in a document.
  private func converts(_ side: Expression, _ other: Expression) -> Bool {
    guard dialect.choosesAmongClasses, case .field(let path) = side, !resolver.isComputed(path),
      let field = try? resolver.field(at: path), field.storage != .any, field.storage != .data
    else { return false }
    switch resolver.valueClass(of: other) {
    case .unknown, .several: return other.contains(isOfAnyClass)
    case .text: return field.storage == .integer || field.storage == .real
    case .integer, .wide, .real, .mixed: return field.storage == .text
    case .null, .truth, .data: return false
    }
  }

  private func isOfAnyClass(_ part: Expression) -> Bool {
    guard case .field(let path) = part, resolver.computed(at: path) == nil, let field = try? resolver.field(at: path)
    else { return false }
    return field.storage == .any && !field.isStoredAsNumber && field.part == nil
  }

  /// Whether a side must be a value alone beside one that another statement says, so that neither is converted.
  func mustBePlain(
    _ side: Expression, beside other: Expression, in writer: ExpressionWriter
  ) throws(QueryError) -> Bool {
    guard let nature = try nature(of: side) else { return false }
    return nature.conversion.mustBePlain(beside: try writer.nature(of: other)?.conversion ?? other.conversion)
  }

  private mutating func operand(_ column: Expression, _ nature: ColumnNature) throws(QueryError) -> SQL {
    var sql = try operand(column)
    if nature.conversion == .unknown { sql = "+\(sql)" }
    return try collated(sql, column, nature)
  }

  /// With the order of texts that is not that of a column by itself: it is not known, or the value is a part of a
  /// document.
  private func collated(_ sql: SQL, _ expression: Expression, _ nature: ColumnNature) throws(QueryError) -> SQL {
    if nature.collation == .unknown { return dialect.call(.binary, [sql]) ?? sql }
    guard nature.collation.joinsTexts, case .field(let path) = expression,
      try !resolver.settled(path).inside.isEmpty, let clause = dialect.clause(for: nature.collation)
    else { return sql }
    return "\(sql)\(.keyword(clause))"
  }

  /// A side of a comparison beside another that is no plain value: `+"n"` converts nothing.
  private mutating func operand(
    _ side: Expression, _ nature: ColumnNature?, beside other: Expression, _ otherNature: ColumnNature?
  ) throws(QueryError) -> SQL {
    var sql = try operand(side)
    guard let nature else { return converts(side, other) ? "+\(sql)" : sql }
    if nature.conversion.mustBePlain(beside: otherNature?.conversion ?? other.conversion) { sql = "+\(sql)" }
    return try collated(sql, side, nature)
  }
}

/// Values that compare by what they say, of which a column knows nothing: decimals that are texts, and JSON.
///
///     price TEXT: price < 10      // "price" COLLATE moonshell_decimal < '10'
///     home TEXT: home = {}        // moonshell_json("home") = '[]'
extension ExpressionWriter {
  /// How sides compare of which one holds such values; nil where none does.
  func meaning(of sides: [Expression]) throws(QueryError) -> Collation? {
    for side in sides {
      if let collation = try meaning(of: side) { return collation }
    }
    return nil
  }

  private func meaning(of side: Expression) throws(QueryError) -> Collation? {
    guard case .field(let path) = side else { return nil }
    if let computed = resolver.computed(at: path) { return try meaning(of: computed.expression.ofClass(path.part)) }
    let field = try resolver.field(at: path)
    switch field.collation {
    case .decimal, .numeric: return .decimal
    case .json: return key(ofDocument: SQL(), in: field) == nil ? nil : .json
    default: return nil
    }
  }

  /// JSON as it is written alike for equal values; nil where the column's own type compares so.
  private func key(ofDocument column: SQL, in field: Field) -> SQL? {
    field.nature.native == nil ? dialect.key(ofDocument: column) : nil
  }

  /// What stands behind a value that compares so.
  func clause(of meaning: Collation) -> SQL { meaning == .decimal ? dialect.clause(ofWhole: meaning) : SQL() }

  /// A side of such a comparison: JSON as it is written alike for equal values, a number as the text of a decimal.
  mutating func operand(_ side: Expression, by meaning: Collation) throws(QueryError) -> SQL {
    if case .literal(let value) = side { return "\(value.read(by: meaning))" }
    let sql = try operand(side)
    if meaning == .json { return dialect.key(ofDocument: sql) ?? sql }
    return try isDecimalText(side) ? sql : dialect.decimalText(sql)
  }

  /// A column as it compares, where its values say more than it knows.
  func byMeaning(_ column: SQL, ofColumn name: String) -> SQL {
    guard let field = resolver.entity.fields.first(where: { $0.column == name }) else { return column }
    switch field.collation {
    case .json: return key(ofDocument: column, in: field) ?? withEquality(column, field)
    case .decimal, .numeric:
      let text = field.nature.conversion == .texts ? column : dialect.decimalText(column)
      return "\(text)\(clause(of: .decimal))"
    default: return withEquality(column, field)
    }
  }

  /// A column of a type that may have no equality, or another one than that of what is read, as what has one.
  private func withEquality(_ column: SQL, _ field: Field) -> SQL {
    switch field.nature.native {
    case .document, .other: field.nature.native.map { dialect.text(of: column, $0) } ?? column
    default: column
    }
  }

  /// Whether it is a column that holds nothing but texts.
  private func isDecimalText(_ side: Expression) throws(QueryError) -> Bool {
    guard case .field(let path) = side else { return false }
    if let computed = resolver.computed(at: path) { return try isDecimalText(computed.expression) }
    let field = try resolver.field(at: path)
    return field.holdsDecimalTexts && field.nature.conversion == .texts
  }
}

extension Value {
  /// The value as it is bound beside a column that compares so.
  fileprivate func read(by meaning: Collation) -> Value {
    switch (meaning, self) {
    case (.json, .text): withCell { cell in DocumentValue.canonicalJSON(of: cell.bytes).map { .text($0) } } ?? self
    case (.decimal, .integer), (.decimal, .real):
      withCell { cell in DecimalNumber(any: cell).map { .text($0.description) } } ?? self
    default: self
    }
  }
}

extension ColumnNature.Conversion {
  /// Whether a column converts what such another side holds.
  fileprivate func mustBePlain(beside other: ColumnNature.Conversion) -> Bool {
    switch (self, other) {
    case (.none, _): false
    case (.texts, .texts), (.texts, .none), (.numbers, .numbers): false
    default: true
    }
  }
}

extension Expression {
  /// What is never true: false, or NULL where it is NULL itself.
  var falseUnlessNull: Expression { .and([.isNull(self), .literal(.null)]) }
  /// What is never false.
  var trueUnlessNull: Expression { .or([.not(.isNull(self)), .literal(.null)]) }

  /// What a value that is no column is like beside one.
  fileprivate var conversion: ColumnNature.Conversion {
    switch self {
    case .arithmetic(.concatenate, _, _), .kernel(.keyText, _): .texts
    case .kernel(.keyNumber, _): .numbers
    case .kernel(let kernel, let operands) where kernel.collation != nil: operands.first?.conversion ?? .unknown
    case .arithmetic, .kernel(.byteLength, _), .kernel(.floor, _), .kernel(.find, _), .call(.position, _): .numbers
    default: .unknown
    }
  }
}

extension NativeText {
  /// Whether a value compares with the column's own as it does with its text.
  fileprivate func writes(_ value: Value, forOrder: Bool) -> Bool {
    guard case .text(let text) = value else { return false }
    return writes(text, forOrder: forOrder)
  }

  /// What stands for a value, which the column's own type does not write, where it compares in order.
  fileprivate func firstWritten(notBefore value: Value) -> Value? {
    guard case .text(let text) = value, !writes(text, forOrder: true) else { return nil }
    return firstWritten(notBefore: text).map { .text($0) }
  }
}

extension Expression.Comparison {
  /// An order beside a value that is not there, against the first one that is: what is at most the one is less than the
  /// other.
  var beside: Expression.Comparison { self == .less || self == .atMost ? .less : .atLeast }
}
