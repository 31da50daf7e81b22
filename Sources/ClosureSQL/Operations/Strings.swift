import Schema

extension Operations {
  // MARK: Length

  /// `#operand`, in bytes for a string.
  func length(_ operand: Symbol) throws -> Outcome {
    try operand.split(nil: .raise(.lengthOf("nil"))) { operand in
      switch operand {
      case .constant(.table(let table)):
        guard table.metatable == nil else { throw Untranslatable(CodeRefusal.watchedTable) }
        return .value(.integer(Int64(table.rawLength)))
      case .constant(let constant):
        guard constant.isScalar else { throw Untranslatable(CodeRefusal.lengthOfObject) }
        return library.fold(.len, [constant])
      case .term(let term) where isOnlyBeginning(term): return .unknown(.scalar, .slices)
      case .term(let term) where term.kind.isString: return .term(.integer, .kernel(.byteLength, [term.expression]))
      case .term(let term):
        if case .word = term.kind {
          return term.spelled.map { .term(.integer, .kernel(.byteLength, [$0.expression])) }
            ?? .unknown(.scalar, .tooManyWords)
        }
        return .raise(.lengthOf(withArticle(term.typeName)))
      case .related(let related) where related.isRequest: return .raise(.lengthOf("a request"))
      case .related(let related), .rows(let related): return .term(.integer, related.reckoned(.count))
      case .fresh(let table):
        if table.hasHoles { return .unknown(.scalar, .lengthWithHoles) }
        return .value(.integer(Int64(table.count)))
      case .document(let part) where part.isTable: return .term(.integer, part.asked(.partLength))
      case .unknown(.text), .unknown(.scalar), .unknown(.null): return .unknown(.scalar, .followsUnknown)
      default: throw Untranslatable(CodeRefusal.lengthOfObject)
      }
    }
  }

  // MARK: Joining

  /// What `a .. b .. c` is.
  func concatenate(_ operands: [Symbol]) throws -> Outcome {
    guard var result = operands.last.map({ Outcome.value($0) }) else { return .nil }
    // From right to left, as Lua does.
    for operand in operands.dropLast().reversed() {
      result = try result.then { right in
        try budget.spend(1)
        return try checked(concatenate(operand, right))
      }
      if case .unknown = result { _ = try unknownOperand([operand]) }
    }
    return result
  }

  private func concatenate(_ left: Symbol, _ right: Symbol) throws -> Outcome {
    if let outcome = try unknownOperand([left, right]) { return outcome }
    let refusal = Outcome.raise(.joins(.nil))
    return try left.split(nil: refusal) { left in
      try right.split(nil: refusal) { right in
        if case .constant(let left) = left, case .constant(let right) = right {
          return library.fold(.concat, [left, right])
        }
        return try joined(part(of: left), part(of: right))
      }
    }
  }

  private enum Part {
    case string(Term)
    case raises(Raised)
    case unknown(Unsaid)
  }

  /// A value as it is joined to others.
  private func part(of symbol: Symbol) throws -> Part {
    switch symbol {
    case .constant(.string(let bytes)): return .string(Self.literal(bytes))
    case .constant(.integer(let value)): return .string(Self.literal(Array(String(value).utf8)))
    case .constant(.number(let bits)):
      return Self.term(.number(bits: bits)).flatMap(numberText).map { .string($0) } ?? .unknown(.floatAsText)
    case .constant: return .raises(.joins(.other))
    case .term(let term) where isOnlyBeginning(term): return .unknown(.slices)
    case .term(let term):
      switch term.kind {
      case .text, .bytes: return .string(term)
      case .integer: return .string(Term(kind: .text, expression: .kernel(.integerText, [term.expression])))
      case .real, .number: return numberText(term).map { .string($0) } ?? .unknown(.floatAsText)
      case .boolean: return .raises(.joins(.boolean))
      case .word: return term.spelled.map { .string($0) } ?? .unknown(.tooManyWords)
      case .decimal: return .raises(.joins(.decimal))
      }
    case .document(let part) where part.isTable: return .raises(.joins(.table))
    case .unknown: throw Untranslatable(CodeRefusal.textOfUnknown)
    default: throw Untranslatable(CodeRefusal.joinsTable)
    }
  }

  private func joined(_ left: Part, _ right: Part) -> Outcome {
    switch (left, right) {
    case (.raises(let reason), _), (_, .raises(let reason)): return .raise(reason)
    case (.unknown(let reason), _), (_, .unknown(let reason)): return .unknown(.text, reason)
    case (.string(let left), .string(let right)):
      let (first, second) = Self.strings(left, right)
      let result = Expression.arithmetic(.concatenate, first, second)
      if left.kind == .text, right.kind == .text { return .term(.text, result) }
      // Joined bytes are text to SQLite.
      return .term(.bytes, .kernel(.bytes, [result]))
    }
  }

  // MARK: Prefixes

  /// `s:sub(1, n) == "text"` as a range, which an index serves.
  func prefixTest(_ left: Term, _ right: Term) -> Outcome? {
    guard let (string, count) = beginning(left), let wanted = Self.knownBytes(right.expression) else { return nil }
    if wanted.count > count { return .boolean(false) }
    if wanted.count < count {
      // Only a shorter string is equal to a beginning that came short.
      let (first, second) = Self.strings(string, Self.literal(wanted))
      return .truth(.comparison(.equal, first, second))
    }
    return startsWith(string, wanted, then: .boolean(true), else: .boolean(false))
  }

  /// The string of which a term is so many bytes at the beginning; nil where it is no beginning.
  private func beginning(_ term: Term) -> (string: Term, count: Int64)? {
    switch term.expression {
    case .kernel(.slice, let parts):
      guard parts.count == 3, parts[1] == .literal(.integer(1)), case .literal(.integer(let count)) = parts[2],
        count >= 1
      else { return nil }
      return (Term(kind: term.kind, expression: parts[0]), count)
    case .call(.prefix, let parts) where term.plainLength != nil:
      guard case .literal(.integer(let count)) = parts[1] else { return nil }
      return (Term(kind: term.kind, expression: parts[0]), count)
    default: return nil
    }
  }

  /// Whether a string begins with these bytes: `s >= 'lit' AND s < 'liu'` of a text.
  func startsWith(_ string: Term, _ prefix: [UInt8], then yes: Outcome, else no: Outcome) -> Outcome {
    let literal = Self.literal(prefix)
    let slice = Expression.kernel(
      .slice, [string.expression, .literal(.integer(1)), .literal(.integer(Int64(prefix.count)))])
    guard let last = prefix.last, string.kind == .text, literal.kind == .text, last < 0x7F,
      let end = String(validating: prefix.dropLast() + [last + 1], as: UTF8.self)
    else {
      guard dialect.canDo(.slice) || prefix.isEmpty else { return startsWithCharacters(string, literal, yes, no) }
      let (first, second) = Self.strings(Term(kind: string.kind, expression: slice), literal)
      return prefix.isEmpty ? yes : .fork(.comparison(.equal, first, second), yes, no)
    }
    return .fork(
      .and([
        .comparison(.atLeast, string.expression, literal.expression),
        .comparison(.less, string.expression, .literal(.text(end))),
      ]), yes, no)
  }

  /// The same where strings are cut by characters alone.
  private func startsWithCharacters(_ string: Term, _ prefix: Term, _ yes: Outcome, _ no: Outcome) -> Outcome {
    guard string.kind == .text, case .literal(.text(let text)) = prefix.expression else {
      return .unknown(.scalar, .slices)
    }
    let count = Expression.literal(.integer(Int64(text.unicodeScalars.count)))
    return .fork(.comparison(.equal, .call(.prefix, [string.expression, count]), prefix.expression), yes, no)
  }

  static func knownBytes(_ expression: Expression) -> [UInt8]? {
    switch expression {
    case .literal(.text(let text)): Array(text.utf8)
    case .literal(.data(let bytes)): bytes
    default: nil
    }
  }
}
