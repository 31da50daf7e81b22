import Testing

/// What a set answers where there is nothing, or several.
@Suite struct SetReadingTests {
  @Test func `a section that is not there has no rows to find, not none among them`() throws {
    try Script(schema: "").expect(
      """
      local m = result_set { unique = "id" }
      m:load { { id = 1 }, { id = 2 } }
      local function all() return true end
      print(m:find(all, 9), m:find(all, 0), #m:find(all, 1), #m:find(all))
      """, "nil nil 2 2")
  }

  @Test func `a section whose name reads as none stands in quotes`() throws {
    try Script(schema: "").expect(
      """
      local m = result_set { unique = "id", section = "t" }
      m:load { { id = 1 }, { id = 2, t = "" }, { id = 3, t = "A" }, { id = 4, t = "nil" } }
      print(m.sections)
      print(m.sections[1], m.sections[2], m.sections[3], m.sections[4])
      m:clear()
      print(m.sections)
      for id = 1, 12 do m:insert { id = id, t = id } end
      print(m.sections)
      """,
      """
      list of 4 sections: nil, '', A, 'nil'
      section nil (1 row) section '' (1 row) section A (1 row) section 'nil' (1 row)
      list of 0 sections
      list of 12 sections: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …
      """)
  }

  @Test func `a title that is nil is empty, so that titles have no holes`() throws {
    try Script(schema: "").expect(
      """
      local m = result_set { unique = "id", section = "t", title = function(name) return name end }
      m:load { { id = 1 }, { id = 2, t = "a" } }
      print(#m:titles(), "<" .. m:titles()[1] .. ">", m:titles()[2], m:section_for_title("").name)
      """, "2 <> a nil")
  }

  @Test func `an order has as many keys as that of a request`() throws {
    try Script(schema: "").expect(
      """
      local m = result_set { unique = "id" }
      m:load { { id = 1, n = 1 }, { id = 2, n = 2 }, { id = 3, n = 2 } }
      m:resort("-n", "-id")
      print(m:at(1).id, m:at(2).id, m:at(3).id)
      m:resort { "n", "-id" }
      print(m:at(1).id, m:at(2).id, m:at(3).id)
      """, "3 2 1\n1 3 2")
  }
}
