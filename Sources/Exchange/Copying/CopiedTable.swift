import Model
import Query
import Schema
import Store

/// One table on its way from one database to another.
struct CopiedTable {
  /// A column, and what happens to its values on the way.
  struct Column {
    var name: String
    /// How it is read.
    var reading: SQL
    /// How a value is written.
    var writing: @Sendable (SQL) -> SQL = { $0 }
    /// Whether integers go into a column of real numbers.
    var isWidened = false
  }

  var table: String
  /// What a person calls it: its entity.
  var entity: String
  var columns: [Column]
  /// The places of the key among the columns; empty where rows have none.
  var keys: [Int]
  /// What tells the rows whose values are read exactly, of the columns of which not all are.
  var exactness: [(column: String, condition: SQL)] = []
  /// Whether people made it, and want to hear of it.
  var isTold: Bool

  var selection: SQL { .select(columns.map(\.reading).joined(by: ", "), from: table) }

  /// The columns as they are stored, for the row that could not be read.
  var plainSelection: SQL { .select(columns.map { .name($0.name) }.joined(by: ", "), from: table) }

  func insertion(_ dialect: any Dialect) -> SQL {
    .insertWhole(into: table, columns.map { ($0.name, $0.writing("\(Value.null)")) }, dialect)
  }

  /// The row as a message names it: `Album 7`, `Album row 3`.
  func words(of row: [Value], number: Int) -> String {
    if keys.isEmpty { return "\(entity) row \(number)" }
    return entity + " " + keys.map { row[$0].excerpt }.joined(separator: ", ")
  }
}

/// What a copy is made of: the tables in order, and the statements around their rows.
struct CopyPlan {
  var tables: [CopiedTable] = []
  var early: [String] = []
  var late: [String] = []
  /// What is not copied, in words.
  var left: [String] = []
}
