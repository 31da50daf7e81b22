import Testing

/// Moments and days in conditions, as everything that a field of them takes.
@Suite struct MomentConditionTests {
  /// Three rows, of a day each; `t` is the second of them in epoch seconds, `d` in a table.
  private static let schema = """
    E = entity "E" { at = datetime {}, day = date {}, n = integer {}, s = text {} }
    db:create_all()
    t = 1705320000
    for i = -1, 1 do E:create { at = t + i * 86400, day = t + i * 86400 } end
    d = os.date("*t", t)
    function ids(r) return table.concat(r:pluck "id", " ") end
    """

  @Test(arguments: [
    (#""at > t", { t = t }"#, "3"), (#""at > 1705320000""#, "3"), (#""at <= 1705320000.0""#, "1 2"),
    (#""1705320000 == at""#, "2"), (#""day > t", { t = t }"#, "3"), (#""day == 1705320000""#, "2"),
    (#""at:greater(t)", { t = t }"#, "3"), (#""at", ">", t"#, "3"), ("{ at = is.greater(t) }", "3"),
    ("{ at = d }", "2"), ("{ day = d }", "2"), ("{ at = { d, null } }", "2"), ("{ day = is.greater(d) }", "3"),
    ("{ at = is.between(d, d) }", "2"), ("{ day = is.one_of { d } }", "2"), (#""at", ">=", d"#, "2 3"),
    (#""day", "==", d"#, "2"), (#""at > d", { d = d }"#, "3"), (#""day <= x", { x = d }"#, "1 2"),
    (#""day:one_of(l)", { l = { d } }"#, "2"), (#""at:between(d, d)", { d = d }"#, "2"),
    (#""day:less(d)", { d = d }"#, "1"),
    // 11:20Z, and the same with another zone as the upper end: the texts are in another order than the moments.
    (#"{ at = is.between("2024-01-15T12:20:00+01:00", "2024-01-15T12:00:00Z") }"#, "2"),
    (#"{ at = is.not_between("2024-01-15T12:20:00+01:00", "2024-01-15T12:00:00Z") }"#, "1 3"),
  ])
  func `seconds and tables of a day and time are moments wherever a condition names them`(
    condition: String, rows: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return ids(E:where(\(condition)))", rows)
  }

  @Test func `a day is the day that the table says, whatever the time zone makes of its moment`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local late = { year = 2024, month = 1, day = 15, hour = 23, min = 59 }
      local early = { year = 2024, month = 1, day = 15, hour = 0 }
      return ids(E:where { day = late }), ids(E:where { day = is.equal(early) }), ids(E:where("day == d", { d = late }))
      """, "2 2 2")
  }

  @Test(arguments: [
    ("{ at = { year = 2024, month = 13, day = 1 } }", "where: at: there is no such day or time as this table says"),
    ("{ n = is.greater(d) }", "a day and time"), ("{ s = is.equal(d) }", "a day and time"),
    (#""n > d", { d = d }"#, "cannot be compared"), (#""at > 'x'""#, "a moment such as"),
    (#""at + 1 > 5""#, "'+' takes numbers"),
  ])
  func `what is no moment is refused`(condition: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure("E:where(\(condition))")
    #expect(failure.contains(message), "\(failure)")
  }
}
