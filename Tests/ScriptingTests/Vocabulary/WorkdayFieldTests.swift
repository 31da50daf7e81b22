import Testing

/// `is.workday` in a script.
@Suite struct WorkdayFieldTests {
  private static let schema = """
    Shift = entity "Shift" { name = text {}, day = date { validate = is.workday }, at = datetime {} }
    db:create_all()
    db:add {
      Shift { name = "a", day = "2024-02-29", at = "2024-03-01T23:59:59Z" },
      Shift { name = "b", day = "2024-03-01", at = "2024-03-02T00:00:00Z" },
      Shift { name = "c", at = "2024-03-03T12:00:00Z" }, Shift { name = "d", day = "2024-03-04" },
    }
    function names(list)
      local result = {}
      for i, shift in ipairs(list) do result[i] = shift.name end
      table.sort(result)
      return table.concat(result, " ")
    end
    """

  @Test func `a field is validated, by the table as well`() throws {
    let script = try Script(schema: Self.schema)
    #expect(
      script.failure("Shift:create { day = '2024-03-02' }")
        == "Shift: day: '2024-03-02' is not from Monday to Friday")
    try script.expect(
      "return Shift:first():validate('day', '2024-03-03'), Shift:first():validate('day', '2024-03-01')", "nil true")
    try script.expect("return (Shift:create_sql():find('strftime', 1, true)) ~= nil", "true")
    #expect(
      script.failure("db:execute \"INSERT INTO shift(day) VALUES ('2024-03-02')\"").contains("CHECK"))
    try script.expect("db:execute \"INSERT INTO shift(day) VALUES ('2024-03-05')\" return Shift:count()", "5")
  }

  @Test(arguments: [
    ("{ at = is.workday }", "a"), ("{ at = ~is.workday }", "b c"), (#""at:workday()""#, "a"),
    (#""not at:workday()""#, "b c"), ("{ day = is.workday & is.less '2024-03-01' }", "a"),
    ("{ day = is.workday }", "a b d"),
  ])
  func `requests and lists select the same rows, and none of NULL`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return names(Shift:where(\(condition)):fetch())", rows)
    try script.expect("return names(Shift:fetch():filter(\(condition)))", rows)
  }

  @Test func `text is no day`() throws {
    let failure = try Script(schema: Self.schema).failure("Shift:where { name = is.workday }")
    #expect(failure.contains("field 'name' is text: is.workday tests days and moments only"), "\(failure)")
  }
}
