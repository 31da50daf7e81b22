import LuaRuntime
import Query
import Schema
import Store

/// Follows the value of a field in one row, whoever changes it; when the row is gone the value is nil.
final class FieldObserver: Observer {
  private let context: ObjectContext
  private let slot: Int
  private let key: [Value]
  private var known: Value?

  init(_ function: LuaFunction, _ context: ObjectContext, slot: Int, key: [Value]) {
    self.context = context
    self.slot = slot
    self.key = key
    super.init(function)
  }

  override var subject: String { "\(context.name).\(context.model.entity.fields[slot].name)" }

  override func tables() throws -> Set<String> { Set(try context.keyStatement().readTables.map { $0.lowercased() }) }

  override func changes() throws -> [LuaValue]? {
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    let isThere = try context.readRow(RowKey(key), into: buffer)
    let value = isThere ? buffer.value(0, slot) : .null
    guard value != known else { return nil }
    let old = known
    known = value
    return [try shown(value), try old.map { try shown($0) } ?? .nil]
  }

  private func shown(_ value: Value) throws -> LuaValue {
    let session = context.session
    let stack = session.lua.stack
    let entity = try context.entity
    try value.withCell { try session.push($0, as: entity.fields[slot], of: entity, on: stack) }
    defer { stack.pop(1) }
    return stack.value(-1)
  }
}

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
    let (object, context) = try object(call)
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
