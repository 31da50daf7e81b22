import Schema

extension Field {
  /// Whether a text is certainly a value of this field, in the form in which it is written here.
  ///
  /// False, never NULL, for others, among which there may be values all the same. Nil where SQL does not tell.
  ///
  ///     born = date {}    // date("born") = "born"
  func isPlainly(_ text: Expression) -> Expression? {
    let day = Expression.call(.dateText, [text])
    func isDay(_ parts: [Expression], _ others: [Expression] = []) -> Expression {
      let whole = parts.dropFirst().reduce(parts[0]) { .arithmetic(.concatenate, $0, $1) }
      return .and([.not(.isNull(day))] + others + [.comparison(.equal, whole, text)])
    }
    switch type {
    case .date: return isDay([day])
    case .datetime:
      let isTime = Expression.not(.isNull(.call(DatePart.hour.function, [text])))
      let start = [day, .literal(.text("T")), Self.part(12, 19, of: text)]
      if precision == 0 { return isDay(start + [.literal(.text("Z"))], [isTime]) }
      let digits = Self.part(21, 20 + precision, of: text)
      let areDigits = Expression.comparison(
        .less, .literal(.integer(0)), .kernel(.find, [digits, .literal(.text("^%d+$"))]))
      return isDay(start + [.literal(.text(".")), digits, .literal(.text("Z"))], [isTime, areDigits])
    default: return nil
    }
  }

  private static func part(_ start: Int, _ end: Int, of text: Expression) -> Expression {
    .kernel(.slice, [text, .literal(.integer(Int64(start))), .literal(.integer(Int64(end)))])
  }
}
