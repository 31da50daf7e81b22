import Schema

/// `initial "name"` as a value of the language.
package final class InitialValue {
  let path: FieldPath

  package init(_ path: FieldPath) {
    self.path = path
  }
}
