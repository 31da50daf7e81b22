import Encodings

extension CodeRefusal {
  /// What is written in place of a method that every object has.
  private static func advice(insteadOf method: String) -> String {
    switch method {
    case "key", "equals": "compare the objects, as in row.team == team, or the fields of the key, as in row.id == 1"
    case "is_new", "changes": "a row of a table is neither new nor changed, so leave it out"
    case "validate": "write what the rule says, as in row.age >= 18"
    case "to_table", "encode": "read the fields themselves, as in row.name"
    default: "fetch the rows and call it of each, for row in request:iterate() do"
    }
  }

  var words: String {
    switch self {
    case .tooLong: "it would make too long a statement"
    case .otherCode: "its code is not as expected"
    case .makesFunction: "it makes a function for each row: make it before, or write a condition as a table or text"
    case .anyArguments: "it takes '...', and what a function does with that is not read"
    case .closesVariable: "it closes a variable"
    case .turnsOfRow: "how often its loop runs depends on the row: loop to a number that is known, and leave by 'break'"
    case .turnsOfRowOrNoInteger:
      "how often its loop runs depends on the row, or is no integer: loop to a number that is known, and leave by"
        + " 'break'"
    case .changesSomething: "it changes something"
    case .changesTable: "it changes a table or an object"
    case .changesSharedTable: "it changes a table that it knows under two names"
    case .makesTableOfRow:
      "it makes a table of what the row holds: keep values in local variables, and write a condition as a function"
    case .noFunctionOfLua: "it is not a function of Lua: call it in one, function(row) return f(row.name) end"
    case .tooManySteps: "it takes too many steps to understand"
    case .tooManyTurns:
      "it takes too many turns to understand: to look for a value among many, write where { field = is.one_of(list) }"
    case .callsTooDeep: "its functions call each other too deep"
    case .callsItself(let name):
      "it calls \(name), which calls itself, as often as the row says or more than some times: write a loop of known turns"
    case .keysOfManyTypes: "it gives values of different types: give all of one type, as by tostring"
    case .keyIsNaN: "it gives what is not a number"
    case .keyOfTooManyWords: "it gives one of too many words of an enum"
    case .noKey: "it gives neither a number nor text: give one of them"
    case .givesSort:
      "it gives a sort, where it is to give a key: write sorted_by(desc(function(row) return row.name end))"
    case .reckonsWithTable: "it does arithmetic on a table or an object"
    case .givesTable: "it gives a table or a function to a function of Lua's library"
    case .givesRow: "it gives a row or a table to a function of Lua's library"
    case .substitutesByTable: "string.gsub puts in what a function or a table gives: give it a text"
    case .dateAsTable: "it asks os.date for a table: ask it for a text, as in os.date(\"!%Y\", time)"
    case .textOfUnknown: "it makes text of a value that only Lua knows"
    case .givesUnknown: "a function of Lua's library is given a value that only Lua knows"
    case .makesTextOfTable: "it makes text of a table or an object: name the field that is meant"
    case .walksUnknownTable:
      "it walks over a table that is not known before: rows are walked by 'for one in row.relation:iterate() do'"
    case .walksTable: "it walks over a table"
    case .walksByUnknownKey: "it walks over a table by a key that is not known before"
    case .comparesTables: "it compares two tables"
    case .comparesWatchedTables: "it compares tables that have a metatable"
    case .comparesObjects: "it compares two objects: compare their keys, as in row.team.id == id"
    case .comparesDecimalWithObject: "it compares a decimal with an object"
    case .ordersTables: "it orders tables or objects"
    case .readsOtherObject:
      "it reads a member of an object that it knows: read that before, as in local limit = object.limit"
    case .asksOther(let object, let method):
      "it asks \(object) for \(quotedExcerpt(method)), which the row does not lead to: follow a relation of the row, or ask"
        + " before, as in local found = request:count()"
    case .callsDecimal: "it calls a method of a decimal"
    case .fieldOfRow: "it reads a field whose name depends on the row"
    case .readsString: "it reads a member of a string"
    case .watchedTable: "it uses a table that has a metatable"
    case .largeTable: "it looks into a table of many entries: write where { field = is.one_of(list) }"
    case .tableAsKey: "it uses a table or an object as a key"
    case .missingEntity: "it reads a row of an entity that is missing"
    case .tableAsText: "it takes a table or an object for text"
    case .tableAsNumber: "it takes a table or an object for a number"
    case .lengthOfObject: "it asks an object for its length"
    case .joinsTable: "it joins a table or an object to a text"
    case .callsUnknown: "it calls a value that only Lua knows"
    case .reckonsWithUnknown: "it does arithmetic on a value that only Lua knows"
    case .comparesUnknown: "it compares a value that only Lua knows"
    case .readsIntoUnknown: "it reads into a value that only Lua knows"
    case .assigns(let variable): "it assigns '\(variable)', which others see"
    case .assignsGlobal(let name): "it assigns the global '\(name)': write local before it"
    case .callsOfAnyArguments(let name): "it calls \(name), a function of '...', and what such a one does is not read"
    case .callsNoFunction(let name): "it calls \(name), which is no function"
    case .callsWithValuesOfRow(let name): "it calls \(name) with more than numbers and texts that are known before"
    case .callsWithEffects(let name): "it calls \(name), which may have effects of its own"
    case .notOfAllRows(let member): "'\(member)' is not what all rows of the table have"
    case .noField(let name, let entity): "'\(name)' is no field of \(entity), and no method of its objects"
    case .ownMethod(let name): "'\(name)' is a method of the object, which SQL has not: \(Self.advice(insteadOf: name))"
    case .readByFunction(let field): "field '\(field)' is read by a function"
    case .manySelects(let view):
      "it reads the view '\(view)' of several SELECTs, whose values are of the class that a plan makes them"
    case .givenByFunction(let member): "'\(member)' is what a function gives for each row"
    case .computedMember(let name): "'\(name)' is computed of more than the row itself holds"
    case .manyColumns(let relation):
      "it follows the relation '\(relation)', whose columns are not the key of what it leads to: write where with a text, as"
        + " in \"\(relation).name == 'x'\""
    case .watchedReading(let entity): "it reads objects of \(entity), which has an after_load"
    case .sharedTable(let relation): "it follows the relation '\(relation)', whose rows share a table with others"
    case .noSingleKey(let relation): "it follows the relation '\(relation)', which leads to no single key"
    case .otherOrder:
      "it does not compare the same key of both rows, one key after the other: a function of one row may give the key,"
        + " sorted_by(function(row) return row.name or \"\" end)"
    }
  }
}
