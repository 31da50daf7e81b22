/// The one tree that tests, predicates, CHECKs and sort keys share.
///
/// Truth is three-valued as in SQL: a comparison with NULL is neither true nor false. A dialect turns an
/// expression into SQL (`Query`).
package indirect enum Expression: Hashable, Sendable {
  /// A value, bound: `?`
  case literal(Value)
  /// A field of the entity asked for, or of one that relations lead to: `name`, `team.name`
  case field(FieldPath)
  /// `left = right`, `left < right`, …
  case comparison(Comparison, Expression, Expression)
  /// `value BETWEEN low AND high`
  case between(Expression, Expression, Expression)
  /// `value IN (…)`; false when there are no values, but NULL of NULL, as with any.
  case oneOf(Expression, [Value])
  /// `value IS NULL`
  case isNull(Expression)
  /// `NOT operand`
  case not(Expression)
  /// `a AND b …`; true when empty.
  case and([Expression])
  /// `a OR b …`; false when empty.
  case or([Expression])
  /// A function of the database: `length(name)`
  case call(Function, [Expression])
  /// `left + right`, `left || right`, …; NULL where an operand is.
  case arithmetic(Arithmetic, Expression, Expression)
  /// `CASE WHEN condition THEN value ELSE other END`
  case choose(Expression, Expression, Expression)
  /// An operation of Lua, exactly: `lua_sub(name, 1, 3)`
  case kernel(Kernel, [Expression])
  /// Whether there is such a row of another table: `id IN (SELECT player_id FROM game WHERE …)`
  case among(RelatedRows)
  /// What is made of such rows: `(SELECT count(*) FROM game WHERE …)`
  case reckoned(Aggregation, RelatedRows)
  /// Whether values are those of a row of a request of the script, which is known when the condition is asked:
  /// `team_id IN (…)`
  case requested([Expression], RequestedRows)
  /// What the script wrote in the database's own words: `price > ? * 2`
  case written(WrittenExpression)
  /// A function of the script, asked row by row.
  case closure(ScriptHook)
  /// A function of the script that was understood in part: for rows where `ask` holds it is asked, for all others
  /// `yes` says what it answers. (NULL is no yes.)
  case partly(ScriptHook, yes: Expression, ask: Expression)
  /// A function of the script that tests one value of each row; NULL neither passes nor fails.
  case tested(Expression, ScriptHook)

  /// The operators of numbers and texts, with Lua's meaning.
  ///
  /// An integer result beyond 64 bits does not wrap around: it goes on as the nearest real number. A division by zero is
  /// NULL.
  package enum Arithmetic: String, Hashable, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    /// Of real numbers: `7 / 2` is 3.5.
    case divide = "/"
    /// Rounded down, also for negative numbers: `-7 // 2` is -4.
    case floorDivide = "//"
    /// What `//` leaves, with the sign of the right side: `-7 % 2` is 1.
    case modulo = "%"
    /// Joins texts; an integer becomes text.
    case concatenate = ".."
  }

  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// The same with its sides exchanged: what `a < b` says of `a`, `b > a` says of `b`.
    package var mirrored: Comparison {
      switch self {
      case .less: .greater
      case .atMost: .atLeast
      case .greater: .less
      case .atLeast: .atMost
      case .equal, .notEqual: self
      }
    }
  }
}

/// The way to a field: the relations to follow, then the field's name.
///
///     FieldPath("team.name")   // relations: ["team"], field: "name"
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  package var relations: [String]
  package var field: String
  /// The names to follow in the documents of the field; known once the field is.
  package var inside: [String]
  /// Of which class that has to be which stands in JSON; what is of another is NULL.
  package var part: PartClass?

  package init(relations: [String] = [], field: String, inside: [String] = []) {
    self.relations = relations
    self.field = field
    self.inside = inside
  }

  package init(_ dotted: String) {
    var parts = dotted.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    field = parts.removeLast()
    relations = parts
    inside = []
  }

  /// The same of any class.
  package var plain: FieldPath {
    var result = self
    result.part = nil
    return result
  }

  /// The name under which a request computes the value of a function that a script gave.
  package static func ofFunction(_ hook: ScriptHook) -> FieldPath { FieldPath(field: "\(functionMark)\(hook.number)") }

  private static let functionMark = " function "

  /// Whether it is the value of a function that a script gave.
  package var isOfFunction: Bool { relations.isEmpty && field.hasPrefix(Self.functionMark) }

  package var description: String { (relations + [field] + inside).joined(separator: ".") }
}

extension Expression {
  /// Whether some part of it must be asked of the script row by row.
  package var containsClosure: Bool {
    switch self {
    case .closure, .tested, .partly, .requested: true
    case .literal, .field, .among, .reckoned, .written: false
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      left.containsClosure || right.containsClosure
    case .between(let value, let low, let high), .choose(let value, let low, let high):
      value.containsClosure || low.containsClosure || high.containsClosure
    case .oneOf(let value, _), .isNull(let value), .not(let value): value.containsClosure
    case .and(let parts), .or(let parts), .call(_, let parts), .kernel(_, let parts):
      parts.contains(where: \.containsClosure)
    }
  }

  /// Whether its SQL needs a function that only Moonshell's own connections have.
  package var needsEngine: Bool {
    switch self {
    case .closure, .literal, .field: false
    case .requested, .written: true
    case .among(let rows): rows.condition?.needsEngine ?? false
    case .reckoned(let aggregation, let rows):
      aggregation.fold != nil || rows.condition?.needsEngine ?? false || aggregation.value?.needsEngine ?? false
    case .tested(let value, _): value.needsEngine
    // `//` and `%` are functions of the connection, and so are most kernels.
    case .arithmetic(.floorDivide, _, _), .arithmetic(.modulo, _, _), .kernel, .partly: true
    case .arithmetic(_, let left, let right): left.needsEngine || right.needsEngine
    case .comparison(_, let left, let right): left.needsEngine || right.needsEngine
    case .between(let value, let low, let high), .choose(let value, let low, let high):
      value.needsEngine || low.needsEngine || high.needsEngine
    case .oneOf(let value, _), .isNull(let value), .not(let value): value.needsEngine
    case .and(let parts), .or(let parts): parts.contains(where: \.needsEngine)
    case .call(let function, let parts):
      function.needsEngine || parts.contains(where: \.needsEngine)
    }
  }

  /// What any program can check of a condition: of a conjunction the parts that it can say, else all or nothing.
  package var portable: Expression? {
    guard case .and(let parts) = self else { return needsEngine || containsClosure ? nil : self }
    let kept = parts.compactMap(\.portable)
    return kept.isEmpty && !parts.isEmpty ? nil : kept.count == 1 ? kept[0] : .and(kept)
  }

  /// `self AND other`, without nesting.
  package func and(_ other: Expression) -> Expression {
    if case .and(let parts) = self { return .and(parts + [other]) }
    return .and([self, other])
  }

  /// `self OR other`, without nesting.
  package func or(_ other: Expression) -> Expression {
    if case .or(let parts) = self { return .or(parts + [other]) }
    return .or([self, other])
  }

  /// How many parts the longest AND or OR in it has.
  package var partCount: Int {
    switch self {
    case .not(let operand): operand.partCount
    case .and(let parts), .or(let parts): max(parts.count, parts.lazy.map(\.partCount).max() ?? 0)
    default: 1
    }
  }

  /// How deep AND, OR and NOT stand in each other.
  package var depth: Int {
    switch self {
    case .not(let operand): operand.depth + 1
    case .and(let parts), .or(let parts): 1 + (parts.lazy.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}
