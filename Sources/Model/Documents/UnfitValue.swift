/// Why a field, a document or JSON does not take a value.
package enum UnfitValue: Worded {
  case notEncoded(reason: String)
  case notExpected(Expectation, found: String)
  case jsonNumber(number: Double)
  case jsonText
  case jsonValue(found: String)
  case jsonDepth(limit: Int)
  case jsonKey
  case jsonTable
  case tooDeep(limit: Int)
  case isNull
  case notOneCase(cases: String)
  case noSuchCase
  case isMissing
  case cannotBeNull
  case gap(place: String)
  case nameInList(name: String)
  case nameIsNoText(found: String)
  case nameIsNotUTF8
  case emptyCase(cases: String)
  case severalCases(cases: String)
  case caseNeedsValue(name: String)
  case unknownCase(name: String, cases: String, known: [String])
  case newerVersion(version: Int, own: Int)
  case migratedIsNoTable(found: String)
  case versionIsNoNumber(found: String)
  case muchTooDeep
  case kindIsMissing(kinds: [String])
  case noSuchKind(found: String, text: String?, kinds: [String])
  case containsItself
  case isRequired
  case isNotValid
  case wouldBeRounded
  /// How many digits the column keeps behind the point; less than 0 where it has tens and hundreds alone.
  case wouldLoseDigits(Int)
  case ruleFails(String)
  case relationInside(target: String)
  case noSuchField(name: String, known: [String])
  case wasSet
  case wasSetTo(stored: String)
  case isComputed
}
