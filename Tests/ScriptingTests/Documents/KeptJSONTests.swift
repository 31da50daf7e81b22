import Testing

/// JSON that was edited keeps what Lua cannot tell apart, as it was stored.
@Suite struct KeptJSONTests {
  private func script(_ json: String) throws -> Script {
    let script = try Script(
      schema: "T = entity 'T' { j = json {} } db:create_all() T:create { j = { n = 1 } }", engine: .sqlite)
    try script.run("db:execute [==[UPDATE t SET j = '\(json)']==]")
    return script
  }

  @Test(arguments: [
    (#"{"a":{},"l":[],"n":1}"#, "x.j.n = 2", #"{"a":{},"l":[],"n":2}"#),
    (
      #"{"big":12345678901234567890,"n":1,"r":0.1234567890123456789}"#, "x.j.n = 2",
      #"{"big":12345678901234567890,"n":2,"r":0.1234567890123456789}"#
    ),
    (#"{"a":{"b":1}}"#, "x.j.a.b = nil", #"{"a":{}}"#),
    (#"{"a":[{},[],{"c":{}}]}"#, "x.j.a[3].d = 1", #"{"a":[{},[],{"c":{},"d":1}]}"#),
    (#"{"big":12345678901234567890}"#, "x.j.big = 1.5", #"{"big":1.5}"#),
    (#"{"a":{"b":1}}"#, "x.j.a = { 1 }", #"{"a":[1]}"#),
    (#"{"a":[1]}"#, "x.j.a[1] = nil", #"{"a":[]}"#),
  ])
  func `what was not edited stays as it stood`(json: String, edit: String, stored: String) throws {
    let script = try script(json)
    try script.expect(
      """
      local x = T:get(1)
      \(edit)
      x:save()
      print(db:query("SELECT j FROM t")[1].j)
      -- What was saved is what the next edit is compared with.
      x.j.again = 1
      x:save()
      x.j.again = nil
      print(next(x:changes()) ~= nil, x:save(), next(x:changes()))
      print(db:query("SELECT j FROM t")[1].j)
      """,
      "\(stored)\ntrue T(1) nil\n\(stored)")
  }

  @Test func `a document that was only read is not changed`() throws {
    let script = try script(#"{ "b": {}, "a": 12345678901234567890 }"#)
    try script.expect(
      """
      local x = T:get(1)
      local seen = x.j.b
      print(next(x:changes()))
      x:save()
      print(db:query("SELECT j FROM t")[1].j)
      """, "nil\n{ \"b\": {}, \"a\": 12345678901234567890 }")
  }
}
