import Testing

@Suite struct PredicateTests {
  /// A predicate as text, the condition that it becomes, and the rows that it selects.
  static let predicates: [(String, sql: String, rows: String)] = [
    (#""age >= 20 and team.name == 'Red'""#, #""player"."age" >= ?1 AND "team"."name" = ?2"#, "Ann Bob"),
    (#""age >= low and name:prefix('C')", { low = 20 }"#, #""age" >= ?1 AND "name" >= ?2 AND "name" < ?3"#, "Cid"),
    (#""age == nil""#, #""age" IS NULL"#, "Dan"),
    (#""age ~= nil""#, #""age" IS NOT NULL"#, "Ann Bob Cid Eve"),
    (#""age == x", { x = null }"#, #""age" IS NULL"#, "Dan"),
    (#""not (age == 20)""#, #"NOT ("age" = ?1)"#, "Bob Cid Eve"),
    (#""not age:between(20, 21)""#, #"NOT ("age" BETWEEN ?1 AND ?2)"#, "Cid Eve"),
    (#""age:between(low, 22)", { low = 21 }"#, #""age" BETWEEN ?1 AND ?2"#, "Bob Cid"),
    (#""name:one_of(wanted)", { wanted = { 'Ann', 'Eve' } }"#, #""name" IN (?1, ?2)"#, "Ann Eve"),
    (#""name:one_of({ 'Ann', 'Eve' })""#, #""name" IN (?1, ?2)"#, "Ann Eve"),
    (#""age:one_of { 20, low }", { low = 21 }"#, #""age" IN (?1, ?2)"#, "Ann Bob"),
    (#""age:none_of(20, 21, { 22 })""#, #"NOT ("age" IN (?1, ?2, ?3))"#, "Eve"),
    (#""name:prefix('a', { ignore_case = true })""#, "", "Ann"),
    (#""name:prefix('a', { ignore_case = false })""#, "", ""),
    (#""age:between(20, 22, { upper = 'open', })""#, #""age" >= ?1 AND "age" < ?2"#, "Ann Bob"),
    (#""score:odd() and not (age:odd())""#, "", "Ann Cid Eve"),
    (#""age:one_of {}""#, "", ""),
    (#""age:absent() or score > 5""#, #""age" IS NULL OR "score" > ?1"#, "Cid Dan"),
    (#""score == 3 or score == 9 and age == 22""#, #""score" = ?1 OR ("score" = ?2 AND "age" = ?3)"#, "Bob Cid Eve"),
    (#""(score == 3 or score == 9) and age == 22""#, #"("score" = ?1 OR "score" = ?2) AND "age" = ?3"#, "Cid"),
    (#""active""#, #""active" = ?1"#, "Ann"),
    (#""not active""#, #"NOT ("active" = ?1)"#, "Bob"),
    (#""active == false""#, #""active" = ?1"#, "Bob"),
    (#""active == on", { on = true }"#, #""active" = ?1"#, "Ann"),
    (#""true""#, "1", "Ann Bob Cid Dan Eve"),
    (#""false or nil == age""#, #"0 OR "age" IS NULL"#, "Dan"),
    (#""rank == 'pro'""#, #""rank" = ?1"#, "Cid"),
    (#""team == t", { t = red }"#, #""team_id" = ?1"#, "Ann Bob"),
    (#""team == nil""#, #""team_id" IS NULL"#, "Eve"),
    (#""team.name ~= 'Red'""#, #""team"."name" <> ?1"#, "Cid Dan"),
    (#""age + score > 24""#, #"("age" + "score") > ?1"#, "Ann Cid Eve"),
    (#""age - 2 * score == 10""#, #"("age" - (?1 * "score")) = ?2"#, "Ann"),
    (#""score / 2 == 1.5""#, #"(CAST("score" AS REAL) / ?1) = ?2"#, "Bob Eve"),
    (#""-score // 2 == -2""#, #"(moonshell_floor_divide(?1 - "score", ?2)) = ?3"#, "Bob Eve"),
    (#""-score % 4 == 3""#, #"(moonshell_modulo(?1 - "score", ?2)) = ?3"#, "Ann Cid Dan"),
    (#""score / 0 == 1 or not (score // 0 == 1)""#, "", ""),
    (#""name .. '-' .. score == 'Ann-5'""#, #"("name" || (?1 || "score")) = ?2"#, "Ann"),
    (#""score < age - 10 and name < 'C'""#, #""score" < ("age" - ?1) AND "name" < ?2"#, "Ann Bob"),
    ("\"name == '\\\\x41\\\\110\\\\u{6e}'\"", #""name" = ?1"#, "Ann"),
    (#""0x14 == age or age == 2.1e1""#, #"?1 = "age" OR "age" = ?2"#, "Ann Bob"),
    (#""name == [[x]] or name == 'Bob'""#.replacing("[[x]]", with: "'x'"), #""name" = ?1 OR "name" = ?2"#, "Bob"),
    (#""name == quote", { quote = "'; DROP TABLE player; --" }"#, #""name" = ?1"#, ""),
  ]

  static let tests = "is.odd = test(function(v) return v % 2 == 1 end, 'must be odd')\n"

  @Test(arguments: predicates)
  func `a predicate as text becomes SQL and selects rows`(arguments: String, sql: String, rows: String) throws {
    let script = try Script(schema: fivePlayers + "\n" + Self.tests)
    let statement = try script.run("return (Player:where(\(arguments)):sql())")
    if !sql.isEmpty { #expect(statement.contains(" WHERE \(sql) ORDER BY "), "\(statement)") }
    try script.expect("return names(Player:where(\(arguments)):fetch())", rows)
    let count = rows.isEmpty ? 0 : rows.split(separator: " ").count
    try script.expect(
      "return Player:where(\(arguments)):count(), Player:where(\(arguments)):exists()", "\(count) \(count > 0)")
  }

  @Test func `decimals are reckoned with as what they are`() throws {
    let script = try Script(
      schema: """
        Item = entity "Item" { name = text {}, price = decimal { scale = 2 }, rate = decimal { scale = 3 }, n = integer {}, r = real {} }
        db:create_all()
        Item:create { name = "a", price = "0.10", rate = "0.100", n = 3, r = 0.5 }
        Item:create { name = "b", price = "9.99", rate = "2.500", n = 2, r = 1 }
        Item:create { name = "c", price = "20", n = 1 }
        function names(...) return table.concat(Item:where(...):sorted_by "id":pluck "name", " ") end
        """)
    let predicates = [
      "'price > 9.98'": "b c", "'price == 9.99'": "b", "'price > 9.985'": "b c", "'price >= \"20\"'": "c",
      "'price < 1'": "a",
      "'price * 2 == 19.98'": "b", "'price + rate == 12.49'": "b", "'price == rate'": "a", "'price * n > 19.97'": "b c",
      "'price - 0.005 < 0.1'": "a", "'-price < -9.99'": "c", "'price / 2 == 10'": "c", "'price // 3 == 3'": "b",
      "'price % 3 == 0.99'": "b", "'n > price'": "a", "'price == nil or rate == nil'": "c",
      "'price + 1 > x', { x = decimal '20.5' }": "c", "'price == x', { x = '9.99' }": "b",
      "'price:one_of(\"0.1\", 20)'": "a c",
      "'price > n * 5'": "c",
    ]
    for (predicate, names) in predicates { try script.expect("return names(\(predicate))", names) }
    for (predicate, message) in [
      ("'price > x', { x = 0.5 }", "the number 0.5 is no decimal"),
      ("'price > r'", "decimals reckon with decimals and integers, not with the real field 'r'"),
      ("'price * r > 1'", "decimals reckon with decimals and integers, not with the real field 'r'"),
      ("'price == name'", "decimals reckon with decimals and integers, not with the text field 'name'"),
      ("'price .. name == 1'", "'..' takes texts and integers, not decimals"),
      ("'price > \"x\"'", "the text 'x' is no decimal"),
    ] {
      let failure = script.failure("names(\(predicate))")
      #expect(failure.contains(message), "\(failure)")
    }
  }

  @Test func `many conditions may follow each other`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(#"return Player:where(("age == 20 or "):rep(899) .. "score == 3"):count()"#, "3")
  }

  @Test func `predicates join as other conditions do`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      #"return names(Player:where "age > 21":or_where "name == 'Ann'":where_not "score == 9":fetch())"#, "Ann Eve")
    try script.expect(#"return names(Player:where_not "age == 20":fetch())"#, "Bob Cid Eve")
    try script.expect(#"return names(Player:where_not("age == x", { x = 20 }):fetch())"#, "Bob Cid Eve")
  }

  static let mistakes: [(String, String)] = [
    (
      #""agee >= 20""#,
      "where: Player has no field 'agee', and there is no such parameter. Did you mean 'age'?\n  agee >= 20\n  ^^^^"
    ),
    (#""age >= lwo", { low = 20 }"#, "Did you mean 'low'?\n  age >= lwo\n         ^^^"),
    (
      #""age >= 20", { age = 3 }"#,
      "'age' is both a field of Player and a parameter: name the parameter otherwise\n  age >= 20\n  ^^^"
    ),
    (
      #""any(team, id == code)", { id = 1 }"#,
      "'id' is both a field of Player"
    ),
    (#""team.nam == 'x'""#, "Team has no field 'nam'. Did you mean 'name'?\n  team.nam == 'x'\n  ^^^^^^^^"),
    (#""age.x == 1""#, "Player: 'age' is a field, not a relation"),
    (
      #""age == 'x'""#,
      "field 'age' is integer: it cannot be compared with 'x' (expected an integer)\n  age == 'x'\n         ^^^"
    ),
    (
      #""age == name""#,
      "the integer field 'age' cannot be compared with the text field 'name'\n  age == name\n         ^^^^"
    ),
    (#""active == 1""#, "the boolean field 'active' is true or false, not the integer 1"),
    (#""age == true""#, "the integer field 'age' cannot be compared with true or false"),
    (#""age < nil""#, "nothing compares with nil except == and ~="),
    (
      #""age and active""#,
      "this is the integer field 'age', not true or false: compare it, as in 'x ~= nil'\n  age and active\n  ^^^"
    ),
    (#""age + name > 1""#, "'+' takes numbers, not the text field 'name'"),
    (#""1 < age < 3""#, "true or false cannot be compared with the integer 3"),
    (#""age >=""#, "a field, a parameter or a value was expected here, but the text ends\n  age >=\n        ^"),
    (#""age = 3""#, "an operator was expected here: equal is '=='\n  age = 3\n      ^"),
    (#""age != 3""#, "'!' means nothing here. Unequal is '~=', and 'not' negates\n  age != 3\n      ^"),
    (#""(age == 3""#, "')' was expected here, but the text ends"),
    (#""name == 'x""#, "this text has no end\n  name == 'x\n          ^^"),
    (#""name == '\\q'""#, "there is no such escape"),
    (#""age == 3x""#, "this is no number\n  age == 3x\n         ^^"),
    (#""name:prefx('x')""#, "there is no test 'prefx'. Did you mean 'prefix'?\n  name:prefx('x')\n       ^^^^^"),
    (
      #""name:prefix('x', { ignore_cas = true })""#,
      "is.prefix: unknown option 'ignore_cas'. Did you mean 'ignore_case'? The only option is ignore_case\n  name:prefix('x', { ignore_cas = true })\n                     ^^^^^^^^^^"
    ),
    (#""name:prefix('x', { ignore_case = 1 })""#, "option 'ignore_case' is true or false, not the integer 1"),
    (#""name:matching('(')""#, "is.matching: the regular expression '(' has a mistake at character 2"),
    (#""age:one_of({ 1, 2)""#, "'}' was expected here"),
    (#""age:one_of({ { 1 } })""#, "a field, a parameter or a value was expected here"),
    (#""age == { 1 }""#, "a field, a parameter or a value was expected here"),
    (#""age:between(1, { 2, x = 3 })""#, "is.between: unknown option 'x'"),
    (#""age:prefix('x')""#, "is.prefix tests text only"),
    (#""age:between(1)""#, "is.between: takes 2 values, as in is.between(18, 24)\n  age:between(1)\n      ^^^^^^^"),
    (#""name:prefix(name)""#, "the values of a test are literals or parameters"),
    (#""name == list", { list = { 1 } }"#, "'list' is a list: ask x:one_of(list)"),
    (#""name == f", { f = print }"#, "where: parameter 'f' is a value, a list, null or an object, not a function"),
    (#""age == 1; DROP TABLE player""#, "';' means nothing here"),
    (#"("("):rep(5000) .. "age == 1""#, "this is nested more than 100 deep"),
    (#"("not "):rep(100000) .. "active""#, "this is nested more than 100 deep"),
    (#"("name:prefix(1 + "):rep(90) .. "1" .. (")"):rep(90)"#, "this is nested more than 100 deep"),
    (#"("name:prefix(1 + "):rep(60) .. "1" .. (")"):rep(60)"#, "this is nested more than 100 deep"),
    (#"("active and "):rep(200000) .. "active""#, "more than 900 conditions follow each other"),
    (#"("1 + "):rep(5000) .. "1 == 2""#, "more than 100 operators follow each other"),
    (#""" "#, "a field, a parameter or a value was expected here, but the text ends"),
  ]

  @Test(arguments: mistakes)
  func `a predicate that cannot be meant is pointed at`(arguments: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure("Player:where(\(arguments))")
    #expect(failure.contains(message), "\(failure)")
  }

  /// A text that is good in both languages selects, without NULLs, what Lua itself says; its negation selects the rest.
  @Test(arguments: 1...8) func `random predicates mean what they mean in Lua`(seed: Int) throws {
    let script = try Script()
    try script.expect(
      """
      local Row = entity "Row" {
        a = integer { required = true }, b = integer { required = true }, c = real { required = true },
        s = text { required = true }, f = boolean { required = true },
      }
      db:create_all()
      math.randomseed(\(seed))
      local function pick(...) return (select(math.random(select("#", ...)), ...)) end
      for i = 1, 30 do
        Row:create {
          a = math.random(-5, 5), b = math.random(0, 3), c = math.random(-8, 8) / 4, s = pick("", "a", "b", "ab", "B"),
          f = pick(true, false),
        }
      end
      local function number(depth)
        if depth == 0 or math.random(3) == 1 then return pick("a", "b", "c", "2", "-1", "0.5", "0x3") end
        if math.random(3) == 1 then return "(" .. number(depth - 1) .. ")" .. pick("//", "%", "/") .. pick("2", "-3", "0.5") end
        if math.random(6) == 1 then return "- " .. number(0) end
        return number(depth - 1) .. pick("+", " - ", "*") .. number(depth - 1)
      end
      local function text() return pick("s", "'a'", "s .. 'b'", "s .. a", "'' .. b .. s") end
      local function truth(depth)
        if depth == 0 then
          return pick("f", "true", "not f", "f == true", number(2) .. pick("<", "<=", ">", ">=", "==", "~=") .. number(2),
            text() .. pick("<", ">=", "==", "~=") .. text())
        end
        return pick("not ", "", "") .. "(" .. truth(depth - 1) .. pick(" and ", " or ") .. truth(depth - 1) .. ")"
          .. pick("", " and " .. truth(0), " or " .. truth(0))
      end
      for i = 1, 60 do
        local text = truth(math.random(0, 3))
        local says = assert(load("local a, b, c, s, f = ... return " .. text))
        local wanted, others = {}, {}
        for _, r in ipairs(Row:fetch()) do
          local list = says(r.a, r.b, r.c, r.s, r.f) and wanted or others
          list[#list + 1] = r.id
        end
        assert(table.concat(Row:where(text):pluck "id", " ") == table.concat(wanted, " "), text)
        assert(table.concat(Row:where_not(text):pluck "id", " ") == table.concat(others, " "), text)
        assert(Row:where(text):count() == #wanted and Row:where(text):exists() == (#wanted > 0), text)
      end
      return "same"
      """, "same")
  }

  /// The operators of numbers mean in SQL what they mean in Lua, as long as no integer leaves its range.
  @Test func `arithmetic agrees with Lua on random numbers`() throws {
    let script = try Script()
    try script.expect(
      """
      local Pair = entity "Pair" { a = integer {}, b = integer {}, c = real {}, d = real {} }
      db:create_all()
      math.randomseed(7)
      local list = {}
      for i = 1, 40 do
        list[i] = Pair { a = math.random(-9, 9), b = math.random(-4, 4), c = math.random(-20, 20) / 4, d = math.random(-6, 6) / 2 }
      end
      list[41] = Pair { a = math.mininteger, b = -1, c = -0.0, d = 1e300 }
      list[42] = Pair { a = math.maxinteger, b = 3, c = 0.1, d = -0.3 }
      db:add(list)
      local wrong = {}
      for _, operator in ipairs { "/", "//", "%", "+", "-", "*" } do
        for _, names in ipairs { { "a", "b" }, { "c", "d" }, { "a", "d" }, { "c", "b" } } do
          local x, y = names[1], names[2]
          for _, p in ipairs(Pair:where(y .. " ~= 0"):fetch()) do
            local value = load("local p = ... return p." .. x .. " " .. operator .. " p." .. y)(p)
            local isOver = math.type(value) == "integer" and p.id > 40 and operator ~= "%"
            local text = ("id == i and %s %s %s == v"):format(x, operator, y)
            if not isOver and Pair:where(text, { i = p.id, v = value }):count() ~= 1 then
              wrong[#wrong + 1] = p.id .. ": " .. text .. " " .. tostring(value)
            end
          end
        end
      end
      print(#wrong, wrong[1])
      print(Pair:where("a + 1 > a and id == 42"):count(), Pair:where("a // -1 > 0 and id == 41"):count())
      """, "0 nil\n1 1")
  }
}
