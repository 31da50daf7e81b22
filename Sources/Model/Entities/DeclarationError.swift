/// What is wrong in the declaration of an entity, its fields and options.
package enum DeclarationError: Worded {
  case tableIsNoText(found: String)
  case indexesAreNoList
  case extendsIsNoName(found: String)
  case sharedIsNoFlag
  case abstractIsNoFlag
  case renamedFromIsNoText(found: String)
  case versionIsNoNumber(found: String)
  case optionIsNoFunction(option: String, found: String)
  case equalsTakesNames(found: String)
  case equalsIsNoList(found: String)
  case equalsNeedsHash
  case hashNeedsEquals
  case equalsHasNoField(field: String, known: [String])
  case shardByIsNoName(found: String)
  case shardByHasNoField(field: String, known: [String])
  case sharesTable(table: String, parent: String)
  case keyOfSharedTable(field: String, root: String)
  case hasOwnKind(entity: String)
  case columnClash(field: String, other: String, theirs: String, own: String, entity: String, column: String)
  case fieldNeedsName
  case renamedTwice(field: String, former: String, other: String)
  case fieldUnfit(field: String, reason: String)
  case relationUnfit(relation: String, reason: String)
  case notCalled(field: String, constructor: String, argument: String)
  case nameCannotBe(name: String)
  case entityNameCannotBe
  case ownedAlready(member: String, name: String, owner: String)
  case nameOfMethod(member: String, name: String, example: String, isRelation: Bool)
  case fieldTwice(field: String)
  case idIsTheKey
  case columnTwice(first: String, second: String, column: String)
  case unknownMember(name: String, found: String, known: [String])
  case noIndex(found: String)
  case indexHasNoField(field: String, known: [String])
  case checkIsNoText(found: String)
  case ruleUnfit(RuleUse, rule: String, reason: String)
  case ruleNeedsMore(RuleUse, rule: String)
  case ruleLeadsOut(RuleUse, rule: String)
  case bitsCannotBe
  case scaleCannotBe
  case precisionCannotBe
  case collationCannotBe
  case storedCannotBe
  case optionNeedsName
  case unknownOption(option: String, known: [String])
  case transientOption(option: String)
  case generatedIsNoText(found: String)
  case generatedOption(option: String)
  case generatedDocument(type: String)
  case generatedUnfit(rule: String, found: String, type: String)
  case optionIsNoFlag(option: String)
  case optionIsNoText(option: String)
  case optionUnfit(option: String, reason: String)
  case validateIsNoTest
  case testNeedsValue(test: String)
  case testAsksRequest(test: String)
  case testUnfit(reason: String)
  case optionsByNameOnly(type: String)
  case optionsInOneTable(type: String)
  case enumIsEmpty
  case wordTwice(word: String)
  case storedTwice(stored: String)
  case storedMixed
  case enumIsNoList

  /// What a text about the fields of a row is for.
  package enum RuleUse: Sendable {
    case check, indexed, indexWhere, generated

    var words: String {
      switch self {
      case .check: "option 'check'"
      case .indexed: "index"
      case .indexWhere: "index, option 'where'"
      case .generated: "option 'generated'"
      }
    }
  }
}
