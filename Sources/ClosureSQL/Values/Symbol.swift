import Schema

/// What a register holds while a function is read: a known value, or what the database will know of each row.
///
/// All registers are copied wherever a way forks: so what is large is behind a pointer.
enum Symbol: Hashable {
  case constant(Constant)
  indirect case term(Term)
  /// The row itself, or one that relations lead to.
  indirect case row(Row)
  /// A table that the function made and filled with constants.
  indirect case fresh(FreshTable)
  /// A table, or an object, in the JSON text of a field.
  indirect case document(DocumentPart)
  /// A value that SQL does not say; whatever it is used for, the closure is asked.
  case unknown(Unknown)
  /// What a relation to many leads to from a row, a method of that, and the rows as a loop gets them.
  indirect case related(Related)
  indirect case relatedMethod(RelatedMethod)
  indirect case walk(Related)
  /// The same as a list, and as `ipairs` goes through that.
  indirect case rows(Related)
  indirect case numberedWalk(Related)
  /// A number that a loop adds to.
  indirect case gathered(Gathered)
  /// A function that the function makes itself.
  case made(Code)
  /// All the results of a call.
  case list([Symbol])
  /// Nothing: a register that was never written, or that is not read any more.
  case unset

  static var `nil`: Symbol { .constant(.nil) }
  static var `true`: Symbol { .constant(.boolean(true)) }
  static var `false`: Symbol { .constant(.boolean(false)) }
  static func integer(_ value: Int64) -> Symbol { .constant(.integer(value)) }
}

extension Symbol {
  /// Whether it is a table in a document.
  var isPlainTable: Bool {
    if case .document(let part) = self { return part.isTable }
    return false
  }

  /// Whether it is known to be no number, for which SQL has no word.
  var isNaN: Bool {
    if case .constant(.number(let bits)) = self { Double(bitPattern: bits).isNaN } else { false }
  }

  /// Whether no function of a metatable runs when it is used with an operator.
  var isPlain: Bool {
    switch self {
    case .constant(let constant): constant.isScalar
    case .term(let term): term.typeName != "userdata"
    default: isPlainTable
    }
  }

  /// What it costs to tell it from another, in the units of a `ReadingBudget`.
  var weight: Int {
    switch self {
    case .unset: 0
    case .constant(let constant): constant.weight
    case .term, .unknown, .relatedMethod: 1
    case .related, .walk, .rows, .numberedWalk: 8
    case .gathered(let sum): 2 + (sum.added == nil ? 0 : 2)
    case .made(let code): code.weight
    case .row(let row): 1 + 3 * row.relations.count + (row.source == nil ? 0 : 8)
    case .fresh(let table): 1 + table.weight
    case .document(let part): 2 + part.path.count
    case .list(let results): results.reduce(1) { $0 + $1.weight }
    }
  }
}

/// A variable to which a loop over rows adds something: nothing is known of it but what it has got more from this row.
struct Gathered: Hashable {
  /// Tells it from the others; what has no number of its own is not looked at again.
  var number: Int
  var added: Term?
}

/// What is sure of a value that SQL does not say.
enum Unknown: Hashable {
  /// A string.
  case text
  /// Nil, a boolean, a number or a string.
  case scalar
  /// What stands for null in a table.
  case null
  /// Anything: a table, a function, an object.
  case value
}

/// A row that relations lead to from the row that the closure is given.
struct Row: Hashable {
  /// 0 for the first argument, 1 for the second of a comparator; from 2 on, the row of a loop over a relation.
  var argument: Int
  var relations: [String]
  var entity: String
  /// What is NULL where there is no such row; nil where there is one.
  var key: Expression?
  /// The column that says which row it is, where it is a single one.
  var identity: Expression?
  /// The rows of which it is the first one; nil for a row that relations alone lead to.
  var source: Related?

  /// The relations, with a mark in front for the row of a second argument, or of a loop.
  func path(_ relations: [String]) -> [String] {
    argument < 2 ? argument == 0 ? relations : [Row.secondMark] + relations : ["\u{0}\(argument)"] + relations
  }

  /// No relation has this name.
  static let secondMark = "\u{0}"
}

/// A table that a closure makes: `({ a = 1 })[p.x]`.
struct FreshTable: Hashable {
  /// Tells it from the others.
  var number: Int
  private(set) var entries: [Constant: Constant] = [:]
  /// How many numbered entries it has from the first on, without a gap.
  private(set) var count = 0
  /// What its entries cost to compare.
  private(set) var weight = 0

  /// Sets an entry, or takes it out.
  mutating func set(_ key: Constant, _ value: Constant) {
    weight += key.weight + value.weight
    entries[key] = value.isNil ? nil : value
    if value.isNil, case .integer(let place) = key, place > 0, place <= count { count = Int(place) - 1 }
    while entries[.integer(Int64(count + 1))] != nil { count += 1 }
  }

  /// Whether it has numbered entries behind a missing one: then Lua may find its end at several places.
  var hasHoles: Bool {
    entries.keys.contains { if case .integer(let place) = $0 { place > count } else { false } }
  }
}
