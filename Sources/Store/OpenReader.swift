/// A reader of tables, step by step, that is to see the rows as they were when it began.
package protocol OpenReader: AnyObject {
  /// The tables and views that it reads.
  var readTables: [String] { get }

  /// Takes all rows that are left: one of its tables is about to be written.
  func readRest()
}
