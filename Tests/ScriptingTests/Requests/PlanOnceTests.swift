import Scripting
import Testing

/// The plan of a request is made once, and what it asks the database is asked once.
@Suite struct PlanOnceTests {
  private static let schema =
    """
    Row = entity "Row" { k = integer { indexed = true }, m = integer { required = true } }
    db:create_all()
    db:transaction(function() for i = 1, 40 do Row:create { k = i % 20 ~= 0 and i or nil, m = i % 10 } end end)
    asked = {}
    function listen() asked = {} db.echo = function(sql) asked[#asked + 1] = sql end end

    """

  private static let requests = [
    "Row:where(function(r) return r.k > 3 end)", "Row:where(function(r) return r.k * r.m > 3 end)",
    "Row:where(function(r) return r.m > 3 end):sorted_by(function(r) return r.k end)",
    "Row:where(function(r) return r.k and r.k > 3 end):sorted_by(function(a, b) return a.k < b.k end)",
    "Row:where(function(r) return r.k > 3 or r.m > 100 end):strict()", "Row:where 'k > 3'", "Row:all()",
  ]

  @Test(arguments: requests)
  func `a request that is shown and counted asks each question once`(request: String) throws {
    let script = try Script(schema: Self.schema + "db:execute 'UPDATE row SET k = 50 WHERE k IS NULL'\n")
    let session = script.session
    let value = try #require(try session.lua.load("return \(request)", name: "=shown.lua").call().first)
    _ = try script.run("listen()")
    guard case .rows(let rows) = try session.enter({ try session.shown(value, limit: 5) }) else {
      Issue.record("it shows no rows")
      return
    }
    #expect(rows.buffer.count == 5)
    let total = try session.enter { try rows.count() }
    let asked = try script.run("db.echo = nil return table.concat(asked, '\\n')").split(separator: "\n")
    #expect(total > 5)
    #expect(asked.count >= 2 && Set(asked).count == asked.count, "\(asked)")
  }

  @Test(arguments: requests)
  func `explain asks each question once`(request: String) throws {
    let script = try Script(schema: Self.schema)
    let asked = try script.run(
      "listen() local plan = tostring(\(request.replacing(":strict()", with: "")):explain()) db.echo = nil"
        + " return table.concat(asked, '\\n')"
    ).split(separator: "\n")
    #expect(Set(asked).count == asked.count, "\(asked)")
  }
}
