import Testing

/// Functions that compare the words of an enum are read, too, where these are stored as they are.
@Suite struct WordOrderTests {
  @Test func `a function that compares words is not called, unless a row has none of them`() throws {
    let script = try Script(
      schema: """
        Row = entity "Row" { word = enum { "zz", "aa", "mm" }, n = integer { required = true } }
        db:create_all()
        local words = { "mm", "zz", "aa" }
        db:transaction(function() for i = 1, 120 do Row:create { word = words[i % 3 + 1], n = i } end end)
        function order(a, b) return a.word < b.word end
        function sorted(list)
          local calls, t = 0, {}
          debug.sethook(function() if debug.getinfo(2, "f").func == order then calls = calls + 1 end end, "c")
          local result = list:sorted(order)
          debug.sethook()
          for _, place in ipairs { 1, 40, 41, 80, 81, 120 } do t[#t + 1] = result[place].word .. result[place].n end
          return calls > 0, table.concat(t, " ")
        end
        """)
    try script.expect("return sorted(Row:fetch())", "false aa2 aa119 mm3 mm120 zz1 zz118")
    try script.expect(
      TestEngine.withoutChecks("row") + " db:execute [[UPDATE row SET word = 'x' WHERE id = 7]]", "")
    #expect(script.failure("sorted(Row:fetch())").contains("the stored value 'x' is no enum"))
  }
}
