import Encodings
import LuaRuntime
import Schema

extension ValueError {
  package var kind: ScriptError.Kind {
    switch self {
    case .noSuchMoment, .decimalTooLong, .dividedByZero, .quotientTooLong, .keyOfSeveralValues, .operandIsNil,
      .noPlainValue, .unknownTestOption, .testOptionCannotBe, .takesNothing, .tooManyTests, .testsTooDeep, .noTest,
      .testNeedsValue, .operandUnfit, .testTakes, .operandIsNaN, .comparesWithNull, .endsAreTurned:
      .argument
    case .notDecoded, .documentUnfit, .undecodable, .beyondDecimals:
      .decode
    case .noDecimal:
      .type
    case .objectHasNoKey:
      .state
    }
  }

  package var message: String {
    switch self {
    case .noSuchMoment(let word):
      return "\(word): there is no such day or time as this table says"
    case .notDecoded(let entity, let field, let reason):
      return "\(entity): \(field): cannot be decoded: \(reason)"
    case .decimalTooLong(let left, let sign, let right):
      return "\(left) \(sign) \(right) has more digits than a decimal can"
    case .dividedByZero(let number):
      return "\(number) / 0: a decimal cannot be divided by zero"
    case .quotientTooLong(let left, let right):
      return "\(left) / \(right) has more digits than a decimal can"
    case .noDecimal(let found, let float):
      let advice = float.map { ": write decimal \"\($0)\" for what is exact" } ?? ""
      return "a decimal reckons with decimals, integers and decimal text, not \(found)\(advice)"
    case .documentUnfit(let entity, let field, let path, let reason):
      return "\(entity): \(field)\(path): \(reason)"
    case .beyondDecimals(let entity, let field):
      return "\(entity): \(field): a value has more than the 18 digits that the database reckons decimals with;"
        + " a function of the row reckons with 38"
    case .undecodable(let entity, let field, let found, let type):
      return "\(entity): \(field): the stored value \(found) is no \(type ?? "JSON")"
    case .keyOfSeveralValues(let word, let entity):
      return "\(word): the key of \(entity) is not one value: where { relation = { a, b } } asks for one of several"
        + " objects"
    case .objectHasNoKey(let word, let entity):
      return "\(word): this \(entity) is not saved: it has no key yet"
    case .operandIsNil(let word, let place):
      return "\(word): value \(place) is nil. Is a name misspelt? NULL is written null"
    case .noPlainValue(let word, let found):
      return "\(word) takes plain values, not \(found)"
    case .unknownTestOption(let word, let option, let known):
      return "\(word): unknown option \(quotedExcerpt(option))." + TestOption.advice(for: option, in: known)
    case .testOptionCannotBe(let word, let option, let isFlag, let found):
      let choices = isFlag ? "true or false" : "\"open\" or \"closed\""
      return "\(word): option '\(option)' is \(choices), not \(found)"
    case .takesNothing(let test):
      return "is.\(test): takes nothing"
    case .tooManyTests(let limit):
      return "more than \(limit) tests are joined to one. is.one_of and is.none_of take lists of any length"
    case .testsTooDeep(let limit):
      return "tests are nested more than \(limit) deep"
    case .noTest(let found):
      return "~, & and | of tests take tests (is.…), not \(found)"
    case .testNeedsValue(let test):
      return "is.\(test) needs a value first"
    case .operandUnfit(let test, let reason):
      return "is.\(test): \(reason)"
    case .testTakes(let test, let operands, let example):
      return "is.\(test): takes \(operands.words(test, example))"
    case .operandIsNaN(let test):
      return "is.\(test): NaN (0/0) is neither equal to a value nor less or greater than one"
    case .comparesWithNull(let test):
      return "is.\(test): nothing compares with NULL except is.equal and is.not_equal"
    case .endsAreTurned(let test, let lower, let upper):
      return "is.\(test): the lower end comes first: \(lower) is above \(upper)"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .notDecoded(let entity, let field, _): .naming(entity: entity, field: field)
    case .documentUnfit(let entity, let field, let path, _): .naming(entity: entity, field: field + path)
    case .undecodable(let entity, let field, _, _), .beyondDecimals(let entity, let field):
      .naming(entity: entity, field: field)
    default: []
    }
  }
}

extension TestKind.Operands {
  fileprivate func words(_ test: String, _ example: String) -> String {
    switch self {
    case .none: "nothing: write is.\(test)"
    case .values(1): "one value, as in \(example)"
    case .values(let count): "\(count) values, as in \(example)"
    case .list: "values or a list of them, as in \(example)"
    case .text: "one text, as in \(example)"
    case .pattern: "one regular expression, as in \(example)"
    case .counts: "one or two counts, as in \(example)"
    }
  }
}
