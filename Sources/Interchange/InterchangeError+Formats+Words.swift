import Encodings
import Schema

/// What formats cannot hold.
extension InterchangeError {
  static let nullInPropertyList = InterchangeError(.cannotHold(format: "a property list", what: "null"))
  static let tooManyValues = InterchangeError(
    .cannotHold(format: "a binary property list", what: "more than 4,294,967,295 values"))

  static func momentInPropertyList(_ text: String) -> InterchangeError {
    InterchangeError(.cannotHold(format: "a binary property list", what: "the moment \(text)"))
  }

  static func characterInPropertyList(_ scalar: Unicode.Scalar) -> InterchangeError {
    InterchangeError(.cannotHold(format: "plist", what: "the character \(scalar.value): use bplist or json"))
  }

  static func noRow(format: String, _ document: DocumentValue) -> InterchangeError {
    InterchangeError(.cannotHold(format: format, what: document.described + " as a row"))
  }

  static func fieldTooLong(at place: Place) -> InterchangeError {
    InterchangeError(.cannotHold(format: "a field", what: "so many bytes"), at: place)
  }

  /// - Parameter next: what stands behind the backslash.
  static func unknownEscape(before next: String, at place: Place) -> InterchangeError {
    InterchangeError(.unknownEscape(quotedExcerpt("\\" + next)), at: place)
  }
}

/// What documents have elsewhere.
extension InterchangeError {
  static func noName(at place: Place) -> InterchangeError {
    InterchangeError(.expected("a name", found: "another value"), at: place)
  }

  static func noDate(seconds: Double, at place: Place) -> InterchangeError {
    InterchangeError(.badValue(tag: "date", text: "\(seconds)"), at: place)
  }

  static func noModel(root: XMLElement) -> InterchangeError {
    InterchangeError(.expected("a Core Data model (<model>)", found: "<\(root.name)>"), at: root.place)
  }

  static func lacksAttribute(_ attribute: String, _ element: XMLElement) -> InterchangeError {
    InterchangeError(
      .expected("<\(element.name)> with \(withArticle(attribute))", found: "one without"), at: element.place)
  }

  /// A tag that closes what is not open.
  static func closesNothing(_ tag: XMLScanner.Tag, at place: Place) -> InterchangeError {
    InterchangeError(.unknownTag("/" + tag.name), at: place)
  }

  static func notClosed(_ name: String, found tag: XMLScanner.Tag, at place: Place) -> InterchangeError {
    InterchangeError(.expected("</\(name)>", found: tag.described), at: place)
  }

  static func noValue(found tag: XMLScanner.Tag, at place: Place) -> InterchangeError {
    InterchangeError(.expected("a value", found: tag.described), at: place)
  }

  static func noKey(found tag: XMLScanner.Tag, at place: Place) -> InterchangeError {
    InterchangeError(.expected("<key>", found: tag.described), at: place)
  }
}

extension XMLScanner.Tag {
  fileprivate var described: String { "<\(isClosing ? "/" : "")\(name)\(isEmpty ? "/" : "")>" }
}
