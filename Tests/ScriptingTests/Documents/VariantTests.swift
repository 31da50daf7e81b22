import Testing

@Suite struct VariantTests {
  @Test func `a variant holds one case with its value`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      for _, shape in ipairs { { circle = 1.5 }, { rect = Rect { width = 2 } }, { rect = { width = 3 } }, { none = true }, "none" } do
        Customer:create { name = "Zoe", shape = shape }
      end
      for c in Customer:sorted_by "id":iterate() do
        print(c.shape.circle, c.shape.rect, c.shape.none)
      end
      for _, row in ipairs(db:query "SELECT shape FROM customer ORDER BY id") do print(row.shape) end
      """#,
      #"""
      1.5 nil nil
      nil Rect {"width":2.0,"height":1.0} nil
      nil Rect {"width":3.0,"height":1.0} nil
      nil nil true
      nil nil true
      {"circle":1.5}
      {"rect":{"width":2.0,"height":1.0}}
      {"rect":{"width":3.0,"height":1.0}}
      {"none":true}
      {"none":true}
      """#)
  }

  @Test func `a change inside a variant is saved`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe", shape = { rect = { width = 2 } } }
      local c = Customer:get(1)
      c.shape.rect.height = 5
      print(c:changes().shape.from.rect.height)
      c:save()
      local d = Customer:get(1)
      print(d.shape.rect.height)
      d.shape.rect, d.shape.circle = nil, 2
      d:save()
      return Customer:get(1).shape.circle
      """#, "1.0\n5.0\n2.0")
  }

  @Test(arguments: [
    (#"{ circel = 1 }"#, "Customer: shape: there is no case 'circel' (circle, none, rect). Did you mean 'circle'?"),
    (#"{ circle = 1, none = true }"#, "Customer: shape: expected one of circle, none, rect, not several at once"),
    (#"{}"#, "Customer: shape: expected one of circle, none, rect, not an empty table"),
    (#""circle""#, "Customer: shape: the case 'circle' needs its value: { circle = … }"),
    (#""square""#, "Customer: shape: there is no case 'square' (circle, none, rect)."),
    (#"5"#, "Customer: shape: expected a table of one case, not the integer 5"),
    (#"{ circle = "x" }"#, "Customer: shape.circle: expected a number, not the text 'x'"),
    (#"{ circle = -1 }"#, "Customer: shape.circle: -1.0 is not greater than 0"),
    (
      #"{ rect = { heigth = 1 } }"#,
      "Customer: shape.rect.width: is required\nCustomer: shape.rect.heigth: there is no such field. Did you mean 'height'?"
    ),
    (#"{ none = false }"#, "Customer: shape.none: expected true, not the boolean false"),
    (#"{ circle = null }"#, "Customer: shape.circle: cannot be NULL"),
    (#"{ 1 }"#, "Customer: shape: a name is text, not the integer 1"),
  ])
  func `what is no case is refused`(value: String, words: String) throws {
    let script = try Script(schema: shop + #"c = Customer { name = "Zoe", shape = "none" }"#)
    #expect(script.failure("c.shape = \(value)") == words)
    try script.expect("return c.shape.none", "true")
    // The same in place is seen when it is saved.
    #expect(script.kindOfFailure("for k in pairs(c.shape) do c.shape[k] = 'x' end c:save()") == "ValidationError")
  }
}
