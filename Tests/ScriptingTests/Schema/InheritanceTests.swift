import Testing

/// `extends` and `abstract`.
@Suite struct InheritanceTests {
  private let people = """
    Team = entity "Team" { name = text {}, members = has_many "Person", students = has_many "Student" }
    Person = entity "Person" {
      name = text { required = true, validate = is.not_empty },
      age = integer { default = 18, validate = function(v) return v > 0, "must be positive" end },
      mood = text { transient = true, default = "fine" },
      team = belongs_to "Team" { inverse = "members" },
      games = has_many "Game",
      indexes = { index("name", "age") },
      before_save = function(p) p.name = p.name:upper() end,
      equals = { "name" },
    }
    function Person.methods:greet() return "I am " .. self.name end
    Student = entity "Student" {
      extends = "Person",
      school = text {},
      age = integer { default = 6, validate = is.less(30) },
    }
    Game = entity "Game" { person = belongs_to "Person" }
    function Person.methods:bye() return "bye " .. self.name end
    db:create_all()
    """

  @Test func `an entity has the fields, relations, tests, hooks and methods of what it extends`() throws {
    let script = try Script(schema: people)
    try script.expect(
      """
      local t = Team:create { name = "Red" }
      local s = Student:create { name = "Ann", school = "X", team = t }
      print(s.id, s.name, s.age, s.mood, s:greet(), s:bye(), s.team.name, t.students:count(), t.members:count())
      print(s == Student { name = "ANN" }, s == Person { name = "ANN" })
      print(pcall(Student.create, Student, { name = "x", age = 40 }))
      print(Person:create { name = "Bob", age = 40 }.age, pcall(Person.create, Person, { name = "x", age = -1 }))
      function Student.methods:greet() return "student " .. self.name end
      print(s:greet(), Person:first():greet(), Person:count(), Student:count())
      for _, column in ipairs(db:query [[\(TestEngine.columns(of: "student"))]]) do print(column.name) end
      print(pcall(function() return s.games end))
      """,
      """
      1 ANN 6 fine I am ANN bye ANN Red 1 0
      true false
      false Student: age: 40 is not less than 30
      40 false Person: age: -1 must be positive
      student ANN I am BOB 1 1
      id
      name
      age
      team_id
      school
      false Student has no field 'games'.
      """)
  }

  @Test func `what is extended may be defined later, over several steps`() throws {
    let script = try Script(
      schema: """
        C = entity "C" { extends = "B", c = text {}, indexes = { index "a" } }
        function C.methods:say() return "c" .. self:base() end
        B = entity "B" { extends = "A", b = text { primary_key = true } }
        A = entity "A" { a = text { default = "x" }, abstract = true }
        function A.methods:base() return self.a end
        db:create_all()
        """)
    try script.expect(
      """
      local c = C:create { b = "k", c = "z" }
      print(c.a, c.b, c.c, c:say(), C:get("k").a, B:count())
      print(C:create_sql())
      """,
      """
      x k z cx x 0
      CREATE TABLE IF NOT EXISTS "c" (
        "a" TEXT DEFAULT 'x',
        "b" TEXT PRIMARY KEY NOT NULL,
        "c" TEXT
      ) STRICT;
      CREATE INDEX IF NOT EXISTS "c_a_idx" ON "c" ("a");

      """)
  }

  @Test func `indexes come along, those over keys of relations too`() throws {
    let script = try Script(
      schema: """
        T = entity "T" {}
        A = entity "A" { a = text {}, t = belongs_to "T", indexes = { index("t", "a"), index("t_id", "a"), index "a" } }
        B = entity "B" { extends = "A", b = text {}, a = text { transient = true } }
        C = entity "C" { extends = "A" }
        db:create_all()
        """)
    try script.expect(
      """
      for _, row in ipairs(db:query [[\(TestEngine.indexes(of: "b"))]]) do print(row.name) end
      for _, row in ipairs(db:query [[\(TestEngine.indexes(of: "c"))]]) do print(row.name) end
      """,
      """
      b_t_id_idx
      c_a_idx
      c_t_id_a_idx
      c_t_id_idx
      """)
  }

  @Test func `what is missing or goes round in circles is said when it is needed`() throws {
    let script = try Script()
    #expect(
      script.failure("entity 'Animal' { a = text {} } entity 'Cat' { extends = 'Anmal' } db:create_all()")
        == "entity 'Cat', option 'extends': there is no entity 'Anmal' (schema.lua:1). Did you mean 'Animal'?")
    #expect(
      try Script().failure("entity 'A' { extends = 'B' } entity 'B' { extends = 'A' } db:create_all()")
        == "entity 'A', option 'extends': 'B' extends 'A' itself")
    #expect(
      script.failure("entity 'X' { extends = 5 }")
        == "schema.lua:1: entity 'X', option 'extends' must be the name of an entity, not the integer 5")
  }

  @Test func `an abstract entity has no table, and nothing refers to it`() throws {
    let script = try Script(
      schema: """
        Shape = entity "Shape" { abstract = true, name = text { required = true } }
        Circle = entity "Circle" { extends = "Shape", radius = real {} }
        db:create_all()
        """)
    try script.expect(
      "print(Shape { name = 'x' }.name, #db:tables(), Circle:create { name = 'c' }.id) return db:tables()[1]",
      "x 1 1\ncircle")
    #expect(
      script.failure("Shape:count()") == "Shape is abstract: it has no table. Ask the entities that extend it")
    #expect(script.failure("Shape:all()").hasPrefix("Shape is abstract"))
    #expect(script.failure("Shape:create { name = 'x' }") == "Shape is abstract: it has no table to be saved in")
    #expect(script.failure("Shape:create_sql()").hasPrefix("Shape is abstract"))
    #expect(
      script.failure("entity 'Box' { shape = belongs_to 'Shape' } db:create_all()")
        == "entity 'Box', relation 'shape': Shape is abstract: it has no table to refer to")
  }

  @Test(arguments: [
    ("save", "A.methods: 'save' is a method that every object has (p:save()). Choose another name"),
    ("n", "A.methods: 'n' is a field of A, which is found before a method. Choose another name"),
    ("items", "A.methods: 'items' is a field of A"),
  ]) func `a method takes no name that objects have already`(name: String, words: String) throws {
    let script = try Script(
      schema:
        "A = entity 'A' { n = integer {}, items = has_many 'I' } I = entity 'I' { a = belongs_to 'A' } db:create_all()")
    #expect(script.failure("function A.methods:\(name)() end").contains(words))
    try script.expect("function A.methods:double() return self.n * 2 end return A:create { n = 2 }:double()", "4")
    // A method may be replaced by another.
    try script.expect("function A.methods:double() return 7 end return A:first():double()", "7")
  }
}
