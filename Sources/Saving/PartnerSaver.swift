import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Saves what was assigned to the `has_one` relations of objects: the key is on the other side.
///
///     p.passport = x   -- counts from p:save() on: x gets the key of p, another passport of p loses it
package struct PartnerSaver {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Whether something was assigned to a relation of an object.
  func needsSaving(_ object: LuaRowObject, _ context: ObjectContext) throws -> Bool {
    guard object.hasRelated else { return false }
    return try !assigned(object, context).isEmpty
  }

  /// What was assigned to one relation of one object: another object, or nothing.
  struct Partner {
    var owner: LuaReference
    /// Where that stands among those that are saved with it.
    var place: Int
    var count: Int
    var relation: Relation
    var value: LuaValue
  }

  /// What was assigned to the objects; to be asked before they are marked as saved.
  func partners(of source: ObjectSource) throws -> [Partner] {
    var result: [Partner] = []
    for place in 0..<source.count {
      try source.withObject(place) { object, context in
        guard object.hasRelated, let owner = object.place.value.reference else { return }
        for relation in try assigned(object, context) {
          let value = object.related(relation.name)
          result.append(Partner(owner: owner, place: place, count: source.count, relation: relation, value: value))
        }
      }
    }
    return result
  }

  /// Saves partners of objects that are saved themselves by now.
  func save(_ partners: [Partner]) throws {
    for partner in partners {
      try partner.owner.withObject(on: stack) { object in
        guard let context = object.context(as: ObjectContext.self) else { return }
        let value = BorrowedValue(partner.value, on: stack)
        defer { value.drop() }
        do {
          try save(value, as: partner.relation, of: object, context)
        } catch let error as ScriptError {
          throw error.placed(at: partner.place, of: partner.count)
        }
      }
    }
  }

  /// Forgets what was assigned, once it is in the database.
  func forget(_ partners: [Partner]) {
    for partner in partners {
      partner.owner.withObject(on: stack) { object in
        guard object.hasRelated else { return }
        object.context(as: ObjectContext.self)?.database.journal.remember(object)
        object.relate(partner.relation.name, to: .nil)
      }
    }
  }

  private func assigned(_ object: LuaRowObject, _ context: ObjectContext) throws -> [Relation] {
    try context.entity.relations.filter { relation in
      guard relation.kind == .hasOne else { return false }
      // A table holds what came in with a document (`PendingChildren`).
      return object.place.scoped { ![.nil, .table].contains(object.borrowedRelated(relation.name).kind) }
    }
  }

  /// Saves a partner, or that there is none.
  private func save(
    _ value: BorrowedValue, as relation: Relation, of object: LuaRowObject, _ context: ObjectContext
  ) throws {
    let tie = try context.tied().tie(relation.name)
    guard let inverse = tie.target.relation(relation.inverse ?? "") else { return }
    let rows = ObjectRows(session: session, stack: stack)
    let key = try tie.ownColumns.map { column in
      try tie.owner.fields.firstIndex { $0.column == column }.map { try rows.value($0, of: object, tie.owner) } ?? .null
    }
    guard let partner = value.rowObject, let partnerContext = partner.context(as: ObjectContext.self) else {
      return try release(tie, key, inverse, except: nil, context)
    }
    let isSaved = partner.state == .saved
    let partnerKey = isSaved ? try rows.savedKey(of: partner, tie.target) : nil
    try release(tie, key, inverse, except: partnerKey, context)
    try Objects(session).checkCanBeKept(partner, partnerContext, with: context)
    let before = Snapshot(partner, tie.target)
    context.database.journal.remember(partner)
    let store = try context.database.store()
    do {
      try StaleKeys(session: session, stack: stack, tie: tie, store: store).refresh(partner)
      try Saver(session).setRelation(inverse, of: partner, to: key, partnerContext)
      do {
        try Saver(session).save(ObjectSource(value), to: context.database, stack)
      } catch let error as ScriptError where !isSaved {
        throw error.named(by: relation, of: context.name)
      }
    } catch {
      before.restore(partner)
      throw error
    }
  }

  /// Takes the key from the row that has it, unless that is the one that is to have it.
  package func release(
    _ tie: Association, _ key: [Value], _ inverse: Relation, except member: [Value]?, _ context: ObjectContext
  ) throws {
    let store = try context.database.store()
    let change = ChangeAssociation(tie, key: key, dialect: store.dialect)
    guard try store.rows(change.findOthers(than: member)).count > 0 else { return }
    guard !inverse.isRequired else {
      throw ScriptError(
        SavingError.partnerNeedsIt(
          entity: context.name, relation: tie.relation.name, target: tie.target.name, inverse: inverse.name))
    }
    try store.run(change.release(except: member))
  }
}

extension Saver {

  /// Assigns the columns of a relation, and forgets the object that it led to.
  package func setRelation(
    _ relation: Relation, of object: LuaRowObject, to key: [Value], _ context: ObjectContext
  ) throws {
    context.database.journal.remember(object)
    if object.hasRelated { object.relate(relation.name, to: .nil) }
    try Objects(session).setKey(relation, of: object, to: key, context)
  }
}
