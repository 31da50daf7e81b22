import Testing

/// Keys that are NULL, as SQLite lets other programs have them.
@Suite struct NullKeyTests {
  @Test(arguments: [
    "CREATE TABLE t (k TEXT PRIMARY KEY, l TEXT, v)", "CREATE TABLE t (k PRIMARY KEY, l TEXT, v)",
    "CREATE TABLE t (k TEXT, l TEXT, v, PRIMARY KEY (k, l))", "CREATE TABLE t (k TEXT, l TEXT, v, PRIMARY KEY (l, k))",
    "CREATE TABLE t (rowid TEXT, k TEXT PRIMARY KEY, l TEXT, v)",
  ])
  func `rows whose key is NULL come in one order, by every way alike`(table: String) throws {
    try Script(
      schema: """
        db:execute "\(table)"
        db:execute "INSERT INTO t (k, l, v) VALUES (NULL, 'x', 1), ('b', 'y', 2), (NULL, 'x', 3), ('a', 'z', 2), (NULL, 'x', 2)"
        db:execute "CREATE INDEX i ON t (v)"
        db:reflect()
        function said(list) return table.concat(list:map "v", " ") end
        """
    ).expect(
      """
      local list = T:fetch()
      for _, order in ipairs { "k", "-k", "v", "-v", "l", "-l" } do
        local one, other = said(T:sorted_by(order):fetch()), said(list:sorted(order))
        if one ~= other then print(order, one, other) end
        local descends, name = order:sub(1, 1) == "-", order:gsub("-", "")
        local asked = T:sorted_by(function(a, b)
          if a[name] == nil or b[name] == nil then return (a[name] == nil and b[name] ~= nil) ~= descends and a[name] ~= b[name] end
          if descends then return a[name] > b[name] end
          return a[name] < b[name]
        end)
        if said(asked:fetch()) ~= one then print(order, one, said(asked:fetch()), "by a function") end
        if said(T:sorted_by(order):results():objects()) ~= one then print(order, "in a set") end
      end
      print(said(T:sorted_by "-k":fetch()), said(T:where "k == nil":sorted_by "-k":limit(2):fetch()))
      """, "2 2 1 3 2 1 3")
  }

  @Test func `keys that are never NULL need no more than themselves`() throws {
    try Script(schema: "P = entity 'P' { k = text { primary_key = true }, v = integer {} } db:create_all()").expect(
      "print((P:sorted_by '-k':sql():match 'ORDER BY.*'))", #"ORDER BY "k" DESC"#)
  }
}
