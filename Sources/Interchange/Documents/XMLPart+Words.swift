import Encodings

extension XMLPart {
  /// As it stands behind "expected".
  var words: String {
    switch self {
    case .end: "the end"
    case .tag: "a tag"
    case .tagName: "the name of a tag"
    case .tagEnd: "'>'"
    case .attribute: "an attribute (name=\"value\")"
    case .quote: "the quote of a value"
    case .valueEnd: "the end of a value"
    case .instructionEnd: "'?>'"
    case .comment: "a comment"
    case .plainDocumentType: "a document type without definitions"
    case .section: "'<![CDATA['"
    case .sectionEnd: "']]>'"
    case .mark(let mark): "'\(mark)'"
    }
  }
}

extension TextScanner {
  /// The error that something else was expected here.
  mutating func expected(_ part: XMLPart) throws(InterchangeError) -> InterchangeError { try expected(part.words) }
}
