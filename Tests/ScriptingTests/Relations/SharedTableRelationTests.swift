import Testing

/// Relations of entities that share a table.
@Suite struct SharedTableRelationTests {
  private static let schema = """
    Animal = entity "Animal" {
      name = text {}, tags = many_to_many "Tag", owner = belongs_to "Owner",
    }
    Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
    Dog = entity "Dog" { extends = "Animal", shared = true, tricks = integer {} }
    Tag = entity "Tag" { name = text {}, animals = many_to_many("Animal", { ordered = true }) }
    Owner = entity "Owner" { name = text {}, animals = has_many("Animal", { ordered = true }) }
    db:create_all()
    tom, rex = Cat:create { name = "Tom", lives = 7 }, Dog:create { name = "Rex", tricks = 2 }
    t, o = Tag:create { name = "t" }, Owner:create { name = "o" }
    function show(list)
      local t = {}
      for i, a in ipairs(list) do t[i] = a.name .. ":" .. a.kind .. tostring(a.lives or a.tricks) end
      return table.concat(t, " ")
    end
    """

  @Test func `links of a parent are those of its kinds, which come as what they are`() throws {
    let script = try Script(schema: Self.schema.replacing("a.lives or a.tricks", with: "a.name"))
    try script.expect(
      """
      t.animals:add(rex, tom)
      tom.tags:add(Tag { name = "u" })
      print(show(t.animals:fetch()), tom.tags:count(), rex.tags:count(), Animal:get(1).tags:count())
      t.animals:swap(1, 2)
      print(show(t.animals:fetch()), show(Tag:with("animals"):first().animals:fetch()))
      print(show(Cat:where { tags = t }:fetch()), show(Animal:where { ["tags.name"] = "t" }:fetch()))
      print(t.animals:where { name = "Tom" }:first().lives, Tag:where { animals = rex }:count())
      print(table.concat(db:tables(), " "))
      """,
      """
      Rex:DogRex Tom:CatTom 2 1 2
      Tom:CatTom Rex:DogRex Tom:CatTom Rex:DogRex
      Tom:CatTom Tom:CatTom Rex:DogRex
      7 1
      animal animal_tag owner tag
      """)
  }

  @Test func `an order holds the kinds of a table together`() throws {
    let script = try Script(schema: Self.schema.replacing("a.lives or a.tricks", with: "''"))
    try script.expect(
      """
      o.animals:add(tom, rex, Cat { name = "New" })
      o.animals:move(3, 1)
      print(show(o.animals:fetch()))
      local other = Owner:create {}
      tom.owner = other tom:save() tom.owner = o tom:save()
      print(show(o.animals:fetch()))
      """,
      """
      New:Cat Tom:Cat Rex:Dog
      New:Cat Rex:Dog Tom:Cat
      """)
  }
}
