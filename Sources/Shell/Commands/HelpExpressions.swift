extension Help {
  /// What words mean inside of conditions and expressions that are text: many are called as words of Lua are.
  ///
  /// The chapter of expressions has them all; here they stand beside their namesakes.
  static let expressionGroups: [(title: String, topics: [Topic])] = [
    (
      "Of related rows, in text",
      [
        ofText("any", "whether there is such a row", #"Team:where("any(players, age > 20)"):pluck "name""#),
        ofText(
          "all", "whether it holds for every row, also without rows",
          #"Team:where("all(players, age > 20)"):pluck "name""#),
        ofText("none", "whether there is no such row", #"Team:where("none(players, score > 20)"):pluck "name""#),
        ofText("count", "how many rows there are", #"Team:where("count(players) > 1"):pluck "name""#),
        ofText("sum", "of their values; 0 of no rows", #"Team:values("name", "sum(players.score)")"#),
      ]
        + [("min", "the least"), ("max", "the greatest"), ("avg", "the mean")].map { name, words in
          ofText(name, words + " of their values; NULL of no rows", "Team:values(\"name\", \"\(name)(players.score)\")")
        }
    ),
    (
      "Aggregates, in text",
      [
        ofText(
          "count", "how many rows, or values that are not NULL",
          #"Player:aggregate { rows = "count", teams = "count distinct team" }"#),
        ofText("list", "all values, NULL too", #"Player:where("age < 22"):aggregate { names = "list name" }"#),
      ]
        + [
          ("sum", "the sum"), ("min", "the least"), ("max", "the greatest"), ("avg", "the mean"),
          ("median", "the middle one, or the mean of the middle two,"),
        ].map { name, words in
          ofText(name, words + " of the values that are not NULL", "Player:aggregate { result = \"\(name) age\" }")
        }
    ),
    (
      "Functions, in text",
      [
        ofText("length", "how many characters a text has", #"Player:where("length(name) > 5"):pluck "name""#),
        ofText("date", "the day of a moment", #"Player:limit(1):values("date('2024-02-29T12:30:05Z')")"#),
        ofText("weekday", "1 for Monday to 7", #"Player:limit(1):values("weekday('2024-02-29T12:30:05Z')")"#),
        ofText("lower", "a text in small letters, of ASCII", #"Player:limit(2):pluck "lower(name)""#),
        ofText("upper", "a text in capitals, of ASCII", #"Player:limit(2):pluck "upper(name)""#),
        ofText("abs", "a number without its sign", #"Player:limit(2):pluck "abs(age - 21)""#),
        ofText(
          "round", "halves away from zero, to so many digits; without them an integer",
          #"Player:limit(2):pluck "round(age / 7, 1)""#),
        ofText(
          "if", "one value where a condition holds, else another",
          #"Player:limit(2):pluck "if(age > 20, 'old', 'young')""#),
        ofText("coalesce", "the first value that is not NULL", #"Player:limit(2):pluck "coalesce(team.name, 'none')""#),
      ]
        + ["year", "month", "day", "hour", "minute", "second"].map { name in
          ofText(
            name, "the \(name) of a date or moment, as an integer: group_by \"\(name)(at)\"",
            "Player:limit(1):values(\"\(name)('2024-02-29T12:30:05Z')\")")
        }
    ),
  ]

  private static func ofText(_ name: String, _ summary: String, _ example: String) -> Topic {
    Topic(name: name, summary: summary, example: example, entries: example)
  }
}
