import Encodings
import SQLText
import Schema

extension PredicateMisfit {
  /// The name that is meant, or where parameters stand.
  private static func advice(onParameter name: String, _ candidates: [String]) -> String {
    if let foreign = ForeignConditions.advice(forName: name) { return "; \(foreign)" }
    let near = suggestion(for: name, in: candidates)
    if !near.isEmpty { return "." + near }
    let isName = name.utf8.count <= 40 && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let table = isName ? "{ \(name) = … }" : "{ name = … }"
    return ". A table behind the text gives parameters: where(\"…\", \(table)), expr(\"…\", \(table))."
  }

  var message: String {
    switch self {
    case .noFieldOrParameter(let name, let entity, let candidates):
      "\(entity) has no field \(quotedExcerpt(name)), and there is no such parameter"
        + Self.advice(onParameter: name, candidates)
    case .fieldAndParameter(let name, let entity):
      "\(quotedExcerpt(name)) is both a field of \(entity) and a parameter: name the parameter otherwise"
    case .listAsValue(let name): "\(quotedExcerpt(name)) is a list: ask x:one_of(\(name))"
    case .tableAsValue(let name):
      "\(quotedExcerpt(name)) is a table: only a field of json or of documents compares with one, by == and ~="
    case .objectOfManyFields(let name):
      "\(quotedExcerpt(name)) is an object, whose key is not one value: only a relation is one"
    case .noTruth(let found, nil): "this is \(found), not true or false: compare it, as in 'x ~= nil'"
    case .noTruth(let found, let name?):
      "this is \(found), not true or false: compare it, as in '\(name) == 1' or '\(name) ~= nil'"
    case .testOfNoField: "a test is asked of a field, as in name:prefix('Z')"
    case .noTest(let name, let candidates):
      "there is no test \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates))"
    case .testTakesNothing(let name): "is.\(name): takes nothing"
    case .unknownOption(let name, let test, let candidates):
      "is.\(test): unknown option \(quotedExcerpt(name)).\(TestOption.advice(for: name, in: candidates))"
    case .truthOption(let name, let found): "option '\(name)' is true or false, not \(found)"
    case .bracketOption(let name, let found): "option '\(name)' is 'open' or 'closed', not \(found)"
    case .operandNotConstant: "the values of a test are literals or parameters"
    case .orderOfNil: "nothing compares with nil except == and ~="
    case .incomparable(let one, let other): "\(one) cannot be compared with \(other)"
    case .textForField(let name):
      "this is the text \(quotedExcerpt(name)): the field of that name is written [\"\(name)\"]"
    case .truthBesideField(let name, let type):
      "the \(type) field \(quotedExcerpt(name)) cannot be compared with true or false"
    case .noTruthBesideField(let name, let found):
      "the boolean field \(quotedExcerpt(name)) is true or false, not \(found)"
    case .noNumber(let operation, let found): "'\(operation.rawValue)' takes numbers, not \(found)"
    case .daysApart(let found, let first, let second):
      "'-' takes numbers, not \(found). In SQLite the days between two are"
        + " sql \"julianday(\(first)) - julianday(\(second))\"; a function counts them by os.time"
    case .notJoinable(let found): "'..' takes texts and integers, not \(found)"
    case .noDecimal(let found): "\(found) is no decimal"
    case .notBesideDecimal(let found): "decimals reckon with decimals and integers, not with \(found)"
    case .tooManyDigits(let number): "\(number) has more digits than a decimal can"
    case .tooManyDigitsBehindPoint: "this has more digits behind the point than a decimal can"
    case .decimalJoined: "'..' takes texts and integers, not decimals"
    case .orderOfObject: "an object compares with == and ~= only"
    case .keyOfSeveralFields(let relation):
      "\(quotedExcerpt(relation)) has a key of several fields: compare it with nil or an object"
    case .notOfRows(let name, let rows, let isField):
      "\(quotedExcerpt(name)) is no field of the rows that \(quotedExcerpt(rows)) leads to: those compare with values and"
        + " with fields of their own" + (isField ? ", as with \(rows).\(name)" : "")
    case .orderOfRows(let example): "rows compare with == and ~= only: name a field of them, as in '\(example)'"
    case .rowsComparedWithValue(let name, let hasSingleKey, let example):
      "\(quotedExcerpt(name)) leads to rows: they compare with nil\(hasSingleKey ? ", with an object or its key" : "")."
        + " Or name a field of them, as in '\(example)'"
    case .testNotForRows(let name, let example):
      "\(quotedExcerpt(name)) leads to rows, which this test is not for, only present, absent, equal, one_of and none_of:"
        + " name a field of them, as in '\(example)'"
    }
  }
}
