import Encodings
import LuaRuntime

/// A function of Lua's library that is understood.
enum Builtin: Hashable {
  case type, tostring, tonumber, ipairs, ipairsNext, pairs, next, select, error, assert, rawequal, rawlen
  case sub, len, upper, lower, find, match, gsub, reverse, byte, rep, format, characterCount, date
  case floor, ceil, abs, sqrt, max, min, mathType, toInteger
  /// One without side effects that SQL does not know: with known arguments it is called, else the closure is asked.
  case pure(Unknown)
}

/// Lua's own functions as they were when the session began: a function is known by its identity, not by its name.
final class Library {
  /// Their places in `known`.
  private let places: [UnsafeRawPointer: Int]
  /// They stay alive, so that no other function takes the address of one of them.
  private let functions: [LuaFunction]
  private unowned let lua: LuaState
  private lazy var operators = Self.operators(lua)
  private let stringUpper: LuaFunction?
  private let stringFind: LuaFunction?
  private let setLocale: LuaFunction?
  let ipairsNext: LuaFunction?
  let next: LuaFunction?

  private static let known: [(table: String, name: String, builtin: Builtin)] = [
    ("_G", "type", .type), ("_G", "tostring", .tostring), ("_G", "tonumber", .tonumber), ("_G", "ipairs", .ipairs),
    ("_G", "pairs", .pairs), ("_G", "next", .next), ("_G", "select", .select), ("_G", "error", .error),
    ("_G", "assert", .assert), ("_G", "rawequal", .rawequal), ("_G", "rawlen", .rawlen),
    ("string", "sub", .sub), ("string", "len", .len), ("string", "upper", .upper), ("string", "lower", .lower),
    ("string", "find", .find), ("string", "match", .match), ("string", "rep", .rep),
    ("string", "reverse", .reverse), ("string", "byte", .byte), ("string", "char", .pure(.text)),
    ("string", "format", .format), ("string", "gsub", .gsub),
    ("math", "floor", .floor), ("math", "ceil", .ceil), ("math", "abs", .abs), ("math", "max", .max),
    ("math", "min", .min), ("math", "type", .mathType), ("math", "sqrt", .sqrt),
    ("math", "fmod", .pure(.scalar)), ("math", "tointeger", .toInteger), ("math", "ult", .pure(.scalar)),
    ("math", "exp", .pure(.scalar)), ("math", "log", .pure(.scalar)), ("math", "sin", .pure(.scalar)),
    ("math", "cos", .pure(.scalar)), ("utf8", "len", .characterCount), ("utf8", "char", .pure(.text)),
    ("utf8", "codepoint", .pure(.scalar)), ("os", "date", .date),
    // What `ipairs` gives to a loop; no name leads to it.
    ("_G", "next", .ipairsNext),
  ]

  /// Those that nothing in SQL stands for, with what to do instead.
  private static let unsaid: [(table: String, name: String, advice: String)] = [
    ("string", "gmatch", "which walks over a text: ask find or match"),
    ("table", "concat", "which joins a table: write '..'"),
    ("table", "unpack", "which reads a table"), ("table", "sort", "which sorts a table"),
    ("table", "insert", "which fills a table"), ("utf8", "codes", "which walks over a text"),
    (
      "os", "time",
      "which says another time each time, and counts by the clocks of this place: ask it before, as in local now = os.time()"
    ),
    ("os", "clock", "which says another time each time: ask it before the request"),
    ("os", "date", "which may say another time each time: ask it before, as in local today = os.date \"%F\""),
    ("math", "random", "which gives another number each time"),
  ]
  private let unsaid: [UnsafeRawPointer: Int]

  init(_ lua: LuaState) {
    let ipairsNext = try? lua.global("ipairs").function?.call([.table(lua.makeTable())]).first?.function
    var places = [UnsafeRawPointer: Int](minimumCapacity: Self.known.count)
    var functions: [LuaFunction] = []
    var table: (name: String, value: LuaTable?) = ("", nil)
    for (place, known) in Self.known.enumerated() {
      if known.table != table.name { table = (known.table, lua.global(known.table).table) }
      let function = known.builtin == .ipairsNext ? ipairsNext : table.value?[known.name].function
      guard let function, let address = function.pointer else { continue }
      places[address] = place
      functions.append(function)
    }
    var unsaid: [UnsafeRawPointer: Int] = [:]
    for (place, entry) in Self.unsaid.enumerated() {
      guard let function = lua.global(entry.table).table?[entry.name].function, let address = function.pointer else {
        continue
      }
      unsaid[address] = place
      functions.append(function)
    }
    self.unsaid = unsaid
    let string = lua.global("string").table
    self.ipairsNext = ipairsNext
    next = lua.global("next").function
    stringUpper = string?["upper"].function
    stringFind = string?["find"].function
    setLocale = lua.global("os").table?["setlocale"].function
    self.lua = lua
    self.places = places
    self.functions = functions
  }

  func builtin(_ function: LuaFunction) -> Builtin? { known(function)?.builtin }

  /// What is said of a function of the library that nothing in SQL stands for: `'gmatch', which walks over a text`.
  func advice(about function: LuaFunction) -> String? {
    function.pointer.flatMap { unsaid[$0] }.map { place in
      let entry = Self.unsaid[place]
      return "'\(entry.table).\(entry.name)', \(entry.advice)"
    }
  }

  /// The name of a function, as in `string.format`.
  func name(of function: LuaFunction) -> String {
    guard let known = known(function) else { return "such a function" }
    return known.table == "_G" ? known.name : "\(known.table).\(known.name)"
  }

  private func known(_ function: LuaFunction) -> (table: String, name: String, builtin: Builtin)? {
    function.pointer.flatMap { places[$0] }.map { Self.known[$0] }
  }

  // MARK: Known values

  private static func operators(_ lua: LuaState) -> [Opcode: LuaFunction] {
    let words: [(Opcode, String)] = [
      (.add, "+"), (.sub, "-"), (.mul, "*"), (.div, "/"), (.idiv, "//"), (.mod, "%"), (.pow, "^"), (.band, "&"),
      (.bor, "|"), (.bxor, "~"), (.shl, "<<"), (.shr, ">>"), (.concat, ".."), (.eq, "=="), (.lt, "<"), (.le, "<="),
    ]
    var result: [Opcode: LuaFunction] = [:]
    for (opcode, word) in words { result[opcode] = try? lua.load("local a, b = ... return a \(word) b", name: "=fold") }
    for (opcode, word) in [(Opcode.unm, "-"), (.bnot, "~"), (.len, "#")] {
      result[opcode] = try? lua.load("local a = ... return \(word)a", name: "=fold")
    }
    return result
  }

  /// What an operator of Lua makes of known scalars: Lua itself says it.
  func fold(_ opcode: Opcode, _ operands: [Constant]) -> Outcome {
    guard let function = operators[opcode] else { return .unknown(.scalar, .operator) }
    return call(function, operands).first ?? .nil
  }

  /// What a function of the library makes of known scalars, all results, of which there may be none; a failure is one.
  func call(_ function: LuaFunction, _ arguments: [Constant]) -> [Outcome] {
    do {
      let results = try function.call(arguments.map(\.luaValue))
      return results.map { .value(.constant(Constant($0))) }
    } catch {
      return [.raise(.said(Self.words(of: error.message)))]
    }
  }

  /// What an error says, without where it happened: that was here.
  private static func words(of message: String) -> String {
    let place = "fold:1: "
    var words = message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
    for name in ["a", "b"] { words = words.replacing(" (local '\(name)')", with: "") }
    return words
  }

  // MARK: Locale

  /// Whether texts compare by their bytes: the script may have set another order.
  var comparesByBytes: Bool {
    guard let results = try? setLocale?.call([.nil, "collate"]) else { return false }
    return ["C", "POSIX"].contains(results.first?.text ?? "")
  }

  /// Whether numbers have a point before their fraction.
  var writesPoints: Bool {
    guard let results = try? setLocale?.call([.nil, "numeric"]) else { return false }
    return ["C", "POSIX"].contains(results.first?.text ?? "")
  }

  /// Whether letters are those of ASCII.
  var knowsOnlyASCII: Bool {
    let bytes = (0...255).map { UInt8($0) }
    let expected = bytes.map { (97...122).contains($0) ? $0 - 32 : $0 }
    guard let upper = try? stringUpper?.call([.string(LuaString(bytes: bytes))]).first,
      let high = try? stringFind?.call([.string(LuaString(bytes: bytes[128...])), "[%a%c%d%l%p%s%u%w%x%g]"]).first
    else { return false }
    return upper == .string(LuaString(bytes: expected)) && high.isNil
  }
}
