import LuaRuntime
import Query
import Schema

/// What Lua's operators and functions make of values that are known for each row only.
///
/// Every operation first goes two ways where the row decides what Lua would do: the value is nil, the number
/// overflows, the divisor is zero. What it then says in SQL is said of present values of known types only.
struct Operations {
  let library: Library
  let dialect: any Dialect
  let lua: LuaState
  let host: (any ClosureHost)?
  let budget: ReadingBudget
  let locale: Locale
  /// How many functions, each given to a method of a relation in the one before, are being read.
  var depth = 0
  /// How many rows of relations are spoken of around: each has a mark of its own.
  private(set) var rowsAround = 0

  init(library: Library, dialect: any Dialect, lua: LuaState, host: (any ClosureHost)?, _ budget: ReadingBudget) {
    self.library = library
    self.dialect = dialect
    self.lua = lua
    self.host = host
    self.budget = budget
    locale = Locale(library)
  }

  /// The same, within loops or functions of so many rows more.
  func inside(rows count: Int) -> Operations {
    var result = self
    result.rowsAround += count
    return result
  }

  /// A row of a relation, with a mark that no row around it has.
  func row(of entity: Entity, inside count: Int = 0) -> Row {
    var row = Row(argument: 2 + rowsAround + count, relations: [], entity: entity.name)
    let keys = entity.keySlots.map { entity.fields[$0] }
    if keys.count == 1 { row.identity = .field(FieldPath(relations: row.path([]), field: keys[0].name)) }
    return row
  }

  /// What the script may have set about texts, asked once while a function is read.
  final class Locale {
    private let library: Library
    private(set) lazy var comparesByBytes = library.comparesByBytes
    private(set) lazy var knowsOnlyASCII = library.knowsOnlyASCII
    private(set) lazy var writesPoints = library.writesPoints

    init(_ library: Library) {
      self.library = library
    }
  }

  /// The largest value that is gone on with; what is made of two of these is still soon counted.
  private static let largestTerm = 1000

  /// Counts what an operation came to, one way at least.
  func weigh(_ symbol: Symbol) throws {
    switch symbol {
    case .term(let term):
      try budget.spend(term.nodeCount)
      guard term.nodeCount <= Self.largestTerm else { throw Untranslatable(CodeRefusal.tooLong) }
    case .list(let results): for result in results { try weigh(result) }
    default: try budget.spend(symbol.weight)
    }
  }

  /// The same outcome, when it was counted.
  func checked(_ outcome: Outcome) throws -> Outcome {
    if case .value(let symbol) = outcome { try weigh(symbol) }
    return outcome
  }

  /// A string of Lua as SQL has it: text where it is UTF-8, else bytes.
  static func literal(_ bytes: [UInt8]) -> Term {
    if let text = String(validating: bytes, as: UTF8.self) {
      return Term(kind: .text, expression: .literal(.text(text)))
    }
    return Term(kind: .bytes, expression: .literal(.data(bytes)))
  }

  /// A known number or string as SQL has it; nil for what has no counterpart, such as NaN.
  static func term(_ constant: Constant) -> Term? {
    switch constant {
    case .integer(let value): return Term(kind: .integer, expression: .literal(.integer(value)))
    case .number(let bits):
      let value = Double(bitPattern: bits)
      return value.isNaN ? nil : Term(kind: .real, expression: .literal(.real(value)))
    case .string(let bytes): return literal(bytes)
    default: return nil
    }
  }

  /// A string as its bytes.
  static func bytes(_ term: Term) -> Expression {
    switch (term.kind, term.expression) {
    case (.bytes, _): term.expression
    case (_, .literal(.text(let text))): .literal(.data(Array(text.utf8)))
    default: .kernel(.bytes, [term.expression])
    }
  }

  /// Two strings as they compare: as texts, or both as bytes.
  static func strings(_ left: Term, _ right: Term) -> (Expression, Expression) {
    left.kind == .text && right.kind == .text ? (left.expression, right.expression) : (bytes(left), bytes(right))
  }

  /// Whether a condition holds; the comparisons are brought to `=` and `<`, so that two ways of saying one meet.
  static func test(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression, then yes: Outcome, else no: Outcome
  ) -> Outcome {
    switch comparison {
    case .equal: .fork(.comparison(.equal, left, right), yes, no)
    case .notEqual: .fork(.comparison(.equal, left, right), no, yes)
    case .less: .fork(.comparison(.less, left, right), yes, no)
    case .greater: .fork(.comparison(.less, right, left), yes, no)
    case .atMost: .fork(.comparison(.less, right, left), no, yes)
    case .atLeast: .fork(.comparison(.less, left, right), no, yes)
    }
  }

  /// Whether Lua takes a value for true.
  func truth(_ symbol: Symbol, then yes: Outcome, else no: Outcome) throws -> Outcome {
    try symbol.split(nil: no) { present in
      switch present {
      case .constant(let constant): return constant.isTruthy ? yes : no
      case .term(let term) where term.kind == .boolean:
        return .fork(.comparison(.equal, term.expression, .literal(.integer(1))), yes, no)
      case .term(let term) where term.numberForTruth != nil:
        budget.hint(.zeroIsTrue(field: term.numberForTruth ?? ""))
        return yes
      case .term(let term) where term.mayRaise: return .fork(term.isNull, no, yes)
      case .term, .row, .fresh, .document, .related, .relatedMethod, .walk, .made, .rows, .numberedWalk, .gathered:
        return yes
      case .unset, .list: throw Untranslatable(CodeRefusal.otherCode)
      // The executor goes both ways.
      case .unknown(let unknown): return .unknown(unknown, .followsUnknown)
      }
    }
  }
}

/// What only the layer above knows: its own objects, and the functions that scripts gave entities.
package protocol ClosureHost: AnyObject {
  /// A method that a script added to the objects of an entity.
  func method(_ name: String, of entity: String) -> LuaValue
  /// Whether a script added a word of this name to the requests of an entity.
  func isScope(_ name: String, of entity: String) -> Bool
  /// Whether a function of the script sees each object that is read of an entity.
  func watchesReading(of entity: String) -> Bool
  /// Whether documents of an entity are read just as they stand: no function of the script sees or changes them.
  func readsPlainly(_ entity: String) -> Bool
  /// What the table of an entity holds to.
  func traits(of entity: Entity) -> TableTraits
  /// Is told of each field that a function may read of a row, or of one that relations lead to from there.
  func reads(_ field: Field, over relations: [String])
  /// The storage classes that the values of a field have now; nil where that would take too long to find out.
  func classes(of field: Field, in entity: Entity) -> StorageClasses?
  /// Whether each key in a field leads to a row of another entity now; false where it would take too long to find out.
  func findsAll(_ field: Field, of entity: Entity, _ target: Entity, by key: Field) -> Bool
  /// Whether no two rows have the same value of a field now, other than NULL.
  func isUnique(_ field: Field, in entity: Entity) -> Bool
  /// The exact number that an object of the host is.
  func decimal(_ object: LuaUserdata) -> DecimalNumber?
  /// The order that an object of the host is: `desc "score"`.
  func sort(_ object: LuaUserdata) -> Sort?
  /// What an object of the host is that answers questions of rows, in words: `the entity Order`; nil for another.
  func rowsAsked(_ object: LuaUserdata) -> String?
  /// Whether two rows of an entity are the same object where their keys are the same, as they are stored.
  func comparesByKey(_ entity: String) -> Bool
  /// Whether it is what stands for NULL.
  func isNull(_ object: LuaUserdata) -> Bool
  /// The key of a saved object whose equality is that of its key, with its entity.
  func key(_ object: LuaUserdata) -> (entity: String, key: Value)?
  /// Whether a function of the host has no effects, and gives the same for the same scalars: `decimal`.
  func isPure(_ function: LuaFunction) -> Bool
  /// Whether it makes an order of what it is given, and has no effects: `desc`.
  func makesSort(_ function: LuaFunction) -> Bool
  /// What a table of the host has for a name that nobody has asked it for yet: `is.greater`.
  func value(of name: String, in table: LuaTable) -> LuaValue?
  /// Whether an object of the host is a test of the language, which makes another test of known operands.
  func isTest(_ object: LuaUserdata) -> Bool
  /// What values say of the rows of an entity, as `where` takes them; nil where a function or a request is in it.
  func condition(_ values: [LuaValue], of entity: String) -> Expression?
  /// The plain number that a text says of each row of an entity, or NULL: `price * quantity`; nil where it says another
  /// value.
  func number(_ text: String, of entity: String) -> Expression?
}

extension ClosureHost {
  package func reads(_ field: Field, over relations: [String]) {}
}
