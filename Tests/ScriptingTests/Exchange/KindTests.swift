import Testing

/// Files of entities that share a table, and of documents inside of fields.
@Suite struct KindTests {
  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `entities of one table keep their kind`(format: String) throws {
    let files = try FileScript(schema: fourAnimals)
    #expect(
      try files.run(
        """
        local before = db:query "SELECT * FROM animal ORDER BY id"
        for _, source in ipairs { Animal:all(), Animal:fetch() } do
          source:export(dir .. "/a.\(format)")
          Animal:all():delete()
          print(Animal:import(dir .. "/a.\(format)"))
          local after = db:query "SELECT * FROM animal ORDER BY id"
          for i, row in ipairs(before) do
            for name, value in pairs(row) do
              if after[i][name] ~= value then print(i, name, value, after[i][name]) end
            end
          end
        end
        for _, a in ipairs(Animal:decode(Animal:encode "\(format)", "\(format)")) do print(a, a.name) end
        """) == "4\n4\nCat(new) Tom\nDog(new) Rex\nKitten(new) Kit\nAnimal(new) Any", "\(format)")
  }

  @Test func `a document says its kind among those of the table`() throws {
    let files = try FileScript(schema: zoo)
    try files.write("a.json", #"[{"kind":"Cat","name":"Tom"},{"name":"Any"},{"kind":"Toy","name":"x"}]"#)
    #expect(
      files.failure("Animal:import(dir .. '/a.json')")
        == "a.json:1: element 3: Animal: kind: expected an entity that is an Animal, not the text 'Toy'")
    #expect(
      try files.run(
        """
        print((Animal:import(dir .. "/a.json", { on_error = "skip" })))
        for a in Animal:iterate() do print(a.kind, a.name) end
        """) == "2\nCat Tom\nAnimal Any")
    try files.write("o.json", #"[{"name":"Ann","pets":[{"kind":"Dog","name":"Rex","trained":true}]}]"#)
    #expect(
      try files.run("print(Owner:import(dir .. '/o.json')) print(Owner:with('pets'):encode 'json')")
        == """
        1
        [{"id":1,"name":"Ann","pets":[{"id":3,"kind":"Dog","name":"Rex","weight":null,"trained":true,"price":null,"rank":null}]}]
        """)
  }

  private let people = """
    Address = entity "Address" {
      abstract = true, street = text { required = true, validate = is.not_empty }, since = date {}, zip = text {},
      version = 2, migrate = function(t, from) t.street = t.road or t.street t.road = nil end,
    }
    Person = entity "Person" {
      name = text {}, home = embedded "Address", homes = list_of "Address", byName = map_of "Address",
      shape = variant { circle = real {}, place = "Address", none = true },
    }
    db:create_all()
    """

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `documents in fields come back`(format: String) throws {
    let files = try FileScript(
      schema: people + """

        function home(street) return { street = street, since = "2024-02-29" } end
        db:add {
          Person { name = "Ann", home = home "A", homes = { home "B", home "C" }, byName = { x = home "D" }, shape = { place = home "E" } },
          Person { name = "Bob", homes = {}, shape = { circle = 1.5 } }, Person { shape = { none = true } },
        }
        """)
    #expect(
      try files.run(
        """
        local before = Person:encode "json"
        Person:export(dir .. "/a.\(format)")
        Person:all():delete()
        print(Person:import(dir .. "/a.\(format)"), Person:encode "json" == before, before:find '"_version":2' ~= nil)
        Person:all():delete()
        db:add(Person:read(dir .. "/a.\(format)"))
        print(Person:encode "json" == before)
        """) == "3 true true\ntrue", "\(format)")
  }

  @Test func `documents in fields are brought up to date and tested`() throws {
    let files = try FileScript(schema: people)
    try files.write("a.json", #"[{"home":{"road":"A"},"homes":[{"road":"B"},{"street":"C","_version":2}]}]"#)
    #expect(
      try files.run(
        """
        Person:import(dir .. "/a.json")
        local p = Person:first() print(p.home.street, p.homes[1].street, p.homes[2].street)
        print(db:query("SELECT home FROM person")[1].home)
        """) == #"""
          A B C
          {"street":"A","_version":2}
          """#)
    try files.write("b.json", #"[{"homes":[{"street":"A"},{"street":5}]}]"#)
    #expect(
      files.failure("Person:import(dir .. '/b.json')")
        == "b.json:1: element 1: Person: homes[2].street: expected text, not the integer 5")
    try files.write("c.json", #"[{"home":{"street":""}}]"#)
    #expect(files.failure("Person:import(dir .. '/c.json')") == "c.json:1: element 1: Person: home.street: '' is blank")
  }
}
