import LuaRuntime
import Model
import Query
import Schema

/// One key of an order as a value of the language: `asc("name", { nulls = "last" })`, `desc(function(p) … end)`.
package final class SortValue {
  package var sort: Sort
  /// The function in it, by the number that the sort has for it.
  package let functions: [ScriptHook: LuaFunction]

  init(_ sort: Sort, functions: [ScriptHook: LuaFunction] = [:]) {
    self.sort = sort
    self.functions = functions
  }

  func copy() -> SortValue { SortValue(sort, functions: functions) }

  /// Reads `{ nulls = "last", ignore_case = true, numeric = true }`.
  package func readOptions(_ value: LuaValue, word: String, _ session: SessionContext) throws {
    guard case .table(let table) = value else {
      throw ScriptError(RequestError.sortOptionsNotATable(word: word, value: value.described))
    }
    if case .comparator = sort.key, !table.entries().isEmpty {
      throw ScriptError(RequestError.comparatorWithOptions(word: word))
    }
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.string("nulls"), .string("first")): sort.nulls = .first
      case (.string("nulls"), .string("last")): sort.nulls = .last
      case (.string("ignore_case"), .boolean(let flag)): sort.ignoresCase = flag
      case (.string("numeric"), .boolean(let flag)): sort.isNumeric = flag
      default: throw Self.refusal(session.lua.describe(key), value, word)
      }
    }
  }

  private static let choices = [
    "nulls": "\"first\" or \"last\"", "ignore_case": "true or false", "numeric": "true or false",
  ]

  package static let optionNames = choices.keys.sorted()

  private static func refusal(_ name: String, _ value: LuaValue, _ word: String) -> ScriptError {
    guard let choice = choices[name] else {
      return ScriptError(RequestError.noSortOption(word: word, name: name, candidates: optionNames))
    }
    return ScriptError(RequestError.sortOption(word: word, name: name, choice: choice, value: value.described))
  }
}

/// The order that a script asks for: keys, and the functions in them.
package struct Order {
  package var sorts: [Sort] = []
  package var functions: [ScriptHook: LuaFunction] = [:]
  /// The requests in its keys.
  package var requests: [ScriptHook: RequestHandle] = [:]

  package init(sorts: [Sort] = [], functions: [ScriptHook: LuaFunction] = [:]) {
    self.sorts = sorts
    self.functions = functions
  }
}

extension Requester {
  /// The order in the arguments from `first` on: names with `-`, `asc(…)` and `desc(…)`, functions.
  ///
  ///     sorted_by("-score", asc("name", { nulls = "last" }), function(p) return #p.name end)
  package func readOrder(_ call: LuaCall, from first: Int = 2, word: String) throws -> Order {
    guard call.argumentCount >= first else {
      throw ScriptError(RequestError.orderWithoutKey(word: word))
    }
    var order = Order()
    for index in first...call.argumentCount {
      let key = try readSort(call, index, word: word)
      order.sorts.append(key.sort)
      order.functions.merge(key.functions) { first, _ in first }
    }
    return order
  }

  /// One key of an order: a new value, which the caller may change.
  package func readSort(_ call: LuaCall, _ index: Int, word: String) throws -> SortValue {
    if let sort = call.object(index, as: SortValue.self) { return sort.copy() }
    let value = call.value(index)
    if case .function(let function) = value { return try readSort(function, word: word) }
    if let written = value.writtenSQL {
      return SortValue(Sort(.value(try written.expression(for: word, windows: true))))
    }
    guard case .string(let bytes) = value, let name = bytes.text, !name.isEmpty, name != "-" else {
      throw ScriptError(RequestError.notAnOrder(word: word, value: value.described))
    }
    return SortValue(
      name.utf8.first == UInt8(ascii: "-")
        ? Sort(FieldPath(String(name.dropFirst())), isDescending: true) : Sort(FieldPath(name)))
  }

  /// A function of one row gives its key; one of two rows says whether the first comes first.
  private func readSort(_ function: LuaFunction, word: String) throws -> SortValue {
    let hook = session.state(Numbers.self).newHook()
    let parameters = function.parameters
    guard parameters.count < 3 else {
      throw ScriptError(RequestError.comparatorParameters(word: word, count: parameters.count))
    }
    let isComparator = parameters.count == 2 && !parameters.isOpen
    return SortValue(
      Sort(isComparator ? .comparator(hook) : .value(.closure(hook))), functions: [hook: function])
  }
}
