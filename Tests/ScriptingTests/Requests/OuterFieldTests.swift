import Testing

/// Predicates that compare fields of related rows with fields of the row that they belong to.
@Suite struct OuterFieldTests {
  private static let schema =
    relatedGames + """

      function found(text, parameters)
        local request = Player:where(text, parameters):sorted_by "id"
        local listed = Player:sorted_by("id"):fetch():filter(text, parameters)
        if names(request:fetch()) ~= names(listed) then return "differs in memory" end
        return names(request:fetch())
      end
      """

  @Test(arguments: [
    ("games.score * 4 == age", "Ann"), ("age == games.score * 4", "Ann"), ("games.score < age - 20", "Bob"),
    ("not (games.score < age - 20)", "Ann Cid"), ("games.won and games.score < age - 20", "Bob"),
    ("games.rounds.x + 18 == age + games.score - 6", "Ann"), ("games.rounds.x > games.score - 4", "Ann Bob"),
    ("games.rounds.x == games.score or name == 'Cid'", "Cid"), ("tags.name < name", ""),
    ("tags.name > name", "Ann Bob"),
    ("reports.age > age", "Ann"), ("pass.number < age", "Ann"), ("reports.boss.age == age", "Ann"),
    ("any(games, score * 4 == player.age)", "Ann"), ("games.score * 4 == age + more", "Ann"),
  ])
  func `rows of a relation compare with their own row`(text: String, result: String) throws {
    try Script(schema: Self.schema).expect("return found([[\(text)]], { more = 0 })", result)
  }

  @Test func `a relation is led to by another row than the one that is asked`() throws {
    let failure = try Script(schema: Self.schema).failure("Player:where 'team.players.age > age'")
    #expect(failure.contains("'age' is no field of the rows that 'team.players' leads to"))
  }
}
