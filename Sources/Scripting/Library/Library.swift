import LuaRuntime
import Model

/// One word of the language: a global of every script, and once more a member of `moon`.
package struct Word: Sendable {
  package let name: String
  package let summary: String
  package let example: String
  let value: @Sendable (SessionContext) -> LuaValue

  init(_ name: String, _ summary: String, _ example: String, value: @escaping @Sendable (SessionContext) -> LuaValue) {
    self.name = name
    self.summary = summary
    self.example = example
    self.value = value
  }

  /// A word that is a function, which takes so many arguments at most; nil = it looks at all of them.
  init(
    function name: String, takes maximum: Int? = nil, _ summary: String, _ example: String,
    body: @escaping @Sendable (SessionContext, LuaCall) throws -> Int
  ) {
    self.init(name, summary, example) { session in
      .function(
        session.lua.function(named: name) { [unowned session] call in
          if let maximum, let surplus = call.surplus(behind: maximum) {
            throw ScriptError(name, takes: maximum, surplus, advice: WordError.advice(example))
          }
          return try body(session, call)
        })
    }
  }
}

/// All words of the language.
package enum Library {
  package static let all: [Word] = schema + others

  private static let schema: [Word] = [.entity] + Word.fieldConstructors

  private static let others: [Word] = [
    .belongsTo, .hasMany, .hasOne, .manyToMany, .index, .sql, .is, .test, .expect, .null, .ascending, .descending,
    .expression,
    .database, .open, .migration, .generate, .encode, .decode, .infer,
    .resultSet, .initial, .diff,
    .show, .chart, .settings,
  ]

  /// The name of the table of all words.
  static let tableName = "moon"

  /// Makes the words globals, which a script may shadow, and members of `moon`, which it cannot change.
  static func install(in session: SessionContext) {
    let words = session.lua.makeTable()
    for word in all {
      let value = word.value(session)
      words[word.name] = value
      session.lua.setGlobal(word.name, value)
    }
    session.lua.keepGlobal(
      tableName, .table(readOnly(words, named: tableName, session)),
      refuse: session.lua.function(named: tableName) { _ in
        throw WordError.keptTable(table: tableName)
      })
  }

  /// A table that shows another one and refuses assignments.
  static func readOnly(_ table: LuaTable, named name: String, _ session: SessionContext) -> LuaTable {
    let metatable = session.lua.makeTable()
    metatable["__index"] = .table(table)
    metatable["__newindex"] = .function(
      session.lua.function(named: "newindex") { call in
        throw WordError.keptWord(table: name, name: session.lua.describe(call.value(2)))
      })
    metatable["__pairs"] = .function(
      session.lua.function(named: "pairs") { call in
        call.push(session.lua.global("next"))
        call.push(.table(table))
        return 2
      })
    metatable["__tostring"] = .function(
      session.lua.function(named: "tostring") { call in
        let names = table.entries().compactMap { $0.0.text }.sorted()
        return call.returning("\(name): " + names.joined(separator: ", "))
      })
    metatable["__metatable"] = .string(LuaString(name))
    let result = session.lua.makeTable()
    result.setMetatable(metatable)
    return result
  }
}

extension HostTypes {
  package var field: LuaHostType { self["field"] }
  package var relation: LuaHostType { self["relation"] }
  package var index: LuaHostType { self["index"] }
  package var sort: LuaHostType { self["sort"] }
  package var initial: LuaHostType { self["initial"] }
}
