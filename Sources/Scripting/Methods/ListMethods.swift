import LuaRuntime
import Schema

/// The methods of lists of objects.
package enum ListMethods {
  package static let all: [Method] =
    [
      Method("map", "the list of a field's values, or of what a function makes of each object", #"list:map "name""#) {
        session, call in
        let count = try length(call)
        let stack = call.stack
        let name = stack.kind(2) == .string ? stack.string(2) : nil
        guard name != nil || stack.kind(2) == .function else {
          throw ScriptError(.argument, "map takes the name of a field or a function, not \(call.value(2).described)")
        }
        stack.newTable(array: count)
        let result = stack.top
        for place in 0..<count {
          if let name {
            try stack.get(1, place + 1)
            try stack.get(-1, name)
            stack.remove(-2)
          } else {
            stack.copy(2)
            try stack.get(1, place + 1)
            try stack.call(arguments: 1, results: 1)
          }
          stack.rawSet(table: result, place + 1)
        }
        return 1
      },
      Method("filter", "the objects for which a function says true", "list:filter(function(p) return p.age > 20 end)") {
        session, call in
        let count = try length(call)
        let stack = call.stack
        guard stack.kind(2) == .function, let shape = stack.rowList(1)?.shape else {
          throw ScriptError(.argument, "filter takes a function, not \(call.value(2).described)")
        }
        stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
        let result = stack.top
        var kept = 0
        for place in 0..<count {
          stack.copy(2)
          try stack.get(1, place + 1)
          stack.copy(-1)
          stack.insert(-3)
          try stack.call(arguments: 1, results: 1)
          let isKept = stack.boolean(-1)
          stack.pop(1)
          if isKept {
            kept += 1
            stack.setRow(ofList: result, at: kept)
          } else {
            stack.pop(1)
          }
        }
        return 1
      },
    ] + ExchangeMethods.ofLists

  private static func length(_ call: LuaCall) throws -> Int {
    guard let list = call.stack.rowList(1) else {
      throw ScriptError(
        .argument, "a list of objects was expected, not \(call.value(1).described). Write ':' before the method")
    }
    return list.count
  }
}
