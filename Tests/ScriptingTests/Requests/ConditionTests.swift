import Testing

@Suite struct ConditionTests {
  /// Each call with the rows that it selects, in the order of their keys.
  static let calls: [(String, String)] = [
    (":all()", "Ann Bob Cid Dan Eve"),
    (":where { age = 20 }", "Ann"),
    (":where { age = 20.0 }", "Ann"),
    (":where { age = is.between(21, 22) }", "Bob Cid"),
    (":where { age = null }", "Dan"),
    (":where { age = is.absent }", "Dan"),
    (":where { age = ~is.equal(20) }", "Bob Cid Eve"),
    (":where { age = is.equal(20) | is.absent }", "Ann Dan"),
    (":where { age = is.greater(20) & is.less(24) }", "Bob Cid"),
    (":where { name = { 'Ann', 'Eve', 'Zoe' } }", "Ann Eve"),
    (":where { name = {} }", ""),
    (":where { name = is.prefix 'A', score = 5 }", "Ann"),
    (":where { name = is.containing 'i' }", "Cid"),
    (":where { name = is.suffix 'b' }", "Bob"),
    (":where { name = is.length(3) }", "Ann Bob Cid Dan Eve"),
    (":where { active = true }", "Ann"),
    (":where { active = false }", "Bob"),
    (":where { active = is.not_equal(true) }", "Bob"),
    (":where { active = { true, false } }", "Ann Bob"),
    (":where { rank = 'pro' }", "Cid"),
    (":where { team = red }", "Ann Bob"),
    (":where { team = { red, blue } }", "Ann Bob Cid Dan"),
    (":where { team = null }", "Eve"),
    (":where { team = is.present }", "Ann Bob Cid Dan"),
    (":where { team = 2 }", "Cid Dan"),
    (":where { ['team.name'] = 'Red' }", "Ann Bob"),
    (":where { ['team.name'] = null }", "Eve"),
    (":where('age', '>=', 22)", "Cid Eve"),
    (":where('age', '~=', 20)", "Bob Cid Eve"),
    (":where('age', '==', nil)", "Dan"),
    (":where('age', '~=', null)", "Ann Bob Cid Eve"),
    (":where('name', 'prefix', 'B')", "Bob"),
    (":where('age', 'between', { 20, 21 })", "Ann Bob"),
    (":where('age', 'absent')", "Dan"),
    (":where('name', 'one_of', { 'Ann', 'Bob' })", "Ann Bob"),
    (":where('team', '==', red)", "Ann Bob"),
    (":where('team', '~=', red)", "Cid Dan"),
    (":where('active', '==', true)", "Ann"),
    (":where_not { age = 20 }", "Bob Cid Eve"),
    (":where { age = 20 }:or_where { age = 21 }:where { score = 3 }", "Bob"),
    (":where { score = 3 }:where { age = 24 }:or_where { name = 'Ann' }", "Ann Eve"),
    (":where(function(p) return p.score == 3 end)", "Bob Eve"),
    (":where_not(function(p) return p.score == 3 end)", "Ann Cid Dan"),
    (":where(function(p) return p.age and p.age > 21 end):where { name = is.prefix 'C' }", "Cid"),
    (":where { age = 20 }:or_where(function(p) return p.name == 'Eve' end)", "Ann Eve"),
    (":where(function(p) return p.name == 'Eve' end):or_where { age = 20 }:where { score = 3 }", "Eve"),
    (":where(function(p) return p.team and p.team.name == 'Red' end)", "Ann Bob"),
    (":where(function(p) return p.active end)", "Ann"),
    (":where(function(p) return p.rank == 'pro' end)", "Cid"),
    (":sorted_by('-score', 'name')", "Cid Ann Bob Eve Dan"),
    (":sorted_by('age')", "Dan Ann Bob Cid Eve"),
    (":sorted_by('-age')", "Eve Cid Bob Ann Dan"),
    (":sorted_by(asc('age', { nulls = 'last' }))", "Ann Bob Cid Eve Dan"),
    (":sorted_by(desc('age', { nulls = 'first' }))", "Dan Eve Cid Bob Ann"),
    (":sorted_by('score'):then_by('-name')", "Dan Eve Bob Ann Cid"),
    (":sorted_by('-team.name', '-name')", "Bob Ann Dan Cid Eve"),
    (":sorted_by('name'):limit(2)", "Ann Bob"),
    (":sorted_by('name'):offset(3)", "Dan Eve"),
    (":sorted_by('name'):limit(2):offset(1)", "Bob Cid"),
    (":limit(0)", ""),
    (":where(function(p) return p.score > 1 end):limit(2):offset(1)", "Bob Cid"),
    (":where(function(p) return p.score > 1 end):sorted_by('-name'):limit(3)", "Eve Cid Bob"),
  ]

  @Test(arguments: calls)
  func `a call selects the same rows by every way of asking`(call: String, rows: String) throws {
    let script = try Script(schema: fivePlayers)
    let count = rows.isEmpty ? 0 : rows.split(separator: " ").count
    try script.expect("return names(Player\(call):fetch())", rows)
    try script.expect("local t = {} for p in Player\(call):iterate() do t[#t + 1] = p end return names(t)", rows)
    try script.expect("local t = {} Player\(call):each(function(p) t[#t + 1] = p end) return names(t)", rows)
    try script.expect("return table.concat(Player\(call):pluck('name'), ' ')", rows)
    try script.expect("return Player\(call):count(), Player\(call):exists()", "\(count) \(count > 0)")
    let first = rows.split(separator: " ").first ?? "nil"
    try script.expect("local p = Player\(call):first() return p and p.name", String(first))
    try script.expect("return #Player\(call):first(2)", "\(min(2, count))")
  }

  static let mistakes: [(String, String)] = [
    ("Player:where {}", "where {} says nothing (a field = nil leaves no trace in a table). Say all(), or field = null"),
    ("Player:where { team = nil }", "where {} says nothing"),
    ("Player:where { age = { low = 1 } }", "'low' has no place in a list"),
    ("Player:where { agee = 1 }", "Player has no field 'agee'. Did you mean 'age'?"),
    ("Player:where { ['team.nam'] = 1 }", "Team has no field 'nam'. Did you mean 'name'?"),
    ("Player:where { ['age.x'] = 1 }", "Player: 'age' is a field, not a relation: nothing can follow it (in 'age.x')"),
    ("Team:sorted_by 'players.name'", "Team: 'players' leads to many rows: 'players.name' has no single value"),
    ("Player:where { age = 'x' }", "field 'age' is integer: it cannot be compared with 'x' (expected an integer)"),
    ("Player:where { age = true }", "age is integer: it cannot be compared with the boolean true"),
    ("Player:where { active = 1 }", "active is boolean: it cannot be compared with the integer 1"),
    ("Player:where { age = is.between }", "is.between needs a value: is.between(…)"),
    ("Player:where { age = is.prefix 'x' }", "field 'age' is integer: is.prefix tests text only"),
    ("Player:where { age = print }", "age: a condition is a value, a list, null or a test (is.…), not a function"),
    ("Player:where { team = Player:get(1) }", "team: a Team was expected, not a Player"),
    ("Player:where { team = Team { name = 'x' } }", "team: this Team is not saved: it has no key yet"),
    ("Player:where { rank = 'best' }", "field 'rank' is enum: it cannot be compared with 'best'"),
    ("Player:where('age', '=', 1)", "where: there is no operator '='. Equal is '=='. Operators are"),
    ("Player:where('age', '!=', 1)", "where: there is no operator '!='. Unequal is '~='. Operators are"),
    ("Player:where('age', '=>', 1)", "where: there is no operator '=>'. Operators are == ~= < <= > >="),
    ("Player:where('age')", "where: this is the integer field 'age', not true or false: compare it, as in 'x ~= nil'"),
    ("Player:where('age', '<', nil)", "age < nil: nothing compares with NULL except == and ~="),
    (
      "Player:where(5)",
      "where takes a table of conditions, a predicate as text, (field, operator, value) or a function, not the integer 5"
    ),
    (
      "Player:where()",
      "where takes a table of conditions, a predicate as text, (field, operator, value) or a function, not nil"
    ),
    ("Player.where { age = 1 }", "a request was expected, not a table. Write ':' before the method"),
    ("Player:wher { age = 1 }", "Player has no method 'wher'. Did you mean 'where'?"),
    ("Player:all():fech()", "a request has no method 'fech'. Did you mean 'fetch'?"),
    ("Player:sorted_by()", "sorted_by needs the name of a field or a function: sorted_by(\"-score\")"),
    ("Player:sorted_by('agee')", "Player has no field 'agee'. Did you mean 'age'?"),
    ("Player:sorted_by(asc('age', { null = 'last' }))", "asc: there is no option 'null'. Did you mean 'nulls'?"),
    ("Player:limit(-1)", "limit takes a number of rows, not the integer -1"),
    ("Player:limit('1')", "limit takes a number of rows, not the text '1'"),
    ("Player:offset(1.5)", "offset takes a number of rows, not the number 1.5"),
    ("Player:get()", "a key is a value, not nil"),
    ("Player:get(true)", "a key is a value, not the boolean true"),
    ("Player:get('x')", "field 'id' is integer: it cannot be compared with 'x' (expected an integer)"),
    ("Player:pluck()", "pluck takes one field, expression or function"),
    ("Player:pluck('team.nam')", "Team has no field 'nam'. Did you mean 'name'?"),
    ("Player:sum()", "sum takes the name of a field, not nil"),
    ("Player:each()", "each takes a function, not nil"),
    (
      "return Player:all()[1]",
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    ),
    (
      "for _, p in ipairs(Player:where { age = 1 }) do end",
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    ),
    (
      "for _, p in ipairs(Team:create { name = 'T' }.players) do end",
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    ),
    ("return #Player:all()", "a request has no length before it has run: say request:count(), or #request:fetch()"),
    ("Player:delete()", "Player:delete would concern all rows. Say so: Player:all():delete(…)"),
  ]

  @Test(arguments: mistakes)
  func `a call that cannot be meant says why`(call: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `single values come from the database`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      print(Player:sum "score", Player:avg "age", Player:min "name", Player:max "rank", Player:max "active")
      print(Player:where { age = 99 }:sum "score", Player:where { age = 99 }:max "age", Player:sum "age")
      local v = Player:where { team = red }:values("name", "team.name", "age")
      print(#v, v[2][1], v[2][2], v[2][3], Player:pluck("active")[3], Player:limit(2):sum "score")
      print(Player:where { age = 20 }:sql())
      print(Player:get(3).name, Player:get(9), Player:where { age = 20 }:get(3), Player:where { age = 22 }:get(3).name)
      """.replacing("print(Player:where { age = 20 }:sql())", with: "print((Player:where { age = 20 }:sql()))"),
      """
      21 21.75 Ann pro true
      0 nil 87
      2 Bob Red 21 null 8
      SELECT "id", "name", "age", "score", "active", "rank", "avatar", "team_id" FROM "player" WHERE "age" = ?1 ORDER BY "id"
      Cid nil nil Cid
      """)
  }

  @Test func `a request is a value that its methods do not change`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local all = Player:all()
      local some = all:where { age = 20 }
      all:limit(1) some:sorted_by "name"
      print(all:count(), some:count(), #all:fetch(), tostring(some):sub(1, 15))
      """,
      "5 1 5 request: SELECT")
  }

  @Test(arguments: [
    "is.equal(0)", "is.not_equal(1)", "is.less(1)", "is.between(0, 1)", "is.one_of(0, 1)", "is.none_of { true, 1 }",
  ])
  func `truths are compared with no numbers`(test: String) throws {
    let script = try Script(schema: fivePlayers)
    let failure = script.failure("Player:where { active = \(test) }:count()")
    #expect(failure.hasPrefix("field 'active' is boolean: it cannot be compared with "), "\(failure)")
    #expect(script.failure("Player:fetch():filter { active = \(test) }") == failure)
  }

  @Test func `parameters that are not given are none`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect("return Player:where('age > 20', nil):count() == Player:where('age > 20'):count()", "true")
    #expect(script.failure("Player:where('age', nil)").contains("takes a field, an operator and a value"))
  }
}
