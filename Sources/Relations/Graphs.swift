import LuaRows
import LuaRuntime
import Model
import Requests
import Saving
import Schema

/// Objects that are made along with the one that they belong to.
///
///     Team:create { name = "Red", players = { { name = "A" }, Player { name = "B" } } }
package struct Graphs {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Lets constructors take the objects of relations to many, and a table for the new object of one to one.
  package func install() {
    session.state(GraphTaking.self).take = { [unowned session] value, relation, object, context, stack in
      guard value.table != nil, object.state == .new else { return false }
      let graphs = Graphs(session)
      guard relation.kind.isToMany else { return try graphs.take(value, relation, object, context, stack) }
      let children = try graphs.objects([value], of: relation, context, stack)
      let isListed = (value.table?.rawLength ?? 0) > 0
      PendingChildren(session: session, stack: stack)
        .keep(relation, of: object, graphs.table(of: children), isListed: isListed)
      return true
    }
  }

  /// Takes the new object that a table with names stands for; false for any other table.
  private func take(
    _ value: LuaValue, _ relation: Relation, _ object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> Bool {
    guard let table = value.table, table.rawLength == 0 else { return false }
    guard let made = try objects([value], of: relation, context, stack).first else { return false }
    let values = session.lua.makeTable()
    values[relation.name] = .userdata(made)
    try Objects(session).assign(values, to: object, context)
    return true
  }

  /// The objects that values stand for: themselves, the elements of lists, and one new object for a table with names.
  func objects(
    _ values: [LuaValue], of relation: Relation, _ owner: ObjectContext, _ stack: LuaStack
  ) throws -> [LuaUserdata] {
    guard let model = session.entities.model(relation.target) else { return [] }
    let target = model.context(in: owner.database)
    var elements: [LuaValue] = []
    for value in values {
      if let table = value.table, table.rawLength > 0 {
        try checkIsList(table, relation, owner)
        elements += table.elements
      } else if value.table?.entries().isEmpty != true {
        elements += Self.elements(of: value, stack) ?? [value]
      }
    }
    // What stands alone needs no number.
    let isListed = values.contains { ($0.table?.rawLength ?? 0) > 0 } || elements.count > 1
    return try elements.enumerated().map { place, element in
      try object(element, at: isListed ? place + 1 : nil, relation, owner, target, stack)
    }
  }

  func table(of objects: [LuaUserdata]) -> LuaTable {
    let table = session.lua.makeTable()
    for (place, object) in objects.enumerated() { table[place + 1] = .userdata(object) }
    return table
  }

  /// The objects of a list that was fetched.
  private static func elements(of value: LuaValue, _ stack: LuaStack) -> [LuaValue]? {
    guard value.userdata != nil else { return nil }
    return value.objectsOfList(on: stack)
  }

  private func checkIsList(_ table: LuaTable, _ relation: Relation, _ owner: ObjectContext) throws {
    guard let name = table.entries().lazy.compactMap({ $0.0.text }).first else { return }
    throw ScriptError(RelationError.listWithNames(relation: path(relation, owner), name: name))
  }

  private func object(
    _ value: LuaValue, at place: Int?, _ relation: Relation, _ owner: ObjectContext, _ target: ObjectContext,
    _ stack: LuaStack
  ) throws -> LuaUserdata {
    var object = value
    if let table = value.table {
      object = try naming(relation, of: owner.name, at: place) {
        try Objects(session).newObject(target, table, stack)
      }
    }
    guard let reference = object.userdata, try isMember(reference, of: relation, owner, stack) else {
      throw ScriptError(
        RelationError.notAMember(
          relation: path(relation, owner, place), target: relation.target,
          value: FieldCoding(session).words(for: value)))
    }
    return reference
  }

  /// The relation as scripts name it, or one element of it: `Team.players[2]`.
  private func path(_ relation: Relation, _ owner: ObjectContext, _ place: Int? = nil) -> String {
    "\(owner.name).\(relation.name)\(place.map { "[\($0)]" } ?? "")"
  }

  private func isMember(
    _ reference: LuaUserdata, of relation: Relation, _ owner: ObjectContext, _ stack: LuaStack
  ) throws -> Bool {
    let isMember = try reference.withObject(on: stack) { object in
      guard let context = object.context(as: ObjectContext.self), context.isKind(of: relation.target) else {
        return false
      }
      try Objects(session).checkCanBeKept(object, context, with: owner)
      return true
    }
    return isMember ?? false
  }

  // MARK: Where something is wrong

  /// Adds to what goes wrong where it does: `Team: players[2]: age: 25 is not between 18 and 24`.
  ///
  /// - Parameter place: which of several objects it is about; nil where the error itself says so.
  func naming<Result>(
    _ relation: Relation, of owner: String, at place: Int? = nil, onlyIf isNamed: Bool = true,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ScriptError where isNamed {
      throw error.named(by: relation, of: owner, at: place)
    }
  }
}
