import Encodings
import Schema

/// What the names in documents of an entity stand for.
final class MemberNames {
  /// Fields by their name, and the key of a relation by the relation's.
  private var slots: [String: Int] = [:]
  private var relations: [String: Relation] = [:]
  private let entity: Entity

  init(_ entity: Entity) {
    self.entity = entity
    for relation in entity.relations {
      relations[relation.name] = relation
      guard relation.kind == .belongsTo, relation.columns.count == 1 else { continue }
      slots[relation.name] = entity.fields.firstIndex { $0.column == relation.columns[0] }
    }
    for (slot, field) in entity.allFields.enumerated() { slots[field.name] = slot }
  }

  func slot(of name: String) -> Int? { slots[name] }
  func relation(_ name: String) -> Relation? { relations[name] }

  /// The words about a name that stands for nothing.
  func unknown(_ name: String) -> String {
    name.isEmpty
      ? "a column has no name: it is left out"
      : "\(entity.name) has no field \(quotedExcerpt(name)): it is left out."
        + suggestion(for: name, in: entity.objectMemberNames)
  }
}
