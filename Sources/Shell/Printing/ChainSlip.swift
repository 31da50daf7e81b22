import Schema
import Scripting

/// What helps where a chain goes on behind a word that ends it, because that gives a plain list, a table or a number.
///
///     Track:values("Name", "Composer"):limit(3)
///     -- values gives a plain list: limit stands before it, as in …:limit(…):values(…)
struct ChainSlip {
  let session: Session

  /// What the word before a method gives.
  private enum Gift {
    case plainList, queriedRows, objects, table, number, truth
  }

  /// A method that was called on what another word gave.
  private struct Call {
    let maker: String
    let gift: Gift
    let method: String
    /// Where the method stands, in characters.
    let range: Range<Int>
  }

  func advice(for message: String, _ line: String) -> String? {
    call(message, line).map(advice(for:)) ?? method(of: message).flatMap(remark(on:))
  }

  /// Where the method stands that does not go on.
  func mark(for message: String, in line: String) -> Range<Int>? { call(message, line)?.range }

  // MARK: The call

  private func method(of message: String) -> String? {
    message.hasPrefix("attempt to call a nil value") ? quotedName(after: "method '", in: message) : nil
  }

  private func call(_ message: String, _ line: String) -> Call? {
    let isIndex = ["attempt to index a number value", "attempt to index a boolean value"].contains(message)
    let name = method(of: message)
    guard isIndex || name != nil else { return nil }
    let tokens = LuaTokens(line).tokens
    let calls = tokens.indices.compactMap { place -> Call? in
      guard tokens[place].isSymbol(":"), place + 1 < tokens.count, tokens[place + 1].isName,
        name == nil || tokens[place + 1].text == name, var chain = LuaChain(tokens, endingBefore: place),
        case .method(let maker)? = chain.steps.popLast(), let gift = gift(of: maker, after: chain)
      else { return nil }
      guard isIndex == (gift == .number || gift == .truth) else { return nil }
      let method = tokens[place + 1]
      return Call(maker: maker, gift: gift, method: method.text, range: method.characters(of: line))
    }
    return calls.first
  }

  private func gift(of maker: String, after chain: LuaChain) -> Gift? {
    switch (maker, LuaMeanings(session: session).meaning(of: chain)) {
    case ("query", _): .queriedRows
    case ("tables", .database), ("capabilities", .database), ("check", .entity), ("summary", .entity): .plainList
    case ("pluck", _), ("values", _), ("titles", _), ("map", _), ("flat_map", _): .plainList
    case ("fetch", .groups), ("first", .groups): .plainList
    case ("fetch", _), ("page", _), ("sample", _), ("filter", .list), ("sorted", _), ("objects", _): .objects
    case ("first", .entity), ("first", .request), ("decode", .entity), ("read", .entity): .objects
    case ("aggregate", .entity), ("aggregate", .request), ("to_table", _), ("changes", _): .table
    case ("exists", _), ("is_new", _): .truth
    case ("count", _), ("sum", _), ("avg", _), ("min", _), ("max", _), ("update", _), ("delete", _), ("import", _):
      .number
    default: nil
    }
  }

  /// Methods of requests that give no request: nothing of a chain stands behind them.
  private static let ending: Set = [
    "delete", "update", "count", "exists", "sum", "avg", "min", "max", "median", "aggregate", "pluck", "values",
    "first",
    "fetch", "page", "results", "sample", "explain", "sql", "export", "iterate", "get_or_create", "upsert",
  ]

  // MARK: Words

  private func advice(for call: Call) -> String {
    let (maker, method) = (call.maker, call.method)
    let before =
      Self.ending.contains(method)
      ? "\(method) is a word of the request, in place of \(maker): …:\(method)(…)"
      : "\(method) stands before it, as in …:\(method)(…):\(maker)(…)"
    let isOfRequests = RequestMethods.all.contains { $0.name == method }
    switch call.gift {
    case .number: return "\(maker) gives a number, which ends the chain" + (isOfRequests ? ": \(before)" : "")
    case .truth: return "\(maker) gives true or false, which ends the chain" + (isOfRequests ? ": \(before)" : "")
    case .table: return "\(maker) gives a plain table, which has no methods" + (isOfRequests ? ": \(before)" : "")
    case .queriedRows:
      return "\(maker) gives plain rows, which have no methods: " + (Self.ofPlainLists[method] ?? Self.fromSQL)
    case .plainList:
      let isNarrowing = Self.narrowing.contains(method) && Self.ofRequests.contains(maker)
      let way = isNarrowing ? before : Self.ofPlainLists[method] ?? "# counts it, ipairs walks it, table.sort sorts it"
      return "\(maker) gives a plain list, which has no methods: \(way)"
    case .objects:
      let names = ListMethods.all.map(\.name).joined(separator: ", ")
      if maker == "page", method == "limit" { return "page { size = 3 } says how many rows a page has" }
      let way = Self.ofObjects[method] ?? (isOfRequests ? before : "it has \(names)")
      return "\(maker) gives a list of objects: \(way)"
    }
  }

  /// Of a method whose object is not said in the line.
  private func remark(on method: String) -> String? {
    guard RequestMethods.all.contains(where: { $0.name == method }) else { return nil }
    return "\(method) is a method of requests, and it was called on something else: pluck, values, fetch and db:query"
      + " end a chain"
  }

  private static let fromSQL = "db:from_sql(…) is a request, which has them"

  /// The words that give plain lists of what a request, or groups, have.
  private static let ofRequests: Set<String> = ["pluck", "values", "fetch"]

  /// What says which rows a request has, or what is computed of them.
  private static let narrowing: Set<String> = [
    "where", "or_where", "where_not", "sorted_by", "then_by", "limit", "offset", "distinct", "with", "annotate", "on",
    "sum", "avg", "min", "max", "group_by", "exists",
  ]

  private static let ofPlainLists = [
    "count": "#list counts it", "first": "list[1] is the first", "each": walk, "iterate": walk,
    "encode": "encode(list, \"json\") writes it", "export": "encode(list, \"csv\") is its text",
    "sorted": "table.sort(list) sorts it", "sort": "table.sort(list) sorts it",
    "concat": "table.concat(list, \", \") joins it", "insert": "table.insert(list, x) adds to it",
  ]

  private static let ofObjects = [
    "count": "#list counts it", "first": "list[1] is the first", "each": walk, "iterate": walk,
    "where": "filter keeps some of it, where stands before it", "pluck": "map \"name\" gives the values of a field",
    "values": "map \"name\" gives the values of a field", "sorted_by": "sorted(\"-score\") sorts it",
    "sort": "sorted(\"-score\") gives it in another order",
  ]

  private static let walk = "for i, x in ipairs(list) do … end walks it"
}
