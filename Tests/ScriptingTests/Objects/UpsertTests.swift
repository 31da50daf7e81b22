import Testing

/// `db:add` of rows that may be there already, and batches.
@Suite struct UpsertTests {
  private let tags = """
    Tag = entity "Tag" {
      code = text { primary_key = true },
      name = text { unique = true },
      uses = integer { default = 1, validate = is.at_least(0) },
      note = text { default = "none" },
    }
    Item = entity "Item" { name = text { required = true, unique = true }, price = integer {}, note = text {} }
    db:create_all()
    """

  @Test func `an upsert updates what is given of the row with the key, and inserts where there is none`() throws {
    let script = try Script(schema: tags)
    try script.expect(
      """
      db:add(Tag { code = "a", name = "A", uses = 7, note = "first" })
      local a, b = Tag { code = "a", name = "Alpha" }, Tag { code = "b" }
      db:add(a, b, { upsert = true })
      print(Tag:count(), a.name, a.uses, a.note, a:is_new(), b.uses, b.note)
      for _, row in ipairs(db:query("SELECT * FROM tag ORDER BY code")) do print(row.code, row.name, row.uses, row.note) end
      db:add({ Tag { code = "a", uses = 0, name = null } }, { upsert = true })
      print(Tag:get("a").name, Tag:get("a").uses)
      """,
      """
      2 Alpha 7 first false 1 none
      a Alpha 7 first
      b nil 1 none
      nil 0
      """)
  }

  @Test func `an upsert on a unique field gives the object the key of the row`() throws {
    let script = try Script(schema: tags)
    try script.expect(
      """
      Item:create { name = "x" }
      local old = Item:create { name = "tea", price = 3, note = "hot" }
      local new, other = Item { name = "tea", price = 4 }, Item { name = "milk", price = 1 }
      db:add({ new, other }, { upsert = true, on = "name" })
      print(new.id, new.price, new.note, new == old, other.id, Item:count())
      new.price = 5
      new:save()
      print(old:reload().price, new:changes().price)
      local only = Item { name = "tea" }
      db:add(only, { upsert = true, on = "name" })
      print(only.id, only.price)
      """,
      """
      2 4 hot true 3 3
      5 nil
      2 5
      """)
  }

  @Test func `another unique conflict stays an error, and nothing of the list is written`() throws {
    let script = try Script(schema: tags)
    try script.run("db:add(Tag { code = 'a', name = 'A' })")
    #expect(
      script.failure("T = Tag { code = 'c', name = 'C' } db:add(T, Tag { code = 'b', name = 'A' }, { upsert = true })")
        == "Tag: name: 'A' exists already (code 'a')")
    try script.expect("return Tag:count(), T:is_new(), T.name, T.uses", "1 true C 1")
    #expect(
      script.failure("db:add(Tag { code = 'a', uses = -1 }, { upsert = true })") == "Tag: uses: -1 is not at least 0")
    try script.expect("db:add(T, { upsert = true }) return Tag:count(), T:is_new()", "2 false")
  }

  @Test func `a rollback makes upserted objects new again`() throws {
    let script = try Script(schema: tags)
    try script.expect(
      """
      Item:create { name = "tea", note = "hot" }
      local t = Item { name = "tea", price = 4 }
      pcall(db.transaction, db, function()
        db:add(t, { upsert = true, on = "name" })
        print(t.id, t.note)
        error("no")
      end)
      print(t.id, t.note, t.price, t:is_new(), Item:get(1).price)
      """,
      """
      1 hot
      nil nil 4 true nil
      """)
  }

  @Test func `options are checked, and name what was meant`() throws {
    let script = try Script(schema: tags)
    try script.run("item = Item { name = 'x' }")
    #expect(
      script.failure("db:add(item, { upsrt = true })")
        .hasPrefix("add: unknown option 'upsrt'. Did you mean 'upsert'? Options are "))
    #expect(
      script.failure("db:add(item, { upsert = 1 })")
        == "add: option 'upsert' cannot be the integer 1, as in { upsert = true, on = \"name\" }")
    #expect(script.failure("db:add(item, { on = 'name' })") == "add: option 'on' needs upsert = true")
    #expect(
      script.failure("db:add(item, { upsert = true, on = 'price' })")
        == "Item: rows can be upserted on a unique field only, which 'price' is not ('id', 'name')")
    #expect(
      script.failure("db:add(item, { upsert = true, on = 'nme' })")
        == "Item has no field 'nme' to upsert on. Did you mean 'name'?")
    #expect(
      script.failure("db:add({ item }, { item })")
        == "add takes objects or one list of objects; a table behind them is options by name")
    try script.expect("db:add(item, {}) return Item:count()", "1")
  }

  @Test func `a batch does all that it was told, in order, or nothing`() throws {
    let script = try Script(schema: tags)
    try script.expect(
      """
      local old = Item:create { name = "old" }
      local new, tea = Item { name = "new" }, Item { name = "tea", price = 2 }
      db:batch(function(batch)
        batch:delete(old)
        batch:add(new, Item { name = "old" })
        batch:upsert(tea, { on = "name" })
        batch:upsert({ Item { name = "tea", price = 3 } }, { on = "name" })
        print(Item:count(), new:is_new())
        Batch = batch
      end)
      print(Item:count(), new.id, tea.price, Item:where { name = "tea" }:first().price)
      print(pcall(db.batch, db, function(batch)
        batch:delete(new)
        batch:add(Item { name = "fresh" })
        batch:add(Item { name = "tea" })
      end))
      print(Item:count(), pcall(new.save, new))
      print(pcall(db.batch, db, function(batch) batch:delete(new) error("stop", 0) end))
      print(Item:count(), pcall(Batch.add, Batch, new))
      """,
      """
      1 true
      3 1 2 3
      false Item: name: 'tea' exists already (id 3)
      3 true Item(1)
      false stop
      3 false this batch is over: use it inside of db:batch(function(batch) … end)
      """)
    #expect(script.failure("db:batch()") == "batch takes a function, not nil")
    #expect(
      script.failure("db:batch(function(batch) batch:upsert(Item {}, { om = 1 }) end)")
        == "upsert: unknown option 'om'. Did you mean 'on'? The only option is on")
  }

  @Test func `what before_save assigns gets into the row that is there, and a default does not`() throws {
    let script = try Script(
      schema: """
        Visits = 0
        Shelf = entity "Shelf" { name = text { unique = true } }
        Page = entity "Page" {
          name = text { unique = true }, size = integer {}, twice = integer {}, word = text { default = "new" },
          stamp = integer { default = function() return 7 end }, shelf = belongs_to "Shelf",
          before_save = function(page)
            page.twice = page.size * 2
            if page.size > 2 then page.stamp = 7 end
            if page.size > 3 then page.shelf = Shelf:get_or_create { name = "top" } end
          end,
        }
        db:create_all()
        """)
    try script.expect(
      """
      local function show()
        local page = Page:first()
        print(page.size, page.twice, page.word, page.stamp, page.shelf and page.shelf.name)
      end
      Page:create { name = "a", size = 1, word = "old", stamp = 1 }
      local again = Page { name = "a", size = 2 }
      db:add(again, { upsert = true, on = "name" })
      show()
      print(next(again:changes()), Page:count())
      db:add(Page { name = "a", size = 3 }, { upsert = true, on = "name" })
      show()
      db:batch(function(batch) batch:upsert(Page { name = "a", size = 4 }, { on = "name" }) end)
      show()
      db:add(Page { name = "b", size = 5 }, { upsert = true, on = "name" })
      local last = Page:sorted_by("-id"):first()
      print(last.name, last.twice, last.word)
      """,
      """
      2 4 old 1 nil
      nil 1
      3 6 old 7 nil
      4 8 old 7 top
      b 10 new
      """)
  }
}
