import Testing

@testable import Model
@testable import Saving
@testable import Scripting

/// What a method would not look at, it refuses: an ignored condition may mean all rows.
@Suite struct ArgumentCountTests {
  static let mistakes: [(String, String)] = [
    (
      "Player:all { name = 'zzz' }:delete()",
      "all takes nothing: a table is one too many. A condition comes before it: where { … }:all()"
    ),
    ("Player:count { age = 1 }", "count takes nothing: a table is one too many. A condition comes before it"),
    ("Player:exists { age = 99 }", "exists takes nothing: a table is one too many. A condition comes before it"),
    ("Player:count(function(p) return true end)", "A condition comes before it: where { … }:count()"),
    ("Player:get(1, 2)", "get takes one key: the integer 2 is one too many. For several rows say where { id = { … } }"),
    (
      "Player:where({ age = 1 }, { name = 'zz' })",
      "where takes one table of conditions: a table is one too many. Say where again for another condition"
    ),
    ("Player:where(function() return true end, 5)", "where takes one function: the integer 5 is one too many"),
    ("Player:create({ name = 'a' }, { name = 'b' })", "create takes one argument: a table is one too many"),
    ("Player({ name = 'a' }, { name = 'b' })", "Player takes one table of values: a table is one too many"),
    ("Player:first(1, 2)", "first takes one argument: the integer 2 is one too many"),
    ("ann:save(true)", "save takes nothing: the boolean true is one too many. Write p:save()"),
    ("ann:delete { cascade = true }", "delete takes nothing: a table is one too many. Write p:delete()"),
    ("ann:validate('age', 20, 1)", "validate takes at most 2 arguments: the integer 1 is one too many"),
    ("db:begin('immediate')", "begin takes nothing: the text 'immediate' is one too many"),
    ("db:transaction(function() end, 1)", "transaction: options are a table, as in { retry = 3 }, not the integer 1"),
    ("red.players:swap(1, 2, 3)", "swap takes at most 2 arguments: the integer 3 is one too many"),
    ("Player:all():fetch():map('name', 'age')", "map takes one argument: the text 'age' is one too many"),
    (
      "db:add { name = 'x' }",
      "a table with the name 'name' is no object, and no list of objects: make one of an entity: Player { name = … }"
    ),
    (
      "db:add { Player { name = 'a' }, n = 5 }",
      "a table with the name 'n' is no object, and no list of objects: options come behind the list"
    ),
    ("db:delete { name = 'x' }", "a table with the name 'name' is no object, and no list of objects"),
  ]

  @Test(arguments: mistakes)
  func `an argument too many is an error, and nothing happens`(call: String, message: String) throws {
    let script = try Script(schema: fivePlayers + "\nann = Player:get(1)")
    let failure = script.failure(call)
    #expect(failure.contains(message), "\(failure)")
    try script.expect("return names(Player:fetch())", "Ann Bob Cid Dan Eve")
  }

  @Test func `what is nil is no argument`() throws {
    try Script(schema: fivePlayers).expect(
      "return Player:count(nil), Player:get(1, nil).name, Player:where({ age = 20 }, nil):count()", "5 Ann 1")
  }

  @Test func `long lists may be added, and say what has no place in them`() throws {
    let script = try Script(schema: "P = entity 'P' { n = integer {} } db:create_all()")
    try script.expect(
      "local list = {} for i = 1, 3000 do list[i] = P { n = i } end db:add(list) return P:count()", "3000")
    #expect(
      script.failure("local list = {} for i = 1, 3000 do list[i] = P { n = i } end list.upsert = true db:add(list)")
        .contains("a table with the name 'upsert'"))
  }

  @Test func `a value for a name that a statement does not have is an error`() throws {
    let script = try Script()
    try script.expect("return db:query('SELECT :a AS x', { a = 1 })[1].x", "1")
    #expect(
      script.failure("db:query('SELECT :apple', { apple = 1, aple = 2 })")
        .hasSuffix("the statement has no parameter ':aple'. Did you mean 'apple'?"))
  }

  @Test func `every method that takes nothing or little says so`() {
    let open = Set(
      ["where", "or_where", "where_not", "sorted_by", "then_by", "select", "with", "group_by", "pluck", "values"]
        + [
          "sectioned_by", "get", "add", "remove", "insert", "having", "filter", "sorted", "flat_map", "query",
          "execute", "from_sql",
        ]
        + ["delete", "upsert", "remove_sections", "refilter", "resort"])
    let all =
      RequestMethods.all + EntityMethods.all + ObjectMethods.all + DatabaseMethods.all + ListMethods.all
      + GroupMethods.all + ResultSetMethods.all + BatchMethods.all
    for method in all where method.maximum == nil { #expect(open.contains(method.name), "\(method.name)") }
  }
}
