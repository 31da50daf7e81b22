import SQLText
import Schema

/// What one database says differently from another.
package protocol Dialect: Sendable {
  /// How its tokens are written, in which statements come that people write.
  var syntax: SQLSyntax { get }
  /// A name as this database quotes it: `"order"`.
  func quoted(_ name: String) -> String
  /// The placeholder of the n-th binding, from 1: `?1`, `$1`.
  func placeholder(_ position: Int) -> String
  /// The column type for a storage class: `INTEGER`, `TEXT`.
  func typeName(_ storage: Storage) -> String
  /// The type of the column of a field: that of the keys it refers to, where the database has a type of its own for them.
  func typeName(_ field: Field) -> String
  /// What follows the type of a column that takes texts for equal that differ: ` COLLATE NOCASE`; nil where this
  /// database has no such order.
  func clause(for collation: Collation) -> String?
  /// What follows a value of which a part compares by another collation than all of it: ` COLLATE BINARY`; nothing where
  /// parts say nothing of the whole.
  func clause(ofWhole collation: Collation) -> SQL
  /// What puts texts of a column in the order of their bytes that the database orders by a language.
  var orderWithoutLanguage: SQL { get }
  /// What follows a value that texts are put in order by, where the database's own order is not that of their bytes.
  var orderOfBytes: SQL { get }
  /// The same where a table is made, which other programs must be able to write.
  var ofSchema: any Dialect { get }
  /// The first function in a text of SQL that only Moonshell's own connections have.
  func ownFunction(in sql: String) -> String?
  /// What follows the closing parenthesis of CREATE TABLE: ` STRICT`.
  var tableSuffix: String { get }
  /// A function that Moonshell needs, in this database's words.
  func call(_ function: Expression.Function, _ arguments: [SQL]) -> SQL
  /// An operation with Lua's results, or nil where this database cannot do it exactly.
  func call(_ kernel: Kernel, _ arguments: [SQL]) -> SQL?
  /// What stands at a path of names in a document of JSON text, as an operand; NULL where nothing does.
  func member(_ path: [String], of document: SQL, as member: DocumentMember) -> SQL
  /// What stands there, of whatever class, compared with a number or a text; nil where comparing them does it. Texts, and
  /// the one that they are compared with, go through these functions first.
  func comparison(
    _ comparison: Expression.Comparison, of path: [String], in document: SQL, _ functions: [Expression.Function],
    with other: SQL, isText: Bool
  ) -> SQL?
  /// What stands there, of whatever class, as a value in whose order it comes: numbers and truths before texts; nil where
  /// it is one itself. Texts go through these functions first.
  func order(of path: [String], in document: SQL, _ functions: [Expression.Function]) -> SQL?
  /// `min` or `max` of JSON texts in that order, as JSON text; nil where it is what `member` gives that is compared.
  func extreme(_ name: String, ofParts value: SQL) -> SQL?

  /// An operand of `+`, `-` or `*` whose result may be an integer beyond 64 bits.
  func wide(_ operand: SQL, _ class: ValueClass, beside other: ValueClass) -> SQL
  /// What reals were reckoned to, with NULL in place of NaN.
  func withoutNaN(_ value: SQL) -> SQL
  /// A column of numbers, with NULL in place of NaN.
  func numberOrNull(_ column: SQL) -> SQL
  /// What is read of a number of four bytes, as a number of eight.
  func double(ofSingle column: SQL) -> SQL
  /// A value of any class where numbers are added up: NULL in place of what is none.
  func numberAlone(_ value: SQL) -> SQL
  /// Whether a key is one of those that statements find, or NULL; nil where an order has NULL where its index has it.
  func isAmong(_ key: SQL, _ statements: [SQL]) -> SQL?
  /// Whether what `+`, `-` or `*` makes of integers is one of 64 bits.
  func isInteger(_ wide: SQL) -> SQL
  /// Whether a number that may be of either class is an integer.
  func isInteger(mixed number: SQL) -> SQL
  /// Whether integers become real numbers beside such, though they may have more digits.
  var comparesAsReals: Bool { get }
  /// Less than 0, 0 or more than 0, as an integer is less than a real number, equal to it, or greater.
  func compared(whole: SQL, real: SQL) -> SQL
  /// Whether a choice may be between values of several classes.
  var choosesAmongClasses: Bool { get }
  /// An integer as one of numbers of which some are real ones.
  func mixed(whole: SQL) -> SQL
  /// One of such as a real number.
  func real(ofMixed number: SQL) -> SQL
  /// What a function of this name makes of real numbers, within no bounds.
  func reals(_ function: String, _ arguments: [SQL]) -> SQL
  /// Whether real numbers that are too large are an error, or too near to zero, and not infinite or zero.
  var boundsReals: Bool { get }
  /// A real number as one of such, or what a function of this name makes of them.
  func mixed(_ function: String, _ arguments: [SQL]) -> SQL
  /// The sum of such: an integer where all are.
  func mixedSum(_ value: SQL, _ distinct: SQL) -> SQL
  /// Whether groups come in the order of their keys by themselves.
  var ordersGroups: Bool { get }
  /// The sum of integers, which is an error where it is none itself.
  func wholeSum(_ value: SQL) -> SQL
  /// A function whose first argument is bytes; nil where it is the same as of texts.
  func callOnBytes(_ function: Expression.Function, _ arguments: [SQL]) -> SQL?
  /// A result of `+`, `-` or `*` as it is read: a real number where it goes beyond 64 bits.
  func stored(wide: SQL) -> SQL
  /// A value that stands in a choice, where that alone may have to tell its class.
  func chosen(_ value: Value) -> SQL
  /// A truth as a column holds it.
  func stored(truth: SQL) -> SQL

  /// How large an expression may be.
  var limits: StatementLimits { get }
  /// How many values a statement may have beside it; further ones are written into it.
  var parameters: Int { get }
  /// An operand of `||`, which may be of any class.
  func joined(_ operand: SQL) -> SQL
  /// What is true, or false, where a condition stands: `1`, `TRUE`.
  func truth(_ value: Bool) -> String
  /// What cuts the rows of a SELECT, with the blank before it; nil = all that follow the first `offset`.
  func limit(_ limit: Int?, offset: Int) -> SQL
  /// Whether a range of which an index would find few rows is better asked for in another order than that of the key:
  /// else the database reads the whole table, so that it need not sort.
  var prefersKeyOrder: Bool { get }
  /// What a column of a storage class makes of a value that it is given.
  func stored(_ value: Value, in storage: Storage) -> Value

  /// Whether a table that has rows can get this column without being made anew.
  func canAddColumn(_ column: TableDescription.Column, isUnique: Bool) -> Bool
  /// A value of one stored type as another stores it; what has no exact counterpart must fail, not change.
  func converted(_ value: SQL, from: StoredType, to: StoredType) -> SQL

  /// Whether a table that is there takes a change of its columns and rules as it is; else a new one takes its place.
  var altersTables: Bool { get }
  /// A column as another stores it in its place.
  func altered(_ column: TableDescription.Column, to new: TableDescription.Column) -> SQL
  /// The type of moments with so many digits of a second that a column has in the place of its own.
  func momentType(_ type: String, digits: Int) -> String
  /// The type of a column of decimals that has fewer digits behind the point than a field over it, with all of them; nil
  /// where it stays.
  func decimalType(_ type: String, holding field: Field) -> String?
  /// Whether the database can number rows in a column of a type.
  func canNumber(_ type: String) -> Bool
  /// Puts a note of a column in the place of the former one, beside what others say of the column; nil = no note.
  func noting(_ note: String?, beside comment: String?, on column: String, of table: String) -> SQL
  /// Notes of a table that another program made it, where its columns tell that no more.
  func notingForeign(_ table: String, beside comment: String?) -> SQL

  var keyClause: String { get }
  func remark(_ remark: String, on column: String, of table: String) -> SQL?
  func literal(_ value: Value) -> String
  var derivedTable: String { get }
  func nulls(isDescending: Bool) -> String
  func aggregate(_ name: String, _ value: SQL) -> SQL
  func decimalSum(_ value: SQL, scale: Int, isCompared: Bool) -> SQL
  func shown(decimalSum sum: SQL) -> SQL
  func decimalMean(_ value: SQL, _ distinct: SQL) -> SQL
  func anyTrue(_ condition: SQL) -> SQL
  /// `min` or `max` of bytes.
  func extreme(_ name: String, ofBytes value: SQL) -> SQL
  /// A whole document as the text in whose order it comes, and which tells it from others.
  func text(ofDocument value: SQL) -> SQL
  /// A document as it is written alike wherever it says the same; nil where documents compare by themselves.
  func key(ofDocument value: SQL) -> SQL?
  /// A number as the text of the decimal that it is; any other value stays.
  func decimalText(_ value: SQL) -> SQL
  /// The values of rows as a list in JSON text, in the order of the rows; an empty one of none.
  func list(of value: SQL, _ kind: Aggregation.List) -> SQL
  /// What a loop of Lua gathers of values, in their order, with Lua's result; nil where this database cannot do it.
  func fold(_ fold: Aggregation.Fold, _ value: SQL) -> SQL?
  /// What stands before a SELECT that reads the rows of a walk, each once and at its least depth, with the blank after it.
  func walk(_ walk: GraphWalk) -> SQL

  var addsKeys: Bool { get }
  var givenKeys: SQL { get }
  func carried(_ name: SQL, _ column: TableDescription.Column) -> SQL?
  func taken(_ value: SQL, _ column: TableDescription.Column) -> SQL
  func isExact(_ name: SQL, _ column: TableDescription.Column) -> SQL?
  /// Whether the type of a column, as it was declared, takes a value of this size.
  func fits(_ value: Value, _ column: TableDescription.Column) -> Bool
  func text(of column: SQL, _ native: NativeText) -> SQL
  /// Whether days or moments of a type of its own are of the years 1 to 9999.
  func isOfCalendar(_ column: SQL, _ native: NativeText) -> SQL
  /// What puts the texts of such days and moments in the order of time (`MomentOrder`).
  func timeKey(_ text: SQL) -> SQL
  func parts(of table: String, by columns: [String]) -> TableParts?
}

/// How a table is made in parts.
package struct TableParts: Sendable {
  /// What follows the table's own statement.
  package var clause: SQL
  /// The statements that make the parts.
  package var statements: [SQL]

  package init(clause: SQL, statements: [SQL]) {
    (self.clause, self.statements) = (clause, statements)
  }
}

/// What most databases leave out, or say in the same words.
extension Dialect {
  package var syntax: SQLSyntax { .sqlite }
  package func clause(for collation: Collation) -> String? { nil }
  package func clause(ofWhole collation: Collation) -> SQL { SQL() }
  package var orderOfBytes: SQL { SQL() }
  package var orderWithoutLanguage: SQL { SQL() }
  package var ofSchema: any Dialect { self }
  package func joined(_ operand: SQL) -> SQL { operand }
  package func fold(_ fold: Aggregation.Fold, _ value: SQL) -> SQL? { nil }
  /// Whether what loops gather can be said.
  package var canFold: Bool { fold(.sum, SQL()) != nil }
  package func wide(_ operand: SQL, _ class: ValueClass, beside other: ValueClass) -> SQL { operand }
  package func withoutNaN(_ value: SQL) -> SQL { value }
  package func numberOrNull(_ column: SQL) -> SQL { column }
  package func double(ofSingle column: SQL) -> SQL { column }
  package func numberAlone(_ value: SQL) -> SQL { value }
  package func isAmong(_ key: SQL, _ statements: [SQL]) -> SQL? { nil }
  package func isInteger(mixed number: SQL) -> SQL { isInteger(number) }
  package func isInteger(_ wide: SQL) -> SQL { call(.isInteger, [wide]) ?? "NULL" }
  package func comparison(
    _ comparison: Expression.Comparison, of path: [String], in document: SQL, _ functions: [Expression.Function],
    with other: SQL, isText: Bool
  ) -> SQL? { nil }
  package func order(of path: [String], in document: SQL, _ functions: [Expression.Function]) -> SQL? { nil }
  package func extreme(_ name: String, ofParts value: SQL) -> SQL? { nil }
  package var parameters: Int { 30_000 }
  package var comparesAsReals: Bool { false }
  package func compared(whole: SQL, real: SQL) -> SQL { "\(whole) - \(real)" }
  package var choosesAmongClasses: Bool { true }
  package var boundsReals: Bool { false }
  package func mixed(whole: SQL) -> SQL { whole }
  package func real(ofMixed number: SQL) -> SQL { number }
  package func reals(_ function: String, _ arguments: [SQL]) -> SQL { arguments.joined(by: ", ") }
  package func mixed(_ function: String, _ arguments: [SQL]) -> SQL { arguments.joined(by: ", ") }
  package func mixedSum(_ value: SQL, _ distinct: SQL) -> SQL { aggregate("sum", "\(distinct)\(value)") }
  package var ordersGroups: Bool { true }
  package func extreme(_ name: String, ofBytes value: SQL) -> SQL { aggregate(name, value) }
  package func text(ofDocument value: SQL) -> SQL { value }
  package func key(ofDocument value: SQL) -> SQL? { nil }
  package func decimalText(_ value: SQL) -> SQL { value }
  /// `min` or `max` of the values of a field; nil = of anything else.
  func extreme(_ name: String, _ value: SQL, of field: Field?) -> SQL {
    if field?.isPartOfJSON == true, field?.part == .json, let made = extreme(name, ofParts: value) { return made }
    if field?.storage == .data { return extreme(name, ofBytes: value) }
    // Where truths are a class of their own, none is less than another.
    return aggregate(name, field?.type == .boolean ? stored(truth: value) : value)
  }
  package func wholeSum(_ value: SQL) -> SQL { aggregate("sum", value) }
  package func callOnBytes(_ function: Expression.Function, _ arguments: [SQL]) -> SQL? { nil }
  package func stored(wide: SQL) -> SQL { wide }
  package func chosen(_ value: Value) -> SQL { "\(value)" }
  package func stored(truth: SQL) -> SQL { truth }
  /// A moment as text with so many digits of a second; what other programs have written stays as it is.
  package func moment(_ value: SQL, digits old: Int, to new: Int) -> SQL {
    let length = old == 0 ? 20 : 21 + old
    let start: SQL =
      new == 0
      ? "substr(\(value), 1, 19)" : "substr(\(value), 1, \(.keyword(String(20 + min(old, new)))))"
    let zeros = (old == 0 ? "." : "") + String(repeating: "0", count: max(0, new - old))
    let plain: SQL = new > old ? "substr(\(value), 1, \(.keyword(String(length - 1))))" : start
    return
      "CASE length(\(value)) WHEN \(.keyword(String(length))) THEN \(plain) || '\(.keyword(zeros))Z' ELSE \(value) END"
  }
  package func ownFunction(in sql: String) -> String? { nil }
  package var altersTables: Bool { false }
  package func momentType(_ type: String, digits: Int) -> String { type }
  package func decimalType(_ type: String, holding field: Field) -> String? { nil }
  package func canNumber(_ type: String) -> Bool { true }
  package func altered(_ column: TableDescription.Column, to new: TableDescription.Column) -> SQL {
    let former = StoredType(column.declaredType, saying: column.remark)
    return converted(.name(new.name), from: former, to: StoredType(new.declaredType, saying: new.remark))
  }
  package func noting(_ note: String?, beside comment: String?, on column: String, of table: String) -> SQL { SQL() }
  package func notingForeign(_ table: String, beside comment: String?) -> SQL { SQL() }
  /// What stands before PRIMARY KEY where the database makes the integers of a key.
  package var keyClause: String { "" }
  /// The statement that notes a remark about a column; nil where it stands in the table's own text, as a comment.
  package func remark(_ remark: String, on column: String, of table: String) -> SQL? { nil }
  /// A value as it is written into a statement.
  package func literal(_ value: Value) -> String { value.description }
  /// What follows a SELECT in parentheses that others are made from: a name, where it must have one.
  package var derivedTable: String { "" }
  /// Where NULLs come in an order, if that must be said for them to be less than everything else.
  package func nulls(isDescending: Bool) -> String { "" }
  /// `sum`, `avg`, `min` or `max` of a value.
  package func aggregate(_ name: String, _ value: SQL) -> SQL { "\(.keyword(name))(\(value))" }
  /// The sum of decimals that are stored as numbers: exact where it is only shown, else a number that compares.
  package func decimalSum(_ value: SQL, scale: Int, isCompared: Bool) -> SQL {
    let sum = aggregate("sum", value)
    return isCompared ? "round(\(sum), \(.keyword(String(scale))))" : sum
  }
  /// An exact sum as a number where that has all its digits, as such columns have decimals, else as it is.
  package func shown(decimalSum sum: SQL) -> SQL { sum }
  /// The mean of the same, of which what is no number is none; `distinct` stands before the value.
  package func decimalMean(_ value: SQL, _ distinct: SQL) -> SQL { aggregate("avg", "\(distinct)\(value)") }
  /// Whether a condition holds for one row at least.
  package func anyTrue(_ condition: SQL) -> SQL { "max(\(condition))" }
  /// The values of rows as a list, as the standard has it.
  package func list(of value: SQL, _ kind: Aggregation.List) -> SQL { "json_arrayagg(\(value) NULL ON NULL)" }

  package func typeName(_ field: Field) -> String { typeName(field.storage) }
  /// Whether a table that is there gets keys to others by a statement of its own.
  package var addsKeys: Bool { false }
  /// What stands before VALUES where rows come with keys that the database would make.
  package var givenKeys: SQL { SQL() }
  /// A column as it is read to be taken to another database of the kind, where its cells would not be all of it.
  package func carried(_ name: SQL, _ column: TableDescription.Column) -> SQL? { nil }
  /// What a value that was `carried` becomes again.
  package func taken(_ value: SQL, _ column: TableDescription.Column) -> SQL { value }
  package func fits(_ value: Value, _ column: TableDescription.Column) -> Bool { true }
  /// Whether a column's value is read without loss, as a condition; nil where each is.
  package func isExact(_ name: SQL, _ column: TableDescription.Column) -> SQL? { nil }

  /// A column of a type of the database's own as the text that it reads as.
  package func text(of column: SQL, _ native: NativeText) -> SQL { column }
  package func isOfCalendar(_ column: SQL, _ native: NativeText) -> SQL { "\(column) IS NOT NULL" }
  package func timeKey(_ text: SQL) -> SQL { text }

  /// How the rows of a table lie in parts by the values of columns; nil where all are in one place.
  package func parts(of table: String, by columns: [String]) -> TableParts? { nil }

  /// Whether this database can do an operation with Lua's results.
  package func canDo(_ kernel: Kernel) -> Bool { call(kernel, ["1", "1", "1"]) != nil }
}
