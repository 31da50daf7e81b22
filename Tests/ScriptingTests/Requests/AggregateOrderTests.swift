import Testing

/// What is counted of all rows without groups: a plain table that stands in the order of the list that asked for it.
@Suite struct AggregateOrderTests {
  private let players = """
    Player = entity "Player" { name = text {}, age = integer {} }
    db:create_all()
    Player:create { name = "A", age = 20 }
    Player:create { name = "B", age = 22 }
    asked = Player:aggregate { { "total", "sum age" }, { "n", "count" }, { "best", "max age" } }
    """

  @Test func `a list of aggregates is the order of what comes, wherever it is shown or written`() throws {
    try Script(schema: players).expect(
      """
      print(encode(asked, "json"))
      print(encode({ asked }, "csv"))
      print(encode({ result = asked }, "json"))
      """,
      """
      {"total":42,"n":2,"best":22}
      total,n,best
      42,2,22

      {"result":{"total":42,"n":2,"best":22}}
      """)
  }

  @Test func `names stand by themselves, and what a script adds stands behind`() throws {
    try Script(schema: players).expect(
      """
      print(encode(Player:aggregate { total = "sum age", n = "count", best = "max age" }, "json"))
      asked.more = 1
      asked.extra = 2
      print(encode(asked, "json"))
      """,
      """
      {"best":22,"n":2,"total":42}
      {"total":42,"n":2,"best":22,"extra":2,"more":1}
      """)
  }
}
