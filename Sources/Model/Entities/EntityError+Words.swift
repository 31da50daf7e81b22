import Encodings
import LuaRuntime
import Schema

extension EntityError {
  package var kind: ScriptError.Kind {
    switch self {
    case .isAnEntity, .isAbstract, .belongsElsewhere, .otherScale:
      .state
    case .concernsAllRows, .fieldOfObjects, .noMethod:
      .query
    case .noEntity:
      .argument
    case .declaredWrong, .methodOfObjects, .methodIsField, .scopeIsNoFunction, .scopeNameTaken:
      .schema
    case .unknownKind, .countedMoments, .otherUUIDs:
      .decode
    }
  }

  package var message: String {
    switch self {
    case .isAnEntity(let entity):
      "\(entity) is an entity: add methods to its objects in \(entity).methods"
    case .otherScale(let entity, let field, let there, let here):
      "\(entity).\(field): the table has decimals of \(there) digits behind the point, the entity declares \(here):"
        + " db:migrate() brings them together"
    case .countedMoments(let entity, let field, let type):
      "\(entity).\(field): the column holds numbers, and a \(type) is a text, with which no number compares:"
        + " datetime(\(field), 'unixepoch') of the database makes texts of seconds since 1970"
    case .otherUUIDs(let entity, let field):
      "\(entity).\(field): the column holds UUIDs in upper case, which none in lower case is equal to: db:migrate()"
        + " rewrites them"
    case .isAbstract(let entity):
      "\(entity) is abstract: it has no table. Ask the entities that extend it"
    case .concernsAllRows(let entity, let method):
      "\(entity):\(method) would concern all rows. Say so: \(entity):all():\(method)(…)"
    case .fieldOfObjects(let entity, let field):
      "\(entity).\(field): '\(field)' is a field of its objects: say \(entity):pluck \"\(field)\" for all"
        + " values, or \(entity):get(1).\(field) for one"
    case .noMethod(let entity, let name, let known):
      "\(entity) has no method \(quotedExcerpt(name))." + methodAdvice(for: name, in: known)
    case .noEntity(let found):
      "an entity was expected, not \(found). Write ':' before the method"
    case .declaredWrong(let entity, let place, let reason):
      "\(place.map { $0 + ": " } ?? "")entity '\(entity)', \(reason)"
    case .unknownKind(let entity, let found, _):
      "\(entity): kind: the stored value \(found) is no entity that shares the table"
    case .methodOfObjects(let entity, let name, let example):
      "\(entity).methods: \(quotedExcerpt(name)) is a method that every object has (\(example)). Choose another name"
    case .methodIsField(let entity, let name):
      "\(entity).methods: \(quotedExcerpt(name)) is a field of \(entity), which is found before a method."
        + " Choose another name"
    case .scopeIsNoFunction(let entity, let name, let found):
      "\(entity).scopes: \(quotedExcerpt(name)) must be a function that gives a request, not \(found). Write"
        + " function \(entity).scopes:\(name)() return self:where { … } end"
    case .scopeNameTaken(let entity, let name, let example):
      "\(entity).scopes: \(quotedExcerpt(name)) is a word that entities or requests have (\(example)). Choose another name"
    case .belongsElsewhere(let member, let entity, let location):
      "\(member.map { $0 + ": " } ?? "")this \(entity) belongs to another database (\(location))"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .unknownKind(let entity, _, let field): .naming(entity: entity, field: field)
    default: []
    }
  }
}

extension DeclarationError {
  package var message: String {
    switch self {
    case .tableIsNoText(let found):
      return "option 'table' must be text, not \(found)"
    case .indexesAreNoList:
      return "option 'indexes' must be a list: { index(\"a\", \"b\") }"
    case .extendsIsNoName(let found):
      return "option 'extends' must be the name of an entity, not \(found)"
    case .sharedIsNoFlag:
      return "option 'shared' must be true or false"
    case .abstractIsNoFlag:
      return "option 'abstract' must be true or false"
    case .renamedFromIsNoText(let found):
      return "option 'renamed_from' must be text, not \(found)"
    case .versionIsNoNumber(let found):
      return "option 'version' must be 1, 2, …, not \(found)"
    case .optionIsNoFunction(let option, let found):
      return "option '\(option)' must be a function, not \(found)"
    case .equalsTakesNames(let found):
      return "option 'equals' takes names, not \(found)"
    case .equalsIsNoList(let found):
      return "option 'equals' must be a list of fields or a function, not \(found)"
    case .equalsNeedsHash:
      return "option 'equals' as a function needs 'hash', a function that gives equal objects the same value"
    case .hashNeedsEquals:
      return "option 'hash' belongs to a function 'equals', which is missing"
    case .shardByIsNoName(let found):
      return "option 'shard_by' is the name of a field or a belongs_to, not \(found)"
    case .shardByHasNoField(let field, let known):
      return
        "option 'shard_by': there is no field or belongs_to \(quotedExcerpt(field)).\(suggestion(for: field, in: known))"
    case .equalsHasNoField(let field, let known):
      return "option 'equals': there is no field '\(field)'." + suggestion(for: field, in: known)
    case .sharesTable(let table, let parent):
      return "option 'table': it shares the table \(quotedExcerpt(table)) of '\(parent)'"
    case .keyOfSharedTable(let field, let root):
      return "field '\(field)': the key of a shared table is that of '\(root)'"
    case .hasOwnKind(let entity):
      return "option 'shared': '\(entity)' has a field or column 'kind' of its own, but a shared table says there"
        + " whose each row is. Choose another name"
    case .columnClash(let field, let other, let theirs, let own, let entity, let column):
      return "field '\(field)': '\(other)' has the same column in the same table, \(theirs) and not \(own). Give this"
        + " one its own: column = \"\(snakeCase(entity))_\(column)\""
    case .fieldNeedsName:
      return "a field needs a name: name = text {}"
    case .renamedTwice(let field, let former, let other):
      return "field '\(field)': it is renamed_from \(quotedExcerpt(former)), as '\(other)' is: one of them only can be"
    case .fieldUnfit(let field, let reason):
      return "field '\(field)': \(reason)"
    case .relationUnfit(let relation, let reason):
      return "relation '\(relation)': \(reason)"
    case .notCalled(let field, let constructor, let argument):
      return "field '\(field)': '\(constructor)' was not called. Write \(field) = \(constructor) " + argument
    case .entityNameCannotBe:
      return "the name of an entity cannot hold NUL"
    case .nameCannotBe(let name):
      let words = "a name cannot be empty, hold '.' or begin with '-'"
      let isOfColumn = name.contains(".") && !name.hasPrefix("-") && !name.contains("\0")
      let way = isOfColumn ? ", unless it is that of its column: column = \(quotedExcerpt(name))" : ""
      return "field \(quotedExcerpt(name)): \(words)\(way)"
    case .ownedAlready(let member, let name, let owner):
      return "\(member) '\(name)': its value is already that of '\(owner)'. Call the constructor once for each"
    case .nameOfMethod(let member, let name, let example, let isRelation):
      let column = isRelation ? "" : ", and column = \"\(name)\" to keep the column"
      return "\(member) '\(name)': every object has a method of this name (\(example)). Choose another\(column)"
    case .fieldTwice(let field):
      return "field '\(field)' stands twice"
    case .idIsTheKey:
      return "field 'id': an entity without a primary key has a key of this name. Say primary_key = true, or name the"
        + " field otherwise"
    case .columnTwice(let first, let second, let column):
      return "fields '\(first)' and '\(second)' have the same column '\(column)'"
    case .unknownMember(let name, let found, let known):
      return "'\(name)' is \(found): neither a field, a relation nor an option." + optionAdvice(for: name, in: known)
    case .noIndex(let found):
      return "option 'indexes' takes index(…) values, not \(found)"
    case .indexHasNoField(let field, let known):
      return "index: there is no field '\(field)'." + suggestion(for: field, in: known)
    case .checkIsNoText(let found):
      return "option 'check' takes predicates as text, such as \"start < finish\", or sql \"…\", not \(found)"
    case .ruleUnfit(let use, let rule, let reason):
      return "\(use.words): \(quotedExcerpt(rule)): \(reason)"
    case .ruleNeedsMore(let use, let rule):
      let advice = use == .check ? "use validate = function(value, object) … end, or " : ""
      return
        "\(use.words): \(quotedExcerpt(rule)) needs functions that other programs do not have: \(advice)say it in the"
        + " database's own words: sql \"…\""
    case .ruleLeadsOut(let use, let rule):
      return "\(use.words): \(quotedExcerpt(rule)) looks at more than the fields of the row"
        + (use == .check ? ": say it with before_save" : "")
    case .bitsCannotBe:
      return "option 'bits' must be 16, 32 or 64"
    case .precisionCannotBe:
      return "option 'precision' must be a number from 0 to 6"
    case .scaleCannotBe:
      return "option 'scale' must be a number from 0 to 18; with stored = \"number\" it may be up to 30, or \"any\""
    case .collationCannotBe:
      return "option 'collation' must be \"nocase\", \"rtrim\" or \"binary\""
    case .storedCannotBe:
      return "option 'stored' must be \"number\""
    case .optionNeedsName:
      return "an option must have a name"
    case .unknownOption(let option, let known):
      return "unknown option '\(option)'." + optionAdvice(for: option, in: known)
    case .transientOption(let option):
      return "option '\(option)' concerns the database, where a transient field is not"
    case .generatedIsNoText(let found):
      return "option 'generated' takes an expression as text, such as \"price * quantity\", or sql \"…\", not \(found)"
    case .generatedOption(let option):
      return "option '\(option)' is about values that are written, and the database computes this one"
        + (option == "validate" ? ": say the rule with option 'check' of the entity" : "")
    case .generatedDocument(let type):
      return "\(type) cannot be generated: use json { generated = sql \"…\" }"
    case .generatedUnfit(let rule, let found, let type):
      return "option 'generated': \(quotedExcerpt(rule)) gives \(found), and the field is \(type)"
    case .optionIsNoFlag(let option):
      return "option '\(option)' must be true or false"
    case .optionIsNoText(let option):
      return "option '\(option)' must be text, without NUL"
    case .optionUnfit(let option, let reason):
      return "option '\(option)': \(reason)"
    case .validateIsNoTest:
      return "option 'validate' must be a test (is.…), a function, or a list of them"
    case .testNeedsValue(let test):
      return "is.\(test) needs a value: is.\(test)(…)"
    case .testAsksRequest(let test):
      return "is.\(test) of a request is no test of a value: it is for conditions, where { … = is.\(test)(request) }"
    case .testUnfit(let reason):
      return reason
    case .optionsByNameOnly(let type):
      return "\(type) takes options by name only, such as required = true"
    case .optionsInOneTable(let type):
      return "its options stand in one table: \(type) { … }"
    case .enumIsEmpty:
      return "an enum needs its words: enum { \"a\", \"b\" }"
    case .wordTwice(let word):
      return "enum: the word '\(word)' stands twice"
    case .storedTwice(let stored):
      return "enum: the stored value \(stored) stands twice"
    case .storedMixed:
      return "enum: the stored values must be all integers, all numbers or all texts"
    case .enumIsNoList:
      return "an enum is a list of words, or of { word, stored value } pairs"
    }
  }
}
