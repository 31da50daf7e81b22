import Model
import Scripting
import TestSupport
import Testing

@Suite struct WordErrorWordsTests {
  private static let table: [Words<WordError>] = [
    Words(.openWithoutPath(value: "the integer 5"), .argument, "open takes a path: open(\"b.db\"), not the integer 5"),
    Words(
      .entityWithoutName(value: "the integer 5"), .schema,
      "entity takes a name: entity \"Player\" { … }, not the integer 5"
    ),
    Words(
      .entityWithoutFields(entity: "Player", value: "the integer 5", position: nil), .schema,
      "entity 'Player' takes a table of fields, not the integer 5"
    ),
    Words(.encode(reason: "the reason"), .argument, "encode: the reason"),
    Words(
      .decodeWithoutText(value: "the integer 5"), .argument,
      "decode takes a text and the name of a format, not the integer 5"
    ),
    Words(.decode(format: "csv", reason: "the reason"), .decode, "decode: csv: the reason"),
    Words(
      .notADecimal(value: "the integer 5"), .argument,
      "decimal takes decimal text, an integer, or a table for a field: decimal \"0.10\", not the integer 5"
    ),
    Words(
      .longDecimal(value: "the text '999'"), .argument,
      "a decimal has at most 38 digits, 30 of them behind the point, which are fewer than those of the text '999'"
    ),
    Words(
      .notAGenerator(generators: "\"swift\", \"sql\"", value: "the integer 5"), .argument,
      "generate takes one of \"swift\", \"sql\", not the integer 5"
    ),
    Words(
      .noGenerator(name: "scor", candidates: ["score", "name"], generators: "\"swift\", \"sql\""), .argument,
      "generate makes no 'scor'. Did you mean 'score'? It makes \"swift\", \"sql\""
    ),
    Words(
      .keptTable(table: "moon"), .state,
      "'moon' keeps the words of the language and cannot be overwritten: take another name, or a local one"
    ),
    Words(
      .noMode(value: "the text 'bx'", name: "bx", candidates: ["box", "csv"]), .argument,
      "show takes a mode behind the value, not the text 'bx'. Did you mean 'box'? The modes are box, csv"
    ),
    Words(
      .chartWithoutFields(value: "nil"), .argument,
      "chart takes the name of a field behind the value, or those of a label and a number, not nil"
    ),
    Words(
      .noSetting(name: "limt", candidates: ["mode", "limit"]), .argument,
      "there is no setting 'limt'. Did you mean 'limit'? The settings are mode, limit"
    ),
    Words(
      .settingValue(name: "pager", expected: "true or false", value: "the integer 5"), .argument,
      "settings.pager takes true or false, not the integer 5"
    ),
    Words(.settingsWithoutPrompt, .state, "settings are those of a prompt or a script, and here is neither"),
    Words(.keptWord(table: "moon", name: "scor"), .state, "'moon' cannot be changed: moon.scor stays as it is"),
    Words(
      .migrationWithoutFunction, .argument,
      "migration takes a name and a function: migration(\"2026-01-add-rank\", function(db) … end)"
    ),
    Words(
      .relationWithoutEntity(kind: "has_many", value: "the integer 5", position: nil), .schema,
      "has_many takes the name of an entity: has_many \"Team\", not the integer 5"
    ),
    Words(
      .resultSetWithoutOptions(value: "the integer 5"), .argument,
      "result_set takes a table of options: result_set { unique = \"id\" }, not the integer 5"
    ),
    Words(
      .initialWithoutField(value: "the integer 5"), .argument,
      "initial takes the name of a field: initial \"name\", not the integer 5"
    ),
    Words(
      .diffOptionsNotATable(value: "the integer 5"), .argument,
      "diff takes two lists and a table of options, not the integer 5"
    ),
    Words(
      .caseOutsideOfTests(name: "adults play"), .state,
      "test 'adults play' is a case of a file of tests: run it with moonshell --test FILE (a named rule is"
        + " test(function, message))"
    ),
    Words(
      .caseInCase(name: "b", running: "a"), .state, "test 'b' stands in the case 'a': cases stand side by side"
    ),
    Words(
      .modelWithoutFolder(value: "nothing"), .argument,
      "generate \"xcdatamodel\" takes the path of the model, as in generate(\"xcdatamodel\", \"Shop.xcdatamodel\"),"
        + " not nothing"
    ),
    Words(
      .otherMigrations(path: "App.swift", before: ["\"v1\"", "\"v2\""], now: ["\"v1\""]), .state,
      "generate: 'App.swift' has the migrations \"v1\", \"v2\", and those of this session (\"v1\") do not begin with them:"
        + " an app that ran them would miss the new ones. The file stays as it is. Take another one, or write the next"
        + " migration into it by hand, as db:migrate { dry_run = true }:swift \"v3\" gives it before it is made"
    ),
    Words(.caseTwice(name: "a"), .argument, "test 'a' is there already: give each case a name of its own"),
    Words(.expectWithoutValue, .argument, "expect takes a value: expect(Player:count()):equals(2)"),
    Words(
      .testWithoutFunction(value: "the integer 5"), .argument,
      "test takes a function: test(function(value) return … end, \"must be …\"), not the integer 5"
    ),
    Words(
      .testMessageNotText(value: "the integer 5"), .argument,
      "test: the message is text, such as \"must be even\", not the integer 5"
    ),
    Words(
      .noTest(name: "scor", candidates: ["score", "name"]), .argument,
      "there is no test is.scor. Did you mean 'score'?"
    ),
    Words(
      .testWithoutName(value: "the integer 5"), .argument,
      "a test needs a name, as in is.even = test(…), not the integer 5"
    ),
    Words(.keptTest(name: "scor"), .state, "is.scor is a test of the language and stays as it is: choose another name"),
    Words(
      .notATest(name: "scor", value: "the integer 5"), .argument,
      "is.scor takes a test, as in is.scor = test(function(value) return … end, \"must be …\"), not the integer 5"
    ),
    Words(
      .sqlWithoutText(value: "the integer 5"), .schema,
      "sql takes a text that the database understands, as in sql \"length(name) > 2\", not the integer 5"
    ),
    Words(
      .indexWithoutFields(position: nil), .schema,
      "an index needs the names of its fields: index(\"team\", \"score\")"
    ),
    Words(
      .indexUniqueNotAFlag(value: "the integer 5", position: nil), .schema,
      "index: option 'unique' must be true or false, not the integer 5"
    ),
    Words(
      .noIndexOption(name: "scor", position: nil), .schema, "index: unknown option 'scor'. Options are unique and where"
    ),
    Words(
      .indexWhereNotText(value: "the integer 5", position: nil), .schema,
      "index: option 'where' takes a predicate as text, such as \"active\", or sql \"…\", not the integer 5"
    ),
    Words(
      .expressionWithoutText(value: "the integer 5"), .argument,
      "expr takes an expression as text: expr \"score + 1\", not the integer 5"
    ),
    Words(
      .notAnIndexedField(value: "the integer 5", position: nil), .schema,
      "an index takes names of fields, expressions as text, or sql \"…\", not the integer 5"
    ),
    Words(.optionsNotATable(value: "the integer 5"), .schema, "takes a table of options, not the integer 5"),
    Words(.valueOfOther(owner: "Team"), .schema, "its value is already that of 'Team'"),
    Words(
      .columnInDocument(type: "integer"), .schema,
      "an integer inside a document has a type and tests, and no option of a column"
    ),
    Words(
      .variantWithoutTable(example: "variant { circle = real {} }", value: "the integer 5"), .schema,
      "variant takes a table of cases, as in variant { circle = real {} }; not the integer 5"
    ),
    Words(.variantCaseWithoutName, .schema, "a case of a variant has a name: circle = real {}"),
    Words(
      .variantWithoutCases(example: "variant { circle = real {} }"), .schema,
      "a variant needs its cases, as in variant { circle = real {} }"
    ),
    Words(
      .notAVariantCase(name: "scor", value: "the integer 5"), .schema,
      "case 'scor' is a field, the name of an entity, or true for nothing; not the integer 5"
    ),
    Words(.inVariantCase(name: "scor", reason: "the reason"), .schema, "case 'scor': the reason"),
    Words(
      .fieldWithoutOptions(type: "variant", example: "variant { circle = real {} }", value: "the integer 5"), .schema,
      "variant takes a table of options, as in variant { circle = real {} }; not the integer 5"
    ),
    Words(.optionsWithoutNames, .schema, "takes options by name only"),
    Words(
      .noOption(name: "scor", candidates: ["score", "name"]), .schema,
      "unknown option 'scor'. Did you mean 'score'? Options are score and name"),
    Words(
      .ruleOfKey(option: "on_delete", value: "the integer 5"), .schema,
      "option 'on_delete' must be \"nullify\", \"cascade\" or \"restrict\", not the integer 5"
    ),
    Words(
      .nullifiedRequired(option: "on_delete"), .schema,
      "a required relation cannot be nullified: on_delete must be \"restrict\" or \"cascade\""
    ),
    Words(
      .tableAndThrough, .schema,
      "option 'table' names a table that is made: with 'through', the links are an entity's"
    ),
    Words(.optionNotText(option: "scor"), .schema, "option 'scor' must be text"),
    Words(.optionNotAFlag(option: "scor"), .schema, "option 'scor' must be true or false"),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<WordError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Scripting/Library/WordError.swift")))
  }
}
