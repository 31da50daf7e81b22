/// What undoes the changes of objects when a transaction is rolled back; it hears of each that begins or ends.
package protocol UndoLog: AnyObject {
  /// A transaction has begun, and so many are open.
  func began(depth: Int)
  func committed(to depth: Int)
  func rolledBack(to depth: Int)
}
