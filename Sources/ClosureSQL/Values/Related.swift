import Query
import Schema

/// Rows that a relation to many leads to from a row that is read: `p.games`, or those that a condition leaves of them.
struct Related: Hashable {
  /// The name of the relation, for messages.
  let name: String
  /// The entity of the rows.
  let target: String
  /// The rows of the table that holds the keys of both sides.
  private let table: RelatedRows
  /// What leads from links to the rows; nil where the table is that of the rows.
  private let far: RelatedRows?
  /// The rows themselves, as they are counted.
  fileprivate let rows: RelatedRows
  fileprivate var condition: Expression?
  /// Whether a condition made a request of them, which has no length before it has run.
  fileprivate(set) var isRequest = false
  /// Whether they come in the order of their keys.
  fileprivate(set) var isInOrderOfKeys: Bool
  /// The word that took values of them, which stand in their place.
  fileprivate(set) var takenBy: RelatedMethod?
  /// The order that they were put in, if any; the keys come behind it.
  fileprivate var order: [RowCut.Key] = []
  fileprivate let keys: [RowCut.Key]

  init(_ relation: Relation, of owner: Entity, from prefix: [String], in catalog: Catalog) throws {
    let tie = try Association(relation, of: owner, in: catalog)
    name = relation.name
    target = tie.target.name
    table = tie.rows(from: prefix)
    far = relation.kind == .manyToMany ? tie.farRows(nil) : nil
    rows = tie.targets(from: prefix)
    isInOrderOfKeys = relation.positionColumn == nil && !tie.target.keySlots.isEmpty
    if let position = relation.positionColumn, relation.kind == .hasMany {
      order = [RowCut.Key(.field(FieldPath(field: position)), isDescending: false, areNullsFirst: false)]
    }
    keys = tie.target.keySlots.map { slot in
      RowCut.Key(
        .field(FieldPath(field: tie.target.fields[slot].name)), isDescending: false, areNullsFirst: nil)
    }
  }

  /// Those of the rows for which a condition on their own fields holds.
  func satisfying(_ other: Expression) -> Related {
    var result = self
    result.condition = condition.map { .and([$0, other]) } ?? other
    result.isRequest = true
    return result
  }

  /// Values of the rows in place of these.
  func taken(by method: RelatedMethod) -> Related {
    var result = self
    result.takenBy = method
    return result
  }

  /// All the rows, whatever was said of them.
  var unconditioned: Related {
    var result = self
    result.condition = nil
    return result
  }

  /// Those of the rows for which what was said of them holds, or this; all, where nothing was said.
  func satisfying(or other: Expression) -> Related {
    var result = self
    result.condition = condition.map { .or([$0, other]) }
    result.isRequest = true
    return result
  }

  /// That there is one of these rows, for which something more may have to hold; never NULL.
  func contains(_ other: Expression? = nil) -> Expression {
    let parts = [condition, other].compactMap(\.self)
    let all = parts.count < 2 ? parts.first : .and(parts)
    if all == .never { return .never }
    if let all, all.looksOutward {
      var result = rows
      result.condition = all
      result.standsAlone = true
      return .among(result)
    }
    var result = table
    if var far {
      far.condition = all
      result.condition = .among(far)
    } else {
      result.condition = all
    }
    result.standsAlone = true
    return .among(result)
  }

  /// What is made of a value of theirs, or how many they are.
  ///
  /// - Parameter digits: of decimals that are stored as numbers, how many stand behind the point.
  func reckoned(_ function: Aggregation.Function, of value: Expression? = nil, digits: Int? = nil) -> Expression {
    var aggregation = Aggregation(function, of: value)
    aggregation.digits = digits
    return reckoned(aggregation)
  }

  fileprivate func reckoned(_ aggregation: Aggregation, fold: Aggregation.Fold? = nil) -> Expression {
    var (result, aggregation) = (rows, aggregation)
    result.condition = condition
    aggregation.fold = fold
    return .reckoned(aggregation, result)
  }
}

extension Related {
  /// The rows in an order of their fields.
  func sorted(by sorts: [Sort]) -> Related {
    var result = self
    result.order = []
    return result.sorted(furtherBy: sorts)
  }

  /// Those that are equal so far in an order of their fields.
  func sorted(furtherBy sorts: [Sort]) -> Related {
    var result = self
    result.order += sorts.compactMap { sort in
      sort.expression.map {
        RowCut.Key($0, isDescending: sort.isDescending, areNullsFirst: sort.nulls.map { $0 == .first })
      }
    }
    result.isRequest = true
    result.isInOrderOfKeys = false
    return result
  }

  /// Whether it is known which of them comes first.
  var hasFirst: Bool { isInOrderOfKeys || !order.isEmpty && !keys.isEmpty }

  /// A field of the first of them; NULL where there is none.
  func first(_ field: Field) -> Expression {
    var result = rows
    result.condition = condition
    result.cut = RowCut(keys: order + keys, limit: 1, offset: 0)
    var aggregation = Aggregation(.min, of: .field(FieldPath(field: field.name)))
    aggregation.fold = .first
    return .reckoned(aggregation, result)
  }

  /// What a loop gathers of a value of theirs.
  func folded(_ fold: Aggregation.Fold, of value: Expression) -> Expression {
    reckoned(Aggregation(fold == .most ? .max : fold == .least ? .min : .sum, of: value), fold: fold)
  }
}

/// What can be asked of the rows behind a relation.
enum RelatedMethod: String, Hashable {
  case exists, count, iterate, all, fetch, first
  case sorted = "sorted_by"
  case then = "then_by"
  case `where`
  case whereNot = "where_not"
  case orWhere = "or_where"
  case sum, avg, min, max
  case pluck, values
}
