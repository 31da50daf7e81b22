import TestSupport
import Testing

/// Two fields of different precision compare as times.
@Suite struct MomentDigitTests {
  private let schema = """
    D = entity "D" { a = datetime {}, b = datetime { precision = 3 } }
    db:create_all()
    D:create { a = "2024-01-01T00:00:00Z", b = "2024-01-01T00:00:00.000Z" }
    D:create { a = "2024-01-01T00:00:01Z", b = "2024-01-01T00:00:00.500Z" }
    D:create { a = "2024-01-01T00:00:02Z", b = "2024-01-01T00:00:02.500Z" }
    D:create { b = "2024-01-01T00:00:02.500Z" }
    function ids(list) local r = {} for i, d in ipairs(list) do r[i] = d.id end return table.concat(r, " ") end
    """

  @Test func `every comparison of fields does, in requests and in lists`() throws {
    let script = try Script(schema: schema)
    for (condition, found) in [
      ("a == b", "1"), ("b == a", "1"), ("a ~= b", "2 3"), ("a < b", "3"), ("a <= b", "1 3"), ("b < a", "2"),
      ("b >= a", "1 3"),
      ("not (a > b)", "1 3"), ("coalesce(a, b) == b", "1 4"),
    ] {
      try script.expect("return ids(D:where('\(condition)'):sorted_by('id'):fetch())", found)
      try script.expect("return ids(D:sorted_by('id'):fetch():filter('\(condition)'))", found)
    }
  }

  @Test func `moments that another program stored with more digits are compared as times, too`() throws {
    let script = try Script(schema: schema)
    try script.run(
      """
      D:all():delete()
      for i, v in ipairs {
        { "02:03.4567Z", "02:03.45678Z" }, { "02:03Z", "02:03.0004Z" }, { "02:03.5Z", "02:03.500Z" },
        { "02:03.1Z", "02:03.0999999Z" },
      } do
        db:execute("INSERT INTO d (id, a, b) VALUES (?, ?, ?)", i, "2024-05-05T01:" .. v[1], "2024-05-05T01:" .. v[2])
      end
      """)
    for (condition, found) in [
      ("a < b", "1 2"), ("b > a", "1 2"), ("a == b", "3"), ("a > b", "4"), ("a <= b", "1 2 3"),
    ] {
      try script.expect("return ids(D:where('\(condition)'):sorted_by('id'):fetch())", found)
      try script.expect("return ids(D:sorted_by('id'):fetch():filter('\(condition)'))", found)
    }
  }

  @Test func `so do rules, in memory and in the table`() throws {
    let script = try Script(
      schema: "R = entity 'R' { a = datetime {}, b = datetime { precision = 3 }, check = 'a <= b' } db:create_all()")
    try script.run("R:create { a = '2024-01-01T00:00:00Z', b = '2024-01-01T00:00:00.000Z' }")
    #expect(
      script.failure("R:create { a = '2024-01-01T00:00:01Z', b = '2024-01-01T00:00:00.999Z' }").contains(
        "a <= b does not hold"))
    #expect(
      !script.failure("db:execute \"INSERT INTO r (a, b) VALUES ('2024-01-01T00:00:01Z', '2024-01-01T00:00:00.999Z')\"")
        .hasPrefix("no error"))
    try script.run("db:execute \"INSERT INTO r (a, b) VALUES ('2024-01-01T00:00:01Z', '2024-01-01T00:00:01.000Z')\"")
  }

  @Test func `rows of a request are found by the time, whichever has more digits`() throws {
    let script = try Script(schema: schema)
    for list in ["D:where(CONDITION):sorted_by('id'):fetch()", "D:sorted_by('id'):fetch():filter(CONDITION)"] {
      for (condition, found) in [
        ("{ a = D:select 'b' }", "1"), ("{ b = D:select 'a' }", "1"), ("{ a = is.one_of(D:select 'b') }", "1"),
        ("{ a = is.none_of(D:where('b ~= nil'):select 'b') }", "2 3"),
        ("{ b = is.none_of(D:where('a ~= nil'):select 'a') }", "2 3 4"),
      ] {
        try script.expect("return ids(\(list.replacing("CONDITION", with: condition)))", found)
      }
    }
  }

  @Test func `explain warns of a constant with other digits`() throws {
    let script = try Script(schema: schema)
    let plan = try script.run(
      "return tostring(D:where(function(d) return d.b == '2024-01-01T00:00:00Z' end):explain())")
    #expect(
      plan.contains(
        "warning: 'b' has 3 digits of a second, and a function compares texts: write '2024-01-01T00:00:00.000Z' for"
          + " '2024-01-01T00:00:00Z'"), "\(plan)")
    #expect(
      try !script.run("return tostring(D:where(function(d) return d.a == '2024-01-01T00:00:00Z' end):explain())")
        .contains("warning"))
  }
}
