import Schema

/// The rules of an entity over several fields as statements of Swift; what Swift cannot say is a remark.
///
///     if case let value1 = self.name, !(!ValidationError.Rules.equal(value1, "x")) { failures.append(…) }
///
/// As in the database, a rule that needs a value which is not there holds.
struct SwiftRowRules {
  private let members: [SwiftMember]
  private let rules: [RowRule]

  init(_ rules: [RowRule], _ members: [SwiftMember]) {
    (self.rules, self.members) = (rules, members)
  }

  var lines: [String] { rules.flatMap(lines) }

  private func lines(_ rule: RowRule) -> [String] {
    let failure = "failures.append(.init(\"\", \(SwiftNames.literal(rule.text + " does not hold"))))"
    let parts = rule.meaning.map(conjuncts) ?? []
    let lines = parts.map { line($0, failure) }
    guard !lines.isEmpty, !lines.contains(nil) else {
      return ["// The database alone judges the rule \(SwiftNames.literal(rule.text))."]
    }
    return lines.compactMap(\.self)
  }

  private func conjuncts(_ expression: Expression) -> [Expression] {
    if case .and(let parts) = expression { parts.flatMap(conjuncts) } else { [expression] }
  }

  private func line(_ expression: Expression, _ failure: String) -> String? {
    var bound: [String] = []
    guard let condition = condition(expression, &bound) else { return nil }
    let bindings = bound.enumerated().compactMap { place, name -> String? in
      guard let member = members.first(where: { $0.name == name }) else { return nil }
      return "\(member.isOptional ? "let" : "case let") value\(place + 1) = self.\(name)"
    }
    return "if \(bindings.joined(separator: ", ")), !(\(condition)) { \(failure) }"
  }

  /// Comparisons, one of which must hold: it is false only where all of them are, so that all values are there.
  private func condition(_ expression: Expression, _ bound: inout [String]) -> String? {
    switch expression {
    case .or(let parts):
      var texts: [String] = []
      for part in parts {
        guard let text = condition(part, &bound) else { return nil }
        texts.append("(\(text))")
      }
      return texts.isEmpty ? nil : texts.joined(separator: " || ")
    case .comparison(let comparison, .field(let path), .literal(let value)):
      return compared(comparison, path, value, &bound)
    case .comparison(let comparison, .literal(let value), .field(let path)):
      return compared(comparison.mirrored, path, value, &bound)
    case .comparison(let comparison, .field(let left), .field(let right)):
      guard let first = subject(left, &bound), let second = subject(right, &bound) else { return nil }
      return numbers(sign(comparison), first.subject, second.subject)
    default: return nil
    }
  }

  private func compared(
    _ comparison: Expression.Comparison, _ path: FieldPath, _ value: Value, _ bound: inout [String]
  ) -> String? {
    guard let (rules, subject) = subject(path, &bound) else { return nil }
    return rules.compared(sign(comparison), value, subject)
  }

  private func subject(
    _ path: FieldPath, _ bound: inout [String]
  ) -> (rules: SwiftRules, subject: SwiftRules.Subject)? {
    guard path.relations.isEmpty, path.inside.isEmpty,
      let member = members.first(where: { $0.field.name == path.field })
    else { return nil }
    if !bound.contains(member.name) { bound.append(member.name) }
    let place = (bound.firstIndex(of: member.name) ?? 0) + 1
    let rules = SwiftRules(member)
    return rules.subject("value\(place)").map { (rules, $0) }
  }

  private func numbers(_ sign: String, _ left: SwiftRules.Subject, _ right: SwiftRules.Subject) -> String? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)), (.real(let left), .real(let right)): "\(left) \(sign) \(right)"
    case (.integer(let left), .real(let right)), (.real(let left), .integer(let right)):
      "Double(\(left)) \(sign) Double(\(right))"
    default: nil
    }
  }

  private func sign(_ comparison: Expression.Comparison) -> String {
    switch comparison {
    case .equal: "=="
    case .notEqual: "!="
    default: comparison.rawValue
    }
  }
}
