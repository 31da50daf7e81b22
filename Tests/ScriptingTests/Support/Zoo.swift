/// Animals of four kinds in one table, their owners and toys.
let zoo = """
  Owner = entity "Owner" {
    name = text { required = true },
    pets = has_many "Animal",
    cats = has_many "Cat",
  }
  Toy = entity "Toy" { name = text {}, animal = belongs_to "Animal", cat = belongs_to "Cat" {} }
  Animal = entity "Animal" {
    name = text { required = true, unique = true },
    weight = real { validate = is.at_least(0) },
    owner = belongs_to "Owner",
    toys = has_many("Toy", { inverse = "animal" }),
  }
  function Animal.methods:title() return self.kind .. " " .. self.name end
  Cat = entity "Cat" {
    extends = "Animal", shared = true,
    lives = integer { required = true, default = 9, validate = is.between(1, 9) },
    notes = json {},
  }
  Kitten = entity "Kitten" { extends = "Cat", shared = true, fed = boolean {} }
  Dog = entity "Dog" {
    extends = "Animal", shared = true,
    trained = boolean { required = true },
    price = decimal {},
    rank = enum { { "pup", 1 }, { "chief", 2 } },
  }
  function Dog.methods:title() return "dog " .. self.name end
  db:create_all()
  function names(list)
    local result = {}
    for i, a in ipairs(list) do result[i] = a.name end
    return table.concat(result, " ")
  end
  """

/// One animal of each kind: a cat and a dog of Ann's, a kitten of Bob's, and one that is nothing but an animal.
let fourAnimals =
  zoo + """

    ann = Owner:create { name = "Ann" }
    bob = Owner:create { name = "Bob" }
    db:add {
      Cat { name = "Tom", lives = 7, owner = ann, weight = 4, notes = { a = 1 } },
      Dog { name = "Rex", trained = true, owner = ann, price = decimal "9.50", rank = "chief" },
      Kitten { name = "Kit", fed = false, owner = bob },
      Animal { name = "Any" },
    }
    """
