import Testing

/// `extends` with `shared = true`: objects of several entities in one table.
@Suite struct SharedTableTests {
  // MARK: Reading

  @Test func `a list, a loop and get give each row as an object of its own entity`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      for _, a in ipairs(Animal:fetch()) do print(a, a.kind, a:title()) end
      local all = {}
      for a in Animal:iterate() do all[#all + 1] = tostring(a) end
      Animal:each(function(a) all[#all + 1] = tostring(a) end)
      print(table.concat(all, " "))
      local list = Animal:fetch()
      print(list[1].lives, list[1].notes.a, list[2].price, list[2].rank, list[2].trained, list[3].fed, list[3].lives)
      print(Animal:get(2).price, Animal:first().lives, Animal:first(2)[2].rank, Animal:where { name = "Kit" }:get(3).fed)
      print(pcall(function() return list[2].lives end))
      print(pcall(function() list[4].trained = true end))
      local page, cursor = Animal:page { size = 3 }
      print(page[3].fed, Animal:page { size = 3, after = cursor }[1])
      """,
      """
      Cat(1) Cat Cat Tom
      Dog(2) Dog dog Rex
      Kitten(3) Kitten Kitten Kit
      Animal(4) Animal Animal Any
      Cat(1) Dog(2) Kitten(3) Animal(4) Cat(1) Dog(2) Kitten(3) Animal(4)
      7 1 9.50 chief true false 9
      9.50 7 chief false
      false Dog has no field 'lives'.
      false Animal has no field 'trained'.
      false Animal(4)
      """)
  }

  @Test func `methods of what the root extends stay when others share its table`() throws {
    try Script(schema: "").expect(
      """
      entity "Being" { n = text {} }
      function Being.methods:hi() return "hi " .. self.n end
      entity "Beast" { extends = "Being" }
      entity "Lion" { extends = "Beast", shared = true }
      function Being.methods:bye() return "bye " .. self.n end
      print(Beast { n = "b" }:hi(), Lion { n = "l" }:hi(), Lion { n = "l" }:bye())
      """,
      "hi b hi l bye l")
  }

  @Test func `an entity's requests see its own rows alone, and those of what extends it`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      print(Animal:count(), Cat:count(), Kitten:count(), Dog:count())
      print(names(Cat:fetch()), names(Dog:sorted_by("-name"):fetch()), Cat:first(), Cat:limit(1):offset(1):first())
      print(Cat:get(1), Cat:get(2), Cat:get(3), Kitten:get(1), Animal:get(3), Cat:where { id = 2 }:exists())
      print(Cat:sum("lives"), Cat:max("lives"), Cat:avg("weight"), table.concat(Cat:pluck("name"), " "))
      print(Cat:where { name = "Rex" }:or_where { name = "Kit" }:count(), Dog:where_not { name = "Rex" }:count())
      print(Cat:where(function(c) return c.lives > 8 end):count(), Dog:where { ["owner.name"] = "Ann" }:count())
      print(Animal:group_by("kind"):aggregate { n = "count" }:fetch()[3].kind, Cat:group_by("kind"):count())
      print(Animal:where { kind = { "Dog", "Animal" } }:count(), Animal:where "kind == 'Kitten'":first())
      print(Cat:all():update { lives = 3 }, Cat:get(1).lives, Kitten:get(3).lives)
      print(Kitten:all():update { fed = true }, Dog:all():delete(), Animal:count(), Cat:limit(1):delete(), Animal:count())
      """,
      """
      4 2 1 1
      Tom Kit Rex Cat(1) Kitten(3)
      Cat(1) nil Kitten(3) nil Kitten(3) false
      16 9 4.0 Tom Kit
      1 0
      1 1
      Dog 2
      2 Kitten(3)
      2 3 3
      1 1 3 1 2
      """)
  }

  @Test func `a closure sees each row as what it is`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      local function is_old(a)
        if a.kind == "Dog" then return a.rank == "chief" and a.trained end
        return a.kind == "Kitten" and a.lives == 9 and a:title() == "Kitten Kit"
      end
      print(names(Animal:where(is_old):fetch()), Animal:where(is_old):count())
      print(names(Animal:where(is_old):where(function(a) return a:key() ~= "Animal:2" end):fetch()))
      print(names(Animal:where(is_old):or_where { name = "Any" }:fetch()), Animal:where(is_old):delete(), Animal:count())
      print(pcall(function() return Animal:where(function(a) return a.lives > 1 end):fetch() end))
      """,
      """
      Rex Kit 2
      Kit
      Rex Kit Any 2 2
      false Animal has no field 'lives'.
      """)
  }

  @Test func `functions that sort see each row as what it is`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      local function rank(a) return a.kind == "Dog" and a.rank == "chief" and 1 or a.kind == "Kitten" and a.lives or 4 end
      print(names(Animal:sorted_by(rank, "-name"):fetch()), names(Animal:sorted_by(rank):first(2)))
      print(names(Animal:sorted_by(function(a, b) return a:title() > b:title() end):fetch()))
      print(names(Animal:sorted_by(rank):where(function(a) return a.kind ~= "Cat" end):fetch()))
      local page, cursor = Animal:sorted_by(rank):page { size = 3 }
      print(names(page), names((Animal:sorted_by(rank):page { size = 3, after = cursor })))
      print(Animal:sorted_by(rank):select("name"):fetch()[1]:title(), Animal:sorted_by(rank):pluck("name")[4])
      for a in Cat:sorted_by(function(c) return c.lives end):iterate() do print(a, a.lives) end
      """,
      """
      Rex Tom Any Kit Rex Tom
      Rex Kit Tom Any
      Rex Any Kit
      Rex Tom Any Kit
      dog Rex Kit
      Cat(1) 7
      Kitten(3) 9
      """)
  }

  @Test func `a list of several kinds is a list as any other`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      local list = Animal:fetch()
      print(names(list:sorted("-name")), names(list:filter(function(a) return a.kind ~= "Cat" end)))
      print(names(list:filter { name = is.prefix("K") }), table.concat(list:map "kind", " "), #list)
      print(list:filter(function(a) return a.kind == "Dog" end)[1]:title(), list)
      local pets = Owner:fetch():flat_map "pets"
      print(pets, names(pets), names(Owner:fetch():flat_map "cats"))
      print(list:flat_map(function(a) return a end), pcall(function() return list:map "lives" end))
      table.sort(list, function(a, b) return a.name < b.name end)
      print(names(list))
      """,
      """
      Tom Rex Kit Any Rex Kit Any
      Kit Cat Dog Kitten Animal 4
      dog Rex list of 4 Animal
      list of 3 Animal Tom Rex Kit Tom Kit
      list of 4 Animal false Dog has no field 'lives'.
      Any Kit Rex Tom
      """)
  }

  @Test func `a field of another kind is named with the kind that has it`() throws {
    let script = try Script(schema: zoo)
    #expect(
      script.failure("Animal:where { lives = 3 }")
        == "Animal has no field 'lives': it is a field of Cat and Kitten. Ask Cat for it")
    #expect(
      script.failure("Toy:sorted_by('animal.trained')")
        == "Animal has no field 'trained': it is a field of Dog. Ask Dog for it")
    #expect(script.failure("Cat:where { trained = true }") == "Cat has no field 'trained'.")
    #expect(
      script.failure("Cat:where { kind = 'Dog' }")
        == "field 'kind' is enum: it cannot be compared with 'Dog' (expected one of 'Cat', 'Kitten')")
  }

  @Test func `selected fields are those of all kinds`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      local list = Animal:select("name"):fetch()
      print(list[1], list[2]:title(), list[3].kind, pcall(function() return list[1].lives end))
      list[1].name = "Tim"
      list[1]:save()
      print(Cat:get(1).name, Cat:get(1).lives, list[1]:reload().lives)
      print(Cat:select("lives"):fetch()[2].lives)
      print(Animal:select("name"):where(function(a) return a.kind == "Dog" and a.trained end):fetch()[1]:title())
      """,
      """
      Cat(1) dog Rex Kitten false Cat: 'lives' is not among the fields that the request selected: select it too, or reload() the object
      Tim 7 7
      9
      dog Rex
      """)
  }

  @Test func `a row whose kind nobody knows is an error where it is touched, and nowhere else`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true }
        Toy = entity "Toy" { animal = belongs_to "Animal" }
        db:execute "CREATE TABLE animal(\(TestEngine.numberedKey), kind TEXT, name TEXT)"
        db:create_all()
        Cat:create { name = "Tom" }
        db:execute "INSERT INTO animal(kind, name) VALUES ('Bird', 'Tweety'), (NULL, 'Nobody')"
        db:execute "INSERT INTO toy(animal_id) VALUES (2)"
        """)
    try script.expect(
      """
      local list = Animal:fetch()
      print(#list, list[1], Animal:count(), Cat:count(), table.concat(Animal:pluck("name"), " "))
      local ok, message = pcall(function() return list[2] end)
      print(message.kind, message.entity, message.field, message)
      print(pcall(function() return list[3] end))
      print(pcall(Animal.get, Animal, 2))
      print(pcall(function() return Toy:get(1).animal end))
      print(pcall(function() for a in Animal:iterate() do print(a) end end))
      print(#Animal:where(function(a) return a.name == "Tweety" end):fetch())
      """,
      """
      3 Cat(1) 3 1 Tom Tweety Nobody
      DecodeError Animal kind Animal: kind: the stored value 'Bird' is no entity that shares the table
      false Animal: kind: the stored value NULL is no entity that shares the table
      false Animal: kind: the stored value 'Bird' is no entity that shares the table
      false Animal: kind: the stored value 'Bird' is no entity that shares the table
      Cat(1)
      false Animal: kind: the stored value 'Bird' is no entity that shares the table
      1
      """)
  }

  // MARK: Objects

  @Test func `objects are saved, changed, read again and deleted, whoever fetched them`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      local list = Animal:fetch()
      local cat, dog, kit, any = list[1], list[2], list[3], list[4]
      cat.notes.a = 2
      print(next(cat:changes()), cat:save() == cat, Cat:get(1).notes.a)
      local draft = dog:draft()
      draft.price = decimal "1"
      draft.rank = "pup"
      draft:save()
      print(dog.price, dog.rank, Dog:get(2).price, Dog:get(2).rank)
      Kitten:get(3):assign { fed = true, lives = 2 }:save()
      print(kit.fed, kit:reload().fed, kit.lives, kit:title())
      print(pcall(function() cat.lives = 10 end))
      print(pcall(function() return dog:toggle "fed" end))
      any.name = "Sam"
      any:save()
      kit:delete()
      print(Animal:count(), Animal:get(4).name, dog:to_table().trained, dog:to_table().lives)
      db:begin()
      cat.lives = 1
      cat:save()
      db:rollback()
      print(cat.lives, Cat:get(1).lives)
      """,
      """
      notes true 2
      1.00 pup 1.00 pup
      false true 2 Kitten Kit
      false Cat: lives: 10 is not between 1 and 9
      false toggle takes the name of a boolean field, not the text 'fed'. There are trained
      3 Sam true nil
      7 7
      """)
  }

  @Test func `an object's kind is what it was made of, and cannot be set`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      print(Cat { name = "x", kind = "Cat" }.kind, pcall(function() return Cat { name = "x", kind = "Dog" } end))
      print(pcall(function() Cat:first().kind = "Kitten" end))
      print(pcall(function() Animal { name = "x", kind = "Cat" } end))
      print(pcall(function() Animal:all():update { kind = "Dog" } end))
      print(Dog:create { name = "New", trained = false }.kind, Dog:count())
      """,
      """
      Cat false Cat: kind: expected one of 'Cat', not the text 'Dog'
      false Cat: kind: expected one of 'Cat', not the text 'Kitten'
      false Animal: kind: expected one of 'Animal', not the text 'Cat'
      false Animal: kind: is readonly: it can be set once, before the object is saved
      Dog 2
      """)
  }

  @Test func `objects of one row are equal, whoever fetched them`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      print(Animal:get(1) == Cat:get(1), Animal:get(1) == Animal:get(2), Cat:get(1):key() == Animal:get(1):key())
      print(Animal:get(1):key() == Animal:get(2):key(), Kitten:get(3) == Animal:get(3))
      """,
      """
      true false true
      false true
      """)
  }

  @Test func `equals holds among the kinds that have it of the same entity`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {}, equals = { "name" } }
        Cat = entity "Cat" { extends = "Animal", shared = true }
        Dog = entity "Dog" { extends = "Animal", shared = true, size = integer {},
          equals = function(a, b) return a.size == b.size end, hash = function(a) return a.size end }
        Wolf = entity "Wolf" { extends = "Dog", shared = true }
        """)
    try script.expect(
      """
      print(Animal { name = "a" } == Cat { name = "a" }, Animal { name = "a" }:key() == Cat { name = "a" }:key())
      print(Dog { size = 1 } == Wolf { size = 1 }, Dog { size = 1 }:key() == Wolf { size = 1 }:key())
      print(Dog { name = "a", size = 1 } == Cat { name = "a" }, Cat { name = "a" } == Dog { name = "a", size = 1 })
      print(Dog { name = "a", size = 1 }:key() == Cat { name = "1" }:key())
      """,
      """
      true true
      true true
      false false
      false
      """)
  }

  @Test func `hooks, defaults, tests and observers are those of each kind`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" {
          name = text { validate = is.not_empty },
          after_load = function(a) print("loaded", a.name) end,
        }
        Cat = entity "Cat" {
          extends = "Animal", shared = true, lives = integer {},
          name = text { validate = function(v) return v ~= "Rex", "is no cat's name" end },
          before_save = function(c) c.lives = (c.lives or 0) + 1 end,
        }
        Dog = entity "Dog" { extends = "Animal", shared = true, after_load = function(d) print("wuff", d.name) end }
        db:create_all()
        """)
    try script.expect(
      """
      db:add { Cat { name = "c" }, Dog { name = "d" }, Animal { name = "a" }, Cat { name = "e", lives = 3 } }
      local list = Animal:fetch()
      print(list[4].lives, list[1].lives, list[2].name)
      Animal:get(2)
      print(Dog:create { name = "Rex" }.kind, pcall(Cat.create, Cat, { name = "Rex" }))
      print(pcall(function() Animal:all():update { name = "Rex" } end))
      print(Dog:all():update { name = "Max" }, table.concat(Animal:pluck("name"), " "))
      local stop = list[1]:observe("lives", print)
      db:execute "UPDATE animal SET lives = 8 WHERE id = 1"
      stop()
      stop = Dog:where { name = "Bo" }:observe(function(dogs) print(#dogs, dogs[1] and dogs[1].kind) end)
      Cat:create { name = "Bo" }
      Dog:create { name = "Bo" }
      """,
      """
      loaded e
      loaded c
      wuff d
      4 1 d
      wuff d
      Dog false Cat: name: 'Rex' is no cat's name
      loaded c
      wuff d
      loaded a
      loaded e
      wuff Rex
      false Cat: name: 'Rex' is no cat's name
      2 c Max a e Max
      1 nil
      8 1
      0 nil
      wuff Bo
      1 Dog
      """)
  }

  @Test func `a row is not made another kind's by an upsert`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      print(pcall(Dog.create, Dog, { name = "Tom", trained = true }))
      for _, on in ipairs { "id", "name" } do
        local dog = Dog { id = on == "id" and 1 or nil, name = "Tom", trained = true }
        local ok, message = pcall(db.add, db, dog, { upsert = true, on = on })
        print(message.kind, message, dog:is_new())
      end
      local cat = Cat { name = "Tom", lives = 2 }
      db:add(cat, { upsert = true, on = "name" })
      print(cat.id, Animal:count(), Animal:get(1), Animal:get(1).lives)
      db:batch(function(batch)
        batch:add { Dog { name = "A", trained = true }, Cat { name = "B" } }
        batch:upsert(Kitten { name = "Kit", fed = true }, { on = "name" })
        batch:delete(Dog:first())
      end)
      print(names(Animal:fetch()), Kitten:first().fed)
      """,
      """
      false Dog: name: 'Tom' exists already (id 1)
      ConflictError Dog: id: 1 exists already in the table, but not as a Dog true
      ConflictError Dog: name: 'Tom' exists already in the table, but not as a Dog true
      1 4 Cat(1) 2
      Tom Kit Any A B true
      """)
  }

  @Test func `kinds may have more fields than one word has bits`() throws {
    let script = try Script(
      schema: """
        local members = { extends = "A", shared = true }
        for i = 1, 70 do members["f" .. i] = integer {} end
        A = entity "A" { x = text {} }
        B = entity "B" (members)
        C = entity "C" { extends = "A", shared = true, g = text {} }
        db:create_all()
        db:add { C { x = "c", g = "G" }, B { x = "b", f70 = 7 }, A { x = "a" } }
        """)
    try script.expect(
      """
      local c, b = table.unpack(A:fetch())
      b.f70, b.f64 = 8, 3
      c.g = "H"
      print(b:changes().f70.from, b:changes().f70.to, b:save():reload().f70, b.f64, c:save():reload().g)
      print(A:where(function(a) return a.kind == "B" and a.f70 == 8 and a:key() == "A:2" or a.x == "c" end):count())
      """,
      """
      7 8 8 3 H
      2
      """)
  }
}
