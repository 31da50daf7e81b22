import Lists
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Relation {
  /// The error for a relation that is observed as if it were a field.
  fileprivate func isNotObserved(_ entity: Entity) -> ScriptError {
    let advice =
      kind.isToMany
      ? "observe its rows: p.\(name):observe(function(list) … end)"
      : kind == .belongsTo
        ? "observe the field that holds its key: p:observe(\"\(columns.first ?? name)\", function(new, old) … end)"
        : "observe \(target), which holds the key: \(target):where { … }:observe(function(list) … end)"
    return ScriptError(.argument, "\(entity.name).\(name) is a relation, no field: \(advice)")
  }
}

extension ObjectMethods {
  /// `p:observe("name", function(new, old) … end)`.
  static let observe = Method(
    "observe", takes: 2, "tells a function of a field's value now and after each commit that changed it",
    "stop = p:observe(\"name\", function(new, old) print(new, old) end)"
  ) { session, call in
    let (object, context) = try call.object()
    let entity = try context.entity
    guard call.kind(2) == .string, case .function(let function) = call.value(3) else {
      throw ScriptError(
        .argument, "observe takes the name of a field and a function: p:observe(\"name\", function(new, old) … end)")
    }
    guard object.state == .saved else {
      throw ScriptError(.state, "this \(context.name) is not saved: there is nothing to observe yet")
    }
    try context.checkBelongs(to: context.database)
    guard let slot = object.shape.slot(named: 2, on: call.stack) else {
      if let relation = entity.relation(call.string(2) ?? "") { throw relation.isNotObserved(entity) }
      throw QueryError.unknownField(
        entity: entity.name, name: call.string(2) ?? "", candidates: entity.fields.map(\.name))
    }
    guard slot < entity.fields.count else {
      throw ScriptError(.argument, "\(entity.member(slot).name) is transient: no commit changes it")
    }
    let key = try ObjectRows(session: session, stack: call.stack).savedKey(of: object, entity)
    let observer = FieldObserver(function, context, slot: slot, key: key)
    call.push(try context.database.observers.begin(observer))
    return 1
  }
}
