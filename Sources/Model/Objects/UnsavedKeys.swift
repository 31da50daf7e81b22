import LuaRows
import LuaRuntime

/// The texts by which objects that are not saved are known: `Player(new 3)`.
///
/// No row tells such objects apart, and no two of them are equal; so each has a number of its own, as long as it lives.
package final class UnsavedKeys: SessionState {
  /// The numbers by object; an object that is not used any more takes its own along.
  private let numbers: LuaTable
  private var last: Int64 = 0

  package init(_ session: SessionContext) {
    numbers = session.lua.makeTable()
    let weak = session.lua.makeTable()
    weak["__mode"] = .string(LuaString("k"))
    numbers.setMetatable(weak)
  }

  package func key(of object: LuaRowObject, named name: String) -> String {
    let key = object.place.value
    if let number = numbers[key].integer { return "\(name)(new \(number))" }
    last += 1
    numbers[key] = .integer(last)
    return "\(name)(new \(last))"
  }
}
