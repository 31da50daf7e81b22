import Testing

@testable import Model

/// Objects that are found by their key keep a copy of their row.
@Suite struct LookupTests {
  @Test func `an object keeps its row whatever becomes of the others`() throws {
    let script = try Script(
      schema: """
        Note = entity "Note" { title = text {}, body = text {}, mark = data {}, size = real {} }
        db:migrate()
        for i = 1, 200 do Note { title = "t" .. i, body = ("é"):rep(i), mark = ("\\0x"):rep(i), size = i / 2 }:save() end
        """)
    #expect(
      try script.run(
        """
        local kept = {}
        for i = 1, 200 do kept[i] = Note:get(i) end
        collectgarbage()
        local wrong = 0
        for i, note in ipairs(kept) do
          local isRight = note.title == "t" .. i and note.body == ("é"):rep(i) and note.mark == ("\\0x"):rep(i)
            and note.size == i / 2
          if not isRight then wrong = wrong + 1 end
        end
        return wrong, Note:get(201)
        """) == "0 nil")
  }

  @Test func `empty texts and nothing are told apart`() throws {
    let script = try Script(
      schema: """
        Note = entity "Note" { title = text {}, mark = data {} }
        db:migrate()
        Note { title = "", mark = "" }:save()
        Note {}:save()
        """)
    #expect(
      try script.run("local a, b = Note:get(1), Note:get(2) return #a.title, #a.mark, b.title, b.mark") == "0 0 nil nil"
    )
  }

  @Test(arguments: [1, 31, 32, 200]) func `a row may have many columns`(count: Int) throws {
    let script = try Script(
      schema: """
        local fields = {}
        for i = 1, \(count) do fields["c" .. i] = text {} end
        Wide = entity "Wide" (fields)
        db:migrate()
        local values = {}
        for i = 1, \(count) do values["c" .. i] = ("v"):rep(i) end
        Wide(values):save()
        """)
    #expect(
      try script.run(
        """
        local wide, right = Wide:get(1), 0
        for i = 1, \(count) do if wide["c" .. i] == ("v"):rep(i) then right = right + 1 end end
        return right
        """) == "\(count)")
  }

  @Test func `a draft outlives the object that has the row`() throws {
    let script = try Script(
      schema: """
        Note = entity "Note" { title = text {} }
        db:migrate()
        Note { title = "first" }:save()
        """)
    #expect(
      try script.run(
        """
        local function drafted() return Note:get(1):draft() end
        local draft = drafted()
        collectgarbage() collectgarbage()
        for i = 1, 1000 do local garbage = ("x"):rep(i) end
        return draft.title
        """) == "first")
  }

  @Test func `a hook may look up objects of the same entity`() throws {
    let script = try Script(
      schema: """
        Node = entity "Node" {
          name = text {}, next = integer {},
          after_load = function(node) if node.next then seen = Node:get(node.next).name end end,
        }
        db:migrate()
        Node { name = "a", next = 2 }:save()
        Node { name = "b" }:save()
        """)
    #expect(try script.run("local a = Node:get(1) return a.name, seen") == "a b")
  }
}

/// Objects of an entity that was defined anew meanwhile.
@Suite struct FormerObjectTests {
  @Test func `they keep working on the fields that remain`() throws {
    let script = try Script(
      schema: """
        E = entity "E" { a = text {}, b = text {} }
        db:create_all()
        o = E:create { a = "one", b = "two" }
        """)
    var told: [String] = []
    script.session.diagnostics = { told.append($0) }
    try script.expect(
      """
      o:observe("a", function(new) print(new) end)
      E = entity "E" { a = text {}, c = text {} }
      db:migrate { destructive = { "E.b" } }
      o.a = "three"
      o:save()
      """,
      """
      one
      three
      """)
    try script.expect(
      """
      local d = o:draft()
      d.a = "x"
      d:save()
      print(o.a, E:get(1).a, o:reload().a, o.b)
      d = o:draft()
      d.b = "y"
      print(pcall(d.save, d))
      d:reload()
      d.a = "z"
      d:save()
      print(d.a)
      """,
      """
      x
      x x x nil
      false E: b: is no longer in the database: reload() the object, or get it anew
      z
      z
      """)
    try script.expect("return o:reload().a", "z")
    #expect(told.filter { $0.contains("failed") } == [])
  }
}
