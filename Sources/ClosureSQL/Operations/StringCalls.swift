import LuaRuntime
import Schema

extension Operations {
  /// Goes on with a string; a number would be taken as text.
  func withString(_ argument: Symbol?, _ next: (Term) throws -> Outcome) throws -> Outcome {
    try (argument ?? .nil).split(nil: .raise(.inPlaceOfText(.nil))) { present in
      switch present {
      case .term(let term) where isOnlyBeginning(term): return .unknown(.scalar, .slices)
      case .term(let term) where term.kind.isString: return try next(term)
      case .term(let term):
        switch term.kind {
        case .boolean: return .raise(.inPlaceOfText(.boolean))
        case .integer: return try next(Term(kind: .text, expression: .kernel(.integerText, [term.expression])))
        case .decimal: return .raise(.inPlaceOfText(.other))
        case .word: return try term.spelled.map(next) ?? .unknown(.scalar, .tooManyWords)
        default: return .unknown(.scalar, .numberAsText)
        }
      case .constant(.string(let bytes)): return try next(Self.literal(bytes))
      case .constant(let constant):
        guard constant.isScalar else { return .raise(.inPlaceOfText(.other)) }
        return .unknown(.scalar, .numberAsText)
      case .unknown(.text), .unknown(.scalar), .unknown(.null): return .unknown(.scalar, .followsUnknown)
      case .document(let part) where part.isTable: return .raise(.inPlaceOfText(.table))
      case .unknown: throw Untranslatable(CodeRefusal.givesUnknown)
      default: throw Untranslatable(CodeRefusal.tableAsText)
      }
    }
  }

  func changeCase(_ kernel: Kernel, _ arguments: [Symbol]) throws -> Outcome {
    try withString(arguments.first) { term in
      guard locale.knowsOnlyASCII, dialect.canDo(kernel) else {
        return .unknown(.text, .localeLetters)
      }
      return .term(term.kind, .kernel(kernel, [term.expression]))
    }
  }

  /// `s:sub(i, j)`: bytes, even of a text.
  func slice(_ arguments: [Symbol]) throws -> Outcome {
    try withString(arguments.first) { string in
      try withInteger(arguments.count > 1 ? arguments[1] : .nil, default: nil) { start in
        try withInteger(arguments.count > 2 ? arguments[2] : .nil, default: -1) { end in
          let slice = Term(kind: string.kind, expression: .kernel(.slice, [string.expression, start, end]))
          if !dialect.canDo(.slice), let part = Self.part(of: string, start, end) { return .value(.term(part)) }
          guard dialect.canDo(.slice) || slice.isBeginning else { return .unknown(.text, .slices) }
          return .value(.term(slice))
        }
      }
    }
  }

  /// A part of a day or a moment, where the database cuts by characters alone; nil of any other text.
  private static func part(of string: Term, _ start: Expression, _ end: Expression) -> Term? {
    guard let length = string.plainLength, case .literal(.integer(let first)) = start,
      case .literal(.integer(let last)) = end, first >= 1, first <= last, first == 1 || last <= length
    else { return nil }
    let beginning = Expression.call(.prefix, [string.expression, end])
    if first == 1 { return Term(kind: .text, expression: beginning).cut(to: min(length, Int(last))) }
    let count = last - first + 1
    return Term(kind: .text, expression: .call(.suffix, [beginning, .literal(.integer(count))])).cut(to: Int(count))
  }

  /// Whether a string can be compared with the beginnings of others, and no more: the database does not cut by bytes.
  func isOnlyBeginning(_ term: Term) -> Bool { term.isBeginning && !dialect.canDo(.slice) }

  /// Goes on with an integer argument, which may be left out where there is a default.
  func withInteger(
    _ argument: Symbol, default fallback: Int64?, _ next: (Expression) throws -> Outcome
  ) throws -> Outcome {
    let absent = try fallback.map { try next(.literal(.integer($0))) } ?? .raise(.inPlaceOfNumber(.nil))
    return try argument.split(nil: absent) { present in
      switch present {
      case .constant(let constant):
        guard case .number = constant.luaValue.kind, let integer = constant.luaValue.integer else {
          return .unknown(.text, .placeIsNoInteger)
        }
        return try next(.literal(.integer(integer)))
      case .term(let term) where term.kind == .integer: return try next(term.expression)
      case .term(let term):
        switch term.kind {
        case .integer, .real, .number: return .unknown(.text, .placeMayBeNoInteger)
        case .boolean: return .raise(.inPlaceOfNumber(.boolean))
        case .decimal: return .raise(.inPlaceOfNumber(.decimal))
        case .text, .bytes, .word: return .unknown(.text, .textAsNumber)
        }
      case .unknown(.text), .unknown(.scalar), .unknown(.null): return .unknown(.text, .followsUnknown)
      case .document(let part) where part.isTable: return .raise(.inPlaceOfNumber(.table))
      case .unknown: throw Untranslatable(CodeRefusal.givesUnknown)
      default: throw Untranslatable(CodeRefusal.tableAsNumber)
      }
    }
  }

  func reverse(_ arguments: [Symbol]) throws -> Outcome {
    try withString(arguments.first) { term in
      guard dialect.canDo(.reverse) else { return .unknown(.text, .noWord("string.reverse")) }
      // What is turned round byte by byte is no text any more where it had letters of several bytes.
      return .term(.bytes, .kernel(.reverse, [Self.bytes(term)]))
    }
  }

  /// `s:byte(i)`, and `s:byte(i, j)` of a few that are all there.
  func byte(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    if arguments.count == 3, dialect.canDo(.byte), case .constant(.integer(let first)) = arguments[1],
      case .constant(.integer(let last)) = arguments[2], first > 0, first < last, last - first < 8
    {
      return try withString(arguments[0]) { string in
        let bytes = (first...last).map { Expression.kernel(.byte, [string.expression, .literal(.integer($0))]) }
        return .fork(
          .isNull(bytes[bytes.count - 1]), .unknown(.scalar, .slices),
          .value(.list(bytes.map { .term(Term(kind: .integer, expression: $0)) })))
      }
    }
    guard arguments.count < 3, dialect.canDo(.byte) else {
      return try opaqueResult(of: .byte, function, arguments, furtherArguments(of: function, .byte))
    }
    return try withString(arguments.first) { string in
      try withInteger(arguments.count > 1 ? arguments[1] : .nil, default: 1) { place in
        let byte = Expression.kernel(.byte, [string.expression, place])
        // Beyond the text there is no value at all, which is not nil where a function wants one.
        return .fork(.isNull(byte), .value(.list([])), .term(.integer, byte))
      }
    }
  }

  /// `s:gsub(pattern, text)`, where both are known and mean what they say, and how often it was done.
  func substitute(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard arguments.count == 3, case .constant(.string(let pattern)) = arguments[1],
      case .constant(.string(let text)) = arguments[2], !text.contains(UInt8(ascii: "%")), !pattern.contains(0),
      let words = String(validating: pattern, as: UTF8.self), let other = String(validating: text, as: UTF8.self),
      dialect.canDo(.substitute), locale.knowsOnlyASCII, LuaPattern.isHarmless(pattern)
    else { return try otherSubstitution(function, arguments) }
    return try withString(arguments[0]) { string in
      // Bytes that are cut out may leave what is no text.
      let isText = string.kind == .text && LuaPattern.keepsCharacters(pattern, cuttingOut: text.isEmpty)
      let whole = isText ? string.expression : Self.bytes(string)
      let made = Expression.kernel(.substitute, [whole, .literal(.text(words)), .literal(.text(other))])
      let times = Expression.kernel(.substitutions, [string.expression, .literal(.text(words))])
      return .value(
        .list([
          .term(Term(kind: isText ? .text : .bytes, expression: made)), .term(Term(kind: .integer, expression: times)),
        ]))
    }
  }

  /// Why a call of `gsub` is not said in SQL.
  private func otherSubstitution(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    var reason = Unsaid.otherPattern
    if !dialect.canDo(.substitute) || arguments.count < 3 {
      reason = .noWord(library.name(of: function))
    } else if case .term = arguments[1] {
      reason = .patternOfRow
    } else if arguments.count > 3 {
      reason = .substitutes(.counted)
    } else {
      switch arguments[2] {
      case .made, .fresh, .constant(.function), .constant(.table): throw Untranslatable(CodeRefusal.substitutesByTable)
      case .term: reason = .substitutes(.textOfRow)
      case .constant(.string(let text)) where text.contains(UInt8(ascii: "%")): reason = .substitutes(.captures)
      default: break
      }
    }
    return try opaqueResult(of: .gsub, function, arguments, reason)
  }

  /// Why a function is not said with more arguments than SQL takes, where it has the function at all.
  func furtherArguments(of function: LuaFunction, _ kernel: Kernel) -> Unsaid {
    let name = library.name(of: function)
    return dialect.canDo(kernel) ? .furtherArguments(name) : .noWord(name)
  }

  // MARK: Searching

  /// What `s:find(pattern, 1, plain)` and `s:match(pattern)` answer.
  func search(_ builtin: Builtin, _ arguments: [Symbol]) throws -> Outcome {
    let isDefault = arguments.count < 3 || arguments[2] == .nil || arguments[2] == .integer(1)
    guard arguments.count > 1, isDefault else { return try unknownSearch(arguments, .searchBeginsElsewhere) }
    guard case .constant(.string(let bytes)) = arguments[1] else {
      guard builtin == .find, arguments.count > 3, case .constant(let plain) = arguments[3], plain.isTruthy,
        case .term = arguments[1]
      else { return try unknownSearch(arguments) }
      return try withString(arguments[0]) { string in
        try withString(arguments[1]) { findText($0, in: string) }
      }
    }
    var isPlain = false
    if builtin == .find, arguments.count > 3 {
      guard case .constant(let plain) = arguments[3] else { return try unknownSearch(arguments) }
      isPlain = plain.isTruthy
    }
    return try withString(arguments[0]) { string in
      isPlain || builtin == .find && LuaPattern.isPlain(bytes)
        ? findText(bytes, in: string) : try searchPattern(builtin, bytes, in: string)
    }
  }

  private func unknownSearch(_ arguments: [Symbol], _ reason: Unsaid = .patternOfRow) throws -> Outcome {
    for argument in arguments {
      switch argument {
      case .constant(let constant) where constant.isScalar: break
      case .term, .unknown(.text), .unknown(.scalar), .unknown(.null): break
      case .document(let part) where part.isTable: break
      default: throw Untranslatable(CodeRefusal.givesRow)
      }
    }
    return .unknown(.scalar, reason)
  }

  private func findText(_ text: [UInt8], in string: Term) -> Outcome {
    if text.isEmpty { return .value(.list([.integer(1), .integer(0)])) }
    return found(
      Self.literal(text).expression, in: string.expression, last: .literal(.integer(Int64(text.count - 1))))
  }

  /// The same of a text that the row has.
  private func findText(_ text: Term, in string: Term) -> Outcome {
    let length = Expression.kernel(.byteLength, [text.expression])
    let (whole, part) = Self.strings(string, text)
    return .fork(
      .comparison(.equal, length, .literal(.integer(0))), .value(.list([.integer(1), .integer(0)])),
      found(part, in: whole, last: .arithmetic(.subtract, length, .literal(.integer(1)))))
  }

  /// - Parameter last: how far behind its first byte the last one of the text is.
  private func found(_ text: Expression, in string: Expression, last: Expression) -> Outcome {
    // By bytes: `instr` of texts would count characters.
    let place = Expression.call(.position, [string, text])
    let end = Expression.arithmetic(.add, place, last)
    return .fork(
      .comparison(.less, .literal(.integer(0)), place),
      .value(
        .list([.term(Term(kind: .integer, expression: place)), .term(Term(kind: .integer, expression: end))])), .nil)
  }

  private func searchPattern(_ builtin: Builtin, _ pattern: [UInt8], in string: Term) throws -> Outcome {
    if let prefix = LuaPattern.plainPrefix(pattern) {
      let length = Int64(prefix.count)
      let found: Symbol =
        builtin == .find ? .list([.integer(1), .integer(length)]) : .constant(.string(prefix))
      return startsWith(string, prefix, then: .value(found), else: .nil)
    }
    if let suffix = LuaPattern.plainSuffix(pattern) {
      let length = Expression.literal(.integer(-Int64(suffix.count)))
      let end = Expression.kernel(.slice, [string.expression, length, .literal(.integer(-1))])
      let (found, wanted) = Self.strings(Term(kind: string.kind, expression: end), Self.literal(suffix))
      let size = Expression.kernel(.byteLength, [string.expression])
      let start = Expression.arithmetic(.subtract, size, .literal(.integer(Int64(suffix.count - 1))))
      let places = Symbol.list([start, size].map { .term(Term(kind: .integer, expression: $0)) })
      let answer = builtin == .find ? places : .constant(.string(suffix))
      return .fork(.comparison(.equal, found, wanted), .value(answer), .nil)
    }
    guard dialect.canDo(.find), locale.knowsOnlyASCII, LuaPattern.isHarmless(pattern) else {
      return .unknown(.scalar, .otherPattern)
    }
    return matched(builtin, pattern, string)
  }

  private func matched(_ builtin: Builtin, _ pattern: [UInt8], _ string: Term) -> Outcome {
    let literal = Self.literal(pattern).expression
    let place = Expression.kernel(.find, [string.expression, literal])
    let isFound = Expression.comparison(.less, .literal(.integer(0)), place)
    let whole = LuaPattern.alone(nil, of: pattern).map { matched($0, string) }
    let captures = (0..<LuaPattern.captureCount(pattern)).map { number in
      // The first one is what the pattern itself gives.
      let alone = number == 0 ? pattern : LuaPattern.alone(number, of: pattern)
      return alone.map { Symbol.term(matched($0, string)) } ?? .unknown(.scalar)
    }
    if builtin == .match {
      let first = captures.isEmpty ? [.term(matched(pattern, string))] : captures
      return .fork(isFound, .value(first.count == 1 ? first[0] : .list(first)), .nil)
    }
    let end = whole.map { whole -> Symbol in
      let last = Expression.arithmetic(
        .subtract, .kernel(.byteLength, [whole.expression]), .literal(.integer(1)))
      return .term(Term(kind: .integer, expression: .arithmetic(.add, place, last)))
    }
    let start = Symbol.term(Term(kind: .integer, expression: place))
    return .fork(isFound, .value(.list([start, end ?? .unknown(.scalar)] + captures)), .nil)
  }

  /// The first capture of a pattern where that is found, or all that it matches.
  private func matched(_ pattern: [UInt8], _ string: Term) -> Term {
    Term(kind: string.kind, expression: .kernel(.match, [string.expression, Self.literal(pattern).expression]))
  }
}

extension Term {
  /// Whether it is the beginning of a string, of a length that is known.
  fileprivate var isBeginning: Bool {
    guard case .kernel(.slice, let parts) = expression, parts.count == 3, parts[1] == .literal(.integer(1)),
      case .literal(.integer(let count)) = parts[2]
    else { return false }
    return count >= 1
  }
}
