import LuaRuntime

/// A value that a field does not take, in words: `expected an integer, not the text 'x'`.
///
/// Not more sendable than the interpreter of its values.
package struct CastError: Error, @unchecked Sendable {
  package var words: String
  /// What is wrong inside of a document, each with the way to it.
  package var inside: [DocumentFault] = []

  package init(_ reason: UnfitValue) {
    self.init(words: reason.message)
  }

  package init(words: String, inside: [DocumentFault] = []) {
    self.words = words
    self.inside = inside
  }
}
