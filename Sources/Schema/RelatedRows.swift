/// Rows of another table that a row is compared with: those whose columns have the values of some of its fields.
///
///     // the tags of player 5: "id" IN (SELECT "tag_id" FROM "player_tag" WHERE "player_id" = 5)
package struct RelatedRows: Hashable, Sendable {
  /// A value of the row asked for, and the column of the other table that must have the same value.
  package struct Pair: Hashable, Sendable {
    package var value: Expression
    package var column: String
    /// How the value sees the column, where that refers to it.
    package var reading: ReferenceReading

    package init(_ value: Expression, column: String, as reading: ReferenceReading = .plain) {
      self.value = value
      self.column = column
      self.reading = reading
    }
  }

  /// The entity whose rows these are, tied to its columns: a catalog need not know it.
  package var entity: Entity
  /// Where other rows stand between, the values are those of these.
  package var pairs: [Pair]
  /// What else must hold for the other row; its fields are those of `entity`.
  package var condition: Expression?
  /// Which of those rows are meant, where not all are.
  package var cut: RowCut?
  /// The column of their table that has their places in an ordered relation.
  package var position: String?
  /// Whether conditions beside it speak of rows of their own, as those behind `any(…)` do.
  package var standsAlone = false
  /// Whether what leads nowhere, by a NULL, has none of these rows, and is not unknown to have one.
  package var isCertain = false
  /// The rows that lead from the row asked for to these; one at most.
  private var steps: [RelatedRows] = []

  package init(entity: Entity, pairs: [Pair], condition: Expression? = nil, between: RelatedRows? = nil) {
    self.entity = entity
    self.pairs = pairs
    self.condition = condition
    self.between = between
  }

  /// The rows that stand between the row asked for and these: links, or those that another relation leads to.
  package var between: RelatedRows? {
    get { steps.first }
    set { steps = newValue.map { [$0] } ?? [] }
  }
}

/// The rows that a request is cut to: so many of them, in an order.
package struct RowCut: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package var value: Expression
    package var isDescending: Bool
    /// Nil where NULLs stand as they do by themselves.
    package var areNullsFirst: Bool?

    package init(_ value: Expression, isDescending: Bool, areNullsFirst: Bool?) {
      self.value = value
      self.isDescending = isDescending
      self.areNullsFirst = areNullsFirst
    }
  }

  package var keys: [Key]
  package var limit: Int?
  package var offset: Int

  package init(keys: [Key], limit: Int?, offset: Int) {
    self.keys = keys
    self.limit = limit
    self.offset = offset
  }
}

/// What is made of a value of all related rows: `count(games)`, `max(games.score)`.
///
/// NULLs do not count. A count or a sum of nothing is 0, everything else of nothing is NULL.
package struct Aggregation: Hashable, Sendable {
  package enum Function: String, Hashable, Sendable, CaseIterable {
    case count, sum, avg, min, max
    /// The mean of the middle two.
    case median
  }

  package var function: Function
  /// A value of each of the rows; nil for the rows themselves.
  package var value: Expression?
  /// Whether equal values count once.
  package var isDistinct: Bool
  /// Of decimals that are stored as numbers, how many digits stand behind the point: these add up exactly.
  package var digits: Int?
  /// How the values stand in a list as JSON text, in the order of the rows' keys; nil for what is one value.
  package var list: List?
  /// Whether the sum of nothing is NULL, which is read as 0: where a column has one class, it would be a real number.
  package var isNullOfNothing = false
  /// Whether it is a value that rows show, with all digits that it has, and which nothing compares.
  package var isShown = false

  /// How a loop of Lua gathers the values, in the order of the rows' keys; nil for what is made of them in any order.
  package var fold: Fold?

  /// What becomes of the values of related rows.
  ///
  /// A loop adds them to 0 or to 0.0, or keeps the first greatest or least of them; or it is the value of the first row, in
  /// the order that the rows are cut in.
  package enum Fold: Hashable, Sendable {
    case sum, realSum, most, least, first
  }

  /// What the values of a list are.
  package enum List: Hashable, Sendable {
    case plain, truths, reals
  }

  package init(_ function: Function, of value: Expression? = nil, isDistinct: Bool = false) {
    self.function = function
    self.value = value
    self.isDistinct = isDistinct
  }
}

/// The rows of a request that stands in a condition: the number that the condition has for it, and the columns of those
/// rows that are compared.
package struct RequestedRows: Hashable, Sendable {
  package var number: ScriptHook
  package var columns: [String]

  package init(_ number: ScriptHook, columns: [String]) {
    self.number = number
    self.columns = columns
  }
}
