import Testing

@Suite struct ExplainTests {
  @Test func `a plan prints the statement and what the database does`() throws {
    let script = try Script(schema: fivePlayers)
    let plan = try script.run(#"return Player:where { team = red }:sorted_by("score"):explain()"#)
    let lines = plan.split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"SELECT "id", "name", "age""#) == true && lines.first?.hasSuffix("  -- 1") == true)
    #expect(lines.dropFirst().first == "├─ SEARCH player USING INDEX player_team_id_idx (team_id=?)", "\(plan)")
    #expect(lines.last == "└─ USE TEMP B-TREE FOR ORDER BY", "\(plan)")
  }

  @Test func `what is done beside the statement is said`() throws {
    let script = try Script(schema: fivePlayers)
    let plan = try script.run(
      #"return Player:where "age > 3":where(function(p) return next { p } end):limit(2):with("team"):explain()"#)
    #expect(
      plan.hasPrefix(
        """
        closure: schema.lua:1: it makes a table of what the row holds: keep values in local variables, and write a condition as a function
        limit and offset count the rows that are left
        then one query for each of: team
        SELECT
        """), "\(plan)")
    #expect(plan.contains(#"WHERE "age" > ?1 ORDER BY "id"  -- 3"#) && plan.hasSuffix("└─ SCAN player"), "\(plan)")
  }

  @Test func `a plan is a tree, groups have one, and nothing runs`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local count = 0
      db.echo = function() count = count + 1 end
      local plan = Player:group_by("team"):aggregate { n = "count" }:having "n > 1":explain()
      db.echo = nil
      return count, plan.tree:match "^[^\\n]*", plan.tree:find("│  ", 1, true) ~= nil, plan.sql:sub(1, 10)
      """, "0 ├─ CO-ROUTINE groups true SELECT \"te")
    #expect(
      script.failure("return Player:all():explain().sqll").contains("a plan has no member 'sqll'. Did you mean 'sql'?"))
  }

  @Test func `a strict request can be looked at`() throws {
    let script = try Script(schema: fivePlayers)
    let strict = "Player:where(function(p) print(p) return true end):strict()"
    #expect(try script.run("return tostring(\(strict))").hasPrefix("request: SELECT"))
    #expect(!script.failure("\(strict):fetch()").hasPrefix("no error"))
  }
}
