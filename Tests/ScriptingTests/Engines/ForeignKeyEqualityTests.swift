import TestSupport
import Testing

/// Keys of a server that are equal to references which read otherwise: relations lead where the server says.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignKeyEqualityTests {
  private func check(_ name: String, _ made: [String], type: String) throws {
    let script = try Script.ofOthers(
      name,
      made + [
        "CREATE TABLE team (name \(type) PRIMARY KEY)",
        "CREATE TABLE member (id serial PRIMARY KEY, nick text, team_name \(type) REFERENCES team(name))",
        "INSERT INTO team VALUES ('Red'), ('BLUE')",
        "INSERT INTO member (nick, team_name) VALUES ('a', 'red'), ('b', 'RED'), ('c', 'Red'), ('d', 'blue'), ('n', NULL)",
      ])
    try script.expect(
      """
      local red, blue = Team:get "Red", Team:get "BLUE"
      print(red.member:count(), #red.member:fetch(), #blue.member:fetch(), red.member:where { nick = "b" }:exists())
      for _, t in ipairs(Team:with("member"):sorted_by("-name"):fetch()) do print(t.name, #t.member:fetch()) end
      for _, request in ipairs { Member:with("team_name_"), Member:all() } do
        local names = {}
        for place, m in ipairs(request:where("nick < 'n'"):sorted_by("nick"):fetch()) do names[place] = m.team_name_.name end
        print(table.concat(names, " "))
      end
      print(Member:where { team_name_ = red }:count(), Member:where { team_name_ = { red, blue } }:count())
      print(Member:where { team_name_ = is.one_of { red, blue } }:count(), Member:where { team_name_ = is.equal(red) }:count(),
        Member:where { team_name_ = is.none_of { red } }:count(), Member:where { team_name_ = is.not_equal(blue) }:count(),
        Member:where { team_name_ = is.one_of { "Red" } }:count())
      print(Team:where { member = Member:get(1) }:count(), Team:where { ["member.nick"] = "d" }:pluck("name")[1])
      print(Team:where(function(t) return #t.member > 2 end):count())
      red.member:add(Member { nick = "e" })
      red.member:remove(Member:get(1))
      print(red.member:count(), Member:get(1).team_name)
      """,
      """
      3 3 1 true
      Red 3
      BLUE 1
      Red Red Red BLUE
      Red Red Red BLUE
      3 4
      4 3 1 3 3
      1 BLUE
      1
      3 nil
      """)
  }

  @Test func `of texts in an order that joins them`() throws {
    try check(
      "joined_keys", ["CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"],
      type: "text COLLATE ci")
  }

  @Test func `of a type that joins texts`() throws {
    let names = "SELECT count(*) AS n FROM pg_available_extensions WHERE name = 'citext'"
    // It is part of a package of its own.
    guard try Script(engine: .postgresql).run("return db:query(\"\(names)\")[1].n") == "1" else { return }
    try check("joined_citext", ["CREATE EXTENSION citext"], type: "citext")
  }
}
