import LuaRuntime
import Model
import Schema
import Scripting

extension Runner {
  /// The value of an expression that is the argument of a command.
  func value(of expression: String) throws -> LuaValue {
    try session.lua.compileEntry(expression, name: "=" + entryName).call().first ?? .nil
  }

  /// The request (or list, where that will do) that is the argument of a command.
  func request(_ expression: String, for command: String, orList: Bool = false) throws -> LuaValue {
    guard !expression.isEmpty else { throw CommandError.noRequest(command) }
    if isSQL(expression) { throw CommandError.sqlForRequest(command) }
    let value = try value(of: expression)
    switch session.nature(of: value) {
    case .request, .entity, .groups: return value
    case .list where orList: return value
    case .other where orList && value.table != nil: return value
    default:
      let guess = value.isNil ? suggestion(for: expression, in: session.globalNames) : ""
      throw CommandError.noRequest(command, found: session.described(value), guess: guess)
    }
  }

  /// Calls a function written in Lua with values, whatever a script has made of the globals.
  ///
  ///     runner.call("local r = ... return r:explain()", request)
  func call(_ code: String, _ arguments: LuaValue...) throws -> [LuaValue] {
    try session.lua.load(code, name: "=" + Self.ownChunk).call(arguments)
  }

  /// Where errors of such functions come from.
  static let ownChunk = LuaFunction.ownSource
}

extension String {
  /// The first word, which may stand in quotation marks, and what follows it.
  ///
  ///     "'my file.csv' Player:all()".splittingFirstWord   // ("my file.csv", "Player:all()")
  var splittingFirstWord: (word: String, rest: String) {
    if let mark = first, mark == "'" || mark == "\"", let end = dropFirst().firstIndex(of: mark) {
      return (String(self[index(after: startIndex)..<end]), String(self[index(after: end)...]).trimmingBlanks())
    }
    let word = prefix { !$0.isWhitespace }
    return (String(word), String(dropFirst(word.count)).trimmingBlanks())
  }

  /// What precedes the last word, and that.
  var splittingLastWord: (rest: String, word: String) {
    let word = String(reversed().prefix { !$0.isWhitespace }.reversed())
    return (String(dropLast(word.count)).trimmingBlanks(), word)
  }
}
