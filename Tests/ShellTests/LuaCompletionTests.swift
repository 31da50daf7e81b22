import TestSupport
import Testing

@testable import Model
@testable import Shell

/// What Tab proposes, at the end of a text.
@Suite struct LuaCompletionTests {
  private func candidates(_ text: String, _ prompt: Prompt) -> [String] {
    let completion = PromptCompleter(prompt.runner).completions(of: text, cursor: text.utf8.count)
    return Set(completion.candidates).sorted()
  }

  @Test(arguments: [
    ("Playe", ["Player"]), ("pri", ["print"]), ("x = Playe", ["Player"]), ("string.form", ["format"]),
    ("local number = 1; numb", ["number"]), ("whil", ["while"]), ("Player:where", ["where", "where_not"]),
    ("Player:all():or_", ["or_where"]), ("Player:upd", ["all():update"]), ("Player:dele", ["all():delete"]),
    ("Player:all():upd", ["update"]), ("Player:where { age = 20 }:upd", ["update"]), ("Player:nope", []),
    ("Player:where { name = 'x' }:or_where { age = 1 }:dele", ["delete"]), ("Player.sc", ["scopes", "score"]),
    ("Player.tea", ["team"]),
    ("Player:where { na", ["name"]), ("Player:where({ na", ["name"]), ("Player:where { name = 'x', sc", ["score"]),
    ("Player:where { name = is.pre", ["prefix", "present"]), ("Player:where { age = 20 }:sorted", ["sorted_by"]),
    ("Player:where \"na", ["name"]), ("Player:where('age >= 20 and team.na", ["name"]),
    ("Player:where \"name:pre", ["prefix", "present"]), ("Player:where('age', 'betw", ["between"]),
    ("Player:sorted_by(\"-sc", ["score"]), ("Player:sorted_by('name', 'ag", ["age"]),
    ("Player:sorted_by(asc('ag", ["age"]), ("Player:where{}:pluck 'na", ["name"]), ("Player:with('te", ["team"]),
    ("Player { na", ["name"]), ("Player:create { na", ["name"]), ("Player({ sc", ["score"]),
    ("Player:first():sav", ["save"]), ("Player:get(1).team.na", ["name"]), ("Player:fetch()[1]:sav", ["save"]),
    ("red.players:or_", ["or_where"]), ("red.players:where { sc", ["score"]), ("p:titl", ["title"]),
    ("p.team.players:where{}:first().na", ["name"]), ("p:assign { na", ["name"]), ("local q q:sav", ["save"]),
    ("db:create_", ["create_all", "create_sql"]), ("is.at_", ["at_least", "at_most"]), ("moon.enti", ["entity"]),
    ("entity 'X' { inde", ["indexes"]), ("Y = entity \"Y\" { a = text { requ", ["required"]),
    ("t = belongs_to \"Te", ["Team"]), ("t = belongs_to \"Team\" { on_d", ["on_delete"]), ("('x'):upp", ["upper"]),
    ("s = [[x]] Playe", ["Player"]), ("-- Playe", []), ("--[[ Playe", []), ("x = 3.Playe", []),
    ("Player:where { name = 'Playe", []), ("io.stdout:setv", ["setvbuf"]), ("playe", ["Player"]),
    ("rs:section_f", ["section_for_title"]), ("Player:where{}:results():section_f", ["section_for_title"]),
    ("Player:results().sec", ["sections"]), ("Player:results():at(1, 1):sav", ["save"]),
    ("Player:results():objects():flat", ["flat_map"]), ("Player:where{}:or_", ["or_where"]),
    ("Player:where { [\"team.na", ["name"]), ("Player:where { age = 20, ['te", ["team"]),
    ("Player:import('x.csv', { ups", ["upsert"]), ("result_set { uni", ["unique"]),
    ("Player:sorted_by(asc('name', { nul", ["nulls"]), ("db:migrate { reh", ["rehearse"]),
    ("settings.mo", ["mode"]), ("Player:sample(5, { se", ["seed"]), ("Player:sample(5, { sc", ["score"]),
    ("db:transaction(f, { ", ["retry"]), ("indexes = { index { 'name', un", ["unique"]),
    ("generate(\"sw", ["swift", "swiftdata"]),
    ("encode(1, \"csv", ["csv"]), ("Player:all():encode \"jso", ["json", "jsonl"]),
    ("Player:aggregate { n = \"cou", ["count"]), ("Player:aggregate { n = \"sum sco", ["score"]),
    ("Team:annotate { n = \"count pla", ["players"]), ("Team:annotate { n = \"cou", ["count"]),
    ("Player:annotate { n = \"sco", ["score"]), ("Player:annotate { n = \"team.na", ["name"]),
    ("Player:fetch():filter { sc", ["score"]), ("Player:get_or_create({ na", ["name"]),
    ("db:query(\"SELECT * FROM pla", ["player"]), ("Player:swa", []), ("Player:where{}:lin", []),
    ("red.players:swa", ["swap"]), ("p.team.players:lin", ["links"]), ("Player:get(1):disc", []),
    ("p:disc", ["discard"]), ("Player:first():draft():disc", ["discard"]), ("Player:get(1):ancest", []),
    ("Player:all():update { ['na", ["name"]), ("t[p['Playe", []), ("x = { ['Playe", []),
  ])
  func `names follow from the text`(text: String, names: [String]) throws {
    #expect(candidates(text, try Prompt(Prompt.sample)) == names)
  }

  @Test(arguments: [
    ("Player:where(function(q) return q.sc", ["score"]), ("Player:where(function(q) return q.team.na", ["name"]),
    ("for q in Player:iterate() do print(q.ag", ["age"]),
    ("for _, q in ipairs(red.players:fetch()) do q:sav", ["save"]),
    ("local q = Player:first() q.sc", ["score"]), ("Player:sorted_by(function(a, b) return b.ag", ["age"]),
    ("Player:wre", ["where", "where_not"]), ("Player:srtdby", ["sorted_by"]), ("SELE", ["SELECT"]),
    ("SELECT * FROM team WHERE sc", []), ("SELECT * FROM player WHERE sc", ["score"]),
    ("SELECT * FROM team, pla", ["player"]), ("SELECT sc", ["score"]), ("SELECT x.na", []),
    ("SELECT x.sc FROM player AS x", ["score"]),
    ("SELECT * FROM player p JOIN team AS t ON t.na", ["name"]),
  ])
  func `parameters aliases and left out letters are known`(text: String, names: [String]) throws {
    let prompt = try Prompt(Prompt.sample)
    let cursor = text.firstRange(of: " FROM player AS")?.lowerBound ?? text.endIndex
    let completion = PromptCompleter(prompt.runner).completions(of: text, cursor: text[..<cursor].utf8.count)
    #expect(Set(completion.candidates).sorted() == names)
  }

  @Test func `types stand beside fields`() throws {
    let prompt = try Prompt(Prompt.sample)
    let completion = PromptCompleter(prompt.runner).completions(of: "p.", cursor: 2)
    #expect(completion.details["score"] == "integer" && completion.details["team"] == "belongs_to Team")
    guard case .list(let names) = completion.step(typed: "", isRepeated: true) else { return #expect(Bool(false)) }
    #expect(names.contains("score: integer"))
  }

  @Test(arguments: [
    (".mod", ["mode"]), (".mode js", ["json", "jsonl"]), (".schema Pl", ["Player"]),
    (".explain Player:or_", ["or_where"]),
    (".chart Player:all() sco", ["score"]), (".chart Player:or_", ["or_where"]), (".help or_", ["or_where"]),
    (".pager o", ["off", "on"]), (".check Te", ["Team"]), ("  .mod", ["mode"]), (".nope x", []),
  ])
  func `commands and their arguments`(text: String, names: [String]) throws {
    #expect(candidates(text, try Prompt(Prompt.sample)) == names)
  }

  @Test(arguments: [
    ("SELECT sco", ["score"]), ("SELECT player.na", ["name"]), ("SELECT * FROM tea", ["team"]),
    ("SELECT 'na", []), ("SELECT * FROM player WHE", ["WHEN", "WHERE"]), ("SELECT * FROM player whe", []),
    ("SELECT * FROM \"Tr", []), ("select * from player where sc", ["score"]), ("SELECT * FROM tr", ["\"track list\""]),
  ])
  func `tables and columns of statements`(text: String, names: [String]) throws {
    let prompt = try Prompt(Prompt.sample + "\ndb:execute 'CREATE TABLE \"track list\" (a)'")
    #expect(candidates(text, prompt) == names)
  }

  @Test func `nothing runs and no metamethod is called`() throws {
    let prompt = try Prompt(
      """
      called = 0
      local function call() called = called + 1 error "called" end
      evil = setmetatable({ own = 1 }, { __index = call, __pairs = call, __call = call, __tostring = call, __len = call })
      setmetatable(_G, { __index = call })
      """)
    for text in ["evil.", "evil:", "evil.x.y", "evil()", "evil 'x", "evil { a", "evil.own.", "nothing.a", "evil.ow"] {
      _ = candidates(text, prompt)
    }
    #expect(candidates("evil.ow", prompt) == ["own"])
    #expect(prompt.session.lua.global("called") == .integer(0))
  }

  @Test func `a name behind the cursor stays and one in earlier lines is fixed`() throws {
    let prompt = try Prompt(Prompt.sample)
    let completer = PromptCompleter(prompt.runner)
    #expect(
      completer.completions(of: "Player:whe { }", cursor: 10)
        == Completion(replacementStart: 7, candidates: ["where", "where_not"]))
    #expect(completer.completions(of: "Player:where {\n  na", cursor: 19).candidates == ["name"])
    #expect(completer.completions(of: "Player:where {\n", cursor: 15).candidates == ["  "])
  }

  @Test func `files are named in strings and after commands`() throws {
    try withDirectory { directory in
      write([1], to: "\(directory)/data.csv")
      write([1], to: "\(directory)/.hidden")
      let prompt = try Prompt(Prompt.sample)
      #expect(candidates("open '\(directory)/da", prompt) == ["data.csv"])
      #expect(candidates(".read \(directory)/", prompt) == ["data.csv"])
      write([], to: "\(directory)/my file.lua")
      #expect(candidates(".read \(directory)/my", prompt) == ["\"\(directory)/my file.lua\""])
      #expect(candidates(".read '\(directory)/my f", prompt) == ["'\(directory)/my file.lua'"])
      #expect(candidates(".output \(directory)/.h", prompt) == [".hidden"])
    }
  }

  @Test(arguments: 0..<20) func `any text is completed without harm`(round: Int) throws {
    let prompt = try Prompt(Prompt.sample)
    let completer = PromptCompleter(prompt.runner)
    let pieces = [
      "Player", ":", ".", "where", "{", "}", "(", ")", "[", "]", "'", "\"", "[[", "]]", "--", "\n", " ", "é", "=", ",",
      "..", "\\", "SELECT", "1", "local", "\u{0}", "fetch", "日本", "--[[", "sorted_by",
    ]
    var dice = Dice(seed: UInt64(round))
    for _ in 0..<200 {
      let text = (0..<12).map { _ in dice.pick(pieces) }.joined()
      let completion = completer.completions(of: text, cursor: text.utf8.count)
      #expect((0...text.utf8.count).contains(completion.replacementStart), "round \(round): \(text.debugDescription)")
    }
  }
}
