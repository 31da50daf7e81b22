import LuaRuntime
import Model
import Requests

extension RequestMethods {
  /// Adds computed members to the rows: those of a table by their names, those of a list of pairs in its order.
  static let annotate = Method(
    "annotate", takes: 1, "computed members of the rows: expressions, aggregates of related rows, functions",
    #"Team:annotate { members = "count players", best = "max players.score" }"#
  ) { session, call in
    let handle = try call.request()
    guard case .table(let table) = call.value(2), !table.entries().isEmpty else {
      throw RequestError.annotatedOther(name: nil)
    }
    var reader = RowValueReader(handle, word: "annotate")
    var names: [String] = []
    for (key, value) in try pairs(table) {
      guard let name = key.text else { throw RequestError.annotatedOther(name: nil) }
      try reader.annotate(name, value)
      names.append(name)
    }
    return Requester(session).push(reader.request.with { $0.members += names }, on: call.stack)
  }

  private static func pairs(_ table: LuaTable) throws -> [(LuaValue, LuaValue)] {
    guard table.rawLength > 0 else { return table.entries().sorted { ($0.0.text ?? "") < ($1.0.text ?? "") } }
    return try table.elements.map { pair in
      guard case .table(let pair) = pair, pair.rawLength == 2 else {
        throw RequestError.annotatedOther(name: nil)
      }
      return (pair[1], pair[2])
    }
  }
}
