import Encodings
import LuaRuntime
import Schema

extension ObjectError {
  package var kind: ScriptError.Kind {
    switch self {
    case .partOfAnother, .noRelationsInside, .deletedCannotChange, .discardedCannotChange, .lentCannotChange,
      .listedCannotChange, .listedCannotBeRead,
      .computedCannotChange,
      .keyIsNull, .leadsToMany, .notSelected, .noPrimaryKey, .rowReturned, .notSavedToRead, .wasDeleted, .wasDiscarded,
      .lentCannotBeKept, .outgrown:
      .state
    case .oneTooMany, .valuesAreNoTable, .saidTwice, .entityInLoop, .noObject, .calledOnNoObject, .noObjects,
      .tableOfNames,
      .keyOfSeveral,
      .keyIsNoValue, .saveOptionCannotBe, .unknownSaveOption, .optionsWithoutNames, .onNeedsUpsert, .noFieldToUpsertOn,
      .notUnique:
      .argument
    case .hashGives:
      .type
    case .fieldRefused:
      .validation
    case .rowIsGone:
      .notFound
    }
  }

  package var message: String {
    switch self {
    case .partOfAnother(let entity, let place, let whole):
      return "this \(entity) is part of \(place.isEmpty ? "another object" : place), without a row of its own: save()"
        + " the \(whole ?? "other object")"
    case .noRelationsInside(let entity, let relation, let key):
      return "\(entity).\(relation): an object inside another has no relations"
        + (key.map { "; its key is the field '\($0)'" } ?? "")
    case .oneTooMany(let entity, let found):
      return "\(entity) takes one table of values: \(found) is one too many"
    case .valuesAreNoTable(let entity, let found):
      return "\(entity) takes a table of values: \(entity) { … }, not \(found)"
    case .entityInLoop(let entity):
      return "\(entity) is no loop by itself: for row in \(entity):iterate() do … end walks its rows"
    case .noObject(let found):
      return "an object was expected, not \(found)"
    case .deletedCannotChange(let entity):
      return "this \(entity) was deleted: it cannot be changed"
    case .discardedCannotChange:
      return "this draft was discarded: it cannot be changed"
    case .computedCannotChange(let entity, let name):
      return
        "\(entity): \(quotedExcerpt(name)) was computed by annotate: it is read only. Assign the fields that it is made of"
    case .lentCannotChange:
      return "a row that a function tests cannot be changed: fetch() the rows, then change them"
    case .listedCannotChange(let name):
      let place = Int(name) == nil ? ".\(name)" : "[\(name)]"
      return "a row of a result set is changed by the set: rs:update(row, function(row) row\(place) = … end)"
    case .listedCannotBeRead(let entity):
      return "a row of a result set is what the set was given: insert the \(entity) as it is now,"
        + " rs:insert { \(entity):get(…) }"
    case .saidTwice(let entity, let relation, let key):
      return "\(entity): \(relation) and \(key) say the same: give the object or its key, not both"
    case .keyIsNull(let entity, let relation, let target, let field):
      return
        "\(entity).\(relation): this \(target) has no \(field), by which others could refer to it. Give it one first"
    case .leadsToMany(let entity, let relation):
      return "\(entity).\(relation) leads to many rows: once the \(entity) is saved, its \(relation):add(…) and"
        + " \(relation):remove(…) change which they are"
    case .hashGives(let entity, let found):
      return "\(entity): hash must give a text or a number, not \(found)"
    case .calledOnNoObject(let found):
      return "an object was expected, not \(found). Write ':' before the method"
    case .noObjects:
      return "an object or a list of objects was expected"
    case .tableOfNames(let name, let isList):
      let advice =
        isList
        ? "options come behind the list, in a table of their own: (list, { upsert = true })"
        : "make one of an entity: Player { name = … }"
      return "a table with the name \(quotedExcerpt(name)) is no object, and no list of objects: \(advice)"
    case .notSelected(let entity, let field):
      return "\(entity): \(quotedExcerpt(field)) is not among the fields that the request selected: select it too, or"
        + " reload() the object"
    case .noPrimaryKey(let entity):
      return "\(entity) has no primary key: its rows cannot be told apart"
    case .rowReturned:
      return "this row was only lent to the function that tested it. Keep its key, or fetch() the rows first"
    case .fieldRefused(let entity, let field, let reason):
      return "\(entity): \(field): \(reason)"
    case .keyOfSeveral(let entity, let names, let missing):
      let none = missing.map { ", and here is none of '\($0)'" } ?? ""
      let example = names.map { "\($0) = …" }.joined(separator: ", ")
      return "\(entity) has a key of \(names.count) fields\(none): get { \(example) }"
    case .keyIsNoValue(let found):
      return "a key is a value, not \(found)"
    case .notSavedToRead(let entity):
      return "this \(entity) is not saved: there is nothing to read"
    case .rowIsGone(let entity, let key):
      return "\(entity) \(key) is no longer in the database"
    case .outgrown(let entity, let field):
      let what = field.map { "\(entity).\($0) is" } ?? "\(entity) is"
      return "\(what) something else since this object was loaded: \(field == nil ? "get it anew" : "reload() it")"
    case .saveOptionCannotBe(let word, let option, let found):
      return "\(word): option '\(option)' cannot be \(found), as in { upsert = true, on = \"name\" }"
    case .unknownSaveOption(let word, let option, let known):
      return "\(word): unknown option '\(option)'." + optionAdvice(for: option, in: known)
    case .optionsWithoutNames(let word):
      return "\(word) takes objects or one list of objects; a table behind them is options by name"
    case .onNeedsUpsert(let word):
      return "\(word): option 'on' needs upsert = true"
    case .noFieldToUpsertOn(let entity, let field, let known):
      return "\(entity) has no field '\(field)' to upsert on." + suggestion(for: field, in: known)
    case .notUnique(let entity, let field, let unique):
      let advice = unique.isEmpty ? "" : " (\(unique.map { "'\($0)'" }.joined(separator: ", ")))"
      return "\(entity): rows can be upserted on a unique field only, which '\(field)' is not\(advice)"
    case .wasDeleted(let entity):
      return "this \(entity) was deleted"
    case .wasDiscarded:
      return "this draft was discarded"
    case .lentCannotBeKept:
      return "a row that a function tests cannot be kept: fetch() the rows first"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .notSelected(let entity, let field): .naming(entity: entity, field: field)
    case .fieldRefused(let entity, let field, _): .naming(entity: entity, field: field)
    default: []
    }
  }
}
