import Schema

/// `initial "name"` as a value of the language.
final class InitialValue {
  let path: FieldPath

  init(_ path: FieldPath) {
    self.path = path
  }
}
