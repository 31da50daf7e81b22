import Encodings
import LuaRuntime
import Schema

/// Texts that are made of others: repeated, put into a form, written of a time.
extension Operations {
  /// `s:rep(n)`.
  func repeated(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard arguments.count == 2, dialect.canDo(.repeated) else {
      return try opaqueResult(of: .pure(.text), function, arguments, furtherArguments(of: function, .repeated))
    }
    return try withString(arguments[0]) { string in
      try withInteger(arguments[1], default: nil) { count in
        let made = Expression.kernel(.repeated, [string.expression, count])
        return .fork(.isNull(made), .unknown(.text, .longText), .term(string.kind, made))
      }
    }
  }

  /// `utf8.len(s)`: how many characters; where it is nil, the place of what is no character comes behind.
  func characterCount(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard arguments.count == 1, dialect.canDo(.characterCount) else {
      return try opaqueResult(
        of: .pure(.scalar), function, arguments, furtherArguments(of: function, .characterCount))
    }
    return try withString(arguments[0]) { string in
      let count = Expression.kernel(.characterCount, [string.expression])
      return .fork(
        .isNull(count), .value(.list([.nil, .unknown(.scalar)])),
        .value(.list([.term(Term(kind: .integer, expression: count))])))
    }
  }

  /// `string.format(form, …)` of a known form with `%s` of texts, `%d`, `%5d`, `%05d` and `%-5d` of integers, and where the
  /// database can do it all forms of numbers.
  func format(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard case .constant(.string(let form))? = arguments.first else {
      return try opaqueResult(of: .pure(.text), function, arguments, .otherForm(nil))
    }
    guard let parts = FormPart.parts(of: form, withNumbers: dialect.canDo(.formatted) && locale.writesPoints) else {
      return try opaqueResult(of: .pure(.text), function, arguments, .otherForm(form.inWords))
    }
    var result = Outcome.value(.constant(.string([])))
    for part in parts {
      try budget.spend(1)
      result = try result.then { start in
        try written(part, arguments, by: function).then { try checked(concatenate([start, $0])) }
      }
    }
    return result
  }

  /// `%s` of a value; what is known Lua itself writes.
  private func text(of value: Symbol, as format: LuaFunction) throws -> Outcome {
    guard case .constant(let constant) = value, constant.isScalar else { return try tostring(value) }
    if case .string = constant { return .value(value) }
    return library.call(format, [.text("%s"), constant]).first ?? .nil
  }

  private func written(_ part: FormPart, _ arguments: [Symbol], by function: LuaFunction) throws -> Outcome {
    switch part {
    case .literal(let bytes): return .value(.constant(.string(bytes)))
    case .text(let place):
      guard place < arguments.count else { return .raise(.formWithoutValues) }
      return try text(of: arguments[place], as: function)
    case .number(let place, let form):
      guard place < arguments.count else { return .raise(.formWithoutValues) }
      return try number(arguments[place], in: form)
    case .integer(let place, let padding):
      guard place < arguments.count else { return .raise(.formWithoutValues) }
      return try withInteger(arguments[place], default: nil) { integer in
        let digits = Expression.kernel(.integerText, [integer])
        guard let padding, padding.width > 0 else { return .term(.text, digits) }
        guard dialect.canDo(.slice) else { return .unknown(.text, .slices) }
        guard padding.kind == .zeros else { return padded(digits, padding, to: padding.width) }
        // Zeros stand behind the sign.
        let unsigned = Expression.kernel(.slice, [digits, .literal(.integer(2)), .literal(.integer(-1))])
        let negative = try padded(unsigned, padding, to: padding.width - 1).then {
          try concatenate([.constant(.text("-")), $0])
        }
        return .fork(
          .comparison(.less, integer, .literal(.integer(0))), negative, padded(digits, padding, to: padding.width))
      }
    }
  }

  /// `%.2f` of a number, `%x` of an integer.
  private func number(_ value: Symbol, in form: NumberForm) throws -> Outcome {
    let words = Expression.literal(.text(form.text))
    guard form.isReal else {
      return try withInteger(value, default: nil) { .term(.text, .kernel(.formatted, [words, $0])) }
    }
    return try value.split(nil: .raise(.inPlaceOfNumber(.nil))) { present in
      // An integer is written as the float that it is.
      if case .term(let term) = present, term.kind.isNumber {
        return .term(.text, .kernel(.formatted, [words, term.expression]))
      }
      if case .term(let term) = present, case .decimal = term.kind { return .raise(.inPlaceOfNumber(.decimal)) }
      return try withNumber(present) { .term(.text, .kernel(.formatted, [words, $0.expression])) }
    }
  }

  /// Digits with what fills them up to a width.
  private func padded(_ digits: Expression, _ padding: FormPart.Padding, to width: Int) -> Outcome {
    let filling = Expression.literal(.text(String(repeating: padding.kind == .zeros ? "0" : " ", count: width)))
    let (start, end, parts): (Int, Int, [Expression]) =
      padding.kind == .blanksBehind ? (1, width, [digits, filling]) : (-width, -1, [filling, digits])
    let filled = Expression.kernel(
      .slice,
      [
        .arithmetic(.concatenate, parts[0], parts[1]), .literal(.integer(Int64(start))),
        .literal(.integer(Int64(end))),
      ])
    let isShort = Expression.comparison(
      .less, .kernel(.byteLength, [digits]), .literal(.integer(Int64(width))))
    return .fork(isShort, .term(.text, filled), .term(.text, digits))
  }

  /// `os.date("!%Y", time)` of a given time.
  func date(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Outcome {
    guard arguments.count > 1, arguments[1] != .nil else {
      throw Untranslatable(.libraryCall(library.advice(about: function) ?? library.name(of: function)))
    }
    // `*t` asks for a table.
    if case .constant(.string(let form)) = arguments[0],
      form.drop(while: { $0 == UInt8(ascii: "!") }).starts(with: "*t".utf8)
    {
      throw Untranslatable(CodeRefusal.dateAsTable)
    }
    guard case .constant(.string(let form)) = arguments[0] else {
      return try opaqueResult(of: .pure(.text), function, arguments, .otherDate(nil))
    }
    guard form.first == UInt8(ascii: "!") else {
      return try opaqueResult(of: .pure(.text), function, arguments, .localDate)
    }
    guard dialect.canDo(.date) else { return try opaqueResult(of: .pure(.text), function, arguments) }
    guard let words = DateForm.words(of: Array(form.dropFirst())) else {
      return try opaqueResult(of: .pure(.text), function, arguments, .otherDate(form.inWords))
    }
    // Without a time it is that of now, which is another each time.
    return try arguments[1].split(nil: .unknown(.text, .now)) { time in
      try withInteger(time, default: nil) { seconds in
        let made = Expression.kernel(.date, [.literal(.text(words)), seconds])
        // Years of four digits.
        let isInRange = Expression.and([
          .comparison(.atLeast, seconds, .literal(.integer(-30_610_224_000))),
          .comparison(.atMost, seconds, .literal(.integer(253_402_300_799))),
        ])
        return .fork(isInRange, .term(.text, made), .unknown(.text, .longYear))
      }
    }
  }
}

extension [UInt8] {
  /// A form as a reason shows it.
  fileprivate var inWords: String {
    String(quotedExcerpt(String(decoding: self, as: UTF8.self)).dropFirst().dropLast())
  }
}

/// A piece of a form of `string.format`: what stands there, or the place of the argument that is put there.
private enum FormPart {
  case literal([UInt8])
  case text(Int)
  case integer(Int, Padding?)
  case number(Int, NumberForm)

  /// How wide an integer is written at least, and what fills it up.
  struct Padding {
    enum Kind {
      case zeros, blanks, blanksBehind
    }

    let kind: Kind
    let width: Int

    /// Takes it from the rest of a form: `05`, `5`, `-5`; nil where there is none.
    init?(_ rest: inout ArraySlice<UInt8>) {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      switch rest.first {
      case UInt8(ascii: "0"): kind = .zeros
      case UInt8(ascii: "-"): kind = .blanksBehind
      case let digit? where digits.contains(digit): kind = .blanks
      default: return nil
      }
      if kind != .blanks { rest.removeFirst() }
      var width = 0
      // Lua takes two digits at most.
      while width < 10, let digit = rest.first, digits.contains(digit) {
        width = width * 10 + Int(digit - digits.lowerBound)
        rest.removeFirst()
      }
      self.width = width
    }
  }

  /// Nil where there is something else in it, as `%5.2f` is where the database writes no such numbers.
  static func parts(of form: [UInt8], withNumbers: Bool) -> [FormPart]? {
    var (result, literal, place) = ([FormPart](), [UInt8](), 1)
    var rest = form[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        literal.append(byte)
        continue
      }
      if withNumbers, let number = NumberForm(&rest) {
        result += [.literal(literal), .number(place, number)]
        literal = []
        place += 1
        continue
      }
      let padding = Padding(&rest)
      switch (rest.popFirst(), padding) {
      case (UInt8(ascii: "%"), nil):
        literal.append(byte)
        continue
      case (UInt8(ascii: "s"), nil): result += [.literal(literal), .text(place)]
      case (UInt8(ascii: "d"), _): result += [.literal(literal), .integer(place, padding)]
      default: return nil
      }
      literal = []
      place += 1
    }
    return result + [.literal(literal)]
  }
}

/// The form of one number: `%5.2f`, `%+d`, `%x`.
private struct NumberForm {
  let text: String
  /// Whether an integer is written as a float.
  let isReal: Bool

  /// Takes it from the rest of a form, behind its `%`; nil where that is another, or what Lua refuses.
  init?(_ rest: inout ArraySlice<UInt8>) {
    var place = rest.startIndex
    func take(_ allowed: String, _ most: Int) {
      let start = place
      while place < rest.endIndex, place - start < most, allowed.utf8.contains(rest[place]) { place += 1 }
    }
    let digits = "0123456789"
    take("-+ #0", 5)
    let flags = rest[rest.startIndex..<place]
    take(digits, 2)
    if place < rest.endIndex, rest[place] == UInt8(ascii: ".") {
      place += 1
      take(digits, 2)
    }
    guard place < rest.endIndex else { return nil }
    let form = rest[rest.startIndex...place]
    let allowed: String
    switch rest[place] {
    case UInt8(ascii: "a"), UInt8(ascii: "A"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "f"),
      UInt8(ascii: "g"), UInt8(ascii: "G"):
      (isReal, allowed) = (true, "-+ #0")
    // What needs no function of the connection is said without one.
    case UInt8(ascii: "d") where form.dropLast().allSatisfy { digits.utf8.contains($0) || $0 == UInt8(ascii: "-") }:
      return nil
    case UInt8(ascii: "d"), UInt8(ascii: "i"): (isReal, allowed) = (false, "-+ 0")
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"): (isReal, allowed) = (false, "-#0")
    default: return nil
    }
    guard flags.allSatisfy({ allowed.utf8.contains($0) }) else { return nil }
    text = "%" + String(decoding: form, as: UTF8.self)
    rest = rest[(place + 1)...]
  }
}

/// A form of dates that the database writes as C does.
private enum DateForm {
  /// Nil where there is something in it that depends on the language, or that only C knows.
  static func words(of form: [UInt8]) -> String? {
    guard let text = String(validating: form, as: UTF8.self), !text.contains("\0") else { return nil }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let letter = rest.popFirst() {
      guard letter == "%" else {
        result.unicodeScalars.append(letter)
        continue
      }
      switch rest.popFirst() {
      case "F": result += "%Y-%m-%d"
      case "T": result += "%H:%M:%S"
      case "Y", "m", "d", "H", "M", "S", "j", "w", "%":
        result.unicodeScalars.append("%")
        result.unicodeScalars.append(text.unicodeScalars[text.unicodeScalars.index(before: rest.startIndex)])
      default: return nil
      }
    }
    return result
  }
}
