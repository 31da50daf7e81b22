import LuaRuntime
import Model
import Query
import Requests
import Schema

extension Word {
  static let null = Word("null", "NULL, where nil cannot be written", "Player:where { team = null }") { $0.null }

  static let index = Word(
    function: "index", "an index over several fields, values of them, or some rows",
    #"indexes = { index("team", "score"), index { "name", unique = true, where = "score > 3" } }"#
  ) { session, call in
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    var index = Entity.Index(fields: [], isUnique: false)
    if case .table(let table) = call.value(1) {
      for value in table.elements { try Words(session).add(value, to: &index, position) }
      try Words(session).readOptions(table, of: &index, position)
    } else {
      for place in 0..<call.argumentCount { try Words(session).add(call.value(place + 1), to: &index, position) }
    }
    guard !index.fields.isEmpty else {
      throw WordError.indexWithoutFields(position: position)
    }
    call.stack.push(IndexValue(index, position: position), as: session.types.index)
    return 1
  }

  static let ascending = sort("asc", "an ascending order", #"Player:sorted_by(asc("name", { nulls = "last" }))"#, false)
  static let descending = sort("desc", "a descending order", #"Player:sorted_by(desc "score")"#, true)

  static let expression = Word(
    function: "expr", takes: 2, "a value of each row, where a text would be a text",
    #"Player:where { active = true }:update { score = expr "score + 1" }"#
  ) { session, call in
    guard let text = call.string(1), call.kind(1) == .string, !text.isEmpty else {
      throw WordError.expressionWithoutText(value: call.value(1).described)
    }
    call.stack.push(ExpressionValue(text, parameters: call.value(2)), as: session.types.expression)
    return 1
  }

  private static func sort(_ name: String, _ summary: String, _ example: String, _ isDescending: Bool) -> Word {
    let word = Word(function: name, takes: 2, summary, example) { session, call in
      let key = try Requester(session).readSort(call, 1, word: name)
      // desc(desc "score") ascends again.
      if isDescending { key.sort.isDescending.toggle() }
      if call.argumentCount > 1 { try key.readOptions(call.value(2), word: name, session) }
      call.stack.push(key, as: session.types.sort)
      return 1
    }
    // It is known by what it is, where a function calls it.
    return Word(name, summary, example) { session in
      let value = word.value(session)
      if case .function(let function) = value { session.state(SortWords.self).all.append(function) }
      return value
    }
  }
}

extension Words {
  fileprivate func readOptions(_ table: LuaTable, of index: inout Entity.Index, _ position: SourcePosition?) throws {
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.integer, _): continue
      case (.string("unique"), .boolean(let flag)): index.isUnique = flag
      case (.string("unique"), _):
        throw WordError.indexUniqueNotAFlag(value: value.described, position: position)
      case (.string("where"), _):
        if let sql = value.userdata?.object(as: WrittenSQL.self) {
          index.condition = RowRule(sql.text, isSQL: true)
        } else if let text = value.text, !text.isEmpty {
          index.condition = RowRule(text)
        } else {
          throw WordError.indexWhereNotText(value: value.described, position: position)
        }
      default:
        let name = session.lua.describe(key)
        throw WordError.noIndexOption(name: name, position: position)
      }
    }
  }

  /// A field, or a value that is made of fields: which of the two a text is shows when these are known.
  fileprivate func add(_ value: LuaValue, to index: inout Entity.Index, _ position: SourcePosition?) throws {
    if let sql = value.userdata?.object(as: WrittenSQL.self) {
      index.expressions[index.fields.count] = RowRule(sql.text, isSQL: true)
      index.fields.append(sql.text)
    } else if case .string(let name) = value, let text = name.text {
      index.fields.append(text)
    } else {
      throw WordError.notAnIndexedField(value: value.described, position: position)
    }
  }
}
