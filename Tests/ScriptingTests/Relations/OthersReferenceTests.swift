import Testing

/// Relations of tables that other programs made, whose keys compare texts without case, or make numbers of them: rows
/// that lead to one object are together, however their references are written.
@Suite struct OthersReferenceTests {
  private let kids = """
    db:execute "CREATE TABLE k (name TEXT COLLATE NOCASE PRIMARY KEY)"
    db:execute "CREATE TABLE kid (id INTEGER PRIMARY KEY, k TEXT REFERENCES k(name))"
    db:execute "INSERT INTO k VALUES ('Ann'), ('Bob')"
    db:execute "INSERT INTO kid VALUES (1, 'ANN'), (2, 'ann'), (3, 'BOB'), (4, NULL)"
    db:execute "CREATE TABLE parent (id INTEGER PRIMARY KEY)"
    db:execute "CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id REFERENCES parent(id))"
    db:execute "INSERT INTO parent VALUES (1), (2)"
    db:execute "INSERT INTO child VALUES (1, 1), (2, '1'), (3, 2), (4, NULL)"
    db:reflect()
    function any(row) return string.format("%q", row.id) ~= "" end
    function sections(set)
      local result = {}
      for i, section in ipairs(set.sections) do result[i] = tostring(section.name) .. " " .. #section end
      return table.concat(result, ", ")
    end
    function groups(request, ...)
      local result = {}
      for i, group in ipairs(request:group_by(...):aggregate { n = "count" }) do
        result[i] = tostring(group[...]) .. " " .. group.n
      end
      return table.concat(result, ", ")
    end
    """

  @Test func `groups, sections and counts take references for one that lead to one object`() throws {
    try Script(schema: kids).expect(
      """
      print(Kid:aggregate { n = "count distinct k_" }.n, Kid:where(any):aggregate { n = "count distinct k_" }.n)
      print(groups(Kid, "k_"))
      print(groups(Kid:where(any), "k_"))
      print(groups(Kid, "k_.name"))
      print(Kid:group_by("k_"):count(), Kid:group_by("k"):count())
      print(sections(Kid:sectioned_by("k_"):results()))
      print(sections(Kid:sectioned_by("k"):results()))
      """,
      """
      2 2
      nil 1, ANN 2, BOB 1
      nil 1, ANN 2, BOB 1
      nil 1, Ann 2, Bob 1
      3 4
      nil 1, ANN 2, BOB 1
      nil 1, ANN 1, BOB 1, ann 1
      """)
  }

  @Test func `a reference that the key makes a number of is that number`() throws {
    try Script(schema: kids).expect(
      """
      print(Child:aggregate { n = "count distinct parent" }.n, Child:where(any):aggregate { n = "count distinct parent" }.n)
      print(groups(Child, "parent"))
      print(groups(Child:where(any), "parent"))
      print(groups(Child, "parent.id"))
      print(sections(Child:sectioned_by("parent"):results()))
      """,
      """
      2 2
      nil 1, 1 2, 2 1
      nil 1, 1 2, 2 1
      nil 1, 1 2, 2 1
      nil 1, 1 2, 2 1
      """)
  }
}
