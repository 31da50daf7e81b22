/// What was asked of a database in a way that it does not take.
package enum DatabaseError: WordedError {
  case optionsAreNoTable(found: String)
  case optionCannotBe(option: String, found: String)
  case closed
  case noMethod(name: String, known: [String])
  case cannotSet(name: String)
  case echoCannotBe(found: String)
}
