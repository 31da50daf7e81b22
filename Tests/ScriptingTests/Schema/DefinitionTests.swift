import Testing

@Suite struct DefinitionTests {
  @Test func `fields keep the order in which they were written`() throws {
    let script = try Script(
      schema: "X = entity 'X' { zeta = text {}, alpha = integer {}, mid = real {}, t = belongs_to 'X', b = boolean {} }"
    )
    try script.expect(
      "return X:create_sql()",
      """
      CREATE TABLE IF NOT EXISTS "x" (
        "id" INTEGER PRIMARY KEY,
        "zeta" TEXT,
        "alpha" INTEGER,
        "mid" REAL,
        "t_id" INTEGER,
        "b" INTEGER /* boolean */ CHECK ("b" IN (0, 1)),
        FOREIGN KEY ("t_id") REFERENCES "x"("id") ON DELETE SET NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS "x_t_id_idx" ON "x" ("t_id");

      """)
  }

  @Test func `entities may refer to those that are defined later`() throws {
    let script = try Script(
      schema: "A = entity 'A' { b = belongs_to 'B' } B = entity 'B' { list = has_many 'A' } db:create_all()")
    try script.expect(
      "b = B:create {} A:create { b = b } return b.list:count()",
      "1")
  }

  @Test func `a definition that is repeated replaces the first, whose objects keep working`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", age = 20 }
      Player = nil
      for i = 1, 3 do
        entity "Player" { name = text {}, team = belongs_to "Team" }
        collectgarbage()
      end
      Player = nil
      collectgarbage()
      p.name = "Zoe"
      p:save()
      return p.name, p:reload().name, p.age
      """,
      "Zoe Zoe 20")
  }

  @Test func `an entity named like a global leaves the global alone`() throws {
    let script = try Script()
    try script.expect(
      "local e = entity 'string' { a = text {} } return type(string), tostring(e)",
      "table entity string")
    try script.expect(
      "local e = entity 'json' { a = json {} } return type(json)",
      "function")
  }

  @Test func `an entity becomes a global of its name, also when it is defined again`() throws {
    let script = try Script()
    try script.expect(
      "entity 'Cat' {} local old = Cat entity 'Cat' {} return old ~= Cat, tostring(Cat)",
      "true entity Cat")
  }

  @Test func `an entity without fields has a key and can be saved`() throws {
    let script = try Script(schema: "X = entity 'X' {} db:create_all()")
    try script.expect(
      "X:create {} db:add { X {}, X {} } return X:count(), X:get(3).id",
      "3 3")
  }

  @Test func `names of more than forty letters are found`() throws {
    let name = String(repeating: "long_name_", count: 6)
    let script = try Script(schema: "X = entity 'X' { \(name) = integer {}, other = text {} } db:create_all()")
    try script.expect(
      "local x = X:create { \(name) = 4 } x.\(name) = x.\(name) + 1 return x:save():reload().\(name)",
      "5")
  }

  @Test func `methods can be added to objects, and fields come first`() throws {
    let script = try Script(schema: players)
    try script.expect(
      "function Player.methods:title() return 'The ' .. self.name end return Player { name = 'Ann' }:title()",
      "The Ann")
    #expect(script.failure("Player.title = 1") == "Player is an entity: add methods to its objects in Player.methods")
  }

  @Test func `new globals are set as in any Lua, also by who watches them`() throws {
    let script = try Script()
    try script.expect(
      """
      fresh = 1 _G[2.5] = 2 rawset(_G, 'raw', 3)
      print(fresh, _G[2.5], raw, unset, next({}, nil))
      print(pcall(function() _G[nil] = 1 end))
      print(pcall(function() _G[0/0] = 1 end))
      local seen = {}
      setmetatable(_G, { __newindex = function(t, k, v) seen[#seen + 1] = k rawset(t, k, v) end })
      another = 4
      print(another, seen[1])
      """,
      """
      1 2 3 nil nil
      false schema.lua:3: index is nil
      false schema.lua:4: index is NaN
      4 another
      """)
  }

  @Test func `the words of the language are in a table that cannot be changed`() throws {
    let script = try Script()
    try script.expect(
      "json = 5 return type(moon.json)",
      "function")
    #expect(script.failure("moon.json = 5") == "'moon' cannot be changed: moon.json stays as it is")
    let refusal = "'moon' keeps the words of the language and cannot be overwritten: take another name, or a local one"
    for code in ["moon = 5", "_G.moon = nil", "function moon() end", "load('moon = 5')()"] {
      #expect(script.failure("error(select(2, pcall(function() \(code) end)).message, 0)") == refusal)
    }
    try script.expect(
      "local moon = 5 entity 'moon' {} return moon, type(_G.moon), _G.moon.text == text", "5 table true")
    #expect(script.failure("error(tostring(moon), 0)").hasPrefix("moon: any, asc, belongs_to, boolean, "))
  }
}
