import Testing

@testable import Scripting

/// Functions that reckon with decimals, whose digits behind the point are known.
@Suite struct DecimalArithmeticTests {
  private static let schema = """
    Sale = entity "Sale" {
      price = decimal { scale = 2 }, rate = decimal { scale = 4 }, quantity = integer {}, weight = real {},
    }
    db:create_all()
    Sale:create { price = "7.50", rate = "0.1900", quantity = 2, weight = 1.5 }
    Sale:create { price = "-1.00", rate = "1.0000", quantity = -3, weight = 2.5 }
    Sale:create { price = "0.19", rate = "0.1900", quantity = 0, weight = 0.5 }
    Sale:create { price = "90000000000000000.00", rate = "90000000000000.0000", quantity = 9000000000000000000, weight = 1 }
    Sale:create { quantity = 1 }
    limit = decimal "10.5"
    local function ids(rows)
      local found = {}
      for _, row in ipairs(rows) do found[#found + 1] = row.id end
      return table.concat(found, " ")
    end
    -- The rows of a condition on those that have all values, and what explain() says in front.
    function found(f)
      local rows = Sale:where 'price ~= nil':where(f)
      local pushed, called = pcall(function() return ids(rows:fetch()) end)
      local asked, given = pcall(function() return ids(rows:fetch { pushdown = false }) end)
      if pushed ~= asked or tostring(called) ~= tostring(given) then return "differs: " .. tostring(called) .. " | " .. tostring(given) end
      local plan = tostring(rows:explain())
      return (plan:find "^closure" and "closure" or "said") .. ": " .. (pushed and called or "an error")
    end
    """

  @Test(arguments: [
    ("s.price * s.quantity > decimal '10'", "said: 1 4"),
    ("s.price * s.quantity == decimal '15.00'", "said: 1"),
    ("s.price * 2 == decimal '-2'", "said: 2"),
    ("2 * s.price > limit", "said: 1 4"),
    ("s.price + s.rate == decimal '7.69'", "said: 1"),
    ("s.price - s.rate < 0", "said: 2"),
    ("s.price == s.rate", "said: 3"),
    ("s.price > s.rate", "said: 1 4"),
    ("s.price * s.rate == decimal '1.425'", "said: 1"),
    ("s.price + 1 > s.quantity", "said: 1 2 3"),
    ("s.quantity < limit", "said: 1 2 3"),
    ("s.quantity >= decimal '1.99'", "said: 1 4"),
    ("-s.price > s.rate", "said: "),
    ("-s.price == decimal '1'", "said: 2"),
    ("s.price * limit > 0", "said: 1 3 4"),
    ("limit > decimal '10' and s.price > 0", "said: 1 3 4"),
    ("s.price * s.price > 0", "said: 1 2 3 4"),
    ("s.price / 2 == decimal '3.75'", "closure: 1"),
    ("s.price * s.weight > 0", "closure: an error"),
    ("s.price + '1' > 8", "closure: 1 4"),
  ])
  func `what is reckoned of decimals compares in SQL as in Lua`(condition: String, found: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return found(function(s) return \(condition) end)", found)
  }

  @Test(arguments: [
    ("sum(function(s) return s.quantity < 9 and s.price and s.price * s.quantity end)", "18.00"),
    ("max(function(s) return s.price and s.price < 9 and s.price + s.rate or nil end)", "7.6900"),
    ("min(function(s) return s.price and s.price * decimal '1.5' or nil end)", "-1.500"),
  ])
  func `what is made of such values has their digits`(question: String, answer: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return tostring(Sale:where { quantity = is.less(10) }:\(question))", answer)
  }

  @Test func `a decimal does not become what a text divides, but what a function does`() throws {
    let script = try Script(schema: Self.schema)
    #expect(
      script.failure("Sale:where 'id == 1':update { price = expr 'price / 4' }")
        == "price: '/' in a text gives a number, which is not exact. A function divides decimals:"
        + " update { price = function(row) return row.… / … end }")
    try script.expect(
      """
      Sale:where "id == 1":update { price = function(s) return s.price / 4 * 2 end, weight = expr "price / 4" }
      print(Sale:get(1).price, Sale:get(1).weight)
      """, "3.75 1.875")
  }
}
