import Interchange
import LuaRuntime
import Model
import Requests

extension Word {
  static let show = Word(
    function: "show", takes: 2, "prints any value as the prompt does, in a mode if one is named",
    #"show(Player:limit(2), "markdown")"#
  ) { session, call in
    let mode = call.value(2)
    if !mode.isNil {
      let name = mode.text ?? ""
      guard Format.named(name) != nil else {
        let names = Format.all.map(\.name)
        throw WordError.noMode(value: mode.described, name: name, candidates: names)
      }
    }
    if let present = session.messages.present {
      try present(call.value(1), mode.text)
    } else if case .function(let print) = session.lua.global("print") {
      try print.call([call.value(1)])
    }
    return 0
  }

  static let chart = Word(
    function: "chart", takes: 3, "draws a histogram of an entity's field, or bars of a request by a label and a number",
    #"chart(Player, "age")   chart(Player:all(), "name", "score")"#
  ) { session, call in
    let fields = [call.value(2), call.value(3)].filter { !$0.isNil }.map(\.text)
    let isOfGroups = fields.isEmpty && call.object(1, as: GroupHandle.self) != nil
    guard isOfGroups || !fields.isEmpty && !fields.contains(nil) else {
      throw WordError.chartWithoutFields(value: call.value(2).described)
    }
    try session.messages.chart?(call.value(1), fields.compactMap { $0 })
    return 0
  }

  static let settings = Word(
    "settings", "what the prompt is set to: mode, limit, null, pager, timer",
    #"settings.mode = "table"   settings.mode"#
  ) { session in
    let metatable = session.lua.makeTable()
    metatable["__index"] = .function(
      session.lua.function(named: "index") { [unowned session] call in
        call.push(try setting(call, session).value(call.string(2) ?? ""))
        return 1
      })
    metatable["__newindex"] = .function(
      session.lua.function(named: "newindex") { [unowned session] call in
        try setting(call, session).set(call.string(2) ?? "", call.value(3))
        return 0
      })
    metatable["__tostring"] = .function(
      session.lua.function(named: "tostring") { [unowned session] call in
        guard let settings = session.messages.settings else { return call.returning("settings") }
        let words = settings.names.map { "\($0) = \(session.lua.describe(settings.value($0)))" }
        return call.returning("settings: " + words.joined(separator: ", "))
      })
    metatable["__metatable"] = "settings"
    let table = session.lua.makeTable()
    table.setMetatable(metatable)
    return .table(table)
  }

  /// What can be set, when the name that a script uses is one of it.
  private static func setting(_ call: LuaCall, _ session: SessionContext) throws -> PromptSettings {
    guard let settings = session.messages.settings else { throw WordError.settingsWithoutPrompt }
    guard let name = call.value(2).text, settings.names.contains(name) else {
      throw WordError.noSetting(name: session.lua.describe(call.value(2)), candidates: settings.names)
    }
    return settings
  }
}
