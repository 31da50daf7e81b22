import CLimits
import CLua
import CPatterns
import TestSupport
import Testing

/// The matcher without an interpreter finds what Lua's own `string.find` finds.
@Suite struct MatcherTests {
  @Test(arguments: [
    ("", ""), ("abc", "b"), ("abc", "^b"), ("a\0b", "%z"), ("a\0b", "[^%z]+$"), ("aZ", "%Z"),
    ("key = 5", "(%w+)%s*=%s*(%d)"),
    ("f(a(b)c)", "%b()"), ("THE fox", "%f[%a]%a+%f[%A]"), ("abab", "(ab)%1"), ("aab", "a-b"), ("x", "[]x]"),
    ("x]", "[^]]]"),
    ("x", "["), ("x", "%"), ("x", "(x"), ("x", "x*)"), ("x", "%b"), ("x", "%f"), ("x", "%1"), ("x", "[%"),
    ("xx", "(x)%2"),
    ("aaa", "a?a?a?"), ("", "$"), ("a$", "$"), ("a", "$a"), ("ab", ".-b$"), ("ab", "()b"),
  ]) func `a table of patterns`(subject: String, pattern: String) throws {
    let stock = try #require(StockMatcher())
    #expect(Matcher.find(subject, pattern) == stock.find(subject, pattern))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `random patterns`(seed: UInt64) throws {
    let stock = try #require(StockMatcher())
    let pieces = [
      "a", "b", "%a", "%d", "%z", ".", "[ab]", "[^a]", "[%z1]", "(", ")", "()", "*", "+", "-", "?", "%b()", "%f[a]",
      "%1",
      "^", "$", "%", "\0",
    ]
    var dice = Dice(seed: seed)
    for _ in 0..<2_000 {
      let pattern = (0..<dice.roll(8)).map { _ in dice.pick(pieces) }.joined()
      let subject = (0..<dice.roll(10)).map { _ in dice.pick(["a", "b", "1", "(", ")", " ", "\0"]) }.joined()
      // Lua looks for these as plain text, and not as a pattern.
      if !pattern.contains(where: "^$*+?.([%-".contains) { continue }
      #expect(Matcher.find(subject, pattern) == stock.find(subject, pattern), "seed \(seed): \(subject) by \(pattern)")
    }
  }

  @Test func `a pattern that backtracks for hours stops when it is told to`() {
    let subject = String(repeating: "a", count: 3000)
    var limits = climits()
    limits.stop = Int32(CLIMITS_INTERRUPTED)
    #expect(Matcher.find(subject, "a*a*a*b", limits: limits) == "interrupted")
    #expect(Matcher.find(subject, "a*a*a*b", limits: climits(), asks: true) == "interrupted")
    #expect(Matcher.find("ab", "a*b", limits: climits(), asks: true) == "1 2")
  }
}

/// The matcher alone.
private enum Matcher {
  /// Where the first match is, or the words of the error.
  static func find(_ subject: String, _ pattern: String, limits: climits = climits(), asks: Bool = false) -> String {
    let subject = Array(subject.utf8CString), pattern = Array(pattern.utf8CString)
    var limits = limits
    return subject.withUnsafeBufferPointer { subject in
      pattern.withUnsafeBufferPointer { pattern in
        guard let text = subject.baseAddress, let sought = pattern.baseAddress else { return "" }
        return withUnsafePointer(to: &limits) { limits in
          var matcher = cpatterns_matcher()
          cpatterns_begin(&matcher, text, subject.count - 1, sought, pattern.count - 1, limits)
          if asks { matcher.must_stop = { _ in true } }
          var end: UnsafePointer<CChar>?
          let start = cpatterns_find(&matcher, text, sought, &end)
          if matcher.error != CPATTERNS_FINE { return words(of: &matcher) }
          guard let start, let end else { return "none" }
          // The matcher leaves it to its callers to ask for captures; Lua's function always does.
          if matcher.hasOpenCapture { return "unfinished capture" }
          return "\(start - text + 1) \(end - text)"
        }
      }
    }
  }

  private static func words(of matcher: inout cpatterns_matcher) -> String {
    var buffer = [CChar](repeating: 0, count: Int(CPATTERNS_WORDS))
    cpatterns_describe(&matcher, &buffer)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension cpatterns_matcher {
  fileprivate var hasOpenCapture: Bool {
    withUnsafeBytes(of: captures) { bytes in
      bytes.bindMemory(to: cpatterns_capture.self).prefix(Int(count)).contains { $0.length == Int(CPATTERNS_OPEN) }
    }
  }
}

/// `string.find` of the library.
private final class StockMatcher {
  private let pointer: OpaquePointer

  init?() {
    guard let pointer = luaL_newstate() else { return nil }
    self.pointer = pointer
    luaL_openlibs(pointer)
  }

  deinit { lua_close(pointer) }

  func find(_ subject: String, _ pattern: String) -> String {
    defer { lua_settop(pointer, 0) }
    lua_getglobal(pointer, "string")
    lua_getfield(pointer, -1, "find")
    for var text in [subject, pattern] {
      text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { lua_pushlstring(pointer, $0.baseAddress, $0.count) }
      }
    }
    // Lua makes captures only after the whole match; the matcher is not asked for them.
    let status = lua_pcallk(pointer, 2, 2, 0, 0, nil)
    if status != LUA_OK { return String(cString: lua_tolstring(pointer, -1, nil)) }
    if lua_isinteger(pointer, -1) == 0 { return "none" }
    return "\(lua_tointegerx(pointer, -2, nil)) \(lua_tointegerx(pointer, -1, nil))"
  }
}
