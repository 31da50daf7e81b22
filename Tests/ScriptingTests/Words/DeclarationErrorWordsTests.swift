import Model
import TestSupport
import Testing

@Suite struct DeclarationErrorWordsTests {
  private static let table: [Words<DeclarationError>] = [
    Words(.tableIsNoText(found: "the integer 5"), "option 'table' must be text, not the integer 5"),
    Words(.indexesAreNoList, "option 'indexes' must be a list: { index(\"a\", \"b\") }"),
    Words(
      .extendsIsNoName(found: "the integer 5"), "option 'extends' must be the name of an entity, not the integer 5"),
    Words(.sharedIsNoFlag, "option 'shared' must be true or false"),
    Words(.abstractIsNoFlag, "option 'abstract' must be true or false"),
    Words(.renamedFromIsNoText(found: "the integer 5"), "option 'renamed_from' must be text, not the integer 5"),
    Words(.versionIsNoNumber(found: "the integer 5"), "option 'version' must be 1, 2, …, not the integer 5"),
    Words(
      .optionIsNoFunction(option: "upsert", found: "the integer 5"),
      "option 'upsert' must be a function, not the integer 5"),
    Words(.equalsTakesNames(found: "the integer 5"), "option 'equals' takes names, not the integer 5"),
    Words(
      .equalsIsNoList(found: "the integer 5"),
      "option 'equals' must be a list of fields or a function, not the integer 5"),
    Words(
      .equalsNeedsHash, "option 'equals' as a function needs 'hash', a function that gives equal objects the same value"
    ),
    Words(.hashNeedsEquals, "option 'hash' belongs to a function 'equals', which is missing"),
    Words(
      .shardByIsNoName(found: "the integer 5"),
      "option 'shard_by' is the name of a field or a belongs_to, not the integer 5"
    ),
    Words(
      .shardByHasNoField(field: "custmer", known: ["id", "customer"]),
      "option 'shard_by': there is no field or belongs_to 'custmer'. Did you mean 'customer'?"
    ),
    Words(
      .equalsHasNoField(field: "nmae", known: ["name", "age"]),
      "option 'equals': there is no field 'nmae'. Did you mean 'name'?"),
    Words(.sharesTable(table: "player", parent: "Person"), "option 'table': it shares the table 'player' of 'Person'"),
    Words(
      .keyOfSharedTable(field: "age", root: "Person"), "field 'age': the key of a shared table is that of 'Person'"),
    Words(
      .hasOwnKind(entity: "Player"),
      "option 'shared': 'Player' has a field or column 'kind' of its own, but a shared table says there whose"
        + " each row is. Choose another name"),
    Words(
      .columnClash(field: "age", other: "name", theirs: "text", own: "integer", entity: "Player", column: "age"),
      "field 'age': 'name' has the same column in the same table, text and not integer. Give this one its own: column"
        + " = \"player_age\""),
    Words(.fieldNeedsName, "a field needs a name: name = text {}"),
    Words(
      .renamedTwice(field: "age", former: "years", other: "name"),
      "field 'age': it is renamed_from 'years', as 'name' is: one of them only can be"),
    Words(.fieldUnfit(field: "age", reason: "no"), "field 'age': no"),
    Words(.relationUnfit(relation: "team", reason: "no"), "relation 'team': no"),
    Words(
      .notCalled(field: "age", constructor: "text", argument: "{}"),
      "field 'age': 'text' was not called. Write age = text {}"),
    Words(.nameCannotBe(name: "height"), "field 'height': a name cannot be empty, hold '.' or begin with '-'"),
    Words(
      .ownedAlready(member: "field", name: "height", owner: "Team.age"),
      "field 'height': its value is already that of 'Team.age'. Call the constructor once for each"),
    Words(
      .nameOfMethod(member: "field", name: "save", example: "p:save()", isRelation: false),
      "field 'save': every object has a method of this name (p:save()). Choose another, and column = \"save\""
        + " to keep the column"),
    Words(
      .nameOfMethod(member: "relation", name: "save", example: "p:save()", isRelation: true),
      "relation 'save': every object has a method of this name (p:save()). Choose another"),
    Words(.fieldTwice(field: "age"), "field 'age' stands twice"),
    Words(
      .idIsTheKey,
      "field 'id': an entity without a primary key has a key of this name. Say primary_key = true, or name the"
        + " field otherwise"),
    Words(
      .columnTwice(first: "age", second: "years", column: "age"), "fields 'age' and 'years' have the same column 'age'"),
    Words(
      .unknownMember(name: "nmae", found: "the integer 5", known: ["name", "age"]),
      "'nmae' is the integer 5: neither a field, a relation nor an option. Did you mean 'name'? Options are name and age"
    ),
    Words(.noIndex(found: "the integer 5"), "option 'indexes' takes index(…) values, not the integer 5"),
    Words(
      .indexHasNoField(field: "nmae", known: ["name", "age"]), "index: there is no field 'nmae'. Did you mean 'name'?"),
    Words(
      .checkIsNoText(found: "the integer 5"),
      "option 'check' takes predicates as text, such as \"start < finish\", or sql \"…\", not the integer 5"),
    Words(
      .ruleUnfit(.check, rule: "a <", reason: "the text ends"), "option 'check': 'a <': the text ends"),
    Words(
      .ruleNeedsMore(.check, rule: "a % 2 == 0"),
      "option 'check': 'a % 2 == 0' needs functions that other programs do not have: use"
        + " validate = function(value, object) … end, or say it in the database's own words: sql \"…\""),
    Words(
      .ruleLeadsOut(.check, rule: "team.name == 'x'"),
      "option 'check': 'team.name == 'x'' looks at more than the fields of the row: say it with before_save"),
    Words(.entityNameCannotBe, "the name of an entity cannot hold NUL"),
    Words(.bitsCannotBe, "option 'bits' must be 16, 32 or 64"),
    Words(.precisionCannotBe, "option 'precision' must be a number from 0 to 6"),
    Words(
      .scaleCannotBe,
      "option 'scale' must be a number from 0 to 18; with stored = \"number\" it may be up to 30, or \"any\""),
    Words(.collationCannotBe, "option 'collation' must be \"nocase\", \"rtrim\" or \"binary\""),
    Words(.storedCannotBe, "option 'stored' must be \"number\""),
    Words(.optionNeedsName, "an option must have a name"),
    Words(
      .unknownOption(option: "nmae", known: ["name", "age"]),
      "unknown option 'nmae'. Did you mean 'name'? Options are name and age"),
    Words(.transientOption(option: "upsert"), "option 'upsert' concerns the database, where a transient field is not"),
    Words(
      .generatedIsNoText(found: "the integer 5"),
      "option 'generated' takes an expression as text, such as \"price * quantity\", or sql \"…\", not the integer 5"),
    Words(
      .generatedOption(option: "default"),
      "option 'default' is about values that are written, and the database computes this one"),
    Words(
      .generatedDocument(type: "embedded"),
      "embedded cannot be generated: use json { generated = sql \"…\" }"),
    Words(
      .generatedUnfit(rule: "n / 2", found: "a real", type: "an integer"),
      "option 'generated': 'n / 2' gives a real, and the field is an integer"),
    Words(.optionIsNoFlag(option: "upsert"), "option 'upsert' must be true or false"),
    Words(.optionIsNoText(option: "upsert"), "option 'upsert' must be text, without NUL"),
    Words(.optionUnfit(option: "upsert", reason: "no"), "option 'upsert': no"),
    Words(.validateIsNoTest, "option 'validate' must be a test (is.…), a function, or a list of them"),
    Words(.testNeedsValue(test: "prefix"), "is.prefix needs a value: is.prefix(…)"),
    Words(
      .testAsksRequest(test: "one_of"),
      "is.one_of of a request is no test of a value: it is for conditions, where { … = is.one_of(request) }"),
    Words(.testUnfit(reason: "no"), "no"),
    Words(.optionsByNameOnly(type: "integer"), "integer takes options by name only, such as required = true"),
    Words(.enumIsEmpty, "an enum needs its words: enum { \"a\", \"b\" }"),
    Words(.wordTwice(word: "save"), "enum: the word 'save' stands twice"),
    Words(.storedTwice(stored: "'x'"), "enum: the stored value 'x' stands twice"),
    Words(.storedMixed, "enum: the stored values must be all integers, all numbers or all texts"),
    Words(.enumIsNoList, "an enum is a list of words, or of { word, stored value } pairs"),
    Words(.optionsInOneTable(type: "embedded"), "its options stand in one table: embedded { … }"),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<DeclarationError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Entities/DeclarationError.swift")))
  }
}
