import Interchange
import LuaRuntime
import Model
import Scripting

/// What a script or `init.lua` may set, as the commands of the same names do.
extension Runner {
  func promptSettings() -> PromptSettings {
    PromptSettings(
      names: ["mode", "limit", "pager", "null", "timer"], value: { [unowned self] in setting($0) },
      set: { [unowned self] in try set($0, $1) })
  }

  private func setting(_ name: String) -> LuaValue {
    switch name {
    case "mode": .string(settings.mode)
    case "limit": settings.limit == .max ? "all" : .integer(Int64(settings.limit))
    case "pager": .boolean(settings.usesPager)
    case "null": settings.nullText.map { .string($0) } ?? .nil
    case "timer": .boolean(settings.showsTime)
    default: .nil
    }
  }

  private func set(_ name: String, _ value: LuaValue) throws {
    switch name {
    case "mode":
      guard let mode = value.text, Format.named(mode) != nil else {
        throw wrong(name, value)
      }
      settings.mode = mode
    case "limit":
      guard let limit = value.text == "all" ? .max : value.integer.map({ Int($0) }), limit > 0 else {
        throw wrong(name, value)
      }
      settings.limit = limit
    case "pager": settings.usesPager = try flag(name, value)
    case "timer": settings.showsTime = try flag(name, value)
    default:
      guard value.isNil || value.text != nil else { throw wrong(name, value) }
      settings.nullText = value.text
    }
  }

  private func flag(_ name: String, _ value: LuaValue) throws -> Bool {
    guard case .boolean(let flag) = value else { throw wrong(name, value) }
    return flag
  }

  private func wrong(_ name: String, _ value: LuaValue) -> ScriptError {
    let expected =
      switch name {
      case "mode": "one of " + Format.all.map(\.name).joined(separator: ", ")
      case "limit": "a number of rows, at least 1, or \"all\""
      case "null": "text"
      default: "true or false"
      }
    return ScriptError(WordError.settingValue(name: name, expected: expected, value: value.described))
  }
}
