import Schema

/// What to fetch: an immutable value that says which rows of an entity, in which order, how many.
///
///     Player:where { age = is.at_least(20) }:sorted_by("-score"):limit(10)
package struct FetchRequest: Hashable, Sendable {
  package var entity: String
  /// The rows that take the place of those of its table; nil = all of that.
  package var source: RequestSource?
  /// Which rows; nil = all.
  package var predicate: Expression?
  /// What all rows satisfy whatever else is asked for, as they are those of a relation: the beginning of the predicate.
  package var scope: Expression?
  package var sorts: [Sort] = []
  /// What its result sets are sectioned by.
  package var section: SectionKey?
  package var limit: Int?
  package var offset = 0
  /// Whether equal values that are plucked count once; objects differ by their keys.
  package var isDistinct = false
  /// The relations to load along with the rows: `team`, `team.league`.
  package var companions: [String] = []
  /// The entity's own fields that its objects are to have, to which the key is added; nil = all.
  package var selection: [String]?

  /// What it computes of each row, by the names under which it is read.
  package var computed: [String: ComputedField] = [:]

  /// Those of them that are members of its objects, in their order.
  package var members: [String] = []

  /// What becomes of functions of the script.
  package var closures: Closures = .pushed

  /// How functions of the script are answered.
  package enum Closures: Hashable, Sendable {
    /// By the database where it does the same, else row by row.
    case pushed
    /// Row by row.
    case rowByRow
    /// By the database, or not at all.
    case strict
  }

  package init(entity: String, predicate: Expression? = nil) {
    self.entity = entity
    self.predicate = predicate
  }

  /// Whether a function of the script selects or sorts its rows.
  package var asksScript: Bool {
    predicate?.containsClosure == true || sorts.contains(where: \.asksScript)
  }

  /// An expression in which what the request computes stands in the place of its name, for those who do not know it.
  package func spellingOut(_ expression: Expression) -> Expression {
    if computed.isEmpty { return expression }
    return expression.rewritten { part in
      guard case .field(let path) = part, path.relations.isEmpty, path.inside.isEmpty else { return nil }
      guard let known = computed[path.field] else { return nil }
      let spelled = spellingOut(known.expression)
      return known.field.isPartOfJSON ? spelled.ofClass(path.part) : spelled
    }
  }

  /// How many parts a value that it computes has where nothing stands in it by name any more.
  ///
  /// Values that name others twice double with each step.
  package func spelledSize(of name: String) -> Int {
    var known: [String: Int] = [:]
    return spelledSize(of: name, &known)
  }

  private func spelledSize(of name: String, _ known: inout [String: Int]) -> Int {
    if let size = known[name] { return size }
    guard let expression = computed[name]?.expression else { return 1 }
    known[name] = 1
    var size = expression.nodeCount
    _ = expression.contains { part in
      if case .field(let path) = part, path.relations.isEmpty, path.inside.isEmpty, computed[path.field] != nil {
        size = min(size + spelledSize(of: path.field, &known), Int(Int32.max))
      }
      return false
    }
    known[name] = size
    return size
  }

  /// The names of what it computes for those who read its rows: no condition, no order and no other value asks for it.
  package var computedToRead: [String] {
    if asksScript { return [] }
    let asked = [predicate].compactMap(\.self) + sorts.compactMap(\.expression) + computed.values.map(\.expression)
    return computed.keys.filter { name in
      !asked.contains { $0.contains { $0 == .field(FieldPath(field: name)) } }
    }.sorted()
  }

  /// Whether a function of the script gives a value that it computes.
  package var computesByScript: Bool { computed.values.contains(where: \.asksScript) }

  /// Whether values of the script stand in it as they are stored; those of a relation's key apart.
  package var saysValues: Bool {
    predicate.map { $0 != scope && $0.saysValues } ?? false
      || computed.values.contains { $0.expression.saysValues } || sorts.contains { $0.expression?.saysValues ?? false }
  }

  /// Whether it asks for some of the rows only, by their number.
  package var isCut: Bool { limit != nil || offset > 0 }

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
    guard let own = predicateInScope else { return result }
    result.predicate = scope.map { $0.and(own.or(other)) } ?? own.or(other)
    return result
  }

  /// What the predicate says beyond the scope.
  private var predicateInScope: Expression? {
    guard let scope, let predicate else { return predicate }
    guard predicate != scope, case .and(let parts) = predicate else { return nil }
    var count = 1
    if case .and(let scopes) = scope { count = scopes.count }
    let own = Array(parts.dropFirst(count))
    return own.count == 1 ? own[0] : .and(own)
  }
}

extension Expression {
  /// Whether it may say a value; functions of the script say theirs when they are asked.
  fileprivate var saysValues: Bool {
    switch self {
    case .field, .closure, .partly: false
    case .not(let part): part.saysValues
    case .and(let parts), .or(let parts): parts.contains(where: \.saysValues)
    default: true
    }
  }
}
