import Schema

/// What a register holds while a function is read: a known value, or what the database will know of each row.
enum Symbol: Hashable {
  case constant(Constant)
  case term(Term)
  /// The row itself, or one that relations lead to.
  case row(Row)
  /// A table that the function made and filled with constants.
  case fresh(FreshTable)
  /// A value that SQL does not say; whatever it is used for, the closure is asked.
  case unknown(Unknown)
  /// All the results of a call.
  case list([Symbol])
  /// Nothing: a register that was never written, or that nobody reads any more.
  case unset

  static var `nil`: Symbol { .constant(.nil) }
  static var `true`: Symbol { .constant(.boolean(true)) }
  static var `false`: Symbol { .constant(.boolean(false)) }
  static func integer(_ value: Int64) -> Symbol { .constant(.integer(value)) }
}

/// What is sure of a value that SQL does not say.
enum Unknown: Hashable {
  /// A string.
  case text
  /// Nil, a boolean, a number or a string.
  case scalar
  /// Anything: a table, a function, an object.
  case value
}

/// A value of each row, as SQL says it.
struct Term: Hashable {
  /// What it is in Lua.
  enum Kind: Hashable {
    /// An integer; a float; a number of which only the row knows which of the two it is.
    case integer, real, number
    /// A string: stored as text, or as bytes.
    case text, bytes
    /// Stored as 0 and 1.
    case boolean
    /// An exact number, stored without its point; without a scale, stored as a number.
    case decimal(scale: Int?)
    /// A word, stored as something else.
    case word([Field.Choice])

    var isNumber: Bool { self == .integer || self == .real || self == .number }
    var isString: Bool { self == .text || self == .bytes }
  }

  var kind: Kind
  var expression: Expression
  var isNullable = false

  var present: Term { Term(kind: kind, expression: expression) }

  var isNull: Expression { .isNull(expression) }

  /// A word as the text that scripts see: `CASE WHEN rank = 1 THEN 'pro' WHEN rank = 2 THEN 'amateur' END`.
  ///
  /// Anything else is what it is; nil for a word of too many choices.
  var spelled: Term? {
    guard case .word(let choices) = kind else { return self }
    guard choices.count <= Self.largestSpelling else { return nil }
    let text = choices.reversed().reduce(Expression.literal(.null)) { rest, choice in
      .choose(.comparison(.equal, expression, .literal(choice.stored)), .literal(.text(choice.label)), rest)
    }
    return Term(kind: .text, expression: text, isNullable: isNullable)
  }

  private static let largestSpelling = 32

  /// The name of its type, as Lua's messages have it.
  var typeName: String {
    switch kind {
    case .integer, .real, .number: "number"
    case .text, .bytes, .word: "string"
    case .boolean: "boolean"
    case .decimal: "userdata"
    }
  }
}

/// A row that relations lead to from the row that the closure is given.
struct Row: Hashable {
  /// 0 for the first argument; comparators have two.
  var argument: Int
  var relations: [String]
  var entity: String
  /// What is NULL where there is no such row; nil where there is one.
  var key: Expression?
  /// The column that says which row it is, where it is a single one.
  var identity: Expression?

  /// The relations, with a mark in front for the row of a second argument.
  func path(_ relations: [String]) -> [String] { argument == 0 ? relations : [Row.secondMark] + relations }

  /// No relation has this name.
  static let secondMark = "\u{0}"
}

/// A table that a closure makes: `({ a = 1 })[p.x]`.
struct FreshTable: Hashable {
  /// Tells it from the others.
  var number: Int
  var entries: [Constant: Constant] = [:]
  /// How many numbered entries it has.
  var count = 0
}
