/// How a column type is kept in the database.
package enum Storage: String, Sendable, CaseIterable {
  case integer, real, text, data
  /// Whatever the table that already exists holds.
  case any
}
