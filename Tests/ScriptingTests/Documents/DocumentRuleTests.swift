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
}
