import Testing

/// Three versions of a schema leave as three migrations, which make of nothing what the session has.
@Suite struct ThreeVersionsTests {
  private let versions = """
    V = entity "V" { name = text { required = true }, price = text {} }
    db:create_all()
    V:create { name = "a", price = "1.5" }
    V = entity "V" { title = text { required = true, renamed_from = "name" }, price = decimal { scale = 2 }, tags = many_to_many "Tag" }
    Tag = entity "Tag" { word = text { unique = true } }
    db:migrate()
    V:where { title = "a" }:update { title = "b" }
    Thing = entity "Thing" { renamed_from = "V", title = text { required = true }, price = decimal { scale = 2 },
      tags = many_to_many "Tag", state = enum { "new", "old", default = "new" }, at = datetime { precision = 3 } }
    db:migrate()
    """

  private let run = ####"""
    -- The statements of the generated text, a list for each migration.
    local migrations = {}
    for name, body in generate "grdb":gmatch 'registerMigration%("([^"]+)"%) { db in\n(.-)\n    }\n' do
      local statements = { name = name }
      for sql in body:gmatch 'sql: ##"""\n(.-)\n *"""##' do statements[#statements + 1] = sql:gsub("\n        ", "\n"):gsub("^ +", "") end
      migrations[#migrations + 1] = statements
    end
    local function take(database, statements) for _, sql in ipairs(statements) do database:execute(sql) end end
    local function schema(database)
      local lines = {}
      for _, row in ipairs(database:query "SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB 'moonshell*' AND sql IS NOT NULL ORDER BY 1") do
        lines[#lines + 1] = row.sql:gsub("%s+", " ")
      end
      return table.concat(lines, ";")
    end
    """####

  @Test func `they make the same tables of a new file, and of one with rows`() throws {
    let script = try Script(schema: versions, engine: .sqlite)
    script.session.diagnostics = { _ in }
    #expect(
      try script.run(
        run + """

          print(#migrations, migrations[1].name, migrations[2].name, migrations[3].name)
          local new, old = open ":memory:", open ":memory:"
          for _, statements in ipairs(migrations) do take(new, statements) end
          print(schema(new) == schema(db) or schema(new) .. " IS NOT " .. schema(db))
          take(old, migrations[1])
          old:execute("INSERT INTO v (name, price) VALUES ('a', '12.50')")
          take(old, migrations[2])
          take(old, migrations[3])
          print(schema(old) == schema(db))
          local thing = Thing:on(old):first()
          print(thing.title, thing.price, thing.state)
          """) == "3 v1 v2 v3\ntrue\ntrue\nb 12.50 new")
  }
}
