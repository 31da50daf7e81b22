import Testing

@testable import Model

/// Documents of an entity that others extend in its table.
@Suite struct SharedDocumentTests {
  private static let animals = #"""
    Owner = entity "Owner" { pet = embedded "Animal", pets = list_of "Animal", named = map_of "Animal",
      choice = variant { animal = "Animal", none = true } }
    Animal = entity "Animal" { abstract = true, name = text { required = true } }
    Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { default = 9, validate = is.between(0, 9) } }
    Dog = entity "Dog" { extends = "Animal", shared = true, tricks = list_of(text {}) }
    function Animal.methods:sound() return "…" end
    function Cat.methods:sound() return self.name .. ": miaow" end
    function Dog.methods:sound() return self.name .. ": woof" end
    db:create_all()
    """#

  @Test func `a document carries its kind, and reads as an object of that`() throws {
    let script = try Script(schema: Self.animals)
    try script.expect(
      #"""
      Owner:create { pet = Cat { name = "Tom" }, pets = { Dog { name = "Rex", tricks = { "sit" } }, { kind = "Cat", name = "Kit", lives = 3 } },
        named = { a = { kind = "Dog", name = "Ace" } }, choice = { animal = Cat { name = "Mia" } } }
      local o = Owner:get(1)
      print(o.pet:sound(), o.pet.lives, o.pets[1]:sound(), o.pets[1].tricks[1], o.pets[2]:sound(), o.pets[2].lives)
      print(o.named.a:sound(), o.choice.animal:sound(), o.pet.kind, o.pet == Cat { name = "Tom" }, o.pet == Dog { name = "Tom" })
      for _, name in ipairs { "pet", "pets", "named", "choice" } do print(db:query("SELECT * FROM owner")[1][name]) end
      """#,
      #"""
      Tom: miaow 9 Rex: woof sit Kit: miaow 3
      Ace: woof Mia: miaow Cat true false
      {"kind":"Cat","name":"Tom","lives":9}
      [{"kind":"Dog","name":"Rex","tricks":["sit"]},{"kind":"Cat","name":"Kit","lives":3}]
      {"a":{"kind":"Dog","name":"Ace"}}
      {"animal":{"kind":"Cat","name":"Mia","lives":9}}
      """#)
  }

  @Test func `another kind may take its place, and edits are saved`() throws {
    let script = try Script(schema: Self.animals)
    try script.expect(
      #"""
      Owner:create { pet = Cat { name = "Tom" }, pets = {} }
      local o = Owner:get(1)
      o.pet.lives = 8
      o.pets[1] = Dog { name = "Rex" }
      o:save()
      print(Owner:get(1).pet.lives, Owner:get(1).pets[1]:sound())
      o.pet = Dog { name = "Ace" }
      o:save()
      print(Owner:get(1).pet:sound(), Owner:get(1):to_table().pet.kind)
      print(Owner:where { ["pet.kind"] = "Dog", ["pet.name"] = is.prefix "A" }:count())
      """#, "8 Rex: woof\nAce: woof Dog\n1")
  }

  @Test(arguments: [
    (#"o.pet = { name = "X" }"#, "Owner: pet.kind: is missing: it is one of Cat, Dog"),
    (
      #"o.pet = { kind = "Cta", name = "X" }"#,
      "Owner: pet.kind: the text 'Cta' is none of the kinds Cat, Dog. Did you mean 'Cat'?"
    ),
    (#"o.pet = { kind = 3, name = "X" }"#, "Owner: pet.kind: the integer 3 is none of the kinds Cat, Dog."),
    (#"o.pet = { kind = "Dog", name = "X", lives = 3 }"#, "Owner: pet.lives: there is no such field."),
    (#"o.pets = { Cat { name = "X", lives = 10 } }"#, "Owner: pets[1].lives: 10 is not between 0 and 9"),
    (#"o.pet = o"#, "Owner: pet: expected Animal { … }, not an object"),
    (#"o.pet = Cat { name = "X" } o.pet.kind = "Dog""#, "Owner: pet.kind: expected one of 'Cat', not the text 'Dog'"),
  ])
  func `what is of no kind is refused`(code: String, words: String) throws {
    let script = try Script(schema: Self.animals + "o = Owner:create {}")
    #expect(script.failure(code) == words)
  }

  @Test(arguments: [
    (#"{"name":"X"}"#, "Owner: pet.kind: is missing: it is one of Cat, Dog"),
    (#"{"kind":"Bird","name":"X"}"#, "Owner: pet.kind: the text 'Bird' is none of the kinds Cat, Dog."),
    (#"{"kind":"Cat"}"#, "Owner: pet.name: is required, and missing"),
  ])
  func `a stored document of no kind cannot be read`(text: String, words: String) throws {
    let script = try Script(schema: Self.animals + "o = Owner:create {}")
    script.session.lua.setGlobal("stored", .string(.init(text)))
    try script.run("db:execute('UPDATE owner SET pet = ?', stored)")
    #expect(script.failure("return Owner:get(1).pet") == words)
  }
}
