import Schema

/// What to fetch: an immutable value that says which rows of an entity, in which order, how many.
///
///     Player:where { age = is.at_least(20) }:sorted_by("-score"):limit(10)
package struct FetchRequest: Hashable, Sendable {
  package var entity: String
  /// Which rows; nil = all.
  package var predicate: Expression?
  package var sorts: [Sort] = []
  package var limit: Int?
  package var offset = 0
  /// Whether equal values that are plucked count once; objects differ by their keys.
  package var isDistinct = false
  /// The relations to load along with the rows: `team`, `team.league`.
  package var companions: [String] = []
  /// The entity's own fields that its objects are to have, to which the key is added; nil = all.
  package var selection: [String]?

  package init(entity: String, predicate: Expression? = nil) {
    self.entity = entity
    self.predicate = predicate
  }

  /// The request for rows that also satisfy `other`.
  package func and(_ other: Expression) -> FetchRequest {
    var result = self
    result.predicate = predicate.map { $0.and(other) } ?? other
    return result
  }

  /// The request for rows that satisfy everything so far, or `other`.
  package func or(_ other: Expression) -> FetchRequest {
    var result = self
    // Everything OR something is everything.
    result.predicate = predicate.map { .or([$0, other]) }
    return result
  }
}

/// One key of an order.
package struct Sort: Hashable, Sendable {
  package enum Nulls: Hashable, Sendable {
    case first, last
  }

  package var path: FieldPath
  package var isDescending: Bool
  /// Where NULLs come; nil = first ascending, last descending.
  package var nulls: Nulls?
  package var ignoresCase: Bool
  /// The rows in which the field is, where it is none of the entity's own.
  package var related: RelatedRows?
  /// Whether it is the order that an ordered relation has by itself.
  package var isImplicit = false

  package init(_ path: FieldPath, isDescending: Bool = false, nulls: Nulls? = nil, ignoresCase: Bool = false) {
    self.path = path
    self.isDescending = isDescending
    self.nulls = nulls
    self.ignoresCase = ignoresCase
  }

  /// The value of the field.
  package var value: Expression { related.map { .lookup(path.field, $0) } ?? .field(path) }

  /// What rows are ordered by.
  package var key: Expression { ignoresCase ? .call(.lowercase, [value]) : value }

  /// The name of the entity's own field that it orders by, so that no other value can be equal to it.
  package var ownField: String? {
    path.relations.isEmpty && !ignoresCase && related == nil ? path.field : nil
  }
}
