import Schema

/// The rules of a member as statements of Swift that note what does not hold.
///
///     if let value = age, !(value >= 18 && value <= 24) { failures.append(.init("age", "is not between 18 and 24")) }
struct SwiftRules {
  let member: SwiftMember

  init(_ member: SwiftMember) {
    self.member = member
  }

  var lines: [String] { member.field.tests.flatMap { conjuncts($0) }.compactMap { line($0) } }

  private func conjuncts(_ test: Test) -> [Test] {
    if case .and(let tests) = test { tests.flatMap { conjuncts($0) } } else { [test] }
  }

  private func line(_ test: Test) -> String? {
    let failure =
      "failures.append(.init(\(SwiftNames.literal(member.field.name)), \(SwiftNames.literal(test.message))))"
    if case .kind(let kind, _) = test, kind == .present || kind == .absent {
      guard member.isOptional else { return kind == .present ? nil : failure }
      return "if self.\(member.name) \(kind == .present ? "==" : "!=") nil { \(failure) }"
    }
    guard let subject = subject(), let condition = condition(test, subject) else { return nil }
    let binding =
      member.isOptional ? "if let value = self.\(member.name), !" : "if case let value = self.\(member.name), !"
    return "\(binding)(\(condition)) { \(failure) }"
  }

  /// What `value` is compared as.
  enum Subject {
    case integer(String), real(String), decimal(String), text(String), data(String)
  }

  func subject(_ value: String = "value") -> Subject? {
    let field = member.field
    if member.isEnumeration {
      let isInteger = field.choices.allSatisfy { if case .integer = $0.stored { true } else { false } }
      return isInteger ? .integer("\(value).rawValue") : .text("\(value).rawValue")
    }
    if field.isDocument || field.type == .any || field.encoder != nil || field.decoder != nil { return nil }
    switch member.coding {
    case .decimal: return field.isStoredAsNumber ? nil : .decimal("\(value) * \(SwiftMember.power(field.scale))")
    case .day, .moment, .uuid, .url: return .text("\(member.coding.writer ?? "")(\(value))")
    case .asItIs, .duration, .bytes: break
    }
    switch field.type.reading == .boolean ? nil : field.storage {
    case .integer: return .integer("Int64(\(value))")
    case .real: return .real(value)
    case .text: return .text(value)
    case .data: return .data(value)
    case .any, nil: return nil
    }
  }

  /// Whether a value passes, as an expression; nil where Swift cannot say it.
  private func condition(_ test: Test, _ subject: Subject) -> String? {
    switch test {
    case .function: return nil
    case .not(let test): return condition(test, subject).map { "!(\($0))" }
    case .and(let tests): return joined(tests, subject, " && ")
    case .or(let tests): return joined(tests, subject, " || ")
    case .kind(let kind, let arguments):
      guard arguments.requests.isEmpty, [.binary, .moment].contains(arguments.collation) else { return nil }
      return condition(kind, arguments, subject)
    }
  }

  private func joined(_ tests: [Test], _ subject: Subject, _ sign: String) -> String? {
    let parts = tests.map { condition($0, subject) }
    return parts.contains(nil) ? nil : parts.compactMap { $0.map { "(\($0))" } }.joined(separator: sign)
  }

  private func condition(_ kind: TestKind, _ arguments: TestArguments, _ subject: Subject) -> String? {
    switch kind {
    case .equal: return compared("==", arguments.first, subject)
    case .notEqual: return compared("!=", arguments.first, subject)
    case .less: return compared("<", arguments.first, subject)
    case .atMost: return compared("<=", arguments.first, subject)
    case .greater: return compared(">", arguments.first, subject)
    case .atLeast: return compared(">=", arguments.first, subject)
    case .between: return range(arguments, subject)
    case .notBetween: return range(arguments, subject).map { "!(\($0))" }
    case .oneOf: return member(of: arguments, subject)
    case .noneOf: return member(of: arguments, subject).map { "!(\($0))" }
    case .present: return "true"
    case .absent: return "false"
    default: return ofText(kind, arguments, subject)
    }
  }

  private func range(_ arguments: TestArguments, _ subject: Subject) -> String? {
    let low = compared(arguments.options.contains(.lowerOpen) ? ">" : ">=", arguments.first, subject)
    let high = compared(arguments.options.contains(.upperOpen) ? "<" : "<=", arguments.last, subject)
    guard let low, let high else { return nil }
    return "\(low) && \(high)"
  }

  private func member(of arguments: TestArguments, _ subject: Subject) -> String? {
    let parts = arguments.filter { $0 != .null }.map { compared("==", $0, subject) }
    if parts.contains(nil) { return nil }
    return parts.isEmpty ? "false" : parts.compactMap(\.self).joined(separator: " || ")
  }

  func compared(_ sign: String, _ operand: Value?, _ subject: Subject) -> String? {
    switch (subject, operand) {
    case (.integer(let value), .integer(let number)?):
      return number == .min ? nil : "\(value) \(sign) \(number)"
    case (.integer(let value), .real(let number)?), (.real(let value), .real(let number)?):
      guard number.isFinite else { return nil }
      return "Double(\(value)) \(sign) \(number)"
    case (.real(let value), .integer(let number)?): return "\(value) \(sign) Double(\(number))"
    case (.decimal(let value), .integer(let number)?): return "\(value) \(sign) Decimal(\(number))"
    case (.text(let value), .text(let text)?):
      let literal = SwiftNames.literal(text)
      // As the database has it: by scalars, not by what letters are equal to.
      switch sign {
      case "==": return "ValidationError.Rules.equal(\(value), \(literal))"
      case "!=": return "!ValidationError.Rules.equal(\(value), \(literal))"
      case "<": return "ValidationError.Rules.less(\(value), \(literal))"
      case ">": return "ValidationError.Rules.less(\(literal), \(value))"
      case "<=": return "!ValidationError.Rules.less(\(literal), \(value))"
      default: return "!ValidationError.Rules.less(\(value), \(literal))"
      }
    default: return nil
    }
  }

  // MARK: Text

  private func ofText(_ kind: TestKind, _ arguments: TestArguments, _ subject: Subject) -> String? {
    if case .data(let value) = subject { return kind == .length ? counted("\(value).count", arguments) : nil }
    guard case .text(let value) = subject else { return nil }
    switch kind {
    case .notEmpty: return "ValidationError.Rules.isNotBlank(\(value))"
    case .length: return counted("\(value).unicodeScalars.count", arguments)
    case .email:
      guard case .call(_, let operands) = kind.expression(.literal(.null), arguments),
        case .literal(.text(let pattern))? = operands.last
      else { return nil }
      return "ValidationError.Rules.matches(\(value), \(SwiftNames.literal(pattern)))"
    case .workday: return "ValidationError.Rules.isWorkday(\(value))"
    default: return searched(kind, arguments, value)
    }
  }

  private func counted(_ count: String, _ arguments: TestArguments) -> String? {
    guard case .integer(let low)? = arguments.first, case .integer(let high)? = arguments.last else { return nil }
    return low == high ? "\(count) == \(low)" : "\(count) >= \(low) && \(count) <= \(high)"
  }

  private func searched(_ kind: TestKind, _ arguments: TestArguments, _ value: String) -> String? {
    guard case .text(let text)? = arguments.first else { return nil }
    let folds = arguments.options.contains(.ignoreCase)
    let literal = SwiftNames.literal(text)
    let call = "(\(value), \(literal)\(folds ? ", ignoringCase: true" : ""))"
    switch kind {
    case .prefix: return "ValidationError.Rules.begins" + call
    case .noPrefix: return "!ValidationError.Rules.begins" + call
    case .suffix: return "ValidationError.Rules.ends" + call
    case .noSuffix: return "!ValidationError.Rules.ends" + call
    case .containing: return "ValidationError.Rules.contains" + call
    case .notContaining: return "!ValidationError.Rules.contains" + call
    case .matching: return "ValidationError.Rules.matches" + call
    case .notMatching: return "!ValidationError.Rules.matches" + call
    default: return nil
    }
  }
}
