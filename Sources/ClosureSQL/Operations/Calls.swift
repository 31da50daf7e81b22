import LuaRuntime
import Schema

extension Operations {
  /// What a function of the library makes of its arguments; several results are a list.
  func call(_ builtin: Builtin, _ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    if arguments.isEmpty, [.type, .mathType, .tostring, .tonumber].contains(builtin) { return .raise(.withoutValue) }
    if let outcome = try callKnown(builtin, function, arguments) { return outcome }
    switch builtin {
    case .type: return type(arguments.first ?? .nil)
    case .mathType: return try mathType(arguments.first ?? .nil)
    case .tostring: return try tostring(arguments.first ?? .nil)
    case .tonumber: return try tonumber(function, arguments)
    case .error: return .raise(.error)
    case .assert: return try assert(arguments)
    case .ipairs, .pairs, .next, .ipairsNext: return try iterate(builtin, arguments)
    case .len: return try withString(arguments.first) { .term(.integer, .kernel(.byteLength, [$0.expression])) }
    case .upper, .lower: return try changeCase(builtin == .upper ? .upper : .lower, arguments)
    case .sub: return try slice(arguments)
    case .gsub: return try substitute(function, arguments)
    case .reverse: return try reverse(arguments)
    case .byte: return try byte(function, arguments)
    case .rep: return try repeated(function, arguments)
    case .format: return try format(function, arguments)
    case .characterCount: return try characterCount(function, arguments)
    case .date: return try date(function, arguments)
    case .find, .match: return try search(builtin, arguments)
    case .floor, .ceil: return try round(builtin, arguments)
    case .abs: return try absolute(arguments)
    case .sqrt: return try squareRoot(function, arguments)
    case .max, .min: return try extreme(builtin, arguments)
    case .select: return try selected(function, arguments)
    case .toInteger: return try toInteger(function, arguments)
    case .rawequal where arguments.count == 2 && arguments.allSatisfy(\.isPlain):
      return try equal(arguments[0], arguments[1])
    case .rawequal, .rawlen, .pure: return try opaqueResult(of: builtin, function, arguments)
    }
  }

  /// With scalars that are all known, Lua itself says what comes of it.
  private func callKnown(_ builtin: Builtin, _ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome? {
    switch builtin {
    case .error, .assert, .ipairs, .pairs, .next, .ipairsNext, .type: return nil
    // Without a time it is that of now.
    case .date where arguments.count < 2 || arguments[1] == .nil: return nil
    default: break
    }
    var known: [Constant] = []
    for argument in arguments {
      guard case .constant(let constant) = argument, constant.isScalar else { return nil }
      known.append(constant)
    }
    // What could be long is made once only.
    if [.pure(.text), .rep, .format].contains(builtin),
      known.contains(where: { $0.double ?? 0 > 10_000 || $0.weight > 1000 })
    {
      return nil
    }
    try budget.spend(known.reduce(5) { $0 + $1.weight })
    let results = library.call(function, known)
    if results.count == 1 { return results[0] }
    return .value(.list(results.map { if case .value(let symbol) = $0 { symbol } else { .nil } }))
  }

  /// Nothing is known of the result, but that a function without side effects made it.
  func opaqueResult(
    of builtin: Builtin, _ function: LuaFunction, _ arguments: [Symbol], _ because: Unsaid? = nil
  ) throws -> Outcome {
    var reason = because ?? .noWord(library.name(of: function))
    for argument in arguments {
      switch argument {
      case .constant(let constant) where !constant.isScalar:
        throw Untranslatable(CodeRefusal.givesTable)
      case .document(let part) where part.isTable: break
      case .unknown(.value): throw Untranslatable(CodeRefusal.givesUnknown)
      // Why nothing is known of that is why nothing is known of this.
      case .unknown: reason = .followsUnknown
      case .row, .fresh, .document, .related, .relatedMethod, .walk, .made, .rows, .numberedWalk, .gathered, .unset,
        .list:
        throw Untranslatable(CodeRefusal.givesRow)
      default: break
      }
    }
    if case .pure(let result) = builtin { return .unknown(result, reason) }
    return .unknown(.scalar, reason)
  }

  // MARK: Types

  private func type(_ argument: Symbol) -> Outcome {
    if case .unknown = argument { return .unknown(.text, .followsUnknown) }
    return argument.split(nil: .value(.constant(.text("nil")))) { present in
      if case .row = present { return .value(.constant(.text("userdata"))) }
      return .value(.constant(.text(present.typeName)))
    }
  }

  private func mathType(_ argument: Symbol) throws -> Outcome {
    if case .unknown = argument { return .unknown(.scalar, .followsUnknown) }
    if case .gathered = argument { throw Untranslatable(.gathers) }
    return argument.split(nil: .nil) { present in
      guard case .term(let term) = present, term.kind.isNumber else { return .nil }
      return subtype(of: term) { .value(.constant(.text($0.kind == .integer ? "integer" : "float"))) }
    }
  }

  func tostring(_ argument: Symbol) throws -> Outcome {
    try argument.split(nil: .value(.constant(.text("nil")))) { present in
      switch present {
      case .term(let term):
        switch term.kind {
        case .text, .bytes: return .value(present)
        case .integer: return .term(.text, .kernel(.integerText, [term.expression]))
        case .boolean:
          return .fork(
            .comparison(.equal, term.expression, .literal(.integer(1))), .value(.constant(.text("true"))),
            .value(.constant(.text("false"))))
        case .decimal: return .unknown(.text, .decimalAsText)
        case .word: return term.spelled.map { .value(.term($0)) } ?? .unknown(.text, .tooManyWords)
        case .real, .number: return numberText(term).map { .value(.term($0)) } ?? .unknown(.text, .floatAsText)
        }
      case .unknown(.text), .unknown(.scalar), .unknown(.null): return .unknown(.text, .followsUnknown)
      case .document(let part) where part.isTable: return .unknown(.text, .tableAsText)
      case .unknown: throw Untranslatable(CodeRefusal.textOfUnknown)
      default: throw Untranslatable(CodeRefusal.makesTextOfTable)
      }
    }
  }

  /// A float, or what may be one, as Lua writes it; nil where the database cannot.
  func numberText(_ term: Term) -> Term? {
    guard dialect.canDo(.numberText), locale.writesPoints else { return nil }
    let isReal = Expression.literal(.integer(term.kind == .real ? 1 : 0))
    return Term(kind: .text, expression: .kernel(.numberText, [term.expression, isReal]))
  }

  /// What a value is that is no number, where it is taken for one or for none; nil where SQL does not say it.
  private func numberOf(_ term: Term) throws -> Outcome? {
    switch term.kind {
    case .text, .bytes:
      guard dialect.canDo(.number), locale.writesPoints else { return nil }
      let number = Expression.kernel(.number, [term.expression])
      return .value(.term(Term(kind: .number, expression: number, isNullable: true)))
    case .boolean, .decimal: return .nil
    case .word, .integer, .real, .number: return nil
    }
  }

  private func tonumber(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard arguments.count == 1 else { return try opaqueResult(of: .tonumber, function, arguments, .otherBase) }
    guard dialect.canDo(.number), locale.writesPoints else {
      return try opaqueResult(of: .tonumber, function, arguments)
    }
    return try arguments[0].split(nil: .nil) { argument in
      guard case .term(let term) = argument else { return try opaqueResult(of: .tonumber, function, [argument]) }
      if term.kind.isNumber { return .value(argument) }
      return try numberOf(term) ?? opaqueResult(of: .tonumber, function, [argument])
    }
  }

  /// `select(2, …)`: the values from a place on; `select("#", …)`: how many there are.
  private func selected(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    if case .constant(.string(let word))? = arguments.first, word == [UInt8(ascii: "#")] {
      return .value(.integer(Int64(arguments.count - 1)))
    }
    guard case .constant(.integer(let place))? = arguments.first else {
      return try opaqueResult(of: .select, function, arguments, .selectedByRow)
    }
    let values = arguments.dropFirst()
    if place > 0 { return .value(.list(Array(values.dropFirst(Int(clamping: place - 1))))) }
    // Below zero it counts from the end.
    guard place < 0, place.magnitude <= values.count else {
      return .raise(.said("bad argument #1 to 'select' (index out of range)"))
    }
    return .value(.list(Array(values.suffix(Int(place.magnitude)))))
  }

  private func assert(_ arguments: [Symbol]) throws -> Outcome {
    guard let first = arguments.first else { return .raise(.error) }
    return try truth(first, then: .value(.list(arguments)), else: .raise(.assertion))
  }

  private func iterate(_ builtin: Builtin, _ arguments: [Symbol]) throws -> Outcome {
    if case .document? = arguments.first { throw Untranslatable(DocumentRefusal.walks) }
    if arguments.isEmpty || arguments[0] == .nil { return .raise(.said("bad argument #1 (table expected)")) }
    if builtin == .ipairs, let related = arguments[0].walked {
      return .value(.list([.numberedWalk(related), .nil, .nil, .nil]))
    }
    if case .fresh(let table)? = arguments.first, let outcome = iterate(builtin, arguments, made: table) {
      return outcome
    }
    guard case .constant(.table(let table))? = arguments.first, table.metatable == nil else {
      throw Untranslatable(CodeRefusal.walksUnknownTable)
    }
    let first = Symbol.constant(.table(table))
    switch builtin {
    case .pairs:
      guard let next = library.next else { throw Untranslatable(CodeRefusal.walksTable) }
      return .value(.list([.constant(.function(next)), first, .nil]))
    case .ipairs:
      guard let next = library.ipairsNext else { throw Untranslatable(CodeRefusal.walksTable) }
      return .value(.list([.constant(.function(next)), first, .integer(0)]))
    default:
      guard case .constant(let key) = arguments.count > 1 ? arguments[1] : .nil else {
        throw Untranslatable(CodeRefusal.walksByUnknownKey)
      }
      let function = builtin == .next ? library.next : library.ipairsNext
      guard let results = try function?.call([.table(table), key.luaValue]) else { return .nil }
      return .value(.list(results.map { .constant(Constant($0)) }))
    }
  }

  /// `ipairs` of a table that the function itself made; in what order `pairs` goes through it, is Lua's secret.
  private func iterate(_ builtin: Builtin, _ arguments: [Symbol], made table: FreshTable) -> Outcome? {
    switch (builtin, arguments.count > 1 ? arguments[1] : .nil) {
    // Without entries there is no order.
    case (.pairs, _) where table.entries.isEmpty:
      return library.next.map { .value(.list([.constant(.function($0)), .fresh(table), .nil])) }
    case (.next, .nil) where table.entries.isEmpty: return .nil
    case (.ipairs, _):
      return library.ipairsNext.map { .value(.list([.constant(.function($0)), .fresh(table), .integer(0)])) }
    case (.ipairsNext, .constant(.integer(let place))):
      guard let value = table.entries[.integer(place &+ 1)] else { return .nil }
      return .value(.list([.integer(place &+ 1), .constant(value)]))
    default: return nil
    }
  }

  // MARK: Numbers

  /// Goes on with a number; other values raise an error, but text may be one.
  func withNumber(_ argument: Symbol?, _ next: (Term) throws -> Outcome) throws -> Outcome {
    try (argument ?? .nil).split(nil: .raise(.inPlaceOfNumber(.nil))) { present in
      switch present {
      case .term(let term) where term.expression.isGathered: return try next(term)
      case .term(let term) where term.kind.isNumber: return try subtype(of: term, next)
      case .term(let term):
        switch term.kind {
        case .boolean: return .raise(.inPlaceOfNumber(.other))
        case .decimal: return .unknown(.scalar, .decimalAsNumber)
        default: return .unknown(.scalar, .textAsNumber)
        }
      case .constant(.userdata(let object)) where host?.decimal(object) != nil:
        return .unknown(.scalar, .decimalAsNumber)
      case .constant(let constant):
        guard let term = Self.term(constant), term.kind.isNumber else {
          return .unknown(.scalar, .otherAsNumber)
        }
        return try next(term)
      case .unknown(.text), .unknown(.scalar), .unknown(.null): return .unknown(.scalar, .followsUnknown)
      case .document(let part) where part.isTable: return .raise(.inPlaceOfNumber(.table))
      case .unknown: throw Untranslatable(CodeRefusal.reckonsWithUnknown)
      default: throw Untranslatable(CodeRefusal.reckonsWithTable)
      }
    }
  }

  private func round(_ builtin: Builtin, _ arguments: [Symbol]) throws -> Outcome {
    try withNumber(arguments.first) { term in
      if term.kind == .integer { return .value(.term(term)) }
      guard dialect.canDo(.floor) else { return .unknown(.scalar, .rounds) }
      let limit = Expression.literal(.real(0x1p63))
      let isInRange = Expression.and([
        .comparison(.atLeast, term.expression, .literal(.real(-0x1p63))), .comparison(.less, term.expression, limit),
      ])
      guard builtin == .floor else {
        // Up is down from the other side; -2^63 has no other side.
        let opposite = Self.opposite(ofReal: term.expression)
        let up = Expression.arithmetic(.subtract, .literal(.integer(0)), .kernel(.floor, [opposite]))
        let isSafe = Expression.and([
          .comparison(.greater, term.expression, .literal(.real(-0x1p62))),
          .comparison(.less, term.expression, .literal(.real(0x1p62))),
        ])
        return .fork(
          isSafe, .term(.integer, up), .unknown(.scalar, .wrapsAround))
      }
      return .fork(
        isInRange, .term(.integer, .kernel(.floor, [term.expression])),
        .unknown(.scalar, .wrapsAround))
    }
  }

  /// `math.tointeger(x)`: nil for a float that has a fraction.
  private func toInteger(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard let first = arguments.first, dialect.canDo(.floor) else {
      return try opaqueResult(of: .pure(.scalar), function, arguments)
    }
    return try first.split(nil: .nil) { present in
      guard case .term(let term) = present, term.kind.isNumber else {
        if case .term(let term) = present, let number = try numberOf(term) {
          return try number.then { try toInteger(function, [$0]) }
        }
        return try opaqueResult(of: .pure(.scalar), function, [present])
      }
      return subtype(of: term) { number in
        if number.kind == .integer { return .value(.term(number)) }
        let floor = Expression.kernel(.floor, [number.expression])
        let isWhole = Expression.and([
          .comparison(.atLeast, number.expression, .literal(.real(-0x1p63))),
          .comparison(.less, number.expression, .literal(.real(0x1p63))),
          .comparison(.equal, number.expression, floor),
        ])
        return .fork(isWhole, .term(.integer, floor), .nil)
      }
    }
  }

  /// What is NaN in Lua is NULL in SQL: such a row is asked.
  private func squareRoot(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard dialect.canDo(.squareRoot) else { return try opaqueResult(of: .pure(.scalar), function, arguments) }
    return try withNumber(arguments.first) { term in
      let root = Expression.kernel(.squareRoot, [term.expression])
      return .fork(.isNull(root), .unknown(.scalar, .notANumber), .term(.real, root))
    }
  }

  private func absolute(_ arguments: [Symbol]) throws -> Outcome {
    try withNumber(arguments.first) { term in
      let zero = Expression.literal(term.kind == .integer ? .integer(0) : .real(0))
      let isNegative = Expression.comparison(.less, term.expression, zero)
      return .fork(isNegative, try unary(.unm, .term(term)), .value(.term(Self.withoutNegativeZero(term))))
    }
  }

  /// A number that is not less than zero, where it may be -0.0: fields never hold that, but a product may be it.
  private static func withoutNegativeZero(_ term: Term) -> Term {
    if case .field = term.expression { return term }
    if term.kind == .integer { return term }
    return Term(kind: .real, expression: .arithmetic(.add, term.expression, .literal(.real(0))))
  }

  private func extreme(_ builtin: Builtin, _ arguments: [Symbol]) throws -> Outcome {
    guard let first = arguments.first else { return .raise(.inPlaceOfNumber(.other)) }
    // Every argument is looked at first: one that is no number raises an error.
    var result = try withNumber(first) { .value(.term($0)) }
    for argument in arguments.dropFirst() {
      result = try result.then { best in
        try budget.spend(1)
        return try withNumber(argument) { next in
          let isBetter = builtin == .max ? try less(best, .term(next)) : try less(.term(next), best)
          return isBetter.then { $0 == .true ? .value(.term(next)) : .value(best) }
        }
      }
    }
    return result
  }
}
