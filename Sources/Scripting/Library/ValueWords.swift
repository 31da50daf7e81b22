import LuaRuntime
import Model
import Query
import Requests
import Schema

extension Word {
  static let null = Word("null", "NULL, where nil cannot be written", "Player:where { team = null }") { $0.null }

  static let index = Word(
    function: "index", "an index over several fields",
    #"indexes = { index("team", "score"), index { "name", unique = true } }"#
  ) { session, call in
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    var names: [String] = []
    var isUnique = false
    if case .table(let table) = call.value(1) {
      names = try (0..<table.rawLength).map { try Words(session).indexField(table[$0 + 1], position) }
      isUnique = try Words(session).indexOptions(table, position)
    } else {
      names = try (0..<call.argumentCount).map { try Words(session).indexField(call.value($0 + 1), position) }
    }
    guard !names.isEmpty else {
      throw ScriptError(WordError.indexWithoutFields(position: position))
    }
    call.stack.push(
      IndexValue(Entity.Index(fields: names, isUnique: isUnique), position: position), as: session.types.index)
    return 1
  }

  static let ascending = sort("asc", "an ascending order", #"Player:sorted_by(asc("name", { nulls = "last" }))"#, false)
  static let descending = sort("desc", "a descending order", #"Player:sorted_by(desc "score")"#, true)

  static let expression = Word(
    function: "expr", takes: 2, "a value of each row, where a text would be a text",
    #"Player:where { active = true }:update { score = expr "score + 1" }"#
  ) { session, call in
    guard let text = call.string(1), call.kind(1) == .string, !text.isEmpty else {
      throw ScriptError(WordError.expressionWithoutText(value: call.value(1).described))
    }
    call.stack.push(ExpressionValue(text, parameters: call.value(2)), as: session.types.expression)
    return 1
  }

  private static func sort(_ name: String, _ summary: String, _ example: String, _ isDescending: Bool) -> Word {
    Word(function: name, takes: 2, summary, example) { session, call in
      let key = try Requester(session).readSort(call, 1, word: name)
      // desc(desc "score") ascends again.
      if isDescending { key.sort.isDescending.toggle() }
      if call.argumentCount > 1 { try key.readOptions(call.value(2), word: name, session) }
      call.stack.push(key, as: session.types.sort)
      return 1
    }
  }
}

extension Words {
  /// Whether the index is unique; there is no other option.
  fileprivate func indexOptions(_ table: LuaTable, _ position: SourcePosition?) throws -> Bool {
    var isUnique = false
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.integer, _): continue
      case (.string("unique"), .boolean(let flag)): isUnique = flag
      case (.string("unique"), _):
        throw ScriptError(WordError.indexUniqueNotAFlag(value: value.described, position: position))
      default:
        let name = session.lua.describe(key)
        throw ScriptError(WordError.noIndexOption(name: name, position: position))
      }
    }
    return isUnique
  }

  fileprivate func indexField(_ value: LuaValue, _ position: SourcePosition?) throws -> String {
    guard case .string(let name) = value, let text = name.text else {
      throw ScriptError(WordError.notAnIndexedField(value: value.described, position: position))
    }
    return text
  }
}
