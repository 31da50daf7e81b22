/// A function of a script, known by its number: values of the schema hold no interpreter.
package struct ScriptHook: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}
