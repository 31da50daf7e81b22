import Encodings
import Schema

extension UnfitValue {
  package var message: String {
    switch self {
    case .notEncoded(let reason):
      "cannot be encoded: \(reason)"
    case .notExpected(let expected, let found):
      "expected \(expected.words), not \(found)"
    case .jsonNumber(let number):
      "JSON cannot hold \(number)"
    case .jsonText:
      "JSON cannot hold text that is not UTF-8"
    case .jsonValue(let found):
      "JSON cannot hold \(found)"
    case .jsonDepth(let limit):
      "JSON cannot hold tables more than \(limit) deep, nor one that contains itself"
    case .jsonKey:
      "JSON cannot hold a key that is not UTF-8"
    case .jsonTable:
      "JSON cannot hold a table with both places and names, or with gaps"
    case .tooDeep(let limit):
      "is nested more than \(limit) deep"
    case .isNull:
      "is null"
    case .notOneCase(let cases):
      "expected exactly one of \(cases)"
    case .noSuchCase:
      "there is no such case"
    case .isMissing:
      "is required, and missing"
    case .cannotBeNull:
      "cannot be NULL"
    case .gap(let place):
      "a list has no gaps, and nothing at \(place)"
    case .nameInList(let name):
      "a list has places, not names such as \(quotedExcerpt(name))"
    case .nameIsNoText(let found):
      "a name is text, not \(found)"
    case .nameIsNotUTF8:
      "a name is UTF-8 text without NUL"
    case .emptyCase(let cases):
      "expected one of \(cases), not an empty table"
    case .severalCases(let cases):
      "expected one of \(cases), not several at once"
    case .caseNeedsValue(let name):
      "the case \(quotedExcerpt(name)) needs its value: { \(name) = … }"
    case .unknownCase(let name, let cases, let known):
      "there is no case \(quotedExcerpt(name)) (\(cases))." + suggestion(for: name, in: known)
    case .newerVersion(let version, let own):
      "the document is of version \(version), this schema of version \(own): a newer schema wrote it"
    case .migratedIsNoTable(let found):
      "migrate must give the document, a table, not \(found)"
    case .versionIsNoNumber(let found):
      "expected a number from 1, not \(found)"
    case .muchTooDeep:
      "is nested too deep"
    case .kindIsMissing(let kinds):
      "is missing: it is one of \(kinds.joined(separator: ", "))"
    case .noSuchKind(let found, let text, let kinds):
      "\(found) is none of the kinds \(kinds.joined(separator: ", "))." + suggestion(for: text ?? "", in: kinds)
    case .containsItself:
      "contains itself"
    case .ruleFails(let rule):
      "\(rule) does not hold"
    case .isRequired:
      "is required"
    case .isNotValid:
      "is not valid"
    case .wouldBeRounded:
      "would be rounded: the column holds integers"
    case .wouldLoseDigits(let digits) where digits < 0:
      "would be rounded: the column holds multiples of 1\(String(repeating: "0", count: -digits))"
    case .wouldLoseDigits(let digits):
      "would be rounded: the column holds \(digits) digit\(digits == 1 ? "" : "s") behind the point"
    case .relationInside(let target):
      "an object inside another has no relations (\(target))"
    case .noSuchField(let name, let known):
      "there is no such field." + suggestion(for: name, in: known)
    case .wasSet:
      "is readonly, and was set"
    case .wasSetTo(let stored):
      "is readonly, and was set to \(stored)"
    case .isComputed:
      "is computed by the database: it cannot be set"
    }
  }
}

extension Expectation {
  var words: String {
    switch self {
    case .type(let words): words
    case .list: "a list"
    case .listOf(let elements): "a list of \(elements)"
    case .mapOf(let elements): "a table of names and \(elements)"
    case .names: "a table of names"
    case .namesOf(let entity): "\(entity), a table of names"
    case .isTrue: "true"
    case .oneCase: "a table of one case"
    case .base64: "bytes in base 64"
    case .object(let entity): "\(entity) { … }"
    case .objectOrTable(let entity): "\(entity) { … } or a table"
    case .one(let entity): withArticle(entity)
    case .oneOrKey(let entity, let field): "\(withArticle(entity)) (its key stands in \(field))"
    }
  }
}
