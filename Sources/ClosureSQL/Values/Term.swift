import Schema

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

  private(set) var kind: Kind
  private let shared: SharedExpression
  private(set) var isNullable = false
  /// Whether it is a decimal that SQL compares as the nearest real number.
  private(set) var isRounded = false
  /// Of a decimal that is stored as a number: how many digits behind the point its column declares; nil for any number.
  let digits: Int?
  /// Whether making it may raise an error, so that it is made also where nothing depends on what it is.
  private(set) var mayRaise = false
  /// The field that it is, of a column that was declared to hold truths, and holds numbers.
  private(set) var numberForTruth: String?

  /// Of a day or a moment, which is in letters of one byte alone, up to which of them it can be cut wherever it begins.
  private(set) var plainLength: Int?

  var expression: Expression { shared.expression }

  /// How many nodes its expression has.
  var nodeCount: Int { shared.nodeCount }

  init(
    kind: Kind, expression: Expression, isNullable: Bool = false, isRounded: Bool = false, mayRaise: Bool = false,
    digits: Int? = nil
  ) {
    self.kind = kind
    shared = SharedExpression(expression)
    self.isNullable = isNullable
    self.isRounded = isRounded
    self.mayRaise = mayRaise
    self.digits = digits
  }

  /// The same number, which stands for a truth where others read it.
  func standingForTruth(in field: String) -> Term {
    var result = self
    result.numberForTruth = field
    return result
  }

  /// The same text, which a field of days or moments has.
  func written(by field: Field) -> Term {
    guard kind == .text, let calendar = field.type.calendar else { return self }
    var result = self
    // Another program's moments may be infinite, which is written shorter.
    result.plainLength = field.nature.native != nil ? 0 : calendar == .day ? 10 : 20
    return result
  }

  /// The same text as a part of such a one.
  func cut(to length: Int) -> Term {
    var result = self
    result.plainLength = length
    return result
  }

  /// The same value, where it is known to be there.
  var present: Term {
    var result = self
    result.isNullable = false
    return result
  }

  /// The same value, where it is known to be a number of this kind.
  func known(as kind: Kind) -> Term {
    var result = present
    result.kind = kind
    return result
  }

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

  /// Two terms of one expression are of one kind but for numbers.
  func hash(into hasher: inout Hasher) {
    hasher.combine(shared)
    hasher.combine(isNullable)
  }
}
