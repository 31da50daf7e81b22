import Testing

@Suite struct HostileDocumentTests {
  private static let tree = #"""
    Node = entity "Node" { abstract = true, value = integer { default = 0 }, next = embedded "Node",
      children = list_of "Node", named = map_of "Node", free = json {} }
    Tree = entity "Tree" { root = embedded "Node" }
    db:create_all()
    t = Tree:create { root = {} }
    """#

  @Test(arguments: [
    "local x = {} x.next = x t.root = x",
    "local x = {} x.children = { x } t.root = x",
    "local x = { children = {} } x.children[1] = { children = x.children } t.root = x",
    "local x = { named = {} } x.named.a = { named = x.named } t.root = x",
    "t.root.children = { {} } t.root.children[1] = t.root t:save()",
    "t.root.children = {} t.root.children[1] = t.root.children t:save()",
    "t.root.named = {} t.root.named.a = t.root t:changes()",
    "t.root.free = {} t.root.free.a = t.root.free t:save()",
  ])
  func `what contains itself is refused, and nothing is written`(code: String) throws {
    let script = try Script(schema: Self.tree)
    #expect(script.failure(code).hasSuffix("contains itself"), "\(script.failure(code))")
    try script.expect(
      "t:reload() return db:query('SELECT root FROM tree')[1].root, t.root.value", #"{"value":0} 0"#)
  }

  @Test func `the depth of documents has a limit, which is told`() throws {
    let script = try Script(schema: Self.tree)
    try script.expect(
      #"""
      local function chain(depth) local x = {} for i = 2, depth do x = { next = x } end return x end
      t.root = chain(100)
      t:save()
      local last, depth = Tree:get(1).root, 1
      while last.next do last, depth = last.next, depth + 1 end
      print(depth)
      local ok, e = pcall(function() t.root = chain(101) end)
      print(ok, e.message:match "is nested.*", #e.message < 300)
      -- Grown in place, one too deep.
      last = t.root
      while last.next do last = last.next end
      last.next = {}
      ok, e = pcall(t.save, t)
      return ok, e.message:match "is nested.*"
      """#,
      """
      100
      false is nested more than 100 deep true
      false is nested more than 100 deep
      """)
  }

  @Test func `a stored document that is too deep cannot be read, and is told`() throws {
    let script = try Script(schema: Self.tree)
    try script.expect(
      #"""
      db:execute("UPDATE tree SET root = ?", ('{"next":'):rep(150) .. "{}" .. ("}"):rep(150))
      local ok, e = pcall(function() return Tree:get(1).root end)
      print(ok, e.kind, e.message:match "is nested.*")
      db:execute("UPDATE tree SET root = ?", ('{"next":'):rep(100000))
      ok, e = pcall(function() return Tree:get(1).root end)
      return ok, e.kind, #e.message < 200
      """#, "false DecodeError is nested more than 100 deep\nfalse DecodeError true")
  }

  @Test func `json in the deepest document is read again`() throws {
    let script = try Script(schema: Self.tree)
    try script.expect(
      #"""
      local free = {} for i = 2, 200 do free = { free } end
      local x = { free = free } for i = 2, 100 do x = { next = x } end
      t.root = x
      t:save()
      local last = Tree:get(1).root
      while last.next do last = last.next end
      local depth, f = 1, last.free
      while f[1] do f, depth = f[1], depth + 1 end
      return depth
      """#, "200")
  }

  @Test func `a long list is taken, edited and read`() throws {
    let script = try Script(schema: Self.tree)
    try script.expect(
      #"""
      local list = {}
      for i = 1, 20000 do list[i] = { value = i } end
      t.root.children = list
      t:save()
      t.root.children[20001] = { value = -1 }
      t:save()
      local read = Tree:get(1).root.children
      return #read, read[20000].value, read[20001].value
      """#, "20001 20000 -1")
  }

  @Test func `functions of the script that disturb a document end in an error or a whole document`() throws {
    let script = try Script()
    try script.expect(
      #"""
      Part = entity "Part" { abstract = true, n = integer { validate = function(n, part) part.n = n + 1 victim.parts = nil return true end } }
      Whole = entity "Whole" { parts = list_of "Part" }
      db:create_all()
      victim = Whole:create { parts = {} }
      pcall(function() victim.parts = { { n = 1 }, { n = 2 } } end)
      pcall(victim.save, victim)
      local list = {}
      list[1] = setmetatable({}, { __index = function() error "no" end, __pairs = function() error "no" end })
      print(pcall(function() victim.parts = list end))
      local read = Whole:get(1)
      return read.parts == nil or type(read.parts) == "table"
      """#, "true\ntrue")
  }
}
