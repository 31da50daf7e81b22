import LuaRuntime
import Model
import Query
import Schema

extension Requester {
  /// Lets scopes be called: `Player:adults()`, `team.players:adults(21)`.
  package func installScopes() {
    session.entities.callScope = { [unowned session] name, function, call in
      try Requester(session).pushRequest(ofScope: name, function, call)
    }
  }

  /// Pushes the request that a scope makes of the one at the first argument.
  ///
  /// The function may say `or_where` of its own conditions: what the request selected before stays selected.
  private func pushRequest(ofScope name: String, _ function: LuaFunction, _ call: LuaCall) throws -> Int {
    let handle = try call.request()
    let before = handle.request.scope
    let opened = handle.with { $0.scope = $0.predicate }
    call.push(opened, as: session.types.request)
    let receiver = call.value(call.argumentCount + 1)
    let result = try function.call([receiver] + call.arguments.dropFirst()).first ?? .nil
    guard let made = result.userdata?.object(as: RequestHandle.self), made.context.name == handle.context.name else {
      throw ScriptError(
        RequestError.scopeGivesNoRequest(entity: handle.context.name, name: name, found: result.described))
    }
    guard made.request.scope == opened.request.scope else {
      throw ScriptError(RequestError.scopeLeavesRequest(entity: handle.context.name, name: name))
    }
    call.push(made.with { $0.scope = before }, as: session.types.request)
    return 1
  }
}
