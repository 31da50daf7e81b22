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

  /// Lua 5.4.4 forgets to close the fourth value of a loop that `break` leaves while a closure holds its variable.
  @Test(arguments: [
    "for s in Sheep:iterate() do if seen(s) then keep = function() return s.number end break end end",
    "for s in Sheep:where {\n number = is.at_least(2)\n}\n:iterate() do if seen(s) then keep = function() return s.number end break end end",
    "local function all() return Sheep:iterate() end for s in all() do if seen(s) then keep = function() return s.number end break end end",
    "local function all() local i = Sheep:iterate() return i end for s in all() do if seen(s) then keep = function() return s.number end break end end",
    "for s in Sheep:iterate() do local f = function() return s.number end if seen(s) then keep = f goto out end end ::out::",
    "for s in Sheep:iterate() do for i = 1, 3 do local f = function() return s.number end if seen(s) then keep = f goto out end end end ::out::",
    "(function() for s in Sheep:iterate() do if seen(s) then keep = function() return s.number end return end end end)()",
  ]) func `a loop whose variable outlives it is left whole`(loop: String) throws {
    let script = try Script(schema: Self.sheep)
    try script.expect(
      loop + " print(keep(), math.max(keep(), 1)) db:execute 'DROP TABLE sheep' return last, #db:tables()",
      "300 300\n300 0")
  }
}
