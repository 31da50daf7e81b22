import SQLiteEngine
import Scripting
import Store

/// The engines that the program knows; which one opens a database follows from its location.
enum Engines {
  static func open(_ location: String, _ options: Session.OpenOptions) throws -> any Engine {
    try SQLiteEngine(
      path: location, options: SQLiteOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted))
  }
}
