import Encodings
import Model
import Schema

/// What the names in documents of an entity stand for.
final class MemberNames {
  /// Fields by their name, and the key of a relation by the relation's.
  private var slots: [String: Int] = [:]
  private var relations: [String: Relation] = [:]
  /// What former names are now.
  private var presentNames: [String: String] = [:]
  private let entity: Entity

  init(_ entity: Entity) {
    self.entity = entity
    for relation in entity.relations {
      relations[relation.name] = relation
      guard relation.kind == .belongsTo, relation.columns.count == 1 else { continue }
      slots[relation.name] = entity.fields.firstIndex { $0.column == relation.columns[0] }
    }
    for (slot, field) in entity.allFields.enumerated() { slots[field.name] = slot }
    noteFormerNames()
  }

  /// What is called otherwise now is known by its former name, too, as long as nothing else is called so.
  private func noteFormerNames() {
    for relation in entity.relations {
      guard let former = relation.formerName, slots[former] == nil, relations[former] == nil else { continue }
      (relations[former], slots[former], presentNames[former]) = (relation, slots[relation.name], relation.name)
    }
    for (slot, field) in entity.allFields.enumerated() {
      guard let former = field.formerName, slots[former] == nil, relations[former] == nil else { continue }
      (slots[former], presentNames[former]) = (slot, field.name)
    }
  }

  func slot(of name: String) -> Int? { slots[name] }
  func relation(_ name: String) -> Relation? { relations[name] }

  /// The members of a document without those that it has under a former name and under the present one, too.
  func withoutFormer(_ members: [DocumentValue.Member]) -> [DocumentValue.Member] {
    if presentNames.isEmpty { return members }
    return members.filter { member in presentNames[member.name].map { members[$0] == nil } ?? true }
  }

  /// All of them.
  var members: [String] { entity.objectMemberNames }

  /// The words about a name that stands for nothing.
  func unknown(_ name: String) -> String {
    name.isEmpty
      ? "a column has no name: it is left out"
      : "\(entity.name) has no field \(quotedExcerpt(name)): it is left out."
        + suggestion(for: name, in: entity.objectMemberNames)
  }
}

extension ObjectContext {
  /// Whether documents may have members that are no fields: a function of the entity takes them, or has written them.
  var mayHaveMore: Bool {
    model.hooks.afterDecode != nil || model.hooks.migrate != nil || model.hooks.beforeEncode != nil
  }
}
