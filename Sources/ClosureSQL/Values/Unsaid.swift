/// Why SQL does not say what a function does with some row, so that the function is asked about it.
///
/// The words are in `Unsaid+Words.swift`.
enum Unsaid: Hashable {
  /// What `string.gsub` does that SQL does not.
  enum Substitution: Hashable {
    case counted, textOfRow, captures
  }

  /// It is made of a value that is not said either: the reason of that one counts.
  case followsUnknown
  case furtherResult
  case wrapsAround
  case otherArithmetic
  case bitsOfFloats
  case notANumber
  case notFinite
  case floatAsText
  case decimalAsText
  /// A form of `string.format`, or of `os.date`, that SQL has not; nil where it depends on the row.
  case otherForm(String?)
  case otherDate(String?)
  case localDate
  case otherBase
  case tableAsText
  case numberAsText
  case textAsNumber
  case decimalAsNumber
  case otherAsNumber
  case tooManyWords
  case rounds
  case slices
  case placeIsNoInteger
  case placeMayBeNoInteger
  case patternOfRow
  case searchBeginsElsewhere
  case substitutes(Substitution)
  case selectedByRow
  case otherPattern
  case longText
  case lengthWithHoles
  case now
  case longYear
  case localeOrder
  case localeLetters
  case comparesObjects
  case otherObject
  case comparesDocuments
  case moreDigits
  case differentScales
  case decimalTooLong
  case moreDigitsThanColumn
  case roundedSum
  case decimalWithNumber, decimalWithText
  case looksUpStored
  case looksIntoMany
  case testOfUnknown
  case nullInDocument
  case `operator`
  case noOperator(String)
  /// SQL has no function of this name.
  case noWord(String)
  /// It has it with fewer arguments.
  case furtherArguments(String)
  case document(field: String)
  case decimalInDocuments(field: String)
  case bytesInDocument(field: String)
  case notStored(field: String)
  case fallback(field: String)
  case mayHoldNoNumber(field: String)
  case mayHoldOther(field: String)
  /// Of a table made elsewhere, whose days and moments may be none.
  case mayHoldNone(field: String)
  case computedMember(String)
}
