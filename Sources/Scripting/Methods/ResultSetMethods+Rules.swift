import Lists
import LuaRuntime
import Model
import ResultSets

/// What changes how rows are shown, and which are held.
extension ResultSetMethods {
  /// The order that the arguments say, one or several as `sorted_by` takes them.
  private static func order(_ call: LuaCall, _ session: SessionContext) -> LuaValue {
    let keys = Array(call.arguments.dropFirst())
    if keys.count == 1 { return keys[0] }
    let list = session.lua.makeTable()
    for (place, key) in keys.enumerated() { list[place + 1] = key }
    return .table(list)
  }

  static let rules: [Method] = [
    Method("resort", "sorts anew, by another order where one is given", "rs:resort(\"-score\", \"name\")") {
      session, call in
      let set = try memory(call, "resort")
      let sort = call.argumentCount > 1 ? try RowSort(order(call, session), word: "resort", session, call) : nil
      return push(try set.resort(sort), session, call)
    },
    Method(
      "resort_sections", takes: 1, "sorts the sections anew, by another order where one is given",
      "rs:resort_sections(function(a, b) return #a > #b end)"
    ) { session, call in
      let set = try memory(call, "resort_sections")
      let order = call.argumentCount > 1 ? try SectionOrder(call.value(2)) : nil
      return push(try set.resortSections(order), session, call)
    },
    Method(
      "refilter", "filters anew, by another condition where one is given, as in where; nil shows all",
      "rs:refilter { score = is.greater(3) }   rs:refilter(function(row) return row.active end)"
    ) { session, call in
      let set = try memory(call, "refilter")
      guard call.argumentCount > 1 else { return push(try set.refilter(nil), session, call) }
      switch call.value(2) {
      case .nil, .boolean(false): return push(try set.refilter(.some(nil)), session, call)
      default:
        let filter = try RowFilter(Array(call.arguments.dropFirst()), word: "refilter", session)
        return push(try set.refilter(.some(filter)), session, call)
      }
    },
    Method("sort_section", takes: 2, "sorts the rows of one section, once", "rs:sort_section(1, \"-score\")") {
      session, call in
      let set = try memory(call, "sort_section")
      let section = try number(call, 2, "sort_section")
      let sort = try RowSort(call.value(3), word: "sort_section", session, call)
      return push(try set.sortSection(section, sort), session, call)
    },
    unloading("unload", "lets the function 'unload' of the set drop what rows do not need to hold") { $0.unload },
    unloading("reload", "lets the function 'reload' of the set bring back what was unloaded") { $0.reload },
  ]

  private static func unloading(
    _ word: String, _ summary: String, function: @escaping @Sendable (MemoryRules) -> LuaFunction?
  ) -> Method {
    Method(word, takes: 3, summary, "rs:\(word)(1)   rs:\(word)(1, 3, 5)") { _, call in
      let set = try memory(call, word)
      let section = try number(call, 2, word)
      guard let function = function(set.rules) else {
        throw MethodError.noFunctionInSet(word: word)
      }
      var range: ClosedRange<Int>?
      if call.argumentCount > 2 {
        let first = try number(call, 3, word)
        let last = call.isNil(4) ? first : try number(call, 4, word)
        guard first <= last else {
          throw MethodError.notARange(word: word, first: first, last: last)
        }
        range = first...last
      }
      call.push(try set.unload(section, range, with: function))
      return 1
    }
  }
}
