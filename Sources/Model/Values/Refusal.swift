import LuaRuntime

/// A value that a field does not take, in words: `expected an integer, not the text 'x'`.
///
/// Not more sendable than the interpreter of its values.
package struct Refusal: Error, @unchecked Sendable {
  package var words: String
  /// What is wrong inside of a document, each with the way to it.
  package var inside: [Misfit] = []

  package init(_ reason: UnfitValue) {
    self.init(words: reason.message)
  }

  package init(words: String, inside: [Misfit] = []) {
    self.words = words
    self.inside = inside
  }
}
