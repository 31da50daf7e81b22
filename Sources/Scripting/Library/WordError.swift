import Model
import Schema

/// What is wrong with how a word of the language was used.
///
/// The words are in `WordError+Words.swift`.
package enum WordError: WordedError {
  case openWithoutPath(value: String)
  case entityWithoutName(value: String)
  case entityWithoutFields(entity: String, value: String, position: SourcePosition?)
  case encode(reason: String)
  case decodeWithoutText(value: String)
  case decode(format: String, reason: String)
  case notADecimal(value: String)
  case longDecimal(value: String)
  case notAGenerator(generators: String, value: String)
  case noGenerator(name: String, candidates: [String], generators: String)
  case modelWithoutFolder(value: String)
  case otherMigrations(path: String, before: [String], now: [String])
  case keptTable(table: String)
  case keptWord(table: String, name: String)
  case migrationWithoutFunction
  case relationWithoutEntity(kind: String, value: String, position: SourcePosition?)
  case resultSetWithoutOptions(value: String)
  case initialWithoutField(value: String)
  case diffOptionsNotATable(value: String)
  case testWithoutFunction(value: String)
  case testMessageNotText(value: String)
  case caseOutsideOfTests(name: String)
  case caseInCase(name: String, running: String)
  case caseTwice(name: String)
  case expectWithoutValue
  case noTest(name: String, candidates: [String])
  case testWithoutName(value: String)
  case keptTest(name: String)
  case notATest(name: String, value: String)
  case sqlWithoutText(value: String)
  case indexWithoutFields(position: SourcePosition?)
  case indexUniqueNotAFlag(value: String, position: SourcePosition?)
  case indexWhereNotText(value: String, position: SourcePosition?)
  case noIndexOption(name: String, position: SourcePosition?)
  case expressionWithoutText(value: String)
  case notAnIndexedField(value: String, position: SourcePosition?)
  case optionsNotATable(value: String)
  case valueOfOther(owner: String)
  case columnInDocument(type: String)
  case variantWithoutTable(example: String, value: String)
  case variantCaseWithoutName
  case variantWithoutCases(example: String)
  case notAVariantCase(name: String, value: String)
  case inVariantCase(name: String, reason: String)
  case fieldWithoutOptions(type: String, example: String, value: String)
  case optionsWithoutNames
  case noOption(name: String, candidates: [String])
  case ruleOfKey(option: String, value: String)
  case nullifiedRequired(option: String)
  case tableAndThrough
  case optionNotText(option: String)
  case optionNotAFlag(option: String)
  case noMode(value: String, name: String, candidates: [String])
  case chartWithoutFields(value: String)
  case noSetting(name: String, candidates: [String])
  case settingValue(name: String, expected: String, value: String)
  case settingsWithoutPrompt
}

extension Mistake {
  /// What is wrong with a field or a relation, to which the place is added where it is known.
  init(_ error: WordError) { self.init(words: error.message) }
}
