import LuaRuntime
import TestSupport
import Testing

@Suite("Patterns are Lua's")
struct PatternTests {
  static let subjects = [
    "", "a", "ab", "aab", "hello world", "key = value, key2=value2", "(a(b)c)(d)", "THE (quick) fox", "  trim  ",
    "a.b.c", "%d", "[x]", "x^2$", "aXb-1.5e3", "a\\0b", "ááé", "aaaa", "abcabcabc", "]a]", "-a-z^",
  ]

  static let patterns = [
    "", "a", "a*", "a-", "a+", "a?", ".", ".*", ".-", "^a", "^", "$", "^$", "a$", "$a", "^^", "%a+", "%A+", "%d",
    "%w*%s",
    "(a)(b)", "()", "()a()", "(a*(.)%w(%s*))", "%((%a+)%)", "%b()", "%b", "%bx", "%bxx", "%f[%w]%w+", "%f[%W]", "%f",
    "%fa",
    "[a-c]+", "[^a-c]+", "[a-]", "[]a]", "[^]]", "[%a_][%w_]*", "[", "[^", "[]", "[a", "[%", "[a-%d]", "[%w-z]", "%",
    "a%",
    "(", ")", "(a", "a)", "((a)", "%1", "(a)%1", "(a*)%1", "()%1", "(%1)", "%2", "%0", "(%w+)%s*=%s*(%w+)", "%z", "%Z",
    "%g+",
    "%p", "%x+", "%c", "%l%u", "%U", "*", "*a", "+a", "?", "-", "a**", "a.-b", ".-$", "^.-b", "%.", "%%", "%[", "\\0",
    "[%z]",
    "%s+$", "^%s+", "([^,]*)", "(.)(.)(.)", "a?b?c?d?", "(a?)(b?)", "[a-b-c]", "[--a]", "[%]]", "[%-x]", "a|b", "aab",
    "b$c",
  ]

  @Test(arguments: subjects)
  func `A table of patterns gives the same results and errors`(subject: String) throws {
    let comparison = try Comparison()
    for pattern in Self.patterns {
      let script = outcomes + "return every('\(subject)', '\(pattern)')"
      #expect(comparison.ours(script) == comparison.stock.text(of: script), "\(subject) by \(pattern)")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `Random patterns give the same results and errors`(seed: UInt64) throws {
    let comparison = try Comparison()
    let pieces = [
      "a", "b", "%a", "%d", ".", "[ab]", "[^a]", "(", ")", "()", "*", "+", "-", "?", "%b()", "%f[a]", "%1", "^", "$",
      "%",
    ]
    var dice = Dice(seed: seed)
    for _ in 0..<400 {
      let pattern = (0..<dice.roll(7)).map { _ in dice.pick(pieces) }.joined()
      let subject = (0..<dice.roll(9)).map { _ in dice.pick(["a", "b", "1", "(", ")", " "]) }.joined()
      let script = outcomes + "return every('\(subject)', '\(pattern)')"
      #expect(comparison.ours(script) == comparison.stock.text(of: script), "seed \(seed): \(subject) by \(pattern)")
    }
  }

  @Test
  func `Every class and every set holds the same characters`() throws {
    let comparison = try Comparison()
    let script =
      outcomes + #"""
        local all, lines = {}, {}
        for i = 0, 255 do all[#all + 1] = string.char(i) end
        all = table.concat(all)
        for i = 0, 255 do
          lines[#lines + 1] = try(string.gsub, all, '%' .. string.char(i), '')
          lines[#lines + 1] = try(string.gsub, all, '[%' .. string.char(i) .. 'x-z]', '')
          lines[#lines + 1] = try(string.gsub, all, '[^%' .. string.char(i) .. ']', '')
        end
        return table.concat(lines)
        """#
    #expect(comparison.ours(script) == comparison.stock.text(of: script))
  }

  @Test(
    "Limits are where Lua has them",
    arguments: [
      "return try(string.find, ('a'):rep(500), ('a?'):rep(199))",
      "return try(string.find, ('a'):rep(500), ('a?'):rep(200))",
      "return try(string.find, 'b', ('a?'):rep(1000))", "return try(string.find, 'b', ('a-'):rep(1000))",
      "return try(string.match, ('a'):rep(50), ('(a)'):rep(32))",
      "return try(string.match, ('a'):rep(50), ('(a)'):rep(33))",
      "return try(string.match, ('a'):rep(250), ('()'):rep(30) .. ('a*'):rep(170))",
      "return try(string.match, ('a'):rep(250), ('()'):rep(30) .. ('a*'):rep(169))",
      "return try(string.gsub, 'abc', '%w', '%9')", "return try(string.gsub, 'abc', '%w', '%a')",
      "return try(string.gsub, 'abc', '%w', '%')", "return try(string.gsub, 'abc', '()', '%1')",
      "return try(string.gsub, 'abc', 'b', function() return {} end)", "return try(string.gsub, 'abc', 'b', 7)",
      "return try(string.gsub, 'abc', 'b', '%1', -1)", "return try(string.gsub, 'abc', '(b', '')",
      "return try(string.find, 'abc', 'b', math.mininteger)", "return try(string.find, 'abc', 'b', math.maxinteger)",
      "return try(string.find, 'abc', '', 4)", "return try(string.find, 'abc', '', 5)",
      "return try(string.find, '', '')",
      "return try(string.find, 'a\\0b\\0c', '\\0c')", "return try(string.find, 'a\\0b', '%z')",
      "return try(string.find, 'a\\0+b', '\\0+')",
      "return try(string.find, 'a\\0\\0b', '[\\0]+')", "return try(string.rep, 'ab', 3, ',')",
      "return try(string.rep, '', 10)",
      "return try(string.rep, 'x', -1)", "return try(string.rep, '', 3, '-')", "return try(all, 'abc', '', 4)",
      "return try(all, 'abc', '', 9)", "return try(all, 'abc', '^a')", "return try(all, 'abab', 'ab', -2)",
      "return try(string.find, 12321, 2)", "return try(string.gsub, 12321, 2, 3)", "return try(string.find, nil, 2)",
      "return try(string.gmatch, 'a')", "return try(string.gsub, 'abc', 'b')",
      "return try(string.match, 'abc', 'b', 'x')",
    ])
  func limits(script: String) throws {
    let comparison = try Comparison()
    #expect(comparison.ours(outcomes + script) == comparison.stock.text(of: outcomes + script))
  }
}
