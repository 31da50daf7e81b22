import LuaRuntime
import Model
import Requests

extension Word {
  static let sql = Word(
    function: "sql", "an expression in the database's own words: of a row of a request, or in the schema",
    #"Player:where(sql("score > ? * 2", 10)):annotate { place = sql "rank() OVER (ORDER BY score DESC)" }"#
  ) { session, call in
    guard let text = call.value(1).text, !text.isEmpty, !text.contains("\0") else {
      throw WordError.sqlWithoutText(value: call.value(1).described)
    }
    let values = try Requester(session).writtenValues(call, from: 2, word: "sql")
    call.push(WrittenSQL(text, values), as: session.types.sql)
    return 1
  }
}
