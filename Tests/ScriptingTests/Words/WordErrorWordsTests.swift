import Model
import Scripting
import Testing

@Suite struct WordErrorWordsTests {
  private static let table: [(WordError, ScriptError.Kind, String)] = [
    (.openWithoutPath(value: "the integer 5"), .argument, "open takes a path: open(\"b.db\"), not the integer 5"),
    (
      .entityWithoutName(value: "the integer 5"), .schema,
      "entity takes a name: entity \"Player\" { … }, not the integer 5"
    ),
    (
      .entityWithoutFields(entity: "Player", value: "the integer 5", position: nil), .schema,
      "entity 'Player' takes a table of fields, not the integer 5"
    ),
    (.encode(reason: "the reason"), .argument, "encode: the reason"),
    (
      .decodeWithoutText(value: "the integer 5"), .argument,
      "decode takes a text and the name of a format, not the integer 5"
    ),
    (.decode(format: "csv", reason: "the reason"), .decode, "decode: csv: the reason"),
    (
      .notADecimal(value: "the integer 5"), .argument,
      "decimal takes decimal text, an integer, or a table for a field: decimal \"0.10\", not the integer 5"
    ),
    (
      .notAGenerator(generators: "\"swift\", \"sql\"", value: "the integer 5"), .argument,
      "generate takes one of \"swift\", \"sql\", not the integer 5"
    ),
    (
      .noGenerator(name: "scor", candidates: ["score", "name"], generators: "\"swift\", \"sql\""), .argument,
      "generate makes no 'scor'. Did you mean 'score'? It makes \"swift\", \"sql\""
    ),
    (
      .keptTable(table: "moon"), .state,
      "'moon' keeps the words of the language and cannot be overwritten: take another name, or a local one"
    ),
    (.keptWord(table: "moon", name: "scor"), .state, "'moon' cannot be changed: moon.scor stays as it is"),
    (
      .migrationWithoutFunction, .argument,
      "migration takes a name and a function: migration(\"2026-01-add-rank\", function(db) … end)"
    ),
    (
      .relationWithoutEntity(kind: "has_many", value: "the integer 5", position: nil), .schema,
      "has_many takes the name of an entity: has_many \"Team\", not the integer 5"
    ),
    (
      .resultSetWithoutOptions(value: "the integer 5"), .argument,
      "result_set takes a table of options: result_set { unique = \"id\" }, not the integer 5"
    ),
    (
      .initialWithoutField(value: "the integer 5"), .argument,
      "initial takes the name of a field: initial \"name\", not the integer 5"
    ),
    (
      .diffOptionsNotATable(value: "the integer 5"), .argument,
      "diff takes two lists and a table of options, not the integer 5"
    ),
    (
      .testWithoutFunction(value: "the integer 5"), .argument,
      "test takes a function: test(function(value) return … end, \"must be …\"), not the integer 5"
    ),
    (
      .testMessageNotText(value: "the integer 5"), .argument,
      "test: the message is text, such as \"must be even\", not the integer 5"
    ),
    (
      .noTest(name: "scor", candidates: ["score", "name"]), .argument,
      "there is no test is.scor. Did you mean 'score'?"
    ),
    (
      .testWithoutName(value: "the integer 5"), .argument,
      "a test needs a name, as in is.even = test(…), not the integer 5"
    ),
    (.keptTest(name: "scor"), .state, "is.scor is a test of the language and stays as it is: choose another name"),
    (
      .notATest(name: "scor", value: "the integer 5"), .argument,
      "is.scor takes a test, as in is.scor = test(function(value) return … end, \"must be …\"), not the integer 5"
    ),
    (
      .indexWithoutFields(position: nil), .schema,
      "an index needs the names of its fields: index(\"team\", \"score\")"
    ),
    (
      .indexUniqueNotAFlag(value: "the integer 5", position: nil), .schema,
      "index: option 'unique' must be true or false, not the integer 5"
    ),
    (.noIndexOption(name: "scor", position: nil), .schema, "index: unknown option 'scor'."),
    (
      .notAnIndexedField(value: "the integer 5", position: nil), .schema,
      "an index takes names of fields, not the integer 5"
    ),
    (.optionsNotATable(value: "the integer 5"), .schema, "takes a table of options, not the integer 5"),
    (.valueOfOther(owner: "Team"), .schema, "its value is already that of 'Team'"),
    (
      .columnInDocument(type: "integer"), .schema,
      "an integer inside a document has a type and tests, and no option of a column"
    ),
    (
      .variantWithoutTable(example: "variant { circle = real {} }", value: "the integer 5"), .schema,
      "variant takes a table of cases, as in variant { circle = real {} }; not the integer 5"
    ),
    (.variantCaseWithoutName, .schema, "a case of a variant has a name: circle = real {}"),
    (
      .variantWithoutCases(example: "variant { circle = real {} }"), .schema,
      "a variant needs its cases, as in variant { circle = real {} }"
    ),
    (
      .notAVariantCase(name: "scor", value: "the integer 5"), .schema,
      "case 'scor' is a field, the name of an entity, or true for nothing; not the integer 5"
    ),
    (.inVariantCase(name: "scor", reason: "the reason"), .schema, "case 'scor': the reason"),
    (
      .fieldWithoutOptions(type: "variant", example: "variant { circle = real {} }", value: "the integer 5"), .schema,
      "variant takes a table of options, as in variant { circle = real {} }; not the integer 5"
    ),
    (.optionsWithoutNames, .schema, "takes options by name only"),
    (.noOption(name: "scor", candidates: ["score", "name"]), .schema, "unknown option 'scor'. Did you mean 'score'?"),
    (
      .onDelete(value: "the integer 5"), .schema,
      "option 'on_delete' must be \"nullify\", \"cascade\" or \"restrict\", not the integer 5"
    ),
    (
      .nullifiedRequired, .schema,
      "a required relation cannot be nullified: on_delete must be \"restrict\" or \"cascade\""
    ),
    (
      .tableAndThrough, .schema,
      "option 'table' names a table that is made: with 'through', the links are an entity's"
    ),
    (.optionNotText(option: "scor"), .schema, "option 'scor' must be text"),
    (.optionNotAFlag(option: "scor"), .schema, "option 'scor' must be true or false"),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case openWithoutPath, entityWithoutName, entityWithoutFields, encode, decodeWithoutText, decode, notADecimal,
      notAGenerator, noGenerator, keptTable, keptWord, migrationWithoutFunction, relationWithoutEntity,
      resultSetWithoutOptions, initialWithoutField, diffOptionsNotATable, testWithoutFunction, testMessageNotText,
      noTest, testWithoutName, keptTest, notATest, indexWithoutFields, indexUniqueNotAFlag, noIndexOption,
      notAnIndexedField, optionsNotATable, valueOfOther, columnInDocument, variantWithoutTable,
      variantCaseWithoutName, variantWithoutCases, notAVariantCase, inVariantCase, fieldWithoutOptions,
      optionsWithoutNames, noOption, onDelete, nullifiedRequired, tableAndThrough, optionNotText, optionNotAFlag

    init(_ error: WordError) {
      self =
        switch error {
        case .openWithoutPath: .openWithoutPath
        case .entityWithoutName: .entityWithoutName
        case .entityWithoutFields: .entityWithoutFields
        case .encode: .encode
        case .decodeWithoutText: .decodeWithoutText
        case .decode: .decode
        case .notADecimal: .notADecimal
        case .notAGenerator: .notAGenerator
        case .noGenerator: .noGenerator
        case .keptTable: .keptTable
        case .keptWord: .keptWord
        case .migrationWithoutFunction: .migrationWithoutFunction
        case .relationWithoutEntity: .relationWithoutEntity
        case .resultSetWithoutOptions: .resultSetWithoutOptions
        case .initialWithoutField: .initialWithoutField
        case .diffOptionsNotATable: .diffOptionsNotATable
        case .testWithoutFunction: .testWithoutFunction
        case .testMessageNotText: .testMessageNotText
        case .noTest: .noTest
        case .testWithoutName: .testWithoutName
        case .keptTest: .keptTest
        case .notATest: .notATest
        case .indexWithoutFields: .indexWithoutFields
        case .indexUniqueNotAFlag: .indexUniqueNotAFlag
        case .noIndexOption: .noIndexOption
        case .notAnIndexedField: .notAnIndexedField
        case .optionsNotATable: .optionsNotATable
        case .valueOfOther: .valueOfOther
        case .columnInDocument: .columnInDocument
        case .variantWithoutTable: .variantWithoutTable
        case .variantCaseWithoutName: .variantCaseWithoutName
        case .variantWithoutCases: .variantWithoutCases
        case .notAVariantCase: .notAVariantCase
        case .inVariantCase: .inVariantCase
        case .fieldWithoutOptions: .fieldWithoutOptions
        case .optionsWithoutNames: .optionsWithoutNames
        case .noOption: .noOption
        case .onDelete: .onDelete
        case .nullifiedRequired: .nullifiedRequired
        case .tableAndThrough: .tableAndThrough
        case .optionNotText: .optionNotText
        case .optionNotAFlag: .optionNotAFlag
        }
    }
  }

  @Test(arguments: table.indices) func `the words of an error`(row: Int) {
    let (error, kind, message) = Self.table[row]
    #expect(error.kind == kind)
    #expect(error.message == message)
    let shown = ScriptError(error)
    #expect(shown.kind == kind)
    #expect(shown.message == message)
  }

  @Test func `each case has a row in the table`() {
    #expect(Set(Self.table.map { Name($0.0) }) == Set(Name.allCases))
  }
}
