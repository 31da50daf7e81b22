import Testing

@testable import Scripting

/// Functions that follow a key of several columns are said in SQL, as those that follow one are.
@Suite struct CompoundReferenceTests {
  private static let schema = """
    Country = entity "Country" {
      a = text { primary_key = true }, b = text { primary_key = true }, name = text {}, cities = has_many "City",
    }
    City = entity "City" {
      name = text {}, country = belongs_to "Country", streets = has_many "Street",
      indexes = { index { "country", "name", unique = true } },
    }
    Street = entity "Street" { name = text {}, city = belongs_to "City" }
    db:create_all()
    local x, y = Country:create { a = "1", b = "2", name = "X" }, Country:create { a = "1", b = "3" }
    local n = City:create { name = "N", country = x }
    City:create { name = "M", country = y } City:create { name = "O" }
    Street:create { name = "S", city = n }
    function both(rows)
      local function run(options) return table.concat(rows:sorted_by "name":fetch(options):map "name", " ") end
      local said, pushed = pcall(run)
      local ran, asked = pcall(run, { pushdown = false })
      if said ~= ran or said and pushed ~= asked then return pushed .. " pushed, " .. asked .. " row by row" end
      return tostring(rows:explain()):match "^%l+" .. ": " .. (said and pushed or "an error")
    end
    """

  @Test(arguments: [
    ("City", "r.country == nil", "pushed: O"),
    ("City", "r.country and r.country.name == 'X'", "pushed: N"),
    ("City", "r.country and r.country.name == nil", "pushed: M"),
    ("City", "r.country ~= nil and r.country.b > '2'", "pushed: M"),
    ("City", "r.country.name == 'X'", "prefilter: an error"),
    ("Street", "r.city and r.city.country and r.city.country.name == 'X'", "pushed: S"),
    ("Country", "r.cities:where(function(c) return c.country.name == 'X' end):exists()", "prefilter: X"),
  ])
  func `it selects what Lua does`(entity: String, condition: String, found: String) throws {
    try Script(schema: Self.schema).expect("return both(\(entity):where(function(r) return \(condition) end))", found)
  }

  @Test func `an upsert names its relation once`() throws {
    let failure = try Script(schema: Self.schema).failure(
      "db:add(City { name = 'N' }, { upsert = true, on = { 'name', 'id' } })")
    #expect(failure.hasSuffix("which 'name, id' is not ('country, name')"))
  }
}
