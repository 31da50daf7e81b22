import LuaRows
import LuaRuntime
import Model
import Schema

/// A relation to many of an object that is not saved: what was added to it so far, which is saved with the object.
package final class UnsavedRelation {
  private let session: SessionContext
  private let relation: Relation
  private let owner: LuaUserdata
  private let context: ObjectContext

  init?(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext) {
    guard let owner = object.place.value.userdata else { return nil }
    self.relation = relation
    self.owner = owner
    self.context = context
    session = context.session
  }

  /// The relation as scripts name it: `Team.players`.
  package var name: String { "\(context.name).\(relation.name)" }

  /// The objects that wait.
  package func objects(_ stack: LuaStack) -> [LuaUserdata] {
    let children = withOwner(stack) { PendingChildren(session: session, stack: stack).children(relation, of: $0) }
    return (children ?? nil)?.elements.compactMap(\.userdata) ?? []
  }

  /// The list of the objects that wait, as a value.
  package func list(_ stack: LuaStack) throws -> LuaValue {
    guard let shape = session.entities.model(relation.target)?.context(in: context.database).shape else { return .nil }
    let list = shape.list(of: objects(stack), on: stack)
    defer { list.drop() }
    return list.value
  }

  /// Adds objects, lists of them, and new ones for tables with names.
  package func add(_ values: [LuaValue], _ stack: LuaStack) throws {
    let graphs = Graphs(session)
    var all = objects(stack)
    for object in try graphs.objects(values, of: relation, context, stack)
    where !all.contains(where: { $0.isSame(as: object) }) {
      all.append(object)
    }
    keep(all, stack)
  }

  /// Takes objects out again.
  package func remove(_ values: [LuaValue], _ stack: LuaStack) {
    let gone = values.flatMap { $0.table?.elements ?? [$0] }.compactMap(\.userdata)
    keep(objects(stack).filter { object in !gone.contains { $0.isSame(as: object) } }, stack)
  }

  private func keep(_ objects: [LuaUserdata], _ stack: LuaStack) {
    _ = withOwner(stack) {
      PendingChildren(session: session, stack: stack).keep(relation, of: $0, Graphs(session).table(of: objects))
    }
  }

  /// Calls `body` with the owner.
  private func withOwner<Result>(_ stack: LuaStack, _ body: (LuaRowObject) -> Result) -> Result? {
    owner.withObject(on: stack, body)
  }

  /// Refuses what needs rows: the owner has none yet.
  package func refusal(of word: String, known: [String]) -> ScriptError {
    let error: RelationError =
      word == "create"
      ? .createOnUnsaved(entity: context.name, relation: relation.name)
      : .ownerIsNotSaved(entity: context.name, relation: relation.name, word: word, known: known)
    return ScriptError(error)
  }
}

extension HostTypes {
  package var unsavedRelation: LuaHostType { self["unsaved relation"] }
}
