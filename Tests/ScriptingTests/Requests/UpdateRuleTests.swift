import Testing

/// `request:update` leaves rows as if each had been assigned and saved.
@Suite struct UpdateRuleTests {
  private static let ranges = """
    R = entity "R" {
      lo = integer {},
      hi = integer { validate = function(v, o) return v > (o.lo or 0), "must exceed lo" end },
    }
    db:create_all()
    r = R:create { lo = 10, hi = 20 }
    """

  @Test func `a test over two fields sees the new values of both`() throws {
    let script = try Script(schema: Self.ranges)
    try script.expect(
      """
      print(R:all():update { lo = 1, hi = 5 }, R:first().lo, R:first().hi)
      print(R:all():update { lo = 30, hi = 40 }, R:first().lo, R:first().hi)
      print(R:first().lo, pcall(function() R:all():update { lo = 50, hi = 45 } end))
      """,
      """
      1 1 5
      1 30 40
      30 false R: hi: 45 must exceed lo
      """)
  }

  @Test func `a change of one field is tested by the rule of another`() throws {
    let script = try Script(schema: Self.ranges)
    try script.expect(
      """
      print(R:first().lo, pcall(function() R:all():update { lo = 50 } end))
      r.lo = 50
      print(pcall(r.save, r))
      r.hi = 60
      r:save()
      print(R:first().lo, R:first().hi)
      """,
      """
      10 false R: hi: 20 must exceed lo
      false R: hi: 20 must exceed lo
      50 60
      """)
  }

  @Test func `what before_save sets is stored`() throws {
    let script = try Script(
      schema: """
        U = entity "U" {
          mail = text { validate = is.matching "^[a-z@.]*$" }, seen = integer { default = 0 },
          before_save = function(o) o.mail = o.mail:lower() o.seen = o.seen + 1 end,
        }
        db:create_all()
        U:create { mail = "a@x.de" }
        """)
    try script.expect(
      """
      print(U:all():update { seen = 5 }, U:first().seen)
      print(U:where(function(u) return #u.mail > 3 end):update { seen = 70 }, U:first().seen)
      """,
      """
      1 6
      1 71
      """)
  }

  @Test func `a field that is never stored cannot be updated, and the error says so`() throws {
    let script = try Script(schema: "P = entity \"P\" { t = text {}, tr = text { transient = true } } db:create_all()")
    #expect(
      script.failure("P:all():update { tr = 'x' }")
        .contains("update: field 'tr' of P is transient: it is never stored, so no row has it"))
  }
}
