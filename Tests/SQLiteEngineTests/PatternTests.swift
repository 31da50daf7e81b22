import Schema
import Testing

@Suite struct PatternTests {
  @Test func `patterns mean in SQL what they mean in Lua`() throws {
    let engine = try memory()
    func find(_ subject: Value, _ pattern: Value) throws -> Value? {
      try engine.value("SELECT lua_find(?1, ?2)", subject, pattern)
    }
    func match(_ subject: Value, _ pattern: Value) throws -> Value? {
      try engine.value("SELECT lua_match(?1, ?2)", subject, pattern)
    }
    #expect(try find(.text("zoo"), .text("%z")) == .integer(0))
    #expect(try find(.data(Array("ab\0".utf8)), .text("%z")) == .integer(3))
    #expect(try find(.data(Array("ab\0".utf8)), .text("%f[%z]")) == .integer(3))
    #expect(try find(.data(Array("ab".utf8)), .data(Array("b+".utf8))) == .integer(2))
    #expect(try find(.data([]), .data([])) == .integer(1))
    #expect(try find(.null, .text("a")) == .null)
    #expect(try match(.text("key = 5"), .text("(%w+)%s*=")) == .text("key"))
    #expect(try match(.text("key"), .text("()y")) == .integer(3))
    #expect(try match(.text("key"), .text("x")) == .null)
    #expect(
      try find(.text(String(repeating: "a", count: 300)), .text(String(repeating: "a", count: 300))) == .integer(1))
  }

  @Test(arguments: [
    ("(", "unfinished capture"), ("[", "malformed pattern (missing ']')"), ("%1", "invalid capture index %1"),
    ("(a)(", "unfinished capture"),
  ]) func `a pattern that Lua refuses is an error`(pattern: String, words: String) throws {
    let engine = try memory()
    for name in ["lua_match", "lua_find"] {
      let error = try #require(engine.error("SELECT \(name)('a', ?1)", .text(pattern)))
      #expect("\(error)".contains(words))
    }
  }
}
