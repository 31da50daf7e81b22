import Encodings

/// Reads documents one after another: the elements of a list, or the one that is no list.
package protocol DocumentInput: AnyObject {
  /// Whether what is read is one document and no list of them; known once the first was read.
  var isSingle: Bool { get }
  /// Where the document begins that was read last, as far as the format has lines.
  var place: InterchangeError.Place? { get }

  /// The next document, or nil when all were read.
  ///
  /// What follows an error is not to be read, unless `skipBroken` says so.
  func next() throws(InterchangeError) -> DocumentValue?

  /// Skips a document that cannot be read; false where the start of the next one is unknown.
  func skipBroken() throws(InterchangeError) -> Bool
}

extension DocumentInput {
  package func skipBroken() throws(InterchangeError) -> Bool { false }
}

/// Writes documents one after another.
///
///     writer.begin(isList: true)
///     try writer.write(.map([…]))
///     try writer.end()
package protocol DocumentOutput {
  /// Begins a list of documents, or a single one.
  mutating func begin(isList: Bool)

  /// - Throws: `InterchangeError` of kind `.cannotHold`; what was written so far is of no use then.
  mutating func write(_ document: DocumentValue) throws(InterchangeError)

  /// Begins the rows of a section; formats without headings ignore it.
  mutating func section(_ title: String)

  mutating func end() throws(InterchangeError)
}

extension DocumentOutput {
  package mutating func section(_ title: String) {}
}

extension DocumentInput {
  /// The value that is all there is, which may be a list.
  func whole() throws(InterchangeError) -> DocumentValue {
    var all: [DocumentValue] = []
    while let document = try next() { all.append(document) }
    return isSingle && all.count == 1 ? all[0] : .list(all)
  }
}
