import Lists
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Relation {
  /// The error for a relation that is observed as if it were a field.
  fileprivate func isNotObserved(_ entity: Entity) -> ScriptError {
    let advice: MethodError.ObservingAdvice =
      kind.isToMany ? .ofRows : kind == .belongsTo ? .ofKey(columns.first ?? name) : .ofHolder(target)
    return ScriptError(MethodError.relationIsNoField(entity: entity.name, name: name, advice: advice))
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
      throw MethodError.observeWithoutFunction
    }
    guard object.state == .saved else {
      throw MethodError.unsavedIsNotObserved(entity: context.name)
    }
    try context.checkBelongs(to: context.database)
    guard let slot = object.shape.slot(named: 2, on: call.stack) else {
      let name = call.string(2) ?? ""
      if let relation = entity.relation(name) { throw relation.isNotObserved(entity) }
      throw QueryError.unknownField(
        entity: entity.name, name: name, candidates: entity.fields.map(\.name))
    }
    guard slot < entity.fields.count else {
      throw MethodError.transientIsNotObserved(field: entity.member(slot).name)
    }
    let key = try ObjectRows(session: session, stack: call.stack).savedKey(of: object, entity)
    let observer = FieldObserver(function, context, slot: slot, key: key)
    call.push(try context.database.observers.begin(observer))
    return 1
  }
}
