import LuaRuntime
import Model

extension Word {
  static let sql = Word(
    function: "sql", takes: 1, "SQL in the schema, which the database alone judges", #"check = sql "length(name) > 2""#
  ) { session, call in
    guard let text = call.value(1).text, !text.isEmpty, !text.contains("\0") else {
      throw ScriptError(WordError.sqlWithoutText(value: call.value(1).described))
    }
    call.push(WrittenSQL(text), as: session.types.sql)
    return 1
  }
}
