import Testing

/// Objects that remember another parent than their row has, because another object of the row was changed.
@Suite struct StaleKeyTests {
  private static let schema = """
    Todo = entity "Todo" {
      name = text {}, tasks = has_many("Task", { ordered = true }), notes = has_many "Note", card = has_one "Card" }
    Task = entity "Task" { title = text { required = true }, list = belongs_to "Todo" }
    Note = entity "Note" { title = text { required = true }, list = belongs_to "Todo" }
    Card = entity "Card" { n = text {}, owner = belongs_to "Todo" }
    db:create_all()
    t, u = Todo:create { name = "t" }, Todo:create { name = "u" }
    function titles(request) return table.concat(request:pluck "title", " ") end
    """

  @Test func `adding writes the key, whatever the object remembers`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local n = Note:create { title = "n", list = t }
      t.notes:remove(t.notes:first())
      t.notes:add(n)
      print(titles(t.notes), n.list.name)
      u.notes:add(Note:get(n.id))
      t.notes:add(n)
      print(titles(t.notes), u.notes:count(), n.list.name)
      local a, b = Task:create { title = "a", list = t }, Task:create { title = "b", list = t }
      t.tasks:remove(t.tasks:first())
      t.tasks:add(a)
      print(titles(t.tasks))
      t.tasks:remove_at(2)
      t.tasks:insert(a, 1)
      print(titles(t.tasks), a.list.name)
      """,
      """
      n t
      n 0 t
      b a
      a b t
      """)
  }

  @Test func `removing writes the key, and the object shows whose it is`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local x = Task:create { title = "x" }
      t.tasks:add(Task:get(x.id))
      t.tasks:remove(x)
      print(t.tasks:count(), x.list, Task:get(x.id).list)
      local y = Task:create { title = "y", list = t }
      u.tasks:add(Task:get(y.id))
      t.tasks:remove(y)
      print(u.tasks:count(), y.list.name, next(y:changes()))
      """,
      """
      0 nil nil
      1 u nil
      """)
  }

  @Test func `what was assigned and not saved is kept where it is none of the relation's`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local y = Task:create { title = "y" }
      u.tasks:add(Task:get(y.id))
      y.list = t
      t.tasks:remove(y)
      print(y.list.name, Task:get(y.id).list.name)
      y:save()
      print(Task:get(y.id).list.name)
      """,
      """
      t u
      t
      """)
  }

  @Test func `a partner gets the key, whatever it remembers`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local c = Card:create { n = "c", owner = t }
      local other = Card:get(1)
      other.owner = nil
      other:save()
      t.card = c
      t:save()
      print(t.card, Todo:get(1).card, c.owner.name)
      """,
      "Card(1) Card(1) t")
  }

  @Test func `an object of which other fields were selected belongs, too`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Note:create { title = "n", list = u }
      local n = Note:select("title"):first()
      t.notes:add(n)
      print(titles(t.notes), u.notes:count(), n.list.name)
      """, "n 0 t")
  }

  @Test func `a change that fails leaves objects as they were`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local n = Note:create { title = "n", list = t }
      Note:get(n.id):assign { list = u }:save()
      print(pcall(db.transaction, db, function() t.notes:add(n) error "no" end))
      print(titles(u.notes), titles(t.notes))
      t.notes:add(n)
      print(titles(u.notes), titles(t.notes))
      """,
      """
      false schema.lua:3: no
      n 
       n
      """)
  }
}
