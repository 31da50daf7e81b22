/// What is wrong with a file, or with the text in it, and where.
///
///     InterchangeError(.unclosedQuote, at: .line(3, column: 7)).description
///     // line 3, column 7: the quote that begins here is never closed
///
/// `problem` is what programs decide by; the words are in `InterchangeError+Words.swift`.
package struct InterchangeError: Error, Hashable, Sendable {
  /// Where in a file something is.
  package enum Place: Hashable, Sendable {
    /// Lines and columns count from 1; columns count characters.
    case line(Int, column: Int)
    /// In a file without lines: bytes count from 0.
    case byte(Int)
  }

  package enum FileAction: Hashable, Sendable { case open, read, write }

  package enum Problem: Hashable, Sendable {
    /// The system could not do something with a file: what, and its number for why.
    case file(FileAction, path: String, code: Int32)
    case isDirectory(path: String)
    /// A pipe or a device where a file is read twice.
    case isNoFile(path: String)
    /// Something else stands where only one thing can.
    case expected(String, found: String)
    case notUTF8
    case notUnicode8(encoding: String)
    /// An object with the same name twice.
    case nameTwice(String)
    case tooDeep(Int)
    /// More bytes than are read at once.
    case tooLarge(limit: Int)
    /// Ctrl-C, or a limit, has stopped the reading.
    case interrupted
    /// A value that a format has no way to write.
    case cannotHold(format: String, what: String)

    // csv, tsv
    case notUTF8Column
    /// A row of a file of documents that is none.
    case noObject(found: String)
    /// A format that is written only.
    case onlyWritten(format: String)
    case noHeader
    case columnTwice(String)
    case unclosedQuote
    case textBehindQuote(String)
    /// `above` is how many lines may stand above the names of the columns, where it looks so.
    case wrongFieldCount(found: Int, expected: Int, above: Int? = nil)
    case unknownEscape(String)
    case unknownColumn(String)

    // json, plist
    case controlCharacter(UInt8)
    case loneSurrogate
    case numberTooLarge(String)
    case unknownTag(String)
    case unknownEntity(String)
    case badValue(tag: String, text: String)

    // bplist
    case notBinaryPropertyList
    case truncated
    case badObject(UInt8)
    case badReference
    case containsItself
    case expandsTooMuch
  }

  package var problem: Problem
  package var place: Place?

  package init(_ problem: Problem, at place: Place? = nil) {
    self.problem = problem
    self.place = place
  }
}
