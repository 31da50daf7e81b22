import Testing

@testable import Scripting

/// What functions give as texts is not added up by its digits.
@Suite struct TextSumTests {
  private static let schema = """
    Note = entity "Note" { code = text {}, n = integer {} }
    db:create_all()
    Note:create { code = "12", n = 1 }
    Note:create { code = "x", n = 2 }
    Note:create { code = "a", n = 3 }
    texts = Note:annotate { z = function(o) return o.code end }
    mixed = Note:annotate { z = function(o) if o.n == 1 then return o.code end return o.n end }
    called = Note:annotate { z = function(o) return #tostring({}) > 0 and o.n == 1 and o.code or o.n end }
    numbers = Note:annotate { z = function(o) return o.n == 1 and o.n or 2.5 end }
    """

  private static let sum = "sum takes numbers: this function gives texts"
  private static let reckoning = "arithmetic takes numbers: 'z' gives a text. Let its function give tonumber(text)"

  @Test(
    arguments: ["texts", "mixed", "called"],
    [
      ("sum 'z'", sum), ("avg 'z'", "avg takes numbers: this function gives texts"),
      ("sum(function(o) return o.n == 1 and o.code or o.n end)", sum),
      ("sum 'z + 1'", reckoning), ("aggregate { s = 'sum z + 1' }", reckoning), ("values('n', 'z * 2')", reckoning),
      ("where 'z + 1 > 3':count()", reckoning), ("sorted_by '-(z - 1)':fetch()", reckoning),
    ])
  func `texts of a function are no numbers, in memory as in SQL`(request: String, question: (String, String)) throws {
    let script = try Script(schema: Self.schema)
    let error = try script.run(
      "local done, said = pcall(function() return \(request):\(question.0) end) return done and 'done' or tostring(said)"
    )
    #expect("\(error)".contains(question.1), "\(error)")
  }

  @Test(arguments: ["mixed", "called"], ["sum", "avg", "median"])
  func `nor are they to an aggregate of a group`(request: String, word: String) throws {
    let script = try Script(schema: Self.schema)
    let error = try script.run(
      "local done, said = pcall(function() return \(request):aggregate { s = '\(word) z' } end) return tostring(said)")
    #expect("\(error)".contains("\(word) takes numbers: this function gives texts"), "\(error)")
  }

  @Test(arguments: [
    ("numbers:sum 'z'", "6.0"), ("numbers:sum 'z + 1'", "9.0"), ("numbers:aggregate { s = 'median z' }.s", "2.5"),
    ("mixed:where { n = is.greater(1) }:sum 'z'", "5"), ("mixed:where { n = is.greater(1) }:sum 'z + 1'", "7"),
    ("mixed:max 'z'", "12"),
  ])
  func `numbers of a function are added up`(question: String, answer: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return tostring(\(question))", answer)
  }
}
