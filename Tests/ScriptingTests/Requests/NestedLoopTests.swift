import Testing

@testable import Scripting

/// Loops over relations within loops, and functions of rows within functions: as deep as the database takes them they are
/// said in SQL, and select what they do row by row.
@Suite struct NestedLoopTests {
  private static let schema = """
    P = entity "P" { name = text { required = true }, tags = many_to_many "Tag", boss = belongs_to "P", reports = has_many("P", { inverse = "boss" }) }
    Tag = entity "Tag" { name = text { required = true }, players = many_to_many "P" }
    db:create_all()
    local ann, bob, cid = P:create { name = "Ann" }, P:create { name = "Bob" }, P:create { name = "Cid" }
    local red, blue = Tag:create { name = "red" }, Tag:create { name = "blue" }
    ann.tags:add(red) bob.tags:add(red, blue) bob.boss = ann bob:save() cid.boss = bob cid:save()
    local function names(rows) return table.concat(rows:map "name", " ") end
    function both(f)
      local rows = P:where(f):sorted_by "id"
      local pushed, asked = names(rows:fetch()), names(rows:fetch { pushdown = false })
      if pushed ~= asked then return pushed .. " pushed, " .. asked .. " row by row" end
      return tostring(rows:explain()):match "^%l+" .. ": " .. pushed
    end
    """

  @Test(arguments: [
    ("_, t in ipairs(p.tags:fetch())", "_, q in ipairs(t.players:fetch())", "q.name == 'Bob'", "pushed: Ann Bob"),
    ("t in p.tags:iterate()", "q in t.players:iterate()", "q.name > p.name", "pushed: Ann"),
    ("t in p.tags:iterate()", "q in t.players:iterate()", "q ~= p and t.name == 'red'", "pushed: Ann Bob"),
    ("t in p.tags:where { name = 'blue' }:iterate()", "q in t.players:iterate()", "q == p", "pushed: Bob"),
    ("q in p.reports:iterate()", "t in q.tags:iterate()", "t.name == 'blue'", "pushed: Ann"),
  ])
  func `loops over two relations are one question`(outer: String, inner: String, question: String, found: String) throws
  {
    let script = try Script(schema: Self.schema)
    let body = "for \(outer) do for \(inner) do if \(question) then return true end end end"
    try script.expect("return both(function(p) \(body) end)", found)
  }

  /// How deep a parser goes is the database's own limit: what is counted must not be less than it is.
  @Test(arguments: [
    ("row.reports", ":exists()"), ("row.reports", ":count() > 0"), ("row.tags", ":exists()"),
    ("row.reports", ":sum(function(q) return 1.5 end) > 0"),
  ]) func `any depth is answered, and beyond what the database takes row by row`(rows: String, question: String) throws
  {
    let script = try Script(schema: Self.schema)
    let other = rows == "row.tags" ? "row.players" : rows
    var condition = "row.name ~= 'x'"
    var kinds: [String] = []
    for depth in 1...4 {
      let relation = depth % 2 == 1 ? other : rows
      condition = "\(relation):where(function(row) return \(condition) end)\(question)"
      guard depth % 2 == 0 || rows == other else { continue }
      let answer = try script.run("return both(function(row) return \(condition) end)")
      #expect(!answer.contains("row by row"), "\(condition)")
      kinds.append(String(answer.prefix { $0 != ":" }))
    }
    #expect(kinds.first == "pushed")
  }
}
