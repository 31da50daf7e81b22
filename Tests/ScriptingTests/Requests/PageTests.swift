import Testing

@Suite struct PageTests {
  /// Orders, over rows with equal values and NULLs in every key.
  static let orders = [
    "", ":sorted_by('age')", ":sorted_by('-age')", ":sorted_by('score', '-age')", ":sorted_by('-score', 'name')",
    ":sorted_by(asc('age', { nulls = 'last' }))", ":sorted_by(desc('age', { nulls = 'first' }), '-name')",
    ":sorted_by(asc('name', { ignore_case = true }))", ":sorted_by('team.name', '-age')", ":sorted_by('-team.name')",
    ":sorted_by('ratio', 'age')", ":sorted_by('-id')", ":sorted_by('code')", ":sorted_by('-ratio'):select('name')",
    ":sorted_by('team'):where 'score > 1'", ":sorted_by('-age'):where(function(p) return p.score > 1 end)",
    ":sorted_by('team.name', '-ratio'):select('code')",
  ]

  private static let schema = """
    Team = entity "Team" { name = text {} }
    Player = entity "Player" {
      name = text {}, age = integer {}, score = integer { required = true }, ratio = real {}, code = data {},
      team = belongs_to "Team",
    }
    db:create_all()
    math.randomseed(3)
    local teams = { Team:create { name = "Red" }, Team:create { name = "Blue" }, Team:create {} }
    local function maybe(value) if math.random(3) > 1 then return value end end
    local list = {}
    for i = 1, 40 do
      list[i] = Player {
        name = maybe(("aAbBé"):sub(1, math.random(5))), age = maybe(math.random(3)), score = math.random(3),
        ratio = maybe(math.random(3) / 7), code = maybe(string.char(math.random(0, 255))), team = maybe(teams[math.random(3)]),
      }
    end
    db:add(list)
    """

  @Test(arguments: orders)
  func `pages put together are the request`(order: String) throws {
    let script = try Script(schema: Self.schema.replacing("é", with: "c"))
    try script.expect(
      """
      local request = Player:all()\(order)
      local wanted = {}
      for i, p in ipairs(request:fetch()) do wanted[i] = p.id end
      for _, size in ipairs { 1, 3, 7, 39, 40, 41 } do
        local got, cursor, pages = {}, nil, 0
        repeat
          local list, next = request:page { size = size, after = cursor }
          pages = pages + 1
          assert(#list == size or next == nil)
          for _, p in ipairs(list) do got[#got + 1] = p.id end
          cursor = next and table.concat({ next:match "^(.*)$" })
        until not cursor
        assert(table.concat(got, " ") == table.concat(wanted, " "), size .. ": " .. table.concat(got, " "))
        assert(pages == math.max(1, math.ceil(#wanted / size)))
      end
      return "same"
      """, "same")
  }

  @Test func `a page goes on where the last one ended, whatever came or went`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local request = Player:sorted_by("-score", "name")
      local list, cursor = request:page(2)
      print(names(list), cursor:match "^[%w.-]+$" == cursor, (request:page(2):count()))
      """.replacing(", (request:page(2):count())", with: "") + """

        Player:get(3):delete()
        Player:create { name = "Aaa", score = 99, age = 20 }
        list, cursor = request:page { after = cursor }
        print(names(list), cursor and true)
        list, cursor = request:page { after = cursor, size = 9 }
        print(names(list), cursor, #Player:where "age > 99":page(3), #Player:page())
        print(names(Player:with("team"):page(2)), Player:page(1)[1].team.name)
        print(#Player:page { size = 2.0 }, #Player:page(2147483648), #Player:page { size = 1 << 40 })
        """,
      """
      Cid Ann true
      Bob Eve true
      Dan nil 0 5
      Ann Bob Red
      2 5 5
      """)
  }

  @Test func `the first key bounds the rows, so that an index can serve`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local request, text = Player:sorted_by("score"):where "age > 3"
      local _, cursor = request:page(2)
      db.echo = function(sql) text = sql end
      request:page { after = cursor }
      db.echo = nil
      return text:match " WHERE .*"
      """,
      #" WHERE "age" > ?1 AND ("score" >= ?2 AND ("score" > ?3 OR ("score" = ?4 AND "id" > ?5))) ORDER BY "score", "id" LIMIT ?6"#
    )
  }

  static let mistakes = [
    ("Player:page(0)", "page takes a number of rows, not the integer 0"),
    ("Player:page(-1)", "page takes a number of rows, not the integer -1"),
    ("Player:page('x')", "page takes a number of rows, not the text 'x'"),
    ("Player:page { sise = 1 }", "page: unknown option 'sise'. Did you mean 'size'?"),
    ("Player:page { size = 2, foo = 1 }", "page: unknown option 'foo'. Options are after and size"),
    ("Player:page { size = 'x' }", "page: option 'size' is a number of rows, not the text 'x'"),
    ("Player:page { after = 'x' }", "page: 'x' is no cursor: give what a page has returned"),
    ("Player:page { after = '20.zz.i1' }", "is no cursor"),
    ("Player:limit(3):page(1)", "page cuts the rows itself: leave limit and offset out"),
    (
      "local _, c = Player:page(1) Player:sorted_by('age'):page { after = c }",
      "this cursor is of another order or entity"
    ),
    ("local _, c = Player:page(1) Team:page { after = c }", "this cursor is of another order or entity"),
  ]

  @Test(arguments: mistakes)
  func `a page that cannot be says why`(call: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }
}
