import Query
import Schema

/// A relation of an entity in a database, with what is found once and used for every object.
package final class ResolvedRelation {
  package let relation: Relation
  /// The age of the catalog that it belongs to.
  private let version: Int
  private let name: [UInt8]
  private var knownTie: Association?
  private var knownReadings: [ReferenceReading]?
  /// Weak: a model that was replaced may go.
  private weak var knownTarget: ObjectContext?
  /// The text of the statement for the rows of one object, by its key.
  package var rowsText: String?
  /// The texts of the statements for the rows of many objects, by how many keys they take.
  package var companionTexts: [Int: String] = [:]

  init(_ relation: Relation, version: Int) {
    self.relation = relation
    self.version = version
    name = Array(relation.name.utf8)
  }

  func isNamed(_ bytes: UnsafeRawBufferPointer) -> Bool { name.count == bytes.count && name.elementsEqual(bytes) }

  /// Whether entities are what they were when it was made.
  package func isCurrent(in session: SessionContext) -> Bool { version == session.entities.version }

  package func tie(in tied: ResolvedEntity) throws -> Association {
    if let knownTie { return knownTie }
    let tie = try Association(relation, of: tied.entity, in: tied.catalog)
    knownTie = tie
    return tie
  }

  /// How the keys that a `belongs_to` refers to see its columns; empty where they are as they are stored.
  package func readings(in tied: ResolvedEntity) throws -> [ReferenceReading] {
    if let knownReadings { return knownReadings }
    guard let target = tied.catalog[relation.target] else { throw QueryError.unknownEntity(relation.target) }
    let all = relation.readings(owner: tied.entity, target: target)
    let readings = all.allSatisfy(\.isExact) ? [] : all
    knownReadings = readings
    return readings
  }

  /// The other side, in the database of this one.
  package func target(from context: ObjectContext) throws -> ObjectContext {
    if let knownTarget, knownTarget.isCurrent { return knownTarget }
    guard let model = context.session.entities.model(relation.target) else {
      throw QueryError.unknownEntity(relation.target)
    }
    let target = model.context(in: context.database)
    knownTarget = target
    return target
  }
}
