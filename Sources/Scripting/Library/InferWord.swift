import Exchange
import LuaRuntime

extension Word {
  static let infer = Word(
    function: "infer", takes: 2, "the entity that fits a file, as Lua text with what was seen of each column",
    #"print(infer "people.csv")"#
  ) { session, call in
    let path = try call.path(1, "infer")
    var options = try ExchangeOptions(
      call, "infer", path: path, names: ExchangeOptions.ofInference, at: 2)
    let inference = FileInference(session)
    let remark = try inference.guessEncoding(of: path, for: &options).map { "-- \($0)\n" } ?? ""
    return call.returning(remark + (try inference.entity(path, options).text))
  }
}
