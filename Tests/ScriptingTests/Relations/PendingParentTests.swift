import Testing

/// Objects that are to belong to others which have no key yet, as those are new.
@Suite struct PendingParentTests {
  private static let schema = """
    T = entity "T" { n = text { unique = true }, ps = has_many "P" }
    P = entity "P" { n = text { unique = true }, v = integer { validate = is.less(100) }, t = belongs_to "T" }
    db:create_all()
    red = T:create { n = "red" }
    p = P:create { n = "p", v = 1, t = red }
    function stored() local t = P:get(1).t return t and t.n end
    function changed(p)
      local result = {}
      for name, change in pairs(p:changes()) do
        result[#result + 1] = ("%s: %s to %s"):format(name, change.from, change.to)
      end
      table.sort(result)
      return table.concat(result, ", ")
    end
    """

  @Test(arguments: [
    "p.t = new p:save()", "p.t = new p.v = 2 p:save()", "p:assign { t = new } p:save()", "p.t = new db:add(p)",
    "p.t = new db:add(p, P { n = 'q' })", "p.t = new db:batch(function(batch) batch:add(p) end)",
    "p.t = new new:save() p:save()", "p = P:get(1) p.t = new p:save()",
    "p = P:first() local _ = p.t p.t = new p:save()", "p.t_id = 7 p.t = new p:save()",
    "p.t = T {} p.t = new p:save()", "p = p:draft() p.t = new p:save()", "p.t = new p = p:draft() p:save()",
    "db:transaction(function() p.t = new p:save() end)",
  ]) func `a new object takes the place of the one before`(words: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      new = T { n = "new" }
      \(words)
      return stored(), p.t == new, p.t_id == new.id, T:count(), changed(p)
      """, "new true true 2 ")
  }

  @Test func `a key that is to come reads as none, and stands among the changes`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local new = T { n = "new" }
      p.t = new
      print(p.t_id, rawequal(p.t, new), changed(p), rawequal(p:changes().t_id.to, new))
      new:save()
      print(p.t_id, rawequal(p.t, new), changed(p))
      p:save()
      print(p.t_id, changed(p))
      local q = P { n = "q", t = red }
      q.t = T { n = "other" }
      print(q.t_id, changed(q), q:save().t_id)
      local lone = P:create { n = "lone" }
      lone.t = T {}
      print(changed(lone))
      lone:reload()
      print(changed(lone), lone.t)
      """,
      """
      nil true t_id: 1 to T(new) true
      nil true t_id: 1 to T(2)
      2\(" ")
      nil n: nil to q, t_id: nil to T(new) 3
      t_id: nil to T(new)
       nil
      """)
  }

  @Test(arguments: [
    ("p.t_id = 1", "red"), ("p.t_id = 2", "blue"), ("p.t_id = nil", "nil"), ("p.t = nil", "nil"),
    ("p.t = blue", "blue"), ("p:assign { t_id = 2 }", "blue"), ("blue.ps:add(p)", "blue"),
    ("red.ps:remove(p)", "nil"), ("p:reload()", "red"),
  ]) func `what is assigned last counts, and a new object that is not wanted any more is not saved`(
    words: String, parent: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      blue = T:create { n = "blue" }
      p.t = T { n = "new" }
      \(words)
      print(p.t and p.t.n)
      p:save()
      return stored(), T:count()
      """, "\(parent)\n\(parent) 2")
  }

  @Test func `a key that is set to nil is saved, also where the relation was read or set`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      p.t_id = nil
      p:save()
      print(p.t, stored())
      p.t = red
      p:save()
      local q = P:get(1)
      print(q.t.n)
      q.t_id = nil
      q.v = 2
      print(changed(q))
      q:save()
      print(q.t, stored())
      """,
      """
      nil nil
      red
      t_id: 1 to nil, v: 1 to 2
      nil nil
      """)
  }

  @Test func `after a save that failed everything waits to be saved again`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      P:create { n = "taken" }
      local green = T { n = "green" }
      p.t, p.n = green, "taken"
      print(pcall(p.save, p))
      print(green:is_new(), p.t_id, rawequal(p.t, green), changed(p))
      p.n = "free"
      p:save()
      print(stored(), changed(p))
      p.t = T { n = "red" }
      print(pcall(p.save, p))
      print(p.t.n, changed(p))
      p.t.n = "ruby"
      print(pcall(db.add, db, p, P { n = "taken" }))
      print(p.t.n, changed(p))
      p:save()
      print(stored(), T:count())
      """,
      """
      false P: n: 'taken' exists already (id 2)
      true nil true n: p to taken, t_id: 1 to T(new)
      green\(" ")
      false P: t: n: 'red' exists already (id 1)
      red t_id: 2 to T(new)
      false P: n: 'taken' exists already (id 2)
      ruby t_id: 2 to T(new)
      ruby 3
      """)
  }

  @Test func `several objects may wait for one, and one for a row of others`() throws {
    let script = try Script(
      schema: Self.schema + """

        A = entity "A" { n = text {}, b = belongs_to "B" }
        B = entity "B" { n = text {}, c = belongs_to "C" }
        C = entity "C" { n = text {} }
        db:create_all()
        """)
    try script.expect(
      """
      local q, new = P:create { n = "q", t = red }, T { n = "new" }
      p.t, q.t = new, new
      db:add(q, p)
      print(stored(), P:get(2).t.n, T:count())
      local a = A:create { b = B { c = C { n = "c" } } }
      a.b = B { c = C { n = "d" } }
      a:save()
      a.b.c = C { n = "e" }
      a.b:save()
      print(A:get(1).b.c.n, B:count(), C:count())
      """,
      """
      new new 2
      e 2 3
      """)
  }

  @Test func `keys of any kind are waited for`() throws {
    let script = try Script(
      schema: """
        Shop = entity "Shop" { land = text { primary_key = true }, no = integer { primary_key = true } }
        Book = entity "Book" { isbn = text { primary_key = true } }
        Sale = entity "Sale" { shop = belongs_to("Shop", { required = true }), book = belongs_to "Book" }
        db:create_all()
        sale = Sale:create { shop = Shop { land = "de", no = 1 }, book = Book { isbn = "a" } }
        """)
    try script.expect(
      """
      sale.shop, sale.book = Shop { land = "fr", no = 2 }, Book { isbn = "b" }
      print(sale:validate(), sale.shop_land, sale.shop_no, sale.book_id, sale:changes().shop_no.to)
      sale:save()
      local now = Sale:get(1)
      print(now.shop_land, now.shop_no, now.book_id, next(sale:changes()))
      """,
      """
      true nil nil nil Shop(new)
      fr 2 b nil
      """)
  }

  @Test func `what is deleted, or in another database, is not waited for`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local gone, far = T { n = "gone" }, T { n = "far" }
      p.t = gone
      gone:save()
      gone:delete()
      print(pcall(p.save, p))
      p.t = far
      local other = open ":memory:"
      other:create_all()
      other:add(far)
      print(pcall(p.save, p))
      print(stored())
      """,
      """
      false t: this T was deleted: set another, or nil
      false t: this T belongs to another database (:memory:)
      red
      """)
  }

  @Test func `before_save sees the key that came`() throws {
    let script = try Script(
      schema: """
        T = entity "T" { n = text {} }
        H = entity "H" { n = text {}, t = belongs_to "T", before_save = function(h)
          print(h.t_id, h.t.n)
          if h.n == "bad" then error("bad", 0) end
        end }
        db:create_all()
        h = H:create { t = T { n = "one" } }
        """)
    try script.expect(
      """
      h.t, h.n = T { n = "two" }, "bad"
      print(pcall(h.save, h))
      print(h.t.n, h.t:is_new(), h.t_id, T:count())
      h.n = "good"
      h:save()
      return H:get(1).t.n
      """,
      """
      2 two
      false bad
      two true nil 1
      2 two
      two
      """)
  }

  @Test func `tables made elsewhere wait as others do`() throws {
    let script = try Script()
    try script.expect(
      """
      db:execute "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT)"
      db:execute "CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, ArtistId INTEGER NOT NULL REFERENCES Artist)"
      db:reflect()
      db:execute "INSERT INTO Artist VALUES (1, 'AC/DC')"
      db:execute "INSERT INTO Album VALUES (1, 1)"
      local album = Album:get(1)
      album.artist = Artist { Name = "Fresh" }
      print(album:validate(), album.ArtistId, album:changes().ArtistId.from)
      album:save()
      print(Album:get(1).artist.Name, Artist:count())
      """,
      """
      true nil 1
      Fresh 2
      """)
  }

  @Test func `a new object is part of the document of what is to belong to it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      p.t = T { n = "new" }
      return p:encode "json"
      """, #"{"id":1,"n":"p","v":1,"t":{"n":"new"}}"#)
  }

  // MARK: Whatever happens

  /// What is done with `p`, and what a plain model says of it: what it is to belong to, and what its row belongs to.
  private static let model = """

    for i = 1, 3 do T:create { n = "t" .. i } end
    P:create { n = "taken" }
    p = P:create { n = "mine" }
    local wanted, stored, pending, count, serial = nil, nil, nil, T:count(), 0
    local function fresh() serial = serial + 1 return T { n = "new" .. serial } end
    local function some() local all = T:fetch() return all[math.random(#all)] end
    local function want(name, object) wanted, pending = name, object end
    local function settle()
      if pending and pending:is_new() then count = count + 1 end
      pending = nil
    end
    local function undo(body) pcall(db.transaction, db, function() body() error "undo" end) end
    local steps = {
      new = function() local t = fresh() p.t = t want(t.n, t) end,
      saved = function() local t = some() p.t = t want(t.n) end,
      key = function() local t = some() p.t_id = t.id want(t.n) end,
      none = function() p.t = nil want() end,
      no_key = function() p.t_id = nil want() end,
      save = function() settle() p:save() stored = wanted end,
      save_more = function() settle() p.v = math.random(9) p:save() stored = wanted end,
      fail = function() p.n = "taken" assert(not pcall(p.save, p)) p.n = "mine" end,
      fail_in_list = function() assert(not pcall(db.add, db, p, P { n = "taken" })) end,
      reload = function() p:reload() want(stored) end,
      save_new = function() if pending and pending:is_new() then pending:save() count = count + 1 end end,
      read = function() local _ = p.t end,
      add = function() local t = some() t.ps:add(p) want(t.n) stored = t.n end,
      draft = function()
        local d, t = p:draft(), fresh()
        d.t = t
        d:save()
        want(t.n)
        stored, count = t.n, count + 1
      end,
      undo = function()
        if wanted == stored then undo(function() p.t = fresh() p:save() p.t = some() p:save() end) end
      end,
      undo_key = function() if wanted == stored then undo(function() p.t_id = some().id p:save() end) end end,
    }
    local names, taken = {}, {}
    for name in pairs(steps) do names[#names + 1] = name end
    table.sort(names)
    for i = 1, 40 do
      taken[i] = names[math.random(#names)]
      steps[taken[i]]()
      local row = P:get(p.id).t
      local found = table.concat({ tostring(p.t and p.t.n), tostring(row and row.n), T:count(),
        tostring(next(p:changes()) ~= nil) }, " ")
      local expected = table.concat({ tostring(wanted), tostring(stored), count, tostring(wanted ~= stored) }, " ")
      if found ~= expected then return table.concat(taken, " ") .. ": " .. found .. ", not " .. expected end
    end
    return "as expected"
    """

  @Test(arguments: 1...20) func `random steps lead to what a plain model says`(_ seed: Int) throws {
    let script = try Script(
      schema: """
        T = entity "T" { n = text { unique = true }, ps = has_many "P" }
        P = entity "P" { n = text { unique = true }, v = integer {}, t = belongs_to "T" }
        db:create_all()
        math.randomseed(\(seed))
        """)
    let result = try script.run(Self.model)
    #expect(result == "as expected", "seed \(seed)")
  }

  // MARK: Rollbacks

  @Test func `a rollback gives an object back to the one that it belonged to`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function undo(body) pcall(db.transaction, db, function() body() error "undo" end) end
      undo(function() p.t = T { n = "blue" } p:save() end)
      print(p.t.n, p.t:is_new(), changed(p), p:to_table().t_id)
      undo(function() p.t = T { n = "blue" } p:save() p.v = 2 p:save() p.t = T { n = "green" } p:save() end)
      print(p.t.n, changed(p))
      p.v = 3
      p:save()
      print(stored(), T:count())
      local new = P { n = "new", t = T { n = "blue" } }
      undo(function() new:save() end)
      print(new:is_new(), new.t_id, new.t.n, changed(new))
      new:save()
      print(P:get(new.id).t.n)
      """,
      """
      red false  1
      red\(" ")
      red 1
      true nil blue n: nil to new, t_id: nil to T(new)
      blue
      """)
  }

  @Test func `what was not saved waits for an object that is new again`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local q = P { n = "q" }
      pcall(db.transaction, db, function() blue = T:create { n = "blue" } q.t = blue error "undo" end)
      print(blue:is_new(), rawequal(q.t, blue), changed(q))
      T:create { n = "first" }
      q:save()
      print(P:get(q.id).t.n, blue.id, q.t_id)
      """,
      """
      true true n: nil to q, t_id: nil to T(new)
      blue 3 3
      """)
  }

  @Test func `a rollback takes new objects out of the relations that they were added to`() throws {
    let script = try Script(
      schema: Self.schema + """

        Card = entity "Card" { n = text {}, owner = belongs_to "P" }
        P = entity "P" { n = text {}, t = belongs_to "T", card = has_one "Card" }
        db:create_all()
        """)
    try script.expect(
      """
      local function undo(body) pcall(db.transaction, db, function() body() error "undo" end) end
      local lone, bound = P { n = "lone" }, P { n = "bound", t = T { n = "blue" } }
      undo(function() red.ps:add(lone, bound) end)
      print(lone:is_new(), lone.t, lone.t_id, bound.t.n, bound.t_id)
      db:add(lone, bound)
      print(P:get(lone.id).t, P:get(bound.id).t.n, red.ps:count())
      local card = Card { n = "c" }
      undo(function() bound.card = card bound:save() end)
      print(card:is_new(), card.owner, card.owner_id, bound.card)
      """,
      """
      true nil nil blue nil
      nil blue 1
      true nil nil nil
      """)
  }
}
