import TestSupport
import Testing

/// Rules over several fields hold inside documents, as they do in rows.
@Suite struct DocumentRuleTests {
  private static let schema = """
    Span = entity "Span" { abstract = true, from = integer {}, to = integer {}, check = { "from < to", "to < 100" } }
    Event = entity "Event" {
      name = text {}, span = embedded "Span", spans = list_of "Span", named = map_of "Span",
      either = variant { span = "Span", none = true },
    }
    db:create_all()

    """

  @Test(arguments: [
    ("span = { from = 5, to = 1 }", "Event: span: from < to does not hold"),
    ("spans = { { from = 1, to = 2 }, { from = 5, to = 1 } }", "Event: spans[2]: from < to does not hold"),
    ("named = { a = { from = 5, to = 1 } }", "Event: named.a: from < to does not hold"),
    ("either = { span = { from = 1, to = 200 } }", "Event: either.span: to < 100 does not hold"),
  ])
  func `a document that breaks a rule is not saved`(member: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("Event:create { \(member) }") == message)
    try script.expect("return Event:count()", "0")
    #expect(script.failure("local e = Event { \(member) } local ok, errors = e:validate() error(errors)") == message)
  }

  @Test func `what was edited in place is looked at when it is saved, and NULL breaks no rule`() throws {
    let script = try Script(schema: Self.schema)
    #expect(
      script.failure("local e = Event:create { span = { from = 1, to = 2 } } e.span.to = 0 e:save()")
        == "Event: span: from < to does not hold")
    try script.expect(
      """
      local e = Event:create { span = { from = 1 }, spans = { {}, { from = 1, to = 2 } } }
      e.span.to = 3
      e:save()
      return Event:get(e.id).span.to, Event:count()
      """, "3 2")
  }

  @Test func `what is set once in a document stays`() throws {
    let script = try Script(
      schema: """
        Place = entity "Place" { abstract = true, code = text { readonly = true }, name = text {}, n = real { readonly = true } }
        Q = entity "Q" { place = embedded "Place", named = map_of "Place", list = list_of "Place" }
        db:create_all()
        q = Q:create { place = { name = "a" }, named = { b = { code = "x" } }, list = { { code = "l" } } }
        """)
    try script.expect(
      """
      q.place.code = "first"
      q.place.code = "second"
      q.place.n = 3
      q:save()
      q.place.name = "c"
      q.list[1].code = "other"
      q:save()
      return Q:get(1).place.code, Q:get(1).list[1].code
      """, "second other")
    #expect(
      script.failure("local q = Q:get(1) q.place.code = 'z' q:save()") == "Q: place.code: is readonly, and was set")
    #expect(
      script.failure("local q = Q:get(1) q.named = { b = { code = 'z' } } q:save()")
        == "Q: named.b.code: is readonly, and was set")
    try script.expect("local q = Q:get(1) q.place = nil q:save() return Q:get(1).place", "nil")
  }
}
