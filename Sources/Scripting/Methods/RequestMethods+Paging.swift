import LuaRuntime
import Model
import Query
import Requests
import Schema

extension RequestMethods {
  private static let defaultPageSize = 20

  private static let pageChoices = ["after": "the cursor that a page gave", "size": "a number of rows"]

  static let pageOptions = pageChoices.keys.sorted()

  private static func mistake(in option: String, _ value: LuaValue) -> ScriptError {
    if let choice = pageChoices[option] {
      return ScriptError(MethodError.pageOption(option: option, choice: choice, value: value.described))
    }
    return ScriptError(MethodError.noPageOption(option: option, candidates: pageOptions))
  }

  /// Pushes the list of a page's rows, and the cursor of the next page or nil.
  static func page(_ call: LuaCall) throws -> Int {
    let paging = try call.request().pages()
    var (size, after): (Int?, PageCursor?) = (nil, nil)
    if case .table(let options) = call.value(2) {
      for (key, value) in options.entries() {
        switch (key.text, value) {
        case ("size", _) where value.integer.map { $0 > 0 } == true: size = value.integer.map { Int($0) }
        case ("after", .string(let text)): after = try paging.cursor(text.text ?? "")
        default:
          throw mistake(in: key.text ?? key.described, value)
        }
      }
    } else if call.argumentCount > 1 {
      size = try count(call, "page")
    }
    let rows = min(size ?? after?.size ?? defaultPageSize, Int(Int32.max))
    guard rows > 0 else {
      throw MethodError.pageSize(rows: rows)
    }
    let next = try paging.page(size: rows, after: after, on: call.stack).next
    call.push(next.map { .string(LuaString($0)) } ?? .nil)
    return 2
  }
}
