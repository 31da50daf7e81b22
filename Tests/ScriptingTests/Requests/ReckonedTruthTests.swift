import Testing

@testable import Scripting

/// What is no number is none to sums, means and medians, whoever gives it.
@Suite struct ReckonedTruthTests {
  private static let schema = """
    Home = entity "Home" { abstract = true, city = text {} }
    T = entity "T" { j = json {}, b = boolean {}, k = enum { { "male", 1 }, { "female", 2 } }, h = embedded "Home" }
    db:create_all()
    T:create { j = { a = true }, b = true, k = "male", h = { city = "5" } }
    T:create { j = { a = 2 }, b = false, k = "female", h = { city = "7" } }
    part = function(t) return t.j.a end
    """

  @Test(arguments: [
    ("sum", "2"), ("avg", "2.0"), ("min", "2"), ("max", "2"), ("median", "2.0"),
  ])
  func `a truth in JSON is no 1, whether a text or a function names it`(word: String, answer: String) throws {
    let script = try Script(schema: Self.schema)
    let called = word == "median" ? [] : ["T:\(word) 'j.a'", "T:\(word)(part)", "T:annotate { z = part }:\(word) 'z'"]
    let grouped = ["T:aggregate { v = '\(word) j.a' }.v", "T:annotate { z = part }:aggregate { v = '\(word) z' }.v"]
    for question in called + grouped { try script.expect("return tostring(\(question))", answer) }
  }

  @Test func `where there are truths alone, nothing is the least`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "local t = T:where 'id == 1' print(t:min 'j.a', t:max 'j.a', t:sum 'j.a', t:avg 'j.a')", "nil nil 0 nil")
  }

  @Test(arguments: [
    ("'k'", "field 'k' is enum"), ("function(t) return t.k end", "this function gives texts"),
    ("'b'", "'b' is true or false. Count with where, or write if(b, 1, 0)"),
    ("function(t) return t.b end", "this function gives truths"),
    ("function(t) return #tostring({}) > 0 and t.b end", "this function gives truths"),
    ("function(t) return t.id > 1 end", "this function gives truths"), ("'h.city'", "field 'h.city' is text"),
    ("function(t) return t.h.city end", "this function gives texts"),
  ])
  func `enums, truths and texts of documents are not added up`(value: String, words: String) throws {
    let script = try Script(schema: Self.schema)
    for word in ["sum", "avg"] {
      #expect(script.failure("return T:\(word)(\(value))").contains("\(word) takes numbers: \(words)"))
    }
    if value.hasPrefix("'k") || value.hasPrefix("'b") {
      #expect(
        script.failure("return T:aggregate { m = 'median ' .. \(value) }.m").contains("median takes numbers: \(words)"))
    } else if value.hasPrefix("function") {
      #expect(script.failure("return T:annotate { z = \(value) }:sum 'z'").contains("sum takes numbers: \(words)"))
    }
  }
}
