import TestSupport
import Testing

/// The rows above and below an object, along a relation of its entity to itself.
@Suite struct TreeTests {
  private static let staff = """
    Person = entity "Person" {
      name = text { primary_key = true }, age = integer { default = 0 },
      boss = belongs_to("Person", { inverse = "reports" }), reports = has_many("Person", { inverse = "boss" }),
      deputy = has_one("Person", { inverse = "chief" }), chief = belongs_to("Person", { inverse = "deputy" }),
      knows = many_to_many("Person", { inverse = "known_by" }), known_by = many_to_many("Person", { inverse = "knows" }),
      friends = many_to_many("Person", { inverse = "friends" }),
    }
    db:create_all()
    local bosses = { { "Ann" }, { "Bob", "Ann" }, { "Cid", "Ann" }, { "Dan", "Bob" }, { "Eve", "Cid" }, { "Fay", "Eve" } }
    for place, pair in ipairs(bosses) do
      Person:create { name = pair[1], age = place * 10, boss = pair[2] and Person:get(pair[2]) }
    end
    function at(name) return Person:get(name) end
    function told(request)
      local words = {}
      for _, p in ipairs(request:fetch()) do words[#words + 1] = p.name .. p.depth end
      return table.concat(words, " ")
    end
    """

  @Test(arguments: TestEngine.present)
  func `rows below and above an object come by their depth and key, without the object`(engine: TestEngine) throws {
    let script = try Script(schema: Self.staff, engine: engine)
    try script.expect(
      """
      print(told(at("Ann"):descendants "reports"))
      print(told(at("Cid"):descendants "reports"))
      print(told(at("Fay"):ancestors "boss"))
      print(#at("Ann"):ancestors("boss"):fetch(), at("Dan"):descendants("reports"):exists())
      """,
      """
      Bob1 Cid1 Dan2 Eve2 Fay3
      Eve1 Fay2
      Eve1 Cid2 Ann3
      0 false
      """)
  }

  @Test(arguments: TestEngine.present)
  func `a circle ends, whether the object is in it or not`(engine: TestEngine) throws {
    let script = try Script(schema: Self.staff, engine: engine)
    try script.expect(
      """
      local ann, cid = at "Ann", at "Cid"
      ann.boss = at "Fay" ann:save()
      print(told(ann:descendants "reports"), "|", told(ann:ancestors "boss"))
      print(told(cid:descendants "reports"), "|", told(cid:ancestors "boss"))
      -- Bob and Dan only lead to the circle.
      print(told(at("Dan"):ancestors "boss"))
      local bob = at "Bob" bob.boss = bob bob:save()
      print(told(bob:ancestors "boss"), told(bob:descendants "reports"), told(at("Dan"):ancestors "boss"))
      """,
      """
      Bob1 Cid1 Dan2 Eve2 Fay3 | Fay1 Eve2 Cid3
      Eve1 Fay2 Ann3 Bob4 Dan5 | Ann1 Fay2 Eve3
      Bob1 Ann2 Fay3 Eve4 Cid5
       Dan1 Bob1
      """)
  }

  @Test(arguments: TestEngine.present)
  func `rows that are met on several ways come once, at their least depth`(engine: TestEngine) throws {
    let script = try Script(schema: Self.staff, engine: engine)
    try script.expect(
      """
      local function knows(one, other) at(one).knows:add(at(other)) end
      knows("Ann", "Bob") knows("Ann", "Cid") knows("Bob", "Dan") knows("Cid", "Dan") knows("Dan", "Ann")
      knows("Dan", "Eve") knows("Ann", "Eve") knows("Eve", "Eve")
      print(told(at("Ann"):descendants "knows"))
      print(told(at("Ann"):descendants "known_by"))
      at("Ann").friends:add(at "Bob") at("Bob").friends:add(at "Cid")
      print(told(at("Ann"):descendants "friends"), "|", told(at("Cid"):descendants "friends"))
      local bob = at "Bob" bob.chief = at "Ann" bob:save()
      print(told(at("Ann"):ancestors "deputy"), told(at("Bob"):ancestors "chief"))
      """,
      """
      Bob1 Cid1 Eve1 Dan2
      Dan1 Bob2 Cid2
      Bob1 Cid2 | Bob1 Ann2
      Bob1 Ann1
      """)
  }

  @Test(arguments: TestEngine.present)
  func `a tree is a request like any other`(engine: TestEngine) throws {
    let script = try Script(schema: Self.staff, engine: engine)
    try script.expect(
      """
      local tree = at("Ann"):descendants "reports"
      print(told(tree:where { depth = 2 }), told(tree:where(function(p) return p.depth > 1 and p.age < 50 end)))
      print(told(tree:where "depth == 1 or age > 50"), told(tree:sorted_by "-age"), told(tree:offset(1):limit(2)))
      print(tree:count(), tree:limit(2):count(), tree:sum "depth", tree:max "age", tree:where { age = 99 }:exists())
      for _, group in ipairs(tree:group_by("depth"):aggregate { n = "count" }) do print(group.depth, group.n) end
      print(table.concat(tree:pluck "depth", " "), tree:annotate { far = "depth * 10" }:first().far)
      print(tree:get("Dan").depth, tree:get("Ann"), Person:where { boss = tree }:count())
      local page, cursor = tree:page { size = 3 }
      print(#page, told(tree:page { size = 3 } and tree), #tree:page { size = 3, after = cursor })
      local far = {}
      for p in tree:iterate() do far[#far + 1] = p.name end
      print(table.concat(far, " "), tree:select("age"):first().age, #tree:results())
      """,
      """
      Dan2 Eve2 Dan2
      Bob1 Cid1 Fay3 Fay3 Eve2 Dan2 Cid1 Bob1 Cid1 Dan2
      5 2 9 60 false
      1 2
      2 2
      3 1
      1 1 2 2 3 10
      2 nil 3
      3 Bob1 Cid1 Dan2 Eve2 Fay3 2
      Bob Cid Dan Eve Fay 20 5
      """)
  }

  @Test(arguments: TestEngine.present)
  func `rows of a tree are changed and deleted by their keys`(engine: TestEngine) throws {
    let script = try Script(schema: Self.staff, engine: engine)
    try script.expect(
      """
      local tree = at("Ann"):descendants "reports"
      print(tree:where { depth = 2 }:update { age = 1 }, tree:update { age = expr "age + depth" })
      print(table.concat(Person:pluck(function(p) return p.name .. p.age end), " "))
      local p = tree:first() p.age = 77 p:save()
      print(at("Bob").age, tree:where { depth = 3 }:delete(), Person:count())
      """,
      """
      2 5
      Ann10 Bob21 Cid31 Dan3 Eve3 Fay63
      77 1 5
      """)
  }

  @Test func `members called depth, descendants or ancestors stay what they are`() throws {
    let script = try Script(
      schema: """
        Node = entity "Node" {
          depth = text {}, ancestors = integer {}, parent = belongs_to("Node", { inverse = "descendants" }),
          descendants = has_many("Node", { inverse = "parent" }),
        }
        Leaf = entity "Leaf" { depth = text {}, parent = belongs_to("Leaf", { inverse = "leaves" }), leaves = has_many("Leaf", { inverse = "parent" }) }
        db:create_all()
        top = Node:create { depth = "top", ancestors = 7 }
        Node:create { depth = "low", parent = top }
        leaf = Leaf:create { depth = "a" }
        Leaf:create { depth = "b", parent = leaf }
        """)
    try script.expect(
      """
      print(top.ancestors, top.descendants:count())
      local below = leaf:descendants "leaves"
      print(below:first().depth, below:first().depth_, below:where { depth_ = 1 }:count())
      """,
      """
      7 1
      b 1 1
      """)
  }

  @Test func `what is no tree is refused by name`() throws {
    let script = try Script(
      schema: Self.staff + """

        Team = entity "Team" { players = has_many "Player" }
        Player = entity "Player" { team = belongs_to "Team" }
        db:create_all()
        """)
    #expect(
      script.failure("at('Ann'):descendants 'report'").contains(
        "descendants: Person has no relation 'report'. Did you mean 'reports'?"))
    #expect(
      script.failure("at('Ann'):descendants 'boss'").contains(
        #"descendants: Person.boss leads to one row: say ancestors "boss""#))
    #expect(
      script.failure("at('Ann'):ancestors 'reports'").contains(
        #"ancestors: Person.reports leads to many rows: say descendants "reports""#))
    #expect(
      script.failure("Team:create {}:descendants 'players'").contains(
        "descendants: Team.players leads to Player: a tree needs a relation of Team to itself"))
    #expect(
      script.failure("at('Ann'):ancestors()").contains(
        #"ancestors takes the name of a relation, as in p:ancestors "boss""#))
    #expect(script.failure("Person { name = 'New' }:descendants 'reports'").contains("this Person is not saved"))
  }

  @Test(arguments: TestEngine.present)
  func `any graph is walked as a search in breadth walks it`(engine: TestEngine) throws {
    var dice = Dice(seed: 0x7EE5)
    for round in 0..<6 {
      let count = 9
      let key =
        round.isMultiple(of: 2)
        ? "a = integer { primary_key = true }, b = text { primary_key = true }" : "a = integer { primary_key = true }"
      let script = try Script(
        schema: """
          Spot = entity "Spot" {
            \(key), up = belongs_to("Spot", { inverse = "down" }), down = has_many("Spot", { inverse = "up" }),
            out = many_to_many("Spot", { inverse = "into" }), into = many_to_many("Spot", { inverse = "out" }),
          }
          db:create_all()
          spots, up, out, down = {}, {}, {}, {}
          for n = 1, \(count) do spots[n] = Spot:create { a = n\(round.isMultiple(of: 2) ? ", b = 'k' .. n" : "") } out[n], down[n] = {}, {} end
          """, engine: engine)
      var steps = ""
      for one in 1...count {
        if dice.roll(4) > 0 {
          let other = dice.roll(count) + 1
          steps +=
            "spots[\(one)].up = spots[\(other)] spots[\(one)]:save() up[\(one)] = { \(other) } table.insert(down[\(other)], \(one))\n"
        }
        for _ in 0..<dice.roll(3) {
          let other = dice.roll(count) + 1
          steps += "spots[\(one)].out:add(spots[\(other)]) table.insert(out[\(one)], \(other))\n"
        }
      }
      try script.expect(
        steps + """
          local function walked(edges, start)
            local depth, queue, words = { [start] = 0 }, { start }, {}
            for _, at in ipairs(queue) do
              for _, next in ipairs(edges[at] or {}) do
                if not depth[next] then depth[next] = depth[at] + 1 queue[#queue + 1] = next end
              end
            end
            for n = 1, \(count) do if depth[n] and n ~= start then words[#words + 1] = depth[n] .. ":" .. n end end
            table.sort(words)
            return table.concat(words, " ")
          end
          local function told(request)
            local words = {}
            for _, s in ipairs(request:fetch()) do words[#words + 1] = s.depth .. ":" .. s.a end
            return table.concat(words, " ")
          end
          local wrong = 0
          for n, spot in ipairs(spots) do
            for word, pair in pairs { down = down, out = out } do
              if told(spot:descendants(word)) ~= walked(pair, n) then wrong = wrong + 1 print(word, n, told(spot:descendants(word)), walked(pair, n)) end
            end
            if told(spot:ancestors "up") ~= walked(up, n) then wrong = wrong + 1 print("up", n) end
          end
          print(wrong)
          """, "0")
    }
  }
}
