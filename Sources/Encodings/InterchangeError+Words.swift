import Platform

extension InterchangeError: CustomStringConvertible {
  package var description: String {
    switch place {
    case .line(let line, let column): "line \(line), column \(column): \(reason)"
    case .byte(let offset): "byte \(offset): \(reason)"
    case nil: reason
    }
  }

  /// What is wrong, without the place.
  package var reason: String { problem.words }

  /// The place as it follows a file's name: `:3:7`.
  package var suffix: String {
    switch place {
    case .line(let line, let column): ":\(line):\(column)"
    case .byte(let offset): ": byte \(offset)"
    case nil: ""
    }
  }
}

extension InterchangeError {
  static var jsonCannotHoldNaN: InterchangeError { InterchangeError(.cannotHold(format: "json", what: "nan")) }
}

extension InterchangeError.FileAction {
  /// As it stands behind "cannot".
  fileprivate var words: String {
    switch self {
    case .open: "open"
    case .read: "read"
    case .write: "write"
    }
  }
}

extension InterchangeError.Problem {
  fileprivate var words: String {
    switch self {
    case .file(let action, let path, let code):
      // A file that is exported takes its name when it is whole, for which its folder must allow it.
      let words = action == .write ? systemWords(code, folder(of: path), isWriting: true) : systemWords(code, path)
      return
        "cannot \(action.words) \(quotedExcerpt(path, limit: 200)): \(words.prefix(1).lowercased())\(words.dropFirst())"
    case .isDirectory(let path): return "\(quotedExcerpt(path, limit: 200)) is a folder: a file is needed"
    case .isNoFile(let path):
      return "cannot open \(quotedExcerpt(path, limit: 200)): it is not a regular file, and would be read twice"
    case .expected(let what, let found): return "expected \(what), not \(found)"
    case .notUTF8: return "bytes that are no UTF-8: save the file as UTF-8"
    case .notUnicode8(let encoding): return "this is \(encoding): save the file as UTF-8"
    case .nameTwice(let name): return "the name \(quotedExcerpt(name)) stands twice in one object"
    case .tooDeep(let limit): return "more than \(limit) values stand one in another"
    case .tooLarge(let limit):
      return
        "it has more than \(limit >> 20) MiB, and must be read whole: plist, json and jsonl are read piece by piece"
    case .interrupted: return "it was interrupted"
    case .cannotHold(let format, let what): return "\(format) cannot hold \(what)"
    default: return wordsOfRows ?? wordsOfTrees
    }
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// What is wrong with rows of text.
  private var wordsOfRows: String? {
    switch self {
    case .notUTF8Column: "bytes that are no UTF-8: say what the file is, as in { encoding = \"latin1\" }"
    case .noObject(let found): "expected an object, not \(found)"
    case .onlyWritten(let format): "\(format) is written, and not read"
    case .noHeader: "it is empty: the first line names the columns"
    case .columnTwice(let name): "the column \(quotedExcerpt(name)) stands twice"
    case .unclosedQuote: "the quote that begins here is never closed"
    case .textBehindQuote(let text):
      "\(text) stands behind a closing quote: a quote inside a quoted field is doubled (\"\")"
    case .wrongFieldCount(let found, let expected, let above):
      "the row has \(found) \(found == 1 ? "field" : "fields"), but there "
        + (expected == 1 ? "is 1 column" : "are \(expected) columns")
        + (above.map { ". Where it has the names of the columns, say { skip = \($0) }" } ?? "")
    case .unknownEscape(let text): "unknown escape \(text): a backslash is written \\\\"
    case .unknownColumn(let name): "\(quotedExcerpt(name)) is no column of the first row"
    default: nil
    }
  }

  /// What is wrong with values in values.
  private var wordsOfTrees: String {
    switch self {
    case .controlCharacter(let byte): "a control character (\(byte)) in a string must be written \\u00…"
    case .loneSurrogate: "half a surrogate pair"
    case .numberTooLarge(let text): "the number \(quotedExcerpt(text)) is too large: no double holds it"
    case .unknownTag(let name): "unknown tag <\(name)>"
    case .unknownEntity(let name): "unknown entity &\(name);"
    case .badValue(let tag, let text): "\(quotedExcerpt(text)) is no <\(tag)>"
    case .notBinaryPropertyList: "it is no binary property list"
    case .truncated: "it is cut off"
    case .badObject(let marker): "unknown kind of object (\(marker))"
    case .badReference: "a reference leads out of the file"
    case .containsItself: "a value contains itself"
    case .expandsTooMuch: "its values stand in one another so often that they would fill the memory"
    default: "\(self)"
    }
  }
}

extension InterchangeError {
  /// Four bytes for each letter, which no program writes by default.
  static var utf32: InterchangeError { InterchangeError(.notUnicode8(encoding: "UTF-32")) }
}
