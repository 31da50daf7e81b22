import Schema

/// Days and moments of a server in order: by their time, and by their texts where a function compares them.
///
///     at < '2026-11'                          // "at" < '2026-11-01T00:00:00.000000Z'
///     function(p) return p.at < "2026" end    // the same for the years 1 to 9999, and the texts of all others
///
/// The texts of those years are in the order of time; `12024-01-01` comes before `2026-01-01` among texts alone.
extension ExpressionWriter {
  /// The column of a value that a function reads, which compares by its text.
  func readTimed(_ expression: Expression) -> Expression? {
    guard case .kernel(.binary, let parts) = expression, parts.count == 1, timedField(parts[0]) != nil else {
      return nil
    }
    return parts[0]
  }

  /// The value itself where only equality is asked for.
  func withoutReading(_ expression: Expression) -> Expression { readTimed(expression) ?? expression }

  private func timedField(_ expression: Expression) -> Field? {
    guard case .field(let path) = expression else { return nil }
    if let computed = resolver.computed(at: path) { return timedField(computed.expression) }
    guard let settled = try? resolver.settled(path), settled.inside.isEmpty,
      let field = try? resolver.field(at: settled)
    else { return nil }
    return field.isTimed ? field : nil
  }

  private func isTimed(_ side: Expression) -> Bool { timedField(withoutReading(side)) != nil }

  /// Whether a value and its bounds must be compared one by one.
  func isOutOfCalendar(_ value: Expression, _ bounds: [Expression]) -> Bool {
    if readTimed(value) != nil { return true }
    guard let native = timedField(value)?.nature.native else { return false }
    return !bounds.allSatisfy { $0.text.map { native.writes($0, forOrder: true) } ?? false }
  }

  /// Which of two values comes first; nil where the columns say so by themselves.
  mutating func write(
    timed comparison: Expression.Comparison, _ left: Expression, _ right: Expression
  ) throws(QueryError) -> SQL? {
    guard comparison.isOrder, isTimed(left) || isTimed(right) else { return nil }
    if case .literal = left { return try write(timed: comparison.mirrored, right, left) }
    if let text = right.text {
      if let column = readTimed(left), let native = timedField(column)?.nature.native {
        return try write(read: comparison, left, of: column, native, text)
      }
      guard let native = timedField(left)?.nature.native, !native.writes(text, forOrder: true),
        native.firstWritten(notBefore: text) == nil
      else { return nil }
      return "\(try timeKey(left)) \(.keyword(comparison.rawValue)) \(Value.text(MomentOrder.key(text)))"
    }
    if case .literal = right { return nil }
    let fields = (timedField(left), timedField(right))
    if let first = fields.0, let second = fields.1, first.nature.isRead(as: second.nature) {
      return "\(try plainOperand(left)) \(.keyword(comparison.rawValue)) \(try plainOperand(right))"
    }
    guard fields.0 != nil || fields.1 != nil else { return nil }
    return "\(try timeKey(left)) \(.keyword(comparison.rawValue)) \(try timeKey(right))"
  }

  private mutating func timeKey(_ side: Expression) throws(QueryError) -> SQL { dialect.timeKey(try operand(side)) }

  /// A text that a function compares with a constant, so that an index serves the years that calendars have.
  private mutating func write(
    read comparison: Expression.Comparison, _ value: Expression, of column: Expression, _ native: NativeText,
    _ text: String
  ) throws(QueryError) -> SQL {
    let byText: SQL = "\(try operand(value)) \(.keyword(comparison.rawValue)) \(Value.text(text))"
    var (bound, beside) = (text, comparison)
    if !native.writesInCalendar(text) {
      guard let first = native.firstWritten(notBefore: text), native.writesInCalendar(first) else { return byText }
      (bound, beside) = (first, comparison.beside)
    }
    let plain = try plainOperand(column)
    let isPlain = dialect.isOfCalendar(plain, native)
    let byTime: SQL = "\(plain) \(.keyword(beside.rawValue)) \(Value.text(bound))"
    return "(\(byTime) AND \(isPlain) OR NOT (\(isPlain)) AND \(byText))"
  }
}

extension Expression {
  /// The text that it is, written down.
  fileprivate var text: String? { if case .literal(.text(let text)) = self { text } else { nil } }
}
