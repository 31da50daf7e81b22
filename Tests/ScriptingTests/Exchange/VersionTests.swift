import Testing

/// Documents of older versions of an entity.
@Suite struct VersionTests {
  private let schema = """
    Owner = entity "Owner" {
      name = text {}, pets = has_many "Pet", version = 2,
      migrate = function(t, from) t.name = t.title or t.name t.title = nil return t end,
    }
    Pet = entity "Pet" {
      name = text { required = true }, legs = integer { default = 4 }, owner = belongs_to "Owner",
      version = 3,
      migrate = function(t, from)
        if from < 2 then t.name = t.called t.called = nil end
        if from < 3 and t.legs then t.legs = math.tointeger(t.legs) * 2 end
      end,
    }
    db:create_all()
    """

  @Test func `documents carry their version from the second on`() throws {
    let script = try Script(schema: schema + "\nPet:create { name = 'Rex' }")
    try script.expect("print(Pet:encode 'json')", #"[{"id":1,"name":"Rex","legs":4,"owner_id":null,"_version":3}]"#)
    try script.expect(
      "print(Pet:first():encode 'json')", #"{"id":1,"name":"Rex","legs":4,"owner_id":null,"_version":3}"#)
    try script.expect("print(Pet:encode 'csv')", "id,name,legs,owner_id,_version\n1,Rex,4,,3\n")
    #expect(try script.run("print(Pet:encode 'plist')").contains("<key>_version</key>\n\t\t<integer>3</integer>"))
  }

  @Test func `older documents are brought up to date and missing fields take their default`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      for _, p in ipairs(Pet:decode('[{"called":"A","legs":1},{"_version":2,"name":"B","legs":1},'
        .. '{"_version":3,"name":"C","legs":1},{"called":"D"}]', "json")) do
        p:save() print(p.name, p.legs)
      end
      """, "A 2\nB 2\nC 1\nD 4")
  }

  @Test func `what a document lacks is there before it is saved`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      local old, new = Pet:decode('{"called":"A"}', "json"), Pet:decode('{"name":"B","_version":3}', "json")
      return old.legs, new.legs
      """, "4 4")
  }

  @Test func `they are in every format and in one another`() throws {
    let files = try FileScript(schema: schema)
    try files.write("pets.csv", "called,legs\nA,1\nB,\n")
    try files.write("owners.json", #"[{"title":"O","pets":[{"called":"A","legs":1},{"name":"B","_version":3}]}]"#)
    #expect(
      try files.run(
        """
        print(Pet:import(dir .. "/pets.csv"), Owner:import(dir .. "/owners.json"))
        for p in Pet:iterate() do print(p.name, p.legs, p.owner and p.owner.name) end
        """) == "2 1\nA 2 nil\nB nil nil\nA 2 O\nB 4 O")
  }

  @Test func `a document of a newer version is refused`() throws {
    let script = try Script(schema: schema)
    #expect(
      script.failure(#"Pet:decode('[{"_version":4,"name":"A"}]', "json")"#)
        == "line 1: element 1: Pet: the document is of version 4, this schema of version 3: a newer schema wrote it")
    #expect(
      script.failure(#"Pet:decode('{"_version":"x"}', "json")"#)
        == "_version: expected a number, not the text 'x'")
  }

  @Test func `options that are none are refused`() throws {
    let script = try Script()
    #expect(
      script.failure("entity 'A' { name = text {}, version = 0 }")
        == "schema.lua:1: entity 'A', option 'version' must be 1, 2, …, not the integer 0")
    #expect(
      script.failure("entity 'A' { name = text {}, migrate = 1 }")
        == "schema.lua:1: entity 'A', option 'migrate' must be a function, not the integer 1")
  }

  @Test func `a child of an entity has its version and functions`() throws {
    let script = try Script(
      schema: """
        Base = entity "Base" { abstract = true, a = text {}, version = 2, migrate = function(t) t.a = t.old t.old = nil end }
        Child = entity "Child" { extends = "Base", b = text {} }
        db:create_all()
        """)
    try script.expect(#"print(Child:decode('{"old":"x","b":"y"}', "json").a)"#, "x")
  }
}
