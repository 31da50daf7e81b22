import Model
import TestSupport
import Testing

@Suite struct ValueErrorWordsTests {
  private static let table: [Words<ValueError>] = [
    Words(.noSuchMoment(word: "save"), "save: there is no such day or time as this table says", .argument),
    Words(
      .notDecoded(entity: "Player", field: "age", reason: "no"), "Player: age: cannot be decoded: no", .decode,
      ["entity: Player", "field: age"]),
    Words(
      .decimalTooLong(left: "1.5", sign: "+", right: "2.5"), "1.5 + 2.5 has more digits than a decimal can", .argument),
    Words(.dividedByZero(number: "1.5"), "1.5 / 0: a decimal cannot be divided by zero", .argument),
    Words(.quotientTooLong(left: "1.5", right: "2.5"), "1.5 / 2.5 has more digits than a decimal can", .argument),
    Words(
      .noDecimal(found: "the number 0.5", float: "0.5"),
      "a decimal reckons with decimals, integers and decimal text, not the number 0.5: write decimal \"0.5\""
        + " for what is exact", .type),
    Words(
      .noDecimal(found: "a table", float: nil),
      "a decimal reckons with decimals, integers and decimal text, not a table", .type),
    Words(
      .documentUnfit(entity: "Player", field: "homes", path: "[2].zip", reason: "is null"),
      "Player: homes[2].zip: is null", .decode, ["entity: Player", "field: homes[2].zip"]),
    Words(
      .beyondDecimals(entity: "Player", field: "a * b"),
      "Player: a * b: a value has more than the 18 digits that the database reckons decimals with; a function of the row"
        + " reckons with 38", .decode, ["entity: Player", "field: a * b"]),
    Words(
      .undecodable(entity: "Player", field: "age", found: "'x'", type: "integer"),
      "Player: age: the stored value 'x' is no integer", .decode, ["entity: Player", "field: age"]),
    Words(
      .undecodable(entity: "Player", field: "home", found: "'x'", type: nil),
      "Player: home: the stored value 'x' is no JSON", .decode, ["entity: Player", "field: home"]),
    Words(
      .keyOfSeveralValues(word: "save", entity: "Player"),
      "save: the key of Player is not one value: where { relation = { a, b } } asks for one of several objects",
      .argument),
    Words(.objectHasNoKey(word: "save", entity: "Player"), "save: this Player is not saved: it has no key yet", .state),
    Words(
      .operandIsNil(word: "save", place: 3), "save: value 3 is nil. Is a name misspelt? NULL is written null", .argument
    ),
    Words(.noPlainValue(word: "save", found: "the integer 5"), "save takes plain values, not the integer 5", .argument),
    Words(
      .unknownTestOption(word: "save", option: "nmae", known: ["name", "age"]),
      "save: unknown option 'nmae'. Did you mean 'name'? Options are name and age", .argument),
    Words(
      .testOptionCannotBe(word: "is.equal", option: "ignore_case", isFlag: true, found: "the integer 5"),
      "is.equal: option 'ignore_case' is true or false, not the integer 5", .argument),
    Words(
      .testOptionCannotBe(word: "is.between", option: "lower", isFlag: false, found: "the integer 5"),
      "is.between: option 'lower' is \"open\" or \"closed\", not the integer 5", .argument),
    Words(.takesNothing(test: "prefix"), "is.prefix: takes nothing", .argument),
    Words(
      .tooManyTests(limit: 3), "more than 3 tests are joined to one. is.one_of and is.none_of take lists of any length",
      .argument),
    Words(.testsTooDeep(limit: 3), "tests are nested more than 3 deep", .argument),
    Words(.noTest(found: "the integer 5"), "~, & and | of tests take tests (is.…), not the integer 5", .argument),
    Words(.testNeedsValue(test: "prefix"), "is.prefix needs a value first", .argument),
    Words(.operandUnfit(test: "prefix", reason: "no"), "is.prefix: no", .argument),
    Words(.testTakes(test: "t", operands: .none, example: "is.t(…)"), "is.t: takes nothing: write is.t", .argument),
    Words(
      .testTakes(test: "t", operands: .values(1), example: "is.t(…)"), "is.t: takes one value, as in is.t(…)", .argument
    ),
    Words(
      .testTakes(test: "t", operands: .values(2), example: "is.t(…)"), "is.t: takes 2 values, as in is.t(…)", .argument),
    Words(
      .testTakes(test: "t", operands: .list, example: "is.t(…)"), "is.t: takes values or a list of them, as in is.t(…)",
      .argument),
    Words(.testTakes(test: "t", operands: .text, example: "is.t(…)"), "is.t: takes one text, as in is.t(…)", .argument),
    Words(
      .testTakes(test: "t", operands: .pattern, example: "is.t(…)"),
      "is.t: takes one regular expression, as in is.t(…)", .argument),
    Words(
      .testTakes(test: "t", operands: .counts, example: "is.t(…)"), "is.t: takes one or two counts, as in is.t(…)",
      .argument),
    Words(
      .operandIsNaN(test: "equal"), "is.equal: NaN (0/0) is neither equal to a value nor less or greater than one",
      .argument),
    Words(
      .comparesWithNull(test: "less"), "is.less: nothing compares with NULL except is.equal and is.not_equal", .argument
    ),
    Words(
      .endsAreTurned(test: "between", lower: "5", upper: "3"), "is.between: the lower end comes first: 5 is above 3",
      .argument),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<ValueError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test(arguments: table) func `a mistake has its kind and its details`(_ row: Words<ValueError>) {
    #expect(row.mistake.kind == row.kind)
    #expect(row.mistake.details.map { "\($0.name): \($0.value.text ?? "")" } == row.details)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Values/ValueError.swift")))
  }
}
