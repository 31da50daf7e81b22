import Testing

/// Functions that compare two rows of a fetched list, told by the fields that they read.
@Suite struct LoadedComparatorTests {
  private static let schema =
    """
    Row = entity "Row" { name = text {}, team = text { required = true }, score = integer { required = true } }
    db:create_all()
    for i = 1, 60 do
      Row:create { name = ("abcdefg"):sub(i % 7 + 1, i % 7 + 1), team = i % 3 == 0 and "B" or "A", score = i * 37 % 11 }
    end
    function order(set)
      local ids = {}
      for i = 1, #set do ids[i] = set:at(i).id end
      return table.concat(ids, " ")
    end

    """

  static let comparators = [
    "function(a, b) return a.score < b.score end", "function(a, b) return a.score > b.score end",
    "function(a, b) if a.team ~= b.team then return a.team < b.team end return a.score > b.score end",
    "function(a, b) return a.name > b.name or a.name == b.name and a.team < b.team end",
  ]

  @Test(arguments: comparators)
  func `a list that is taken over is in the order of its comparator`(comparator: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local compare = \(comparator)
      local one, other = result_set { sort = compare }, result_set { sort = compare }
      one:load(Row:fetch())
      local rows = {}
      for i, row in ipairs(Row:fetch()) do rows[i] = row end
      other:load(rows)
      local same = order(one) == order(other)
      -- Single rows find their places among those that were loaded.
      for i = 1, 10 do
        local row = Row:get(i * 5)
        row.score = row.score + 3
        one:insert(row)
        other:insert(row)
        same = same and order(one) == order(other)
      end
      return same, #one
      """, "true 60")
  }

  @Test func `a comparator is called about rows that lack what it compares`() throws {
    let script = try Script(schema: Self.schema + "Row:create { team = 'C', score = 3 }\n")
    #expect(
      script.failure("result_set { sort = function(a, b) return a.name < b.name end }:load(Row:fetch())")
        .contains("attempt to compare"))
  }
}
