import Encodings
import LuaRuntime
import Model
import Schema

extension WordError {
  package var kind: ScriptError.Kind {
    switch self {
    case .openWithoutPath, .encode, .decodeWithoutText, .notADecimal, .longDecimal, .notAGenerator, .noGenerator,
      .modelWithoutFolder,
      .migrationWithoutFunction, .resultSetWithoutOptions, .initialWithoutField, .diffOptionsNotATable,
      .testWithoutFunction, .testMessageNotText, .noTest, .testWithoutName, .notATest, .noMode, .chartWithoutFields,
      .noSetting, .settingValue, .expressionWithoutText:
      .argument
    case .decode: .decode
    case .expectWithoutValue, .caseTwice: .argument
    case .otherMigrations, .caseOutsideOfTests, .caseInCase, .keptTable, .keptWord, .keptTest, .settingsWithoutPrompt:
      .state
    default: .schema
    }
  }

  package var message: String {
    switch self {
    case .openWithoutPath(let value):
      "open takes a path: open(\"b.db\"), not \(value)"
    case .entityWithoutName(let value):
      "entity takes a name: entity \"Player\" { … }, not \(value)"
    case .entityWithoutFields(let entity, let value, _):
      "entity '\(entity)' takes a table of fields, not \(value)"
    case .encode(let reason):
      "encode: \(reason)"
    case .decodeWithoutText(let value):
      "decode takes a text and the name of a format, not \(value)"
    case .decode(let format, let reason):
      "decode: \(format): \(reason)"
    case .notADecimal(let value):
      "decimal takes decimal text, an integer, or a table for a field: decimal \"0.10\", not \(value)"
    case .longDecimal(let value):
      "a decimal has at most 38 digits, 30 of them behind the point, which are fewer than those of \(value)"
    case .notAGenerator(let generators, let value):
      "generate takes one of \(generators), not \(value)"
    case .noGenerator(let name, let candidates, let generators):
      "generate makes no \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates)) It makes \(generators)"
    case .modelWithoutFolder(let value):
      "generate \"xcdatamodel\" takes the path of the model, as in generate(\"xcdatamodel\", \"Shop.xcdatamodel\"),"
        + " not \(value)"
    case .otherMigrations(let path, let before, let now):
      "generate: \(quotedExcerpt(path, limit: 200)) has the migrations \(before.joined(separator: ", ")), and those of this"
        + " session (\(now.joined(separator: ", "))) do not begin with them: an app that ran them would miss the new ones. The"
        + " file stays as it is. Take another one, or write the next migration into it by hand, as"
        + " db:migrate { dry_run = true }:swift \"v\(before.count + 1)\" gives it before it is made"
    case .noMode(let value, let name, let candidates):
      "show takes a mode behind the value, not \(value).\(suggestion(for: name, in: candidates)) The modes are "
        + candidates.joined(separator: ", ")
    case .chartWithoutFields(let value):
      "chart takes the name of a field behind the value, or those of a label and a number, not \(value)"
    case .noSetting(let name, let candidates):
      "there is no setting \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates)) The settings are "
        + candidates.joined(separator: ", ")
    case .settingValue(let name, let expected, let value):
      "settings.\(name) takes \(expected), not \(value)"
    case .settingsWithoutPrompt:
      "settings are those of a prompt or a script, and here is neither"
    case .keptTable(let table):
      "'\(table)' keeps the words of the language and cannot be overwritten: take another name, or a local one"
    case .keptWord(let table, let name):
      "'\(table)' cannot be changed: \(table).\(name) stays as it is"
    case .caseOutsideOfTests(let name):
      "test \(quotedExcerpt(name)) is a case of a file of tests: run it with moonshell --test FILE (a named rule is"
        + " test(function, message))"
    case .caseInCase(let name, let running):
      "test \(quotedExcerpt(name)) stands in the case \(quotedExcerpt(running)): cases stand side by side"
    case .caseTwice(let name):
      "test \(quotedExcerpt(name)) is there already: give each case a name of its own"
    case .expectWithoutValue:
      "expect takes a value: expect(Player:count()):equals(2)"
    case .migrationWithoutFunction:
      "migration takes a name and a function: migration(\"2026-01-add-rank\", function(db) … end)"
    case .relationWithoutEntity(let kind, let value, _):
      "\(kind) takes the name of an entity: \(kind) \"Team\", not \(value)"
    case .resultSetWithoutOptions(let value):
      "result_set takes a table of options: result_set { unique = \"id\" }, not \(value)"
    case .initialWithoutField(let value):
      "initial takes the name of a field: initial \"name\", not \(value)"
    case .diffOptionsNotATable(let value):
      "diff takes two lists and a table of options, not \(value)"
    case .testWithoutFunction(let value):
      "test takes a function: test(function(value) return … end, \"must be …\"), not \(value)"
    case .testMessageNotText(let value):
      "test: the message is text, such as \"must be even\", not \(value)"
    case .noTest(let name, let candidates):
      "there is no test is.\(quotedExcerpt(name).dropFirst().dropLast()).\(suggestion(for: name, in: candidates))"
    case .testWithoutName(let value):
      "a test needs a name, as in is.even = test(…), not \(value)"
    case .keptTest(let name):
      "is.\(name) is a test of the language and stays as it is: choose another name"
    case .notATest(let name, let value):
      "is.\(name) takes a test, as in is.\(name) = test(function(value) return … end, \"must be …\"), not \(value)"
    case .sqlWithoutText(let value):
      "sql takes a text that the database understands, as in sql \"length(name) > 2\", not \(value)"
    case .indexWithoutFields:
      "an index needs the names of its fields: index(\"team\", \"score\")"
    case .indexUniqueNotAFlag(let value, _):
      "index: option 'unique' must be true or false, not \(value)"
    case .indexWhereNotText(let value, _):
      "index: option 'where' takes a predicate as text, such as \"active\", or sql \"…\", not \(value)"
    case .noIndexOption(let name, _):
      "index: unknown option \(quotedExcerpt(name)).\(optionAdvice(for: name, in: ["unique", "where"]))"
    case .expressionWithoutText(let value):
      "expr takes an expression as text: expr \"score + 1\", not \(value)"
    case .notAnIndexedField(let value, _):
      "an index takes names of fields, expressions as text, or sql \"…\", not \(value)"
    case .optionsNotATable(let value):
      "takes a table of options, not \(value)"
    case .valueOfOther(let owner):
      "its value is already that of '\(owner)'"
    case .columnInDocument(let type):
      "\(withArticle(type)) inside a document has a type and tests, and no option of a column"
    case .variantWithoutTable(let example, let value):
      "variant takes a table of cases, as in \(example); not \(value)"
    case .variantCaseWithoutName:
      "a case of a variant has a name: circle = real {}"
    case .variantWithoutCases(let example):
      "a variant needs its cases, as in \(example)"
    case .notAVariantCase(let name, let value):
      "case '\(name)' is a field, the name of an entity, or true for nothing; not \(value)"
    case .inVariantCase(let name, let reason):
      "case '\(name)': \(reason)"
    case .fieldWithoutOptions(let type, let example, let value):
      "\(type) takes a table of options, as in \(example); not \(value)"
    case .optionsWithoutNames:
      "takes options by name only"
    case .noOption(let name, let candidates):
      "unknown option '\(name)'.\(optionAdvice(for: name, in: candidates))"
    case .ruleOfKey(let option, let value):
      "option '\(option)' must be \"nullify\", \"cascade\" or \"restrict\", not \(value)"
    case .nullifiedRequired(let option):
      "a required relation cannot be nullified: \(option) must be \"restrict\" or \"cascade\""
    case .tableAndThrough:
      "option 'table' names a table that is made: with 'through', the links are an entity's"
    case .optionNotText(let option):
      "option '\(option)' must be text"
    case .optionNotAFlag(let option):
      "option '\(option)' must be true or false"
    }
  }

  package var position: SourcePosition? {
    switch self {
    case .entityWithoutFields(_, _, let position), .relationWithoutEntity(_, _, let position),
      .indexWithoutFields(let position), .indexUniqueNotAFlag(_, let position), .indexWhereNotText(_, let position),
      .noIndexOption(_, let position),
      .notAnIndexedField(_, let position):
      position
    default: nil
    }
  }
}

extension WordError {
  /// What to do instead, by the example that a word has.
  static func advice(_ example: String) -> String { "Write \(example)" }

  /// The error for more than the name of what is generated.
  static func surplusOfGenerating(_ surplus: LuaValue, _ name: String) -> ScriptError {
    ScriptError("generate", takes: 1, surplus, advice: advice("print(generate \"\(name)\")"))
  }
}
