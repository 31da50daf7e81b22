import TestSupport
import Testing

@testable import Model

/// How entities come to share a table, and what is wrong with one that cannot.
@Suite struct SharedSchemaTests {
  @Test func `every one of them has the statement of the one table`() throws {
    let script = try Script(schema: zoo)
    let sql = """
      CREATE TABLE IF NOT EXISTS "animal" (
        "id" INTEGER PRIMARY KEY,
        "kind" TEXT NOT NULL DEFAULT 'Animal' CHECK ("kind" = 'Animal' OR "kind" = 'Cat' OR "kind" = 'Kitten' OR "kind" = 'Dog'),
        "name" TEXT NOT NULL UNIQUE,
        "weight" REAL CHECK ("weight" >= 0),
        "owner_id" INTEGER,
        "lives" INTEGER CHECK ("lives" IS NOT NULL OR NOT ("kind" IN ('Cat', 'Kitten'))) CHECK (("lives" BETWEEN 1 AND 9) OR NOT ("kind" IN ('Cat', 'Kitten'))),
        "notes" TEXT /* json */,
        "fed" INTEGER /* boolean */ CHECK ("fed" IN (0, 1) OR "kind" <> 'Kitten'),
        "trained" INTEGER /* boolean */ CHECK ("trained" IS NOT NULL OR "kind" <> 'Dog') CHECK ("trained" IN (0, 1) OR "kind" <> 'Dog'),
        "price" INTEGER /* decimal(2) */,
        "rank" INTEGER CHECK ("rank" IN (1, 2) OR "kind" <> 'Dog'),
        FOREIGN KEY ("owner_id") REFERENCES "owner"("id") ON DELETE SET NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS "animal_owner_id_idx" ON "animal" ("owner_id");

      """
    for name in ["Animal", "Cat", "Kitten", "Dog"] { #expect(try script.run("return \(name):create_sql()") == sql) }
    try script.expect("print(table.concat(db:tables(), ' '))", "animal owner toy")
    #expect(try script.run("return db:create_sql()").split(separator: "CREATE TABLE").count == 3)
  }

  @Test func `the table checks of each row what its kind says`() throws {
    let script = try Script(schema: zoo)
    for (values, isValid) in [
      ("'Cat', 'a', 3, NULL", true), ("'Cat', 'b', NULL, NULL", false), ("'Cat', 'b', 10, NULL", false),
      ("'Kitten', 'b', NULL, NULL", false), ("'Dog', 'b', NULL, 1", true), ("'Dog', 'c', NULL, NULL", false),
      ("'Animal', 'c', NULL, NULL", true), ("'Bird', 'd', NULL, NULL", false), ("NULL, 'd', NULL, NULL", false),
    ] {
      let failure = script.failure("db:execute [[INSERT INTO animal(kind, name, lives, trained) VALUES (\(values))]]")
      #expect((failure == "no error, but: ") == isValid, "\(values): \(failure)")
    }
  }

  @Test func `they may be defined in any order, over several steps, the first of them abstract`() throws {
    let script = try Script(
      schema: """
        Kitten = entity "Kitten" { extends = "Cat", shared = true, fed = boolean {} }
        function Kitten.methods:mew() return "mew " .. self.name end
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {}, abstract = true }
        """)
    #expect(
      script.failure("db:create_all()") == "entity 'Cat', option 'extends': there is no entity 'Animal' (schema.lua:3)."
    )
    #expect(
      script.failure("Kitten:fetch()") == "entity 'Cat', option 'extends': there is no entity 'Animal' (schema.lua:3).")
    try script.expect(
      """
      Animal = entity "Animal" { name = text {}, abstract = true }
      local all = Animal
      function all.methods:hi() return "hi " .. self.name end
      Dog = entity "Dog" { extends = "Animal", shared = true }
      db:create_all()
      Kitten:create { name = "K", fed = true, lives = 3 }
      Dog:create { name = "D" }
      for _, a in ipairs(all:fetch()) do print(a, a:hi(), a.id) end
      print(Cat:first():mew(), Cat:count(), Cat:get(2), pcall(Animal.create, Animal, { name = "x" }))
      print(pcall(Cat.create, Cat, { name = "x" }))
      print(pcall(db.execute, db, "INSERT INTO animal(kind) VALUES ('Cat')"))
      """,
      """
      Kitten(1) hi K 1
      Dog(2) hi D 2
      mew K 1 nil false Animal is abstract: save a Kitten or a Dog
      false Cat is abstract: save a Kitten
      false a value breaks the rule: CHECK 'kind'
      """)
  }

  @Test func `what is defined anew is so for all that share its table`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        Kitten = entity "Kitten" { extends = "Cat", shared = true }
        Animal = entity "Animal" { name = text {}, age = integer { default = 1 } }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { default = 7 } }
        db:create_all()
        """)
    try script.expect(
      """
      local kit = Kitten:create { name = "K" }
      print(kit.age, kit.lives, Animal:first(), Cat:first(), Animal:first().lives)
      """, "1 7 Kitten(1) Kitten(1) 7")
  }

  @Test func `a request for an entity goes on when others come to share its table`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        all, new, on = Animal:all(), Animal { name = "new" }, Animal:on(db)
        db:create_all()
        old = Animal:create { name = "old" }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        """)
    #expect(
      script.failure("db:create_all()")
        == "the table 'animal' is older than what shares it now: it has no column 'kind' (Animal). db:migrate() brings it up to date"
    )
    try script.expect(
      """
      db:execute "ALTER TABLE animal ADD COLUMN kind TEXT DEFAULT 'Animal'"
      db:execute "ALTER TABLE animal ADD COLUMN lives INTEGER"
      db:create_all()
      Cat:create { name = "Tom", lives = 3 }
      print(all:fetch()[2].lives, on:get(2).lives, all:first() == old)
      old.name = "Old"
      old:save()
      print(Animal:first().name, pcall(new.save, new))
      """,
      """
      3 3 true
      Old false this Animal was made before others shared the table of Animal: make it anew
      """)
  }

  @Test func `a migration makes a table one that is shared, and keeps its rows`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text { required = true } }
        db:create_all()
        Animal:create { name = "Any" }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { required = true, validate = is.at_most(9) } }
        """)
    try script.expect(
      """
      db:migrate()
      db:create_all()
      Cat:create { name = "Tom", lives = 3 }
      Dog = entity "Dog" { extends = "Animal", shared = true, lives = integer {}, size = decimal {} }
      db:migrate()
      db:create_all()
      Dog:create { name = "Rex", lives = 20, size = decimal "1.5" }
      print(Animal:fetch()[1], Animal:fetch()[2].lives, Animal:fetch()[3].size, Animal:get(1).name)
      Animal = entity "Animal" { name = text { required = true, validate = is.length(1, 3) } }
      print(pcall(db.execute, db, "INSERT INTO animal(kind, name) VALUES ('Cat', 'x')"))
      print(db:migrate { dry_run = true })
      db:migrate()
      print(db:migrate { dry_run = true }, Animal:count())
      Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { validate = is.at_most(2) } }
      print(pcall(db.migrate, db))
      print(pcall(db.create_all, db), Cat:first().lives)
      """,
      """
      animal (Animal, 1 row)
        + kind   TEXT NOT NULL DEFAULT 'Animal' CHECK ("kind" IN ('Animal', 'Cat'))
        + lives  INTEGER CHECK ("lives" IS NOT NULL OR "kind" <> 'Cat') CHECK ("lives" <= 9 OR "kind" <> 'Cat')
      animal (Animal, 2 rows), rebuilt
        ~ kind  other checks
        + size  INTEGER /* decimal(2) */
      Animal(1) 3 1.50 Any
      false a value breaks the rule: CHECK 'lives'
      animal (Animal, 3 rows), rebuilt
        ~ name  other checks
      animal (Animal, 3 rows), rebuilt
        ~ name  other checks
      nothing to migrate: the tables are as declared 3
      false Cat.lives has rows that fail a test: 1 row is in the way, the first is Cat 2: lives: 3 is not at most 2. Nothing was changed: mend them first, or in a migration(…) step; db:migrate { rehearse = true } lists them
      true 3
      """)
  }

  @Test func `what becomes required of some kinds names the rows in its way, and a step may fill them`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Dog = entity "Dog" { extends = "Animal", shared = true, good = boolean {}, toy = text {} }
        db:create_all()
        Animal:create { name = "a" }
        Dog:create { name = "b", toy = "x" }
        Dog:create { name = "c" }
        """)
    let breed =
      "Dog = entity 'Dog' { extends = 'Animal', shared = true, toy = text {}, breed = text { required = true }"
    let words =
      "Dog.breed has rows that fail a test: 2 rows are in the way, the first is Dog 2: breed: is required; then 3."
    for rest in [", good = boolean {} }", ", good = text {} }"] {
      try script.run(breed + rest)
      #expect(script.failure("db:migrate()").hasPrefix(words + " Nothing was changed"))
    }
    try script.run(
      "Dog = entity 'Dog' { extends = 'Animal', shared = true, good = boolean {}, toy = text { required = true } }")
    #expect(script.failure("db:migrate()").contains("1 row is in the way, the first is Dog 3: toy: is required."))
    let plan = try script.run("return db:migrate { rehearse = true }")
    #expect(plan.ranges(of: "Dog 3: toy: is required").count == 1, "\(plan)")
    try script.run(breed + ", good = boolean {} }")
    try script.run(
      "migration('breeds', function(db) db:execute \"UPDATE animal SET breed = name WHERE kind = 'Dog'\" end)")
    try script.run("db:migrate()")
    try script.expect("return Dog:get(2).breed, Dog:get(3).breed, Animal:get(1).name", "b c a")
  }

  @Test func `a table that checks its kinds must know all of them`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true }
        db:create_all()
        db:create_all()
        Dog = entity "Dog" { extends = "Animal", shared = true }
        """)
    #expect(
      script.failure("db:create_all()")
        == "the table 'animal' is older than what shares it now: its rows cannot be of this kind (Dog). db:migrate() brings it up to date"
    )
    #expect(script.kindOfFailure("db:create_all()") == "SchemaError")
  }

  @Test func `siblings share a column of one type, with rules of their own`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, size = integer { required = true } }
        Dog = entity "Dog" { extends = "Animal", shared = true, size = integer { validate = is.less(3) }, height = real { column = "h" } }
        Bird = entity "Bird" { extends = "Animal", shared = true, height = text { column = "bird_height" } }
        db:create_all()
        """)
    try script.expect(
      """
      db:add { Cat { size = 9 }, Dog { size = 2, height = 1.5 }, Dog {}, Bird { height = "high" } }
      print(Animal:fetch()[1].size, Animal:fetch()[2].size, Animal:fetch()[2].height, Animal:fetch()[4].height)
      print(pcall(Dog.create, Dog, { size = 3 }))
      print(pcall(Cat.create, Cat, {}))
      print(pcall(db.execute, db, "INSERT INTO animal(kind, size) VALUES ('Dog', 3)"))
      print(pcall(db.execute, db, "INSERT INTO animal(kind) VALUES ('Cat')"))
      """,
      """
      9 2 1.5 high
      false Dog: size: 3 is not less than 3
      false Cat: size: is required
      false a value breaks the rule: CHECK 'size'
      false a value breaks the rule: CHECK 'size'
      """)
  }

  @Test func `an entity that extends one of them without sharing has a table of its own`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        Toy = entity "Toy" { extends = "Cat", price = integer {} }
        Robot = entity "Robot" { extends = "Toy", shared = true, volts = integer {} }
        db:create_all()
        """)
    try script.expect(
      """
      Toy:create { name = "t", lives = 1 }
      Robot:create { name = "r", volts = 9 }
      print(Toy:count(), Cat:count(), Animal:count(), Toy:fetch()[2], Toy:fetch()[2].volts, table.concat(db:tables(), " "))
      """, "2 0 0 Robot(2) 9 animal toy")
  }

  @Test func `the first of them may say itself that others will share its table`() throws {
    let script = try Script(schema: #"Animal = entity "Animal" { shared = true, name = text {} }"#)
    try script.expect(
      """
      db:create_all()
      print(Animal:create { name = "a" }.kind, Animal:first())
      """, "Animal Animal(1)")
  }

  @Test(arguments: [
    (
      #"A = entity "A" { kind = text {} } B = entity "B" { extends = "A", shared = true }"#,
      "entity 'B', option 'shared': 'A' has a field or column 'kind' of its own, but a shared table says there whose each row is. Choose another name"
    ),
    (
      #"A = entity "A" { x = text { column = "Kind" } } B = entity "B" { extends = "A", shared = true }"#,
      "entity 'B', option 'shared': 'A' has a field or column 'kind' of its own, but a shared table says there whose each row is. Choose another name"
    ),
    (
      #"A = entity "A" {} B = entity "B" { extends = "A", shared = true, kind = integer {} }"#,
      "entity 'B', option 'shared': 'B' has a field or column 'kind' of its own, but a shared table says there whose each row is. Choose another name"
    ),
    (
      #"A = entity "A" {} B = entity "B" { extends = "A", shared = true, code = text { primary_key = true } }"#,
      "entity 'B', field 'code': the key of a shared table is that of 'A'"
    ),
    (
      #"A = entity "A" {} B = entity "B" { extends = "A", shared = true, table = "bees" }"#,
      "entity 'B', option 'table': it shares the table 'a' of 'A'"
    ),
    (
      #"A = entity "A" {} B = entity "B" { extends = "A", shared = 1 }"#,
      "entity 'B', option 'shared' must be true or false"
    ),
    (
      #"A = entity "A" { x = text {} } B = entity "B" { extends = "A", shared = true, x = integer {} }"#,
      #"entity 'B', field 'x': 'A' has the same column in the same table, text and not integer. Give this one its own: column = "b_x""#
    ),
    (
      """
      A = entity "A" {} B = entity "B" { extends = "A", shared = true, x = text {} }
      C = entity "C" { extends = "A", shared = true, X = text { unique = true } }
      """,
      #"entity 'C', field 'X': 'B' has the same column in the same table, text and not unique text. Give this one its own: column = "c_X""#
    ),
    (
      """
      A = entity "A" {} B = entity "B" { extends = "A", shared = true, x = belongs_to "A" }
      C = entity "C" { extends = "A", shared = true, x = belongs_to "B" }
      """,
      #"entity 'C', field 'x_id': 'B' has the same column in the same table, the key of 'x' and not the key of 'x'. Give this one its own: column = "c_x_id""#
    ),
    (
      """
      X = entity "X" { extends = "Y", shared = true } Y = entity "Y" { extends = "X", shared = true }
      db:create_all()
      """,
      "entity 'X', option 'extends': 'Y' extends 'X' itself"
    ),
  ]) func `what cannot share a table says why`(_ source: String, _ words: String) throws {
    let script = try Script()
    #expect(script.failure(source).contains(words), "\(script.failure(source))")
    #expect(script.kindOfFailure(source) == "SchemaError")
  }

  @Test func `the schema as Lua declares the same entities in the same table`() throws {
    let script = try Script(schema: zoo)
    try script.expect(
      """
      local sql, source = Animal:create_sql(), generate "lua"
      assert(load(source))()
      print(sql == Animal:create_sql(), generate "lua" == source, select(2, source:gsub("shared = true", "")))
      print(source:match 'Kitten = .-\\n}')
      """,
      """
      true true 3
      Kitten = entity "Kitten" {
        extends = "Cat", shared = true,
        fed = boolean {},
      }
      """)
  }

  @Test func `the entity of a kind is found by the name in its rows`() throws {
    let script = try Script(schema: zoo)
    let animal = try #require(script.session.context.entities.model("Animal"))
    let cat = try #require(script.session.context.entities.model("Cat"))
    #expect(
      script.session.context.entities.model(ofKind: "Kitten", in: animal)
        === script.session.context.entities.model("Kitten"))
    #expect(script.session.context.entities.model(ofKind: "Animal", in: animal) === animal)
    #expect(script.session.context.entities.model(ofKind: "Cat", in: cat) === cat)
    for name in ["Animal", "Dog", "Owner", "Bird", ""] {
      #expect(script.session.context.entities.model(ofKind: name, in: cat) == nil)
    }
  }

  @Test func `an entity that cannot share a table leaves the other as it was`() throws {
    let script = try Script(schema: #"A = entity "A" { x = text {} } before = A:create_sql()"#)
    _ = script.failure(#"B = entity "B" { extends = "A", shared = true, x = integer {} }"#)
    try script.expect("return before == A:create_sql()", "true")
  }

  @Test func `a table that exists becomes shared when its entity is defined`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("zoo.db")
    try Script(schema: fourAnimals, location: file).session.close()
    let script = try Script(location: file)
    try script.run("db:reflect()")
    try script.expect("print(Animal:first().kind, Animal:get(2).rank)", "Cat 2")
    _ = try script.run(#"Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }"#)
    #expect(
      script.failure("db:create_all()")
        == "entity 'Cat', option 'extends': 'Animal' was made of an existing table only. Define it, to share its table")
    try script.expect(
      """
      Animal = entity "Animal" { name = text {} }
      print(Animal:first(), Cat:first().lives, pcall(function() return Animal:fetch()[2] end))
      """, "Cat(1) 7 false Animal: kind: the stored value 'Dog' is no entity that shares the table")
  }
}
