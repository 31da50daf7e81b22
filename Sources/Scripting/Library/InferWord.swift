import Exchange
import LuaRuntime

extension Word {
  static let infer = Word(
    function: "infer", takes: 2, "the entity that fits a file, as Lua text with what was seen of each column",
    #"print(infer "people.csv")"#
  ) { session, call in
    let path = try call.path(1, "infer")
    let options = try ExchangeOptions(
      call, "infer", path: path, names: ExchangeOptions.ofInference, at: 2)
    return call.returning(try FileInference(session).entity(path, options).text)
  }
}
