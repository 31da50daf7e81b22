import Testing

/// `after_save`, `before_delete`, `after_delete`.
@Suite struct HookTests {
  private let players = """
    said = {}
    local function say(text) said[#said + 1] = text end
    function told() local text = table.concat(said, " ") said = {} return text end
    Log = entity "Log" { text = text {} }
    Player = entity "Player" {
      name = text { unique = true }, age = integer {},
      after_save = function(p, changes)
        local names = {}
        for name, change in pairs(changes) do
          names[#names + 1] = name .. ":" .. tostring(change.from) .. ">" .. tostring(change.to)
        end
        table.sort(names)
        say(p.id .. "[" .. table.concat(names, ",") .. "]")
        Log:create { text = p.name }
        if p.name == "bad" then error("no bad ones", 0) end
      end,
      before_delete = function(p)
        if p.name == "kept" then error("this one stays", 0) end
        say("-" .. p.name)
      end,
      after_delete = function(p) Log:create { text = "gone " .. p.name } end,
    }
    db:create_all()
    """

  @Test func `after_save gets the object and what changed, for each row that is written`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "a", age = 1 }
      print(told())
      p.age = 2
      p:save()
      p:save()
      print(told())
      db:add(Player { name = "b" }, Player { name = "c" })
      print(told())
      db:batch(function(batch) batch:add(Player { name = "d" }) end)
      Player:all():update { age = 7 }
      print(told())
      db:add(Player { name = "a", age = 9 }, { upsert = true, on = "name" })
      print(told(), Log:count())
      """,
      """
      1[age:nil>1,name:nil>a]
      1[age:1>2]
      2[name:nil>b] 3[name:nil>c]
      4[name:nil>d] 1[age:2>7] 2[age:nil>7] 3[age:nil>7] 4[age:nil>7]
      1[age:nil>9,name:nil>a] 10
      """)
  }

  @Test func `after_save that raises undoes the call`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local a, b = Player { name = "a" }, Player { name = "bad" }
      print(pcall(db.add, db, a, b))
      print(Player:count(), Log:count(), a:is_new(), a.id, b:is_new())
      b.name = "good"
      db:add(a, b)
      print(Player:count(), a.id, b.id)
      b.name = "bad"
      print(pcall(b.save, b))
      print(b:changes().name.to, b:reload().name, Log:count())
      """,
      """
      false no bad ones
      0 0 true nil true
      2 1 2
      false no bad ones
      bad good 2
      """)
  }

  @Test func `saving an object within its own after_save is an error, changing others is not`() throws {
    let script = try Script(
      schema: """
        X = entity "X" {
          n = integer { default = 0 },
          after_save = function(x)
            if x.n > 0 and x.n < 3 then X:create { n = x.n + 1 } end
            if x.n == 9 then x.n = 10 x:save() end
          end,
        }
        db:create_all()
        """)
    #expect(
      script.failure("X:create { n = 9 }")
        == "this X is being saved already: its own hooks cannot save it, and before_save may change it")
    try script.expect("X:create { n = 1 } return X:count(), X:max 'n'", "3 3")
  }

  @Test func `hooks of deleting run for objects, lists, batches and requests, and may refuse`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      for _, name in ipairs { "a", "b", "c", "d", "kept" } do Player:create { name = name } end
      told()
      Player:first():delete()
      print(told(), Log:where { text = "gone a" }:count())
      db:batch(function(batch) batch:delete(Player:first()) end)
      print(told(), Player:count())
      print(pcall(function() Player:all():delete() end))
      print(told(), Player:count(), Log:where { text = is.prefix "gone" }:count())
      local kept = Player:where { name = "kept" }:first()
      print(pcall(kept.delete, kept))
      print(kept.id, Player:where { name = is.not_equal "kept" }:delete(), Player:count())
      """,
      """
      -a 1
      -b 3
      false this one stays
      -c -d 3 2
      false this one stays
      5 2 1
      """)
  }

  @Test func `what an object extends gives it its hooks, also in a shared table`() throws {
    let script = try Script(
      schema: """
        said = {}
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" {
          extends = "Animal", shared = true,
          before_delete = function(c) said[#said + 1] = "bye " .. c.name end,
          after_save = function(c) said[#said + 1] = "hi " .. c.name end,
        }
        db:create_all()
        Animal:create { name = "Rex" }
        Cat:create { name = "Tom" }
        """)
    try script.expect("Animal:all():delete() return table.concat(said, ' '), Animal:count()", "hi Tom bye Tom 0")
  }

  @Test func `imported rows run the hooks, and an object that never was saved is deleted without effect`() throws {
    let script = try FileScript(schema: players)
    try script.write("a.csv", "name,age\nx,1\ny,2\n")
    let said = try script.run(
      """
      Player:import(dir .. "/a.csv")
      print(told(), Log:count())
      local new = Player { name = "n" }
      new:delete()
      db:delete(new, Player:first())
      print(new:is_new(), Player:count())
      """)
    #expect(said == "1[age:nil>1,name:nil>x] 2[age:nil>2,name:nil>y] 2\ntrue 1")
  }

  @Test func `rows that a foreign key deletes, and SQL, run no hooks`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {}, members = has_many "Member" }
        Member = entity "Member" {
          name = text {}, team = belongs_to "Team" { on_delete = "cascade" },
          before_delete = function(m) said = said .. "-" .. m.name end, after_delete = function(m) said = said .. "+" end,
          after_save = function(m) said = said .. "=" .. m.name end,
        }
        db:create_all()
        said = ""
        """)
    try script.expect(
      """
      local red = Team:create { name = "Red", members = { { name = "a" }, { name = "b" } } }
      print(said)
      db:execute "INSERT INTO member (name) VALUES ('c')"
      db:execute "UPDATE member SET name = 'd' WHERE name = 'c'"
      db:execute "DELETE FROM member WHERE name = 'd'"
      red:delete()
      print(Member:count(), said)
      """,
      """
      =a=b
      0 =a=b
      """)
  }
}
