import Exchange
import LuaRuntime
import Model
import Store

/// What databases do with each other, and what they say of themselves.
enum CopyMethods {
  static let all: [Method] = [
    Method(
      "copy_to", takes: 1, "copies schema and rows to another database: all of it, or nothing",
      #"db:copy_to(open "postgres://ann@host/shop")"#
    ) { session, call in
      let database = try DatabaseMethods.database(call)
      guard let target = call.object(2, as: ScriptDatabase.self) else {
        throw ExchangeError.copyWithoutDatabase(value: call.value(2).described)
      }
      var copy = try DatabaseCopy(session, from: database, to: target)
      call.stack.push(try copy.run(), as: session.types.copyReport)
      return 1
    },
    Method(
      "capabilities", takes: 0, "what the database can do: true, or why it cannot, by name",
      "for name, can in pairs(db:capabilities()) do print(name, can) end"
    ) { session, call in
      let capabilities = try DatabaseMethods.database(call).store().engine.capabilities
      let table = session.lua.makeTable()
      for capability in Capabilities.Capability.allCases {
        table[capability.rawValue] =
          capabilities.reason(against: capability).map { .string(LuaString($0)) } ?? .boolean(true)
      }
      let text = capabilities.text
      table.setMetatable(
        session.lua.table(of: ["__tostring": { call in call.returning(text) }]))
      call.push(.table(table))
      return 1
    },
  ]
}

extension Capabilities {
  /// One line for each: `callbacks   no: the server runs no functions of the program`.
  var text: String {
    let width = Capability.allCases.map(\.rawValue.count).max() ?? 0
    let lines = Capability.allCases.sorted { $0.rawValue < $1.rawValue }.map { capability -> String in
      let gap = String(repeating: " ", count: width - capability.rawValue.count + 2)
      let answer = reason(against: capability).map { "no: " + $0 } ?? "yes"
      return capability.rawValue + gap + answer
    }
    return lines.joined(separator: "\n")
  }
}
