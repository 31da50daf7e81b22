import Schema

/// One key of an order.
///
///     Sort(FieldPath("name"), isDescending: true, nulls: .last)   // "name" DESC NULLS LAST
package struct Sort: Hashable, Sendable {
  package enum Nulls: Hashable, Sendable {
    case first, last
  }

  /// What tells which of two rows comes first.
  package enum Key: Hashable, Sendable {
    /// A value of each row: a field, what the database makes of fields, or (`.closure`) what a function of the script
    /// gives.
    case value(Expression)
    /// A function of the script that is asked about two rows: whether the first comes before the second.
    case comparator(ScriptHook)
  }

  package var key: Key
  package var isDescending: Bool
  /// Where NULLs come; nil = first ascending, last descending.
  package var nulls: Nulls?
  package var ignoresCase: Bool
  /// Whether runs of digits in a text count as numbers: "a2" before "a10".
  package var isNumeric: Bool
  /// Whether it is the order that an ordered relation has by itself.
  package var isImplicit = false

  package init(
    _ key: Key, isDescending: Bool = false, nulls: Nulls? = nil, ignoresCase: Bool = false, isNumeric: Bool = false
  ) {
    self.key = key
    self.isDescending = isDescending
    self.nulls = nulls
    self.ignoresCase = ignoresCase
    self.isNumeric = isNumeric
  }

  package init(
    _ path: FieldPath, isDescending: Bool = false, nulls: Nulls? = nil, ignoresCase: Bool = false,
    isNumeric: Bool = false
  ) {
    self.init(
      .value(.field(path)), isDescending: isDescending, nulls: nulls, ignoresCase: ignoresCase, isNumeric: isNumeric)
  }
}

extension Sort {
  /// The field, where it is one.
  package var path: FieldPath? {
    if case .value(.field(let path)) = key { path } else { nil }
  }

  /// The value that it compares; nil where a function compares rows.
  package var value: Expression? {
    if case .value(let value) = key { value } else { nil }
  }

  /// Whether a function of the script decides.
  package var asksScript: Bool {
    switch key {
    case .value(let value): value.containsClosure
    case .comparator: true
    }
  }

  package var areNullsFirst: Bool { nulls.map { $0 == .first } ?? !isDescending }

  /// Says where NULLs come by themselves.
  mutating func settleNulls() { nulls = areNullsFirst ? .first : .last }

  /// Whether different values are never equal to it.
  package var isExact: Bool { !ignoresCase && !isNumeric }

  /// What texts go through before they are compared, the first one first.
  var functions: [Expression.Function] { (ignoresCase ? [.caseKey] : []) + (isNumeric ? [.digitKey] : []) }

  /// What is compared of a value.
  package func key(of value: Expression) -> Expression { functions.reduce(value) { .call($1, [$0]) } }

  /// What is compared of each row; nil where a function compares rows.
  package var expression: Expression? {
    if case .value(let value) = key { key(of: value) } else { nil }
  }
}

extension FetchRequest {
  /// The sorts that are done in memory: those up to the last function.
  ///
  /// The database does the others before: a stable sort keeps them where these find rows equal.
  package var memorySorts: ArraySlice<Sort> {
    sorts[..<(sorts.lastIndex(where: \.asksScript).map { $0 + 1 } ?? 0)]
  }

  package var databaseSorts: ArraySlice<Sort> { sorts[memorySorts.endIndex...] }
}
