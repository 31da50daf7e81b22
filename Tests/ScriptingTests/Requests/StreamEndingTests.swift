import Testing

/// A loop over a stream that ends early leaves no statement behind: nobody could change the table otherwise.
@Suite struct StreamEndingTests {
  private static let sheep = """
    Sheep = entity "Sheep" { number = integer {} }
    db:create_all()
    local flock = {}
    for i = 1, 600 do flock[i] = Sheep { number = i } end
    db:add(flock)
    function seen(sheep) last = sheep.number return last == 300 end
    """

  @Test(arguments: [
    "for s in Sheep:iterate() do if seen(s) then break end end",
    "for s in Sheep:where { number = is.at_least(2) }:iterate() do if seen(s) then goto out end end ::out::",
    "(function() for s in Sheep:sorted_by('-number'):iterate() do if seen(s) then return end end end)()",
    "pcall(function() for s in Sheep:iterate() do if seen(s) then error('enough') end end end)",
    "pcall(function() Sheep:each(function(s) if seen(s) then error('enough') end end) end)",
    "for s in Sheep:where(function(s) return s.number % 3 == 0 end):iterate() do if seen(s) then break end end",
    "local w = coroutine.wrap(function() for s in Sheep:iterate() do if seen(s) then break end end end) w()",
  ]) func `the table can be dropped after it`(loop: String) throws {
    let script = try Script(schema: Self.sheep)
    try script.expect(loop + " db:execute 'DROP TABLE sheep' return last, #db:tables()", "300 0")
  }

  @Test func `while a stream is open the table stays`() throws {
    let script = try Script(schema: Self.sheep)
    #expect(script.failure("for s in Sheep:iterate() do db:execute 'DROP TABLE sheep' end").contains("locked"))
    try script.expect("db:execute 'DROP TABLE sheep' return #db:tables()", "0")
  }
}
