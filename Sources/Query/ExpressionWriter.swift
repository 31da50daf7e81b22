import Schema

/// Writes expressions as SQL, resolving the fields that they name.
struct ExpressionWriter {
  let resolver: FieldResolver
  let dialect: any Dialect
  var plan: JoinPlan
  /// Whether columns are written with their table, which is needed as soon as there are two.
  var qualifies: Bool
  /// The fields of the row around that this may name, as they are written there.
  private var outward: [FieldPath: OutwardSQL] = [:]
  /// Whether columns are written as they are that may hold NaN.
  var showsNaN = false
  /// Whether numbers of four bytes are written as they are, beside what they can be.
  var showsSingles = false

  /// A field of the row around: as it compares, as its database has it, and the column that it stands in.
  private struct OutwardSQL {
    var text: SQL
    var plain: SQL
    var document: SQL
  }

  init(resolver: FieldResolver, dialect: any Dialect, qualifies: Bool) {
    self.resolver = resolver
    self.dialect = dialect
    self.qualifies = qualifies
    plan = JoinPlan(resolver: resolver, dialect: dialect)
  }

  /// Writes what stands inside of another statement and refers to its tables.
  init(inside outer: JoinPlan, of entity: Entity, dialect: any Dialect) {
    resolver = FieldResolver(entity: entity, inside: outer.resolver)
    self.dialect = dialect
    qualifies = true
    plan = JoinPlan(resolver: resolver, inside: outer)
  }

  /// A writer of what is said of rows inside of this statement, and perhaps of its own row.
  mutating func inner(
    _ rows: RelatedRows, _ aggregation: Aggregation? = nil
  ) throws(QueryError) -> ExpressionWriter {
    let isQualified = qualifies
    qualifies = true
    defer { qualifies = isQualified }
    var known: [FieldPath: OutwardSQL] = [:]
    for path in rows.outwardFields(aggregation).sorted(by: { "\($0)" < "\($1)" }) {
      let isComputed = resolver.computed(at: path) != nil
      known[path.outward] = OutwardSQL(
        text: try write(path), plain: try write(path, asText: false),
        document: try isComputed ? write(path) : document(at: path))
    }
    var result = ExpressionWriter(inside: plan, of: rows.entity, dialect: dialect)
    result.outward = known
    return result
  }

  /// Whether it is a field of the row around.
  func isOutward(_ path: FieldPath) -> Bool { outward[path] != nil }

  mutating func write(_ expression: Expression) throws(QueryError) -> SQL {
    switch expression {
    case .literal(let value): return "\(value)"
    case .field(let path): return try write(path)
    case .comparison(let comparison, let left, let right): return try write(comparison, left, right)
    case .between(let value, let low, let high): return try write(value, between: low, and: high)
    case .oneOf(let value, let values): return try write(value, oneOf: values)
    // Known without a row: a server would have to be told of what type it is.
    case .isNull(.literal(let value)): return .truth(value.isNothing)
    // Bare, what is chosen among parts of JSON and other values would be of several classes.
    case .isNull(.field(let path)) where !dialect.choosesAmongClasses && isChoiceOfParts(path):
      return try write(.isNull(resolver.computed(at: path)?.expression ?? .field(path)))
    case .isNull(let value) where mayBeNaN(value): return try write(nullOrNaN: value)
    case .not(.isNull(.literal(let value))): return .truth(!value.isNothing)
    case .not(.isNull(let value)) where mayBeNaN(value): return "NOT \(try write(nullOrNaN: value))"
    case .isNull(let value) where !dialect.choosesAmongClasses && value.isChoice: return try write(value.isNullChoice)
    case .isNull(let value): return "\(try plainOperand(value)) IS NULL"
    case .not(.isNull(let value)) where dialect.choosesAmongClasses || !value.isChoice && !isChoiceOfParts(value):
      return "\(try plainOperand(value)) IS NOT NULL"
    case .not(let operand): return "NOT (\(try write(operand)))"
    case .and(let parts): return try write(parts, separator: " AND ", empty: .truth(true))
    case .or(let parts): return try write(parts, separator: " OR ", empty: .truth(false))
    case .call(let function, let arguments): return try write(function, arguments)
    case .arithmetic(let operation, let left, let right): return try write(operation, left, right).sql
    case .choose: return try write(choice: expression)
    case .kernel(let kernel, let arguments): return try write(kernel, arguments)
    case .among(let rows): return try write(truthOf: rows)
    case .reckoned(let aggregation, let rows): return try write(aggregation, of: rows)
    case .written(let written): return write(written)
    // Closures are taken out before an expression is written (`FetchPlan`).
    case .closure, .tested, .partly, .requested: return "NULL"
    }
  }

  private func isChoiceOfParts(_ value: Expression) -> Bool {
    if case .field(let path) = value { isChoiceOfParts(path) } else { false }
  }

  /// Whether it is computed of parts of JSON, of which no class is asked.
  private func isChoiceOfParts(_ path: FieldPath) -> Bool {
    guard path.part == nil, !isOutward(path), let computed = resolver.computed(at: path) else { return false }
    return computed.field.isPartOfJSON && computed.expression.isChoice
  }

  /// A value as an operand: a truth stands in parentheses there, a column, a literal or a call does not need them.
  mutating func operand(_ expression: Expression) throws(QueryError) -> SQL {
    let sql = try write(expression)
    switch expression {
    case .literal, .field, .call, .closure, .tested, .partly, .requested, .reckoned: return sql
    case .kernel(let kernel, _) where kernel.isWrittenAsCall: return sql
    case .written(let written) where written.isColumn: return sql
    // `+"n"` binds as a column does.
    case .kernel(.plain, let operands):
      if case .field = operands.first { return sql }
      return "(\(sql))"
    default: return "(\(sql))"
    }
  }

  /// SQL, and of which class its values are: arithmetic of arithmetic would ask for that again at each level.
  typealias Classed = (sql: SQL, class: ValueClass)

  private mutating func write(
    _ operation: Expression.Arithmetic, _ left: Expression, _ right: Expression
  ) throws(QueryError) -> Classed {
    let isCall = [.floorDivide, .modulo].contains(operation)
    let (first, second) = (try number(left, isArgument: isCall), try number(right, isArgument: isCall))
    if let made = reckoned(operation, first, second) { return made }
    let sql: SQL =
      switch operation {
      case .add, .subtract, .multiply:
        "\(dialect.wide(first.sql, first.class, beside: second.class)) \(.keyword(operation.rawValue)) \(second.sql)"
      case .concatenate: "\(dialect.joined(first.sql)) || \(dialect.joined(second.sql))"
      case .divide: dialect.call(.divide, [first.sql, second.sql])
      case .floorDivide: dialect.call(.floorDivide, [first.sql, second.sql])
      case .modulo: dialect.call(.modulo, [first.sql, second.sql])
      }
    let valueClass = operation.valueClass(of: first.class, second.class)
    if let made = reckoned(reals: operation, left, first, right, second, plain: sql) { return (made, .real) }
    return (valueClass == .real ? dialect.withoutNaN(sql) : sql, valueClass)
  }

  /// An operand of arithmetic: a column may hold bytes, which count as the number that they are as text.
  private mutating func number(_ expression: Expression, isArgument: Bool) throws(QueryError) -> Classed {
    if case .arithmetic(let operation, let left, let right) = expression {
      let (sql, valueClass) = try write(operation, left, right)
      return (isArgument ? sql : "(\(sql))", valueClass)
    }
    var sql = try isArgument ? write(expression) : operand(expression)
    if case .field = expression { sql = dialect.joined(sql) }
    // Not to be asked for a database that does not care.
    return (sql, dialect.choosesAmongClasses ? .unknown : resolver.valueClass(of: expression))
  }

  /// Names in it are columns of the statement's own table.
  private func write(_ written: WrittenExpression) -> SQL {
    var sql = SQL()
    for part in written.parts {
      switch part {
      case .text(let text): sql += .written(text)
      case .name(let name, let written):
        sql += resolver.entity.column(spelled: name).map(column) ?? .written(written)
      // Where it is more than the column, its values are told from each other.
      case .column(let name): sql += written.isColumn ? column(name) : byMeaning(column(name), ofColumn: name)
      case .value(let value): sql += "\(value)"
      }
    }
    return sql
  }

  private func column(_ name: String) -> SQL { qualifies ? .column(name, of: plan.base) : .name(name) }

  /// Choices that follow each other are one: `CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END`.
  private mutating func write(choice expression: Expression) throws(QueryError) -> SQL {
    var (sql, rest): (SQL, Expression) = ("CASE", expression)
    var values: [Expression] = []
    while case .choose(_, let value, let other) = rest {
      values.append(value)
      rest = other
    }
    let isMixed = areMixed(values + [rest])
    let areNumbers = areMixedNumbers(values + [rest])
    rest = expression
    while case .choose(let condition, let value, let other) = rest {
      let written = try areNumbers ? write(mixed: value) : write(chosen: value, isMixed: isMixed)
      sql = "\(sql) WHEN \(try write(condition: condition)) THEN \(written)"
      rest = other
    }
    return "\(sql) ELSE \(try areNumbers ? write(mixed: rest) : write(chosen: rest, isMixed: isMixed)) END"
  }

  private mutating func write(chosen value: Expression, isMixed: Bool) throws(QueryError) -> SQL {
    if case .literal(let value) = value { return dialect.chosen(value) }
    return try isMixed ? write(stored: value) : write(value)
  }

  /// The same, a column as its database has it.
  mutating func plainOperand(_ expression: Expression) throws(QueryError) -> SQL {
    if case .field(let path) = expression { return try write(path, asText: false) }
    return try operand(expression)
  }

  private mutating func write(_ path: FieldPath, asText: Bool = true) throws(QueryError) -> SQL {
    if let known = outward[path] { return asText ? known.text : known.plain }
    if let computed = resolver.computed(at: path) {
      return try operand(computed.field.isPartOfJSON ? computed.expression.ofClass(path.part) : computed.expression)
    }
    let path = try resolver.settled(path)
    let field = try resolver.field(at: path)
    if path.relations.isEmpty, resolver.missing.contains(field.column) {
      throw .missingInRows(entity: resolver.entity.name, column: field.column)
    }
    let column = try document(at: path)
    if asText, path.inside.isEmpty, let native = field.nature.native { return dialect.text(of: column, native) }
    if path.inside.isEmpty, field.nature.holdsTruths { return dialect.stored(truth: column) }
    if path.inside.isEmpty, !field.isPartOfJSON {
      let number = field.mayBeNaN && !showsNaN ? dialect.numberOrNull(column) : column
      return asText && field.nature.isSingle && !showsSingles ? dialect.double(ofSingle: number) : number
    }
    return dialect.member(path.inside, of: column, as: DocumentMember(field))
  }

  /// The column of a field, of which what is inside is another matter.
  mutating func document(at path: FieldPath) throws(QueryError) -> SQL {
    if let known = outward[path] { return known.document }
    let field = try resolver.field(at: path)
    let alias = try plan.alias(for: path.relations, path: path)
    return qualifies ? .column(field.column, of: alias) : .name(field.column)
  }

  /// Every part stands in parentheses unless it is a single comparison, so that no precedence is left to chance.
  mutating func write(
    _ parts: [Expression], separator: SQL, empty: SQL, areConditions: Bool = false
  ) throws(QueryError) -> SQL {
    if parts.isEmpty { return empty }
    var written: [SQL] = []
    for part in parts {
      // Not bound: a server would have to be told of what type it is.
      if part == .literal(.null) {
        written.append("NULL")
        continue
      }
      let sql = areConditions ? try write(condition: part) : try write(part)
      written.append(part.isCompound && parts.count > 1 ? "(\(sql))" : sql)
    }
    // `a OR b OR c` is as deep for a database as it is long; groups in parentheses keep it shallow.
    while written.count > Self.groupSize {
      written = stride(from: 0, to: written.count, by: Self.groupSize).map { start in
        let group = written[start..<min(start + Self.groupSize, written.count)]
        return group.count == 1 ? group[start] : "(\(Array(group).joined(by: separator)))"
      }
    }
    return written.joined(by: separator)
  }

  /// So many conditions follow each other without parentheses.
  private static let groupSize = ExpressionSize.groupSize

  private mutating func write(_ function: Expression.Function, _ arguments: [Expression]) throws(QueryError) -> SQL {
    if function.partClass != nil, let value = arguments.first { return try operand(value) }
    var written: [SQL] = []
    if let sql = try write(mixed: function, arguments) { return sql }
    let isMixed = function == .coalesce && areMixed(arguments)
    for argument in try folded(arguments, for: function) {
      written.append(try isMixed ? write(stored: argument) : write(argument))
    }
    if !dialect.choosesAmongClasses, let first = arguments.first, let sql = call(function, written, on: first) {
      return sql
    }
    return dialect.call(function, written)
  }

  /// A function of texts whose argument is known to be none; nil where it may be one.
  private func call(_ function: Expression.Function, _ written: [SQL], on first: Expression) -> SQL? {
    switch resolver.valueClass(of: first) {
    case .data: dialect.callOnBytes(function, written)
    case .integer, .wide, .real, .truth: [.caseKey, .digitKey].contains(function) ? written[0] : nil
    case .unknown where resolver.isDecimal(first): [.caseKey, .digitKey].contains(function) ? written[0] : nil
    default: nil
    }
  }

  /// A value as a column has it: where truths are a class of their own, columns hold them as integers.
  mutating func write(stored expression: Expression) throws(QueryError) -> SQL {
    try stored(try write(expression), expression)
  }

  func stored(_ sql: SQL, _ expression: Expression) throws(QueryError) -> SQL {
    if dialect.choosesAmongClasses { return sql }
    return switch resolver.valueClass(of: expression) {
    case .truth: dialect.stored(truth: sql)
    case .wide: dialect.stored(wide: sql)
    default: sql
    }
  }

  /// Whether some of the values are truths, and others stored ones.
  func areMixed(_ values: [Expression]) -> Bool {
    if dialect.choosesAmongClasses { return false }
    let classes = values.map { resolver.valueClass(of: $0) }
    return classes.contains(.truth) && classes.contains { $0 != .truth && $0 != .null }
  }
}

extension ExpressionWriter {
  private mutating func write(_ kernel: Kernel, _ arguments: [Expression]) throws(QueryError) -> SQL {
    var written: [SQL] = []
    for argument in arguments {
      written.append(kernel.isWrittenAsCall ? try write(argument) : try operand(argument))
    }
    // Where columns hold values of their types alone, no text is among the numbers.
    if kernel == .number, !dialect.canDo(.number) { return written[0] }
    // What a database cannot do is not asked of it: the layer above knows `Dialect.canDo`.
    if kernel == .isInteger, !dialect.choosesAmongClasses {
      switch resolver.valueClass(of: arguments[0]) {
      case .wide: return dialect.isInteger(written[0])
      case .mixed: return dialect.isInteger(mixed: written[0])
      default: break
      }
    }
    return dialect.call(kernel, written) ?? "NULL"
  }
}

extension Entity {
  /// The column that a name means where letters of both cases are the same, unless two differ in nothing else.
  func column(spelled name: String) -> String? {
    let columns = rowColumns
    if columns.contains(name) { return name }
    return columns.first { $0.lowercased() == name.lowercased() }
  }
}

extension Kernel {
  /// Whether its SQL holds together without parentheses, and its operands need none.
  fileprivate var isWrittenAsCall: Bool {
    switch self {
    case .isInteger, .isReal, .isText, .isData, .plain, .binary, .nocase, .rtrim, .bitAnd, .bitOr: false
    default: true
    }
  }
}

extension Expression {
  /// Whether it binds weaker than AND and OR do, or as weakly.
  fileprivate var isCompound: Bool {
    switch self {
    // Of a single part only that is written.
    case .and(let parts), .or(let parts): parts.count == 1 ? parts[0].isCompound : !parts.isEmpty
    case .between: true
    case .written(let written): !written.isColumn
    default: false
    }
  }
}
