/// Somebody who reads rows of tables step by step, and wants to see them as they were when the reading began.
package protocol OpenReader: AnyObject {
  /// The tables and views that it reads.
  var readTables: [String] { get }

  /// Takes all rows that are left: one of its tables is about to be written.
  func readRest()
}
