import Testing

/// Relations to, from and within entities that share a table.
@Suite struct SharedRelationTests {
  @Test func `a relation to the root leads to objects of each kind`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      for _, pet in ipairs(ann.pets:fetch()) do print(pet, pet:title()) end
      for pet in bob.pets:iterate() do print(pet, pet.fed) end
      local toy = Toy:create { name = "ball", animal = Dog:first() }
      print(toy.animal, Toy:get(1).animal, Toy:get(1).animal.rank, Dog:first().toys:count(), Animal:get(2).toys:first().name)
      print(Toy:where { animal = Dog:first() }:count(), Toy:where { animal = Animal:get(2) }:count())
      print(Toy:where { ["animal.name"] = "Rex" }:count(), Dog:first().owner.name, Animal:where { owner = ann }:count())
      """,
      """
      Cat(1) Cat Tom
      Dog(2) dog Rex
      Kitten(3) false
      Dog(2) Dog(2) chief 1 ball
      1 1
      1 Ann 2
      """)
  }

  @Test func `a relation to a kind takes and gives that kind alone`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      print(names(ann.cats:fetch()), ann.cats:first().lives, bob.cats:first(), Owner:where { name = "Ann" }:first().cats:count())
      local toy = Toy:create { cat = Kitten:first() }
      print(toy.cat, Toy:first().cat, Toy:where { cat = Kitten:first() }:count(), Toy:where { ["cat.lives"] = 9 }:count())
      print(pcall(function() toy.cat = Dog:first() end))
      print(pcall(function() Toy:where { cat = Dog:first() } end))
      print(pcall(function() Toy:all():update { cat = Dog:first() } end))
      print(pcall(Toy.create, Toy, { animal = Owner:first() }))
      toy.cat = Animal:get(1)
      toy:save()
      print(Toy:first().cat)
      db:execute "UPDATE toy SET cat_id = 2"
      print(Toy:first().cat, Toy:where { ["cat.name"] = "Rex" }:count(), Toy:where { ["cat.name"] = null }:count())
      """,
      """
      Tom 7 Kitten(3) 1
      Kitten(3) Kitten(3) 1 1
      false Toy: cat: expected a Cat, not a Dog
      false cat: a Cat was expected, not a Dog
      false update: cat: a Cat was expected, not a Dog
      false Toy: animal: expected an Animal, not an Owner
      Cat(1)
      nil 0 1
      """)
  }

  @Test func `relations are loaded along for rows of several kinds`() throws {
    let script = try Script(schema: fourAnimals)
    try script.expect(
      """
      Toy:create { name = "bone", animal = Dog:first() }
      local count = 0
      db.echo = function() count = count + 1 end
      local result = {}
      for _, a in ipairs(Animal:with("owner", "toys"):fetch()) do
        result[#result + 1] = a:title() .. " " .. (a.owner and a.owner.name or "-") .. " " .. #a.toys:fetch()
      end
      for _, owner in ipairs(Owner:with("pets", "cats"):fetch()) do
        result[#result + 1] = owner.name .. " " .. names(owner.pets:fetch()) .. ", " .. names(owner.cats:fetch())
      end
      result[#result + 1] = Toy:with("animal"):fetch()[1].animal:title()
      db.echo = false
      print(table.concat(result, "\\n"))
      print(count)
      """,
      """
      Cat Tom Ann 0
      dog Rex Ann 1
      Kitten Kit Bob 0
      Animal Any - 0
      Ann Tom Rex, Tom
      Bob Kit, Kit
      dog Rex
      8
      """)
  }

  @Test func `a key that only one row may have is refused under the relation's name`() throws {
    let script = try Script(
      schema: """
        Basket = entity "Basket" { cat = has_one "Cat" }
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, basket = belongs_to "Basket" { unique = true } }
        Dog = entity "Dog" { extends = "Animal", shared = true }
        db:create_all()
        """)
    try script.expect(
      """
      local basket, other = Basket:create {}, Basket:create {}
      local tom = Cat:create { name = "Tom", basket = basket }
      local kit = Cat:create { name = "Kit", basket = other }
      local ok, message = pcall(Cat.create, Cat, { name = "Mia", basket = basket })
      print(message.kind, message, message.field, message.value)
      kit.basket = basket
      print(pcall(kit.save, kit))
      print(pcall(function() Cat:where { name = "Kit" }:update { basket = basket } end))
      db:add(Cat { name = "Mia", basket = basket }, { upsert = true, on = "basket" })
      print(Cat:count(), basket.cat == tom, basket.cat.name, Basket:where { ["cat.name"] = "Mia" }:count())
      Cat:create { name = "a" }
      Cat:create { name = "b" }
      print(Cat:where { basket = null }:count())
      """,
      """
      ConflictError Cat: basket: 1 exists already (id 1) basket 1
      false Cat: basket: 1 exists already (id 1)
      false Cat: basket: 1 exists already (id 1)
      2 true Mia 1
      2
      """)
  }

  @Test func `what cannot be read of rows that were loaded along is an error where it is touched`() throws {
    let script = try Script(
      schema: """
        Owner = entity "Owner" { pets = has_many "Animal" }
        Animal = entity "Animal" { name = text {}, owner = belongs_to "Owner" }
        Cat = entity "Cat" { extends = "Animal", shared = true, after_load = function(c) error("no, " .. c.name, 0) end }
        db:execute "CREATE TABLE animal(\(TestEngine.numberedKey), kind TEXT, name TEXT, owner_id INTEGER)"
        Toy = entity "Toy" { animal = belongs_to "Animal" }
        db:create_all()
        db:execute "INSERT INTO owner(id) VALUES (1)"
        db:execute "INSERT INTO animal(kind, name, owner_id) VALUES ('Animal', 'Any', 1), ('Cat', 'Tom', 1), ('Bird', 'B', 1)"
        db:execute "INSERT INTO toy(animal_id) VALUES (1), (2), (3)"
        """)
    try script.expect(
      """
      for i, toy in ipairs(Toy:with("animal"):fetch()) do print(pcall(function() return toy.animal end)) end
      local owner = Owner:with("pets"):fetch()[1]
      print(#owner.pets:fetch(), owner.pets:fetch()[1])
      print(pcall(function() for pet in owner.pets:iterate() do print(pet) end end))
      print(owner.pets:count())
      """,
      """
      true Animal(1)
      false no, Tom
      false Animal: kind: the stored value 'Bird' is no entity that shares the table
      3 Animal(1)
      Animal(1)
      false no, Tom
      3
      """)
  }

  @Test func `kinds may belong to each other and to others`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {}, abstract = true, mother = belongs_to "Animal" }
        Dog = entity "Dog" { extends = "Animal", shared = true, master = belongs_to "Person" { required = true } }
        Cat = entity "Cat" { extends = "Animal", shared = true, enemy = belongs_to "Dog" }
        Person = entity "Person" { name = text {}, dogs = has_many "Dog", dog = has_one("Dog", { inverse = "master" }) }
        db:create_all()
        """)
    try script.expect(
      """
      local ann = Person { name = "Ann" }
      local rex = Dog { name = "Rex", master = ann }
      local tom = Cat:create { name = "Tom", enemy = rex, mother = Cat { name = "Mia" } }
      print(tom.mother, tom.enemy, tom.enemy.master.name, Cat:get(tom.id).mother.name, Cat:where { enemy = rex }:count())
      print(ann.dogs:count(), Person:first().dog, Cat:where { ["enemy.master.name"] = "Ann" }:first() == tom)
      print(pcall(ann.delete, ann))
      print(pcall(Dog.create, Dog, { name = "Max" }))
      rex:delete()
      print(tom:reload().enemy, ann.dogs:count())
      """,
      """
      Cat(2) Dog(1) Ann Mia 1
      1 Dog(1) true
      false Person 1 cannot be deleted: rows of Dog still refer to it
      false Dog: master: is required
      nil 0
      """)
  }
}
