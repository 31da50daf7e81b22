import LuaRuntime
import Model
import Query
import Schema

/// What is made of members that functions of the script give: it is known of a row once these were called.
extension RequestHandle {
  /// The request in which conditions on such members, and values and orders that are made of them, are functions of the
  /// row.
  ///
  /// - Parameter asked: what gives the members, by their names.
  func askingMembers(_ asked: [String: Expression]) throws -> RequestHandle {
    var members = AskedMembers(self)
    for (name, expression) in asked {
      if case .closure(let hook) = expression { members.functions[name] = functions[hook] }
    }
    var result = request
    // One may be made of another.
    var names = result.computed.keys.filter { members.functions[$0] == nil }.sorted()
    while let place = names.firstIndex(where: { members.areNamed(in: result.computed[$0]?.expression) }) {
      let name = names.remove(at: place)
      guard let computed = result.computed[name], !computed.asksScript else { continue }
      let function = try members.function(giving: computed.expression, computed.field)
      result.computed[name]?.expression = members.hook(of: function)
      members.functions[name] = function
    }
    for place in result.sorts.indices {
      guard let expression = result.sorts[place].expression, members.areNamed(in: expression) else { continue }
      let known = result.sorts[place].path.flatMap { $0.isOwn ? members.functions[$0.field] : nil }
      let function = try known ?? members.function(giving: expression, Field(name: "", type: .any))
      result.sorts[place].key = .value(members.hook(of: function))
    }
    if let predicate = result.predicate, members.areNamed(in: predicate) {
      var parts = [predicate]
      if case .and(let conjuncts) = predicate { parts = conjuncts }
      parts = try parts.map { members.areNamed(in: $0) ? members.hook(of: try members.function($0)) : $0 }
      result.predicate = parts.count == 1 ? parts[0] : .and(parts)
    }
    return RequestHandle(
      context, result, functions: members.hooks, requests: requests, relation: relation?.narrowed, meaning: meaning)
  }
}

/// The functions that give members of the rows, and those that are made of them.
private struct AskedMembers {
  private let context: ObjectContext
  /// By the names of the members.
  var functions: [String: LuaFunction] = [:]
  /// All functions of the request.
  private(set) var hooks: [ScriptHook: LuaFunction]

  init(_ handle: RequestHandle) {
    context = handle.context
    hooks = handle.functions
  }

  func areNamed(in expression: Expression?) -> Bool {
    expression.map { functions.keys.contains(where: $0.names) } ?? false
  }

  mutating func hook(of function: LuaFunction) -> Expression {
    let hook = context.session.state(Numbers.self).newHook()
    hooks[hook] = function
    return .closure(hook)
  }

  /// A condition as a function of the row.
  func function(_ part: Expression) throws -> LuaFunction {
    try asking(part) { asked, call in call.push(try asked.selects(call.borrowed(1))) }
  }

  /// An expression as a function that gives its value of the row.
  func function(giving expression: Expression, _ field: Field) throws -> LuaFunction {
    let (coding, entity) = (FieldCoding(context.session), try context.entity)
    return try asking(expression) { asked, call in
      try asked.value(of: call.borrowed(1)).withCell { try coding.push($0, as: field, of: entity, on: call.stack) }
    }
  }

  /// A function of the row that asks for the members which an expression names, and pushes what is made of that.
  private func asking(
    _ expression: Expression, _ push: @escaping (RowCondition, LuaCall) throws -> Void
  ) throws -> LuaFunction {
    let session = context.session
    let condition = try RowCondition(condition: Condition(expression: expression, functions: hooks), session: session)
    let named = functions.filter { expression.names($0.key) }
    return session.lua.closure(named: "where") { [condition] call in
      var asked = condition
      try asked.ask(named, of: call.borrowed(1))
      try push(asked, call)
      return 1
    }
  }
}

extension Expression {
  /// Whether it does arithmetic with a member of the row itself, which takes numbers.
  func reckons(with member: String) -> Bool {
    contains { part in
      guard case .arithmetic(let word, let left, let right) = part, word != .concatenate else { return false }
      return [left, right].contains {
        if case .field(let path) = $0 { path.isOwn && path.field == member } else { false }
      }
    }
  }

  /// Whether it asks for a member of the row itself.
  func names(_ member: String) -> Bool {
    contains { if case .field(let path) = $0 { path.isOwn && path.field == member } else { false } }
  }
}
