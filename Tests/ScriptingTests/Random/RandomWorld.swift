import Glibc
import TestSupport

/// Players with everything that a row can have, and with random values: relations of every kind, documents that are as
/// they should be and others that another program wrote, JSON, days and moments, decimals, words.
enum RandomWorld {
  /// How many things are tried: `usual`, or what a variable of the environment says.
  static func count(_ variable: String, usual: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? usual
  }

  static var seed: UInt64 { Dice.seed() }

  static let schema = """
    Address = entity "Address" {
      abstract = true, city = text { required = true }, zip = text {}, lat = real {}, n = integer { bits = 16 },
      since = date {}, ok = boolean {}, price = decimal { scale = 2 }, kind = enum { { "home", 1 }, { "work", 2 } },
      level = integer { default = 3 }, more = json {},
    }
    function Address.methods:label() return self.city .. "/" .. (self.zip or "") end
    Team = entity "Team" {
      name = text {}, active = boolean {}, budget = decimal { scale = 2 }, address = embedded "Address",
      players = has_many "Player",
    }
    Pass = entity "Pass" { number = integer {}, valid = boolean {}, player = belongs_to "Player" }
    Player = entity "Player" {
      name = text {}, age = integer {}, x = real {}, price = decimal { scale = 2 }, born = date {}, at = datetime {},
      good = boolean {}, rank = enum { "low", "mid", "high" }, grade = enum { { "a", 3 }, { "b", 1 } },
      lap = duration {}, avatar = json {}, address = embedded "Address", homes = list_of "Address",
      places = map_of "Address", shape = variant { circle = real {}, home = "Address", none = true },
      marks = list_of(integer {}),
      team = belongs_to "Team", boss = belongs_to "Player", reports = has_many "Player" { inverse = "boss" },
      games = has_many "Game", tags = many_to_many "Tag", pass = has_one "Pass",
    }
    function Player.methods:is_old(limit) return self.age ~= nil and self.age > (limit or 20) end
    Game = entity "Game" {
      score = integer {}, time = real {}, won = boolean {}, title = text {}, price = decimal { scale = 2 },
      stake = decimal { scale = 4 }, at = datetime {}, info = json {}, player = belongs_to "Player", rounds = has_many "Round",
    }
    Round = entity "Round" { points = integer {}, game = belongs_to "Game" }
    Tag = entity "Tag" { name = text {}, color = text {}, players = many_to_many "Player" }
    db:create_all()

    """

  /// What requests compute of players: in SQL, by functions that become SQL, and by functions that are called.
  static let members = """
    Computed = Player:annotate {
      played = "count games", best = "max games.score", twice = "age * 2", called = "name .. '!'", since = "year(born)",
      grown = function(p) return (p.age or 0) + 1 end, dear = function(p) return p.price ~= nil and p.price > 1 end,
      asked = function(p) return os.time() > 0 and p.name or nil end,
    }

    """

  // MARK: Rows

  /// A session over random rows.
  ///
  /// - Parameter foreign: whether other programs have written documents, too, which cannot be read in memory.
  static func script(seed: UInt64, players: Int = 30, foreign: Bool = true) throws -> Script {
    var dice = Dice(seed: seed)
    let script = try Script(schema: schema)
    var lines = ["local teams, tags, players = {}, {}, {}"]
    for place in 1...3 {
      lines.append(
        "teams[\(place)] = Team:create { name = \(dice.pick(["'Red'", "'Blue'", "null"])), active = \(truth(&dice)), budget = \(price(&dice)), address = \(dice.roll(2) == 0 ? "null" : address(&dice)) }"
      )
      lines.append(
        "tags[\(place)] = Tag:create { name = \(dice.pick(["'a'", "'b'", "null"])), color = \(word(&dice)) }")
    }
    try script.run((lines + ["Teams, Tags, Players = teams, tags, players"]).joined(separator: "\n"))
    for place in 1...players { try script.run(player(place, foreign, &dice).joined(separator: "\n")) }
    return script
  }

  private static func player(_ place: Int, _ foreign: Bool, _ dice: inout Dice) -> [String] {
    var lines = [
      """
      local p = Player:create {
        name = \(maybe(dice.pick(["'Ann'", "'Bob'", "'Cid'", "'bob'", "''"]), &dice)), age = \(integer(&dice)), x = \(real(&dice)),
        price = \(price(&dice)), born = \(day(&dice)), at = \(moment(&dice)), good = \(truth(&dice)),
        rank = \(maybe(dice.pick(["'low'", "'mid'", "'high'"]), &dice)), grade = \(maybe(dice.pick(["'a'", "'b'"]), &dice)),
        lap = \(maybe(dice.pick(["60", "3600", "0", "-5"]), &dice)), avatar = \(json(&dice)),
        address = \(maybe(address(&dice), &dice)), homes = \(maybe("{ \(list(&dice)) }", &dice)),
        places = \(maybe("{ home = \(address(&dice)), \(dice.pick(["", "work = \(address(&dice))"])) }", &dice)),
        shape = \(maybe(dice.pick(["{ circle = 1.5 }", "{ circle = 2 }", "'none'", "{ home = \(address(&dice)) }"]), &dice)),
        marks = \(maybe(dice.pick(["{}", "{ 1 }", "{ 3, 1, 2 }", "{ 5, 5 }"]), &dice)),
        team = \(maybe("Teams[\(1 + dice.roll(3))]", &dice)), boss = \(place > 1 ? maybe("Players[\(1 + dice.roll(place - 1))]", &dice) : "null"),
      }
      Players[\(place)] = p
      """
    ]
    for _ in 0..<dice.roll(4) {
      lines.append(
        "do local g = Game:create { score = \(small(&dice)), time = \(endless(&dice)), won = \(truth(&dice)), title = \(word(&dice)), price = \(price(&dice)), stake = \(dice.pick([price(&dice), "'2.2501'", "'20.0000'"])), at = \(moment(&dice)), info = \(json(&dice)), player = p }"
      )
      for _ in 0..<dice.roll(3) { lines.append("Round:create { points = \(integer(&dice)), game = g }") }
      lines.append("end")
    }
    for tag in 1...3 where dice.roll(3) == 0 { lines.append("p.tags:add(Tags[\(tag)])") }
    if dice.roll(2) == 0 {
      lines.append("Pass:create { number = \(integer(&dice)), valid = \(truth(&dice)), player = p }")
    }
    // What another program wrote.
    if foreign, dice.roll(6) == 0 {
      let (column, text) = dice.pick([("avatar", true), ("address", false), ("homes", false), ("marks", false)])
      let written = dice.pick(text ? foreignJSON : foreignDocuments)
      lines.append("db:execute(\"UPDATE player SET \(column) = ? WHERE id = ?\", [==[\(written)]==], p.id)")
    }
    return lines
  }

  private static let foreignJSON = [
    "{\"color\":\"a\\u0000b\",\"n\":1}", "{\"n\":1,\"n\":2}", "[1", "null", " { \"color\" : \"red\" } ", "true",
    "9e999",
    "{\"n\":12345678901234567890,\"list\":[null,1]}", "\"red\"", "3", "{\"color\":null,\"deep\":null}", "{\"a\":{}}",
  ]

  private static let foreignDocuments = [
    "{\"city\":5}", "{\"city\":\"Oslo\",\"lat\":3}", "{}", "[]", "{\"city\":\"Oslo\",\"n\":70000}", "[1,2,3]",
    "[{\"city\":\"Oslo\"}]",
    "{\"city\":\"Oslo\",\"level\":null,\"since\":\"2024-02-30\"}", "{\"city\":\"Oslo\",\"_version\":2}", "x",
    "[1,null]",
    "{\"city\":\"Oslo\",\"kind\":3}", "{\"city\":null}", "{\"city\":\"Oslo\",\"price\":\"1.234\"}", "[5]",
  ]

  static func maybe(_ value: String, _ dice: inout Dice) -> String { dice.roll(5) == 0 ? "null" : value }
  static func integer(_ dice: inout Dice) -> String {
    maybe(dice.pick(["0", "1", "2", "3", "5", "20", "30", "-7", "math.maxinteger"]), &dice)
  }
  /// Of which none adds up to more than an integer can be.
  static func small(_ dice: inout Dice) -> String { maybe(dice.pick(["0", "1", "2", "3", "5", "20", "-7"]), &dice) }
  static func real(_ dice: inout Dice) -> String {
    maybe(dice.pick(["0.0", "0.5", "-1.5", "2.5", "3.0", "1e20"]), &dice)
  }
  /// Of which some add up to no number.
  static func endless(_ dice: inout Dice) -> String {
    dice.roll(4) == 0 ? dice.pick(["1 / 0", "-1 / 0"]) : real(&dice)
  }
  static func price(_ dice: inout Dice) -> String {
    maybe(dice.pick(["'0.10'", "'2.25'", "'-3.99'", "'3'", "'0'"]), &dice)
  }
  static func word(_ dice: inout Dice) -> String {
    maybe(dice.pick(["'a'", "'b'", "'Ab'", "'3'", "''", "'é'", "'red'"]), &dice)
  }
  static func truth(_ dice: inout Dice) -> String { maybe(dice.pick(["true", "false"]), &dice) }
  static func day(_ dice: inout Dice) -> String {
    maybe(dice.pick(["'2024-02-29'", "'1999-12-31'", "'2023-06-04'"]), &dice)
  }
  static func moment(_ dice: inout Dice) -> String {
    maybe(dice.pick(["'2024-02-29T10:30:05Z'", "'1999-12-31T23:59:59Z'", "'2023-06-04T00:00:00Z'"]), &dice)
  }

  private static func list(_ dice: inout Dice) -> String {
    (0..<dice.roll(3)).map { _ in address(&dice) }.joined(separator: ", ")
  }

  private static func address(_ dice: inout Dice) -> String {
    var parts = ["city = \(dice.pick(["'Oslo'", "'Paris'", "''", "'é'", "'3'"]))"]
    if dice.roll(2) == 0 { parts.append("zip = \(word(&dice))") }
    if dice.roll(2) == 0 { parts.append("lat = \(dice.pick(["3", "59.5", "0.0", "-1.25"]))") }
    if dice.roll(2) == 0 { parts.append("n = \(dice.pick(["7", "0", "-3", "32767"]))") }
    if dice.roll(2) == 0 { parts.append("since = \(day(&dice))") }
    if dice.roll(2) == 0 { parts.append("ok = \(truth(&dice))") }
    if dice.roll(2) == 0 { parts.append("price = \(price(&dice))") }
    if dice.roll(2) == 0 { parts.append("kind = \(dice.pick(["'home'", "'work'"]))") }
    if dice.roll(3) == 0 { parts.append("level = \(dice.pick(["1", "null", "5"]))") }
    if dice.roll(3) == 0 { parts.append("more = \(json(&dice))") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func json(_ dice: inout Dice) -> String {
    dice.pick([
      "null", "{ color = 'red', n = 3 }", "{ n = 3.0 }", "{ n = 0.0 }", "{ color = 'blue', n = 2.5, flag = true }",
      "{ color = 5, n = '3', deep = { a = { b = 1 } } }",
      "{ list = { 1, 'x', 3 }, flag = false }", "{ 1, 2, 3 }", "'red'", "3", "true",
      "{ color = null, n = null, deep = { a = null } }",
      "{ list = {}, deep = {} }", "{ list = { { color = 'red' }, { color = 'é' } }, n = 0 }",
      "{ color = '', n = 1e300, deep = 3 }",
      "{ n = math.maxinteger, deep = { a = { b = 'x' } } }",
    ])
  }
}
