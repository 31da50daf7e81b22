import Encodings
import LuaRuntime

extension LuaState {
  /// The function that an entry is: an expression first, so that its value can be shown; `=expression` as well.
  func compileEntry(_ text: String, name: String) throws(LuaError) -> LuaFunction {
    let body = text.drop { $0.isWhitespace }
    if body.first == "=" { return try load("return " + body.dropFirst(), name: name) }
    let asExpression: LuaError
    do throws(LuaError) {
      return try load("return " + text, name: name)
    } catch {
      asExpression = error
    }
    do throws(LuaError) {
      return try load(text, name: name)
    } catch {
      // `{ 1, 2 3 }` begins no statement: what is wrong with it as an expression helps more.
      let isNoStatement = error.message.contains("unexpected symbol near '\(body.prefix(1))")
      throw isNoStatement || isIncomplete(asExpression) ? asExpression : error
    }
  }

  /// What Lua makes of a text as an entry.
  enum Acceptance: Equatable {
    case yes, no
    /// It has to go on.
    case incomplete
  }

  func acceptsEntry(_ text: String) -> Acceptance {
    do {
      // The line's end is part of it: `s = "abc` is wrong, and not to be continued.
      _ = try compileEntry(text + "\n", name: "=entry")
      return .yes
    } catch {
      return isIncomplete(error) ? .incomplete : .no
    }
  }
}
