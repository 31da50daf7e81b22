import LuaRuntime
import Schema

/// A request as an operand: the rows that it has when it is asked.
package protocol RowsOperand: AnyObject {}

extension LuaValue {
  /// The request that it is.
  package var rows: (any RowsOperand)? {
    guard case .userdata(let userdata) = self else { return nil }
    return userdata.object(as: AnyObject.self) as? any RowsOperand
  }
}

/// The requests in a condition, by the numbers that the condition has for them.
package final class FoundRequests {
  package var all: [ScriptHook: any RowsOperand] = [:]

  package init() {}

  package func add(_ rows: any RowsOperand, _ session: SessionContext) -> ScriptHook {
    let number = session.state(Numbers.self).newHook()
    all[number] = rows
    return number
  }
}
