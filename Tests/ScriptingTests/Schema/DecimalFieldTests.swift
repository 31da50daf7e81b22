import Testing

/// `decimal { … }` and `decimal "…"`.
@Suite struct DecimalFieldTests {
  private let shop = """
    Item = entity "Item" {
      name = text {},
      price = decimal { scale = 2, default = "1.50", validate = is.at_least "0.10" },
      rate = decimal { scale = 4, fallback = 1 },
    }
    db:create_all()
    """

  @Test func `decimals reckon exactly`() throws {
    try Script().expect(
      """
      local a, b = decimal "0.10", decimal "0.2"
      print(a + b, a - b, a * b, a / b, -a, a + 1, 2 * a, a + "0.05", 1 - a)
      print(decimal "1" / 3, decimal "2" / 3, decimal "1.00" / 8, decimal(5), decimal "-0.05", decimal "-12.50")
      print(a < b, a <= b, a > 1, a == decimal "0.1", a:equals "0.100", a:equals(1), decimal "1":equals(1), a == "0.10")
      print(decimal "99999999999999999999.99" + decimal "0.01")
      local sum = decimal(0)
      for i = 1, 1000 do sum = sum + a end
      print(sum)
      """,
      """
      0.30 -0.10 0.020 0.50 -0.10 1.10 0.20 0.15 0.90
      0.33333333333333333333 0.66666666666666666667 0.125 5 -0.05 -12.50
      true true false true true false true false
      100000000000000000000.00
      100.00
      """)
  }

  @Test func `what is not exact is refused`() throws {
    let script = try Script(schema: shop)
    #expect(
      script.failure("return decimal '1' + 0.5")
        == "a decimal reckons with decimals, integers and decimal text, not the number 0.5:"
        + " write decimal \"0.5\" for what is exact")
    #expect(script.failure("return decimal '1' / 0") == "1 / 0: a decimal cannot be divided by zero")
    #expect(script.failure("return decimal(0.5)").hasPrefix("decimal takes decimal text, an integer, or a table"))
    #expect(script.failure("return decimal(('9'):rep(39))").hasPrefix("a decimal has at most 38 digits"))
    #expect(script.failure("return decimal('0.' .. ('1'):rep(31))").hasPrefix("a decimal has at most 38 digits"))
    for text in ["", ".", "1.", ".5", "1e3", "0x10", " 1", "1,5", "--1"] {
      #expect(script.failure("return decimal '\(text)'").hasPrefix("decimal takes decimal text"))
    }
    #expect(
      script.failure("local d = decimal '99999999999999999999' return d * d")
        == "99999999999999999999 * 99999999999999999999 has more digits than a decimal can")
    #expect(
      script.failure("Item { price = 1.5 }")
        == "Item: price: expected a decimal, such as decimal \"0.10\" or the text \"0.10\", not the number 1.5")
    #expect(
      script.failure("Item { price = '1.005' }")
        == "Item: price: expected a decimal of at most 2 digits behind the point (18 in all), not the text '1.005'")
    #expect(script.failure("Item { price = decimal '1.005' }").hasSuffix("not the decimal 1.005"))
    #expect(script.failure("Item:create { price = '0.05' }") == "Item: price: 0.05 is not at least 0.10")
  }

  @Test func `a field takes decimals, integers and text, and the database reckons with it`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      """
      db:add { Item { name = "a", price = "0.1" }, Item { name = "b", price = decimal "0.20" }, Item { name = "c", price = 10 }, Item { name = "d" } }
      print(Item:sum "price", Item:max "price", Item:min "price", Item:avg "price", Item:where { name = "z" }:sum "price")
      for p in Item:sorted_by("-price"):iterate() do print(p.name, p.price, p.rate, next(p:changes())) end
      print(Item:where { price = "0.10" }:count(), Item:where { price = decimal "0.2" }:first().name,
        Item:where { price = is.greater(1) }:count(), Item:where("price", "<", decimal "0.15"):count(),
        Item:where { price = { 10, "1.5" } }:count())
      local a = Item:get(1)
      a.price = a.price + "0.05"
      print(a.price, a:changes().price.from, a:changes().price.to)
      a.price = "0.10"
      print(next(a:changes()))
      a.price = a.price * 3
      a:save()
      print(a:reload().price, db:query("SELECT price FROM item WHERE id = 1")[1].price, Item:pluck("price")[1])
      a.price = nil
      print(a.price, pcall(a.save, a))
      """,
      """
      11.80 10.00 0.10 2.95 0.00
      c 10.00 1.0000 nil
      d 1.50 1.0000 nil
      b 0.20 1.0000 nil
      a 0.10 1.0000 nil
      1 b 2 1 2
      0.15 0.10 0.15
      nil
      0.30 30 0.30
      nil true Item(1)
      """)
  }
}
