import Schema

/// Functions of the program that statements can call.
package protocol Callbacks: AnyObject {
  /// Makes a function known to this connection; one of the same name and number of arguments is replaced.
  func add(_ callback: Callback) throws(StoreError)
  /// Makes it unknown again.
  func removeCallback(_ name: String, argumentCount: Int) throws(StoreError)
}

/// A function that a statement calls with values, and that answers one.
///
///     try engine.add(Callback("twice", argumentCount: 1) { values in … })
///     // SELECT twice(21)   →   42
package struct Callback {
  package var name: String
  package var argumentCount: Int
  /// Whether it answers the same for the same values, so that it need not be called for each row.
  package var isDeterministic: Bool
  /// What it throws ends the statement with an error of kind `.other`, whose reason is the thrown error's description.
  package var call: ([Value]) throws -> Value

  package init(
    _ name: String, argumentCount: Int, isDeterministic: Bool = false, _ call: @escaping ([Value]) throws -> Value
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.call = call
  }
}
