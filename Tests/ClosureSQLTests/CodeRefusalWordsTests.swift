import Testing

@testable import ClosureSQL

@Suite struct CodeRefusalWordsTests {
  private static let table: [(CodeRefusal, String)] = [
    (
      .manySelects(view: "both"),
      "it reads the view 'both' of several SELECTs, whose values are of the class that a plan makes them"
    ),
    (
      .otherOrder,
      "it does not compare the same key of both rows, one key after the other: a function of one row may give the key,"
        + " sorted_by(function(row) return row.name or \"\" end)"
    ),
    (.tooLong, "it would make too long a statement"),
    (.otherCode, "its code is not as expected"),
    (
      .makesFunction,
      "it makes a function for each row: make it before, or write a condition as a table or text"
    ),
    (.anyArguments, "it takes '...', and what a function does with that is not read"),
    (.closesVariable, "it closes a variable"),
    (.turnsOfRow, "how often its loop runs depends on the row: loop to a number that is known, and leave by 'break'"),
    (
      .turnsOfRowOrNoInteger,
      "how often its loop runs depends on the row, or is no integer: loop to a number that is known, and leave by 'break'"
    ),
    (.changesSomething, "it changes something"),
    (.changesTable, "it changes a table or an object"),
    (.changesSharedTable, "it changes a table that it knows under two names"),
    (
      .makesTableOfRow,
      "it makes a table of what the row holds: keep values in local variables, and write a condition as a function"
    ),
    (.noFunctionOfLua, "it is not a function of Lua: call it in one, function(row) return f(row.name) end"),
    (
      .tooManyTurns,
      "it takes too many turns to understand: to look for a value among many, write where { field = is.one_of(list) }"
    ),
    (.callsTooDeep, "its functions call each other too deep"),
    (.keysOfManyTypes, "it gives values of different types: give all of one type, as by tostring"),
    (.keyIsNaN, "it gives what is not a number"),
    (.keyOfTooManyWords, "it gives one of too many words of an enum"),
    (
      .callsItself("'up'"),
      "it calls 'up', which calls itself, as often as the row says or more than some times: write a loop of known turns"
    ),
    (.callsWithValuesOfRow("'desc'"), "it calls 'desc' with more than numbers and texts that are known before"),
    (
      .givesSort,
      "it gives a sort, where it is to give a key: write sorted_by(desc(function(row) return row.name end))"
    ),
    (.substitutesByTable, "string.gsub puts in what a function or a table gives: give it a text"),
    (
      .asksOther("the entity Order", method: "where"),
      "it asks the entity Order for 'where', which the row does not lead to: follow a relation of the row, or ask"
        + " before, as in local found = request:count()"
    ),
    (.noKey, "it gives neither a number nor text: give one of them"),
    (.reckonsWithTable, "it does arithmetic on a table or an object"),
    (.givesTable, "it gives a table or a function to a function of Lua's library"),
    (.givesRow, "it gives a row or a table to a function of Lua's library"),
    (.dateAsTable, "it asks os.date for a table: ask it for a text, as in os.date(\"!%Y\", time)"),
    (.textOfUnknown, "it makes text of a value that only Lua knows"),
    (.givesUnknown, "a function of Lua's library is given a value that only Lua knows"),
    (.makesTextOfTable, "it makes text of a table or an object: name the field that is meant"),
    (
      .walksUnknownTable,
      "it walks over a table that is not known before: rows are walked by 'for one in row.relation:iterate() do'"
    ),
    (.walksTable, "it walks over a table"),
    (.walksByUnknownKey, "it walks over a table by a key that is not known before"),
    (.comparesTables, "it compares two tables"),
    (.comparesWatchedTables, "it compares tables that have a metatable"),
    (.comparesObjects, "it compares two objects: compare their keys, as in row.team.id == id"),
    (.comparesDecimalWithObject, "it compares a decimal with an object"),
    (.ordersTables, "it orders tables or objects"),
    (
      .readsOtherObject,
      "it reads a member of an object that it knows: read that before, as in local limit = object.limit"
    ),
    (.callsDecimal, "it calls a method of a decimal"),
    (.fieldOfRow, "it reads a field whose name depends on the row"),
    (.readsString, "it reads a member of a string"),
    (.watchedTable, "it uses a table that has a metatable"),
    (.largeTable, "it looks into a table of many entries: write where { field = is.one_of(list) }"),
    (.tableAsKey, "it uses a table or an object as a key"),
    (.missingEntity, "it reads a row of an entity that is missing"),
    (.tableAsText, "it takes a table or an object for text"),
    (.tableAsNumber, "it takes a table or an object for a number"),
    (.lengthOfObject, "it asks an object for its length"),
    (.joinsTable, "it joins a table or an object to a text"),
    (.callsUnknown, "it calls a value that only Lua knows"),
    (.reckonsWithUnknown, "it does arithmetic on a value that only Lua knows"),
    (.comparesUnknown, "it compares a value that only Lua knows"),
    (.readsIntoUnknown, "it reads into a value that only Lua knows"),
    (.tooManySteps, "it takes too many steps to understand"),
    (.assigns(variable: "n"), "it assigns 'n', which others see"),
    (.assignsGlobal("n"), "it assigns the global 'n': write local before it"),
    (.callsOfAnyArguments("f"), "it calls f, a function of '...', and what such a one does is not read"),
    (.callsNoFunction("f"), "it calls f, which is no function"),
    (.callsWithEffects("f"), "it calls f, which may have effects of its own"),
    (.notOfAllRows(member: "age"), "'age' is not what all rows of the table have"),
    (.noField("age", entity: "Player"), "'age' is no field of Player, and no method of its objects"),
    (
      .ownMethod("key"),
      "'key' is a method of the object, which SQL has not: compare the objects, as in row.team == team, or the fields of the"
        + " key, as in row.id == 1"
    ),
    (
      .ownMethod("is_new"),
      "'is_new' is a method of the object, which SQL has not: a row of a table is neither new nor changed, so leave it out"
    ),
    (
      .ownMethod("validate"),
      "'validate' is a method of the object, which SQL has not: write what the rule says, as in row.age >= 18"
    ),
    (
      .ownMethod("to_table"),
      "'to_table' is a method of the object, which SQL has not: read the fields themselves, as in row.name"
    ),
    (
      .ownMethod("save"),
      "'save' is a method of the object, which SQL has not: fetch the rows and call it of each, for row in"
        + " request:iterate() do"
    ),
    (.readByFunction(field: "age"), "field 'age' is read by a function"),
    (.givenByFunction(member: "full"), "'full' is what a function gives for each row"),
    (.computedMember("best"), "'best' is computed of more than the row itself holds"),
    (
      .manyColumns(relation: "team"),
      "it follows the relation 'team', whose columns are not the key of what it leads to: write where with a text, as in"
        + " \"team.name == 'x'\""
    ),
    (.watchedReading(entity: "Team"), "it reads objects of Team, which has an after_load"),
    (.sharedTable(relation: "team"), "it follows the relation 'team', whose rows share a table with others"),
    (.noSingleKey(relation: "team"), "it follows the relation 'team', which leads to no single key"),
  ]

  @Test(arguments: table) func `what keeps code from being said in SQL has these words`(
    refusal: CodeRefusal, words: String
  ) {
    #expect(Untranslatable(refusal).reason == words)
    #expect(Untranslatable(refusal).isAboutUnknown == words.hasSuffix("a value that only Lua knows"))
  }

  @Test func `no two have the same words`() {
    #expect(Set(Self.table.map(\.1)).count == Self.table.count)
  }
}
