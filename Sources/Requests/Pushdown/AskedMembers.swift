import LuaRuntime
import Model
import Query
import Schema

/// Conditions on members that functions of the script give: what they are of a row is known once these were called.
extension RequestHandle {
  /// The request in which such conditions are functions of the row.
  ///
  /// - Parameter asked: what gives the members, by their names.
  func askingMembers(_ asked: [String: Expression]) throws -> RequestHandle {
    guard let predicate = request.predicate, asked.keys.contains(where: predicate.names) else { return self }
    var parts = [predicate]
    if case .and(let conjuncts) = predicate { parts = conjuncts }
    var members: [String: LuaFunction] = [:]
    for (name, expression) in asked {
      if case .closure(let hook) = expression { members[name] = functions[hook] }
    }
    var all = functions
    parts = try parts.map { part in
      guard asked.keys.contains(where: part.names) else { return part }
      let hook = context.session.state(Numbers.self).newHook()
      all[hook] = try function(part, members)
      return .closure(hook)
    }
    var result = request
    result.predicate = parts.count == 1 ? parts[0] : .and(parts)
    return RequestHandle(context, result, functions: all, requests: requests, relation: relation?.narrowed)
  }

  /// A condition as a function of the row.
  private func function(_ part: Expression, _ members: [String: LuaFunction]) throws -> LuaFunction {
    let session = context.session
    let condition = try RowCondition(
      condition: Condition(expression: part, functions: functions), session: session, stack: session.lua.stack)
    let named = members.filter { part.names($0.key) }
    return session.lua.closure(named: "where") { [condition] call in
      var asked = condition
      asked.stack = call.stack
      try asked.ask(named, at: 1)
      call.push(try asked.selects(at: 1))
      return 1
    }
  }
}

extension Expression {
  /// Whether it asks for a member of the row itself.
  func names(_ member: String) -> Bool {
    contains { if case .field(let path) = $0 { path.isOwn && path.field == member } else { false } }
  }
}
