/// What XML has to have at a place: what is said to be missing where something else stands.
enum XMLPart {
  case end
  case tag, tagName, tagEnd, attribute, quote, valueEnd, instructionEnd
  case comment, plainDocumentType, section, sectionEnd
  /// What ends a comment.
  case mark(StaticString)
}
