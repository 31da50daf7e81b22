import TestSupport
import Testing

/// Documents are equal by what they say, in whatever order and with whatever escapes they are written.
@Suite struct EqualDocumentTests {
  @Test(arguments: TestEngine.present)
  func `documents with fields in any order are found by their values`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Home = entity "Home" { abstract = true, street = text {}, city = text {}, x = real {} }
        Shop = entity "Shop" { at = embedded "Home", all = list_of "Home", by = map_of "Home" }
        db:create_all()
        a, b = { street = "1", city = "2", x = 2.0 }, { street = "9" }
        Shop:create { at = a, all = { a, b }, by = { z = a, k = b } }
        Shop:create { at = b }
        """, engine: engine)
    try script.expect(
      """
      print(Shop:where { at = a }:count(), Shop:where { all = { a, b } }:count(), Shop:where { by = { z = a, k = b } }:count())
      print(Shop:where { at = is.one_of { a } }:count(), Shop:where { at = is.not_equal(a) }:count())
      print(Shop:where("at == v", { v = a }):count(), Shop:where { all = { b, a } }:count(), Shop:where { at = { street = "1" } }:count())
      """,
      """
      1 1 1
      1 1
      1 0 0
      """)
  }

  @Test(arguments: TestEngine.present)
  func `what other programs wrote is equal by its meaning`(engine: TestEngine) throws {
    let script = try Script(schema: "T = entity 'T' { j = json {} } db:create_all()", engine: engine)
    let texts = [
      #"{"b":1,"a":{"d":1,"c":[1]}}"#, #"{ "a" : {"c":[ 1.0 ],"d":1e0}, "b":1 }"#, "[ 1,2 ]", "[1,2.0]", #""\u00e9\/""#,
      #""é/""#,
      "1e2", "100", "1e-400", "0", " null ", "1e300", "1.0e+300", "{ }", "0.10", "0.1", "12345678901234567890",
      "12345678901234567891", "9223372036854775807", "9.223372036854775807e18",
    ]
    for text in texts { try script.run("db:execute('INSERT INTO t (j) VALUES (?)', [==[\(text)]==])") }
    try script.expect(
      """
      print(T:where { j = { a = { c = { 1 }, d = 1 }, b = 1 } }:count(), T:where { j = { 1, 2 } }:count(), T:where { j = "é/" }:count())
      print(T:where { j = 100 }:count(), T:where { j = 0.1 }:count(), T:where { j = 1e300 }:count())
      local counts = {}
      for _, g in ipairs(T:group_by "j":aggregate { n = "count" }:sorted_by "n":fetch()) do counts[#counts + 1] = g.n end
      print(table.concat(counts, " "))
      """,
      """
      2 2 2
      2 2 2
      1 1 1 1 2 2 2 2 2 2 2 2
      """)
  }
}
