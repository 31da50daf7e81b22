import Exchange
import Lists
import LuaRuntime
import Model
import Schema

extension ResultSetMethods {
  /// `export` and `encode`: the rows that are shown, in their order.
  static let exchange = ExchangeMethods.methods("rs:", "its rows") { try exported($0, $1) }

  /// The rows of a result set, with the headings of its sections, where there are any.
  static func exported(_ session: SessionContext, _ call: LuaCall) throws -> ExportSource {
    let view = try view(call)
    var headings: [Int: String] = [:]
    let isPlain = view.order.sectionCount == 1 && view.names.key(view.order.sections[0].identity) == .text([])
    for section in view.order.sections where !isPlain {
      let name = view.names.name(section.identity)
      headings[section.range.lowerBound] = name.isNil ? "(none)" : name.text ?? session.lua.describe(name)
    }
    return .values(try view.objects(on: call.stack), sections: headings)
  }
}
