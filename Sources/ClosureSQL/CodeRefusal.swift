/// Why the code of a function is not said in SQL, so that it runs row by row.
///
/// The words are in `CodeRefusal+Words.swift`.
enum CodeRefusal: Hashable {
  case tooLong
  case otherCode
  case makesFunction
  case anyArguments
  case closesVariable
  case turnsOfRow
  case turnsOfRowOrNoInteger
  case changesSomething
  case changesTable
  case changesSharedTable
  case makesTableOfRow
  case noFunctionOfLua
  case tooManySteps
  case tooManyTurns
  case callsTooDeep
  case callsItself(String)
  case keysOfManyTypes
  case keyIsNaN
  case keyOfTooManyWords
  case noKey
  case givesSort
  case reckonsWithTable
  case givesTable
  case givesRow
  case substitutesByTable
  case makesTextOfTable
  case dateAsTable
  case textOfUnknown
  case givesUnknown
  case walksUnknownTable
  case walksTable
  case walksByUnknownKey
  case comparesTables
  case comparesWatchedTables
  case comparesObjects
  case comparesDecimalWithObject
  case ordersTables
  case readsOtherObject
  /// What is asked, in words, and the method.
  case asksOther(String, method: String)
  case callsDecimal
  case fieldOfRow
  case readsString
  case watchedTable
  case largeTable
  case tableAsKey
  case missingEntity
  case tableAsText
  case tableAsNumber
  case lengthOfObject
  case joinsTable
  case callsUnknown
  case reckonsWithUnknown
  case comparesUnknown
  case readsIntoUnknown
  case assigns(variable: String)
  case assignsGlobal(String)
  case callsOfAnyArguments(String)
  case callsNoFunction(String)
  case callsWithValuesOfRow(String)
  case callsWithEffects(String)
  case notOfAllRows(member: String)
  case noField(String, entity: String)
  /// A method that every object has: `p:key()`.
  case ownMethod(String)
  case readByFunction(field: String)
  case manySelects(view: String)
  case givenByFunction(member: String)
  case computedMember(String)
  case manyColumns(relation: String)
  case watchedReading(entity: String)
  case sharedTable(relation: String)
  case noSingleKey(relation: String)
  case otherOrder

  /// Whether it is about a value of which nothing is known.
  var isAboutUnknown: Bool {
    switch self {
    case .callsUnknown, .reckonsWithUnknown, .comparesUnknown, .readsIntoUnknown, .textOfUnknown, .givesUnknown: true
    default: false
    }
  }
}

extension Untranslatable {
  init(_ refusal: CodeRefusal) { self.init(refusal.words, isAboutUnknown: refusal.isAboutUnknown) }
}
