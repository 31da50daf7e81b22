import Testing

/// Rows come in the order of their fields, whatever is shown of them: a database may call what is made of a column by the
/// name of that column, or of a function.
@Suite struct ShownOrderTests {
  private static let schema = """
    T = entity "T" { v = integer {}, name = text {}, lower = text {}, coalesce = integer {}, j = json {} }
    db:create_all()
    for i = 1, 12 do
      T:create { v = (i * 7) % 12, name = "N" .. i, lower = string.char(110 - i), coalesce = 100 - i }
    end
    function said(list)
      local parts = {}
      for i, value in ipairs(list) do
        parts[i] = type(value) == "table" and table.concat(value, "/") or tostring(value)
      end
      return table.concat(parts, " ")
    end
    """

  @Test(arguments: [
    ("T:limit(3):pluck(function(t) return tostring(t.id) end)", "1 2 3"),
    ("T:sorted_by('v'):limit(3):values('v', function(t) return t.v .. 'x' end)", "0/0x 1/1x 2/2x"),
    ("T:sorted_by('-v'):limit(3):values('v', function(t) return t.v .. 'x' end)", "11/11x 10/10x 9/9x"),
    ("T:annotate { s = function(t) return tostring(t.id) end }:limit(3):values('s', 'id')", "1/1 2/2 3/3"),
    ("T:annotate { s = 'id .. \"\"' }:limit(3):pluck 's'", "1 2 3"),
    ("T:sorted_by('lower'):limit(3):pluck 'lower(name)'", "n12 n11 n10"),
    ("T:sorted_by('coalesce'):limit(3):pluck 'coalesce(v, 0)'", "0 5 10"),
    ("T:distinct():sorted_by('-v'):limit(2):values('v', function(t) return t.v .. 'x' end)", "11/11x 10/10x"),
    ("T:distinct():sorted_by('v'):limit(2):values('v', 'v + 1')", "0/1 1/2"),
    ("T:annotate { s = 'v + 1' }:distinct():sorted_by('-s'):limit(2):pluck 's'", "12 11"),
    ("T:annotate { s = 'coalesce(j.n, v)' }:distinct():sorted_by('-s'):limit(2):pluck 's'", "11 10"),
  ])
  func `what is shown does not change which rows come first`(rows: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return said(\(rows))", expected)
  }
}

/// A group of no value comes first, as such rows do, and last in the other direction.
@Suite struct GroupKeyOrderTests {
  private static let schema = """
    B = entity "B" { name = text {} }
    T = entity "T" { v = integer {}, b = belongs_to "B" }
    db:create_all()
    T:create { v = 2, b = B:create { name = "b" } } T:create { v = 1 } T:create { } T:create { v = 2 }
    function keys(groups)
      local found = {}
      for _, g in ipairs(groups:fetch()) do found[#found + 1] = tostring(g.k) .. ":" .. g.n end
      return table.concat(found, " ")
    end
    """

  @Test(arguments: [
    ("group_by { k = 'v' }:aggregate { n = 'count' }:sorted_by 'k'", "nil:1 1:1 2:2"),
    ("group_by { k = 'v' }:aggregate { n = 'count' }:sorted_by '-k'", "2:2 1:1 nil:1"),
    ("group_by { k = 'v' }:aggregate { n = 'count' }:sorted_by 'k':limit(1)", "nil:1"),
    ("group_by { k = 'v + 1' }:aggregate { n = 'count' }:sorted_by 'k'", "nil:1 2:1 3:2"),
    ("group_by { k = 'b' }:aggregate { n = 'count' }:sorted_by('-k'):limit(1)", "1:1"),
    ("group_by { k = function(t) return t.v end }:aggregate { n = 'count' }:sorted_by 'k':limit(1)", "nil:1"),
    ("group_by { k = 'v' }:aggregate { n = 'count' }:sorted_by('-n', 'k'):limit(2)", "2:2 nil:1"),
  ])
  func `groups without a key stand where rows without a value do`(groups: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return keys(T:\(groups))", expected)
  }
}
