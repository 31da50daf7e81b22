import Exchange
import Interchange
import Lists
import LuaRuntime
import Model
import Query
import Requests
import Schema

extension ResultSetMethods {
  /// `export` and `encode`: the rows that are shown, in their order.
  static let exchange = ExchangeMethods.methods("rs:", "its rows") { session, call, _ in try exported(session, call) }

  /// The rows of a result set, with the headings of its sections, where there are any.
  static func exported(_ session: SessionContext, _ call: LuaCall) throws -> ExportSource {
    try exported(view(call), session, on: call.stack)
  }

  /// The rows of a request, which come under the headings of its sections where a format has a place for them.
  static func exported(
    _ request: RequestHandle, _ session: SessionContext, as format: FileFormat, on stack: LuaStack
  ) throws -> ExportSource {
    guard format.hasHeadings, request.request.section != nil else { return .request(request) }
    return try exported(BoundResultSet(request, MemoryRules()).view, session, on: stack)
  }

  private static func exported(
    _ view: ResultView, _ session: SessionContext, on stack: LuaStack
  ) throws -> ExportSource {
    var headings: [Int: String] = [:]
    let isPlain = view.order.sectionCount == 1 && view.names.key(view.order.sections[0].identity) == .text([])
    for section in view.order.sections where !isPlain {
      let name = view.name(section.identity)
      headings[section.range.lowerBound] = name.isNil ? "(none)" : name.text ?? session.lua.describe(name)
    }
    return .values(try view.objects(on: stack), sections: headings)
  }
}
