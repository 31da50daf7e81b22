import Encodings
import LuaRuntime
import Model
import Scripting
import Store

/// A small world of its own, in memory, in which the examples of the help are run to show what they print.
///
/// Nothing that a person has is touched: it has its own interpreter and its own database.
final class HelpSample {
  private let session: Session
  private let runner: Runner
  private let output = Output()

  init(like other: Runner) throws {
    let opener = other.session.context.databases.opener
    session = try Session { _, options in
      // Files that an example opens or reads only are in memory, too.
      try opener(Location.fresh, Session.OpenOptions(isInterrupted: options.isInterrupted))
    }
    var settings = Settings()
    settings.isColored = other.settings.isColored
    settings.areMessagesColored = other.settings.isColored
    settings.marksColours = other.settings.marksColours
    runner = Runner(session: session, terminal: other.terminal, output: output, settings: settings)
    let output = output
    let describe = { [unowned session] (value: LuaValue) in session.describe(value) }
    session.lua.setGlobal(
      "print",
      .function(
        session.lua.function(named: "print") { call in
          output.result(call.arguments.map(describe).joined(separator: "\t") + "\n")
          return 0
        }))
    _ = try session.enter { try session.lua.load(Self.script, name: "=sample").call() }
  }

  deinit { session.close() }

  /// What an example prints; it may be several entries with some blanks between them.
  ///
  /// - Returns: the text, and whether all went well.
  func run(_ example: String) -> (text: String, isFine: Bool) {
    var isFine = true
    let text = output.captured {
      for entry in Self.entries(example) where isFine { isFine = runner.runEntry(entry) == .done }
    }
    return (text, isFine)
  }

  /// An example as a session: each entry behind a prompt, and what it prints below.
  func transcript(of example: String) -> String {
    Self.entries(example).map { entry in
      let typed = "moon> " + entry.replacing("\n", with: "\n  ... ") + "\n"
      return typed + output.captured { _ = runner.runEntry(entry) }
    }.joined()
  }

  private static func entries(_ example: String) -> [String] {
    example.split(separator: "   ").map { String($0).trimmingBlanks() }
  }

  private static let script = entities + "\n" + values

  /// The entities that examples speak of.
  static let entities = """
    Team = entity "Team" { name = text { required = true, unique = true }, players = has_many "Player" }
    Game = entity "Game" { title = text {}, points = integer { default = 0 }, player = belongs_to "Player" }
    Tag = entity "Tag" { name = text {} }
    Address = entity "Address" { abstract = true, city = text {} }
    Rect = entity "Rect" { abstract = true, width = real {}, height = real {} }
    Player = entity "Player" {
      name = text { required = true, unique = true, validate = is.not_empty },
      age = integer { validate = is.between(14, 70) },
      score = integer { default = 0, validate = is.at_least(0) },
      active = boolean { default = true },
      team = belongs_to "Team",
      games = has_many("Game", { ordered = true }),
    }
    Exercise = entity "Exercise" { name = text {} }
    Part = entity "Part" { workout = belongs_to "Workout", exercise = belongs_to "Exercise", position = integer {} }
    Workout = entity "Workout" { name = text {}, exercises = many_to_many("Exercise", { through = "Part" }) }
    Employee = entity "Employee" {
      name = text {}, boss = belongs_to("Employee", { inverse = "reports" }),
      reports = has_many("Employee", { inverse = "boss" }),
    }
    db:create_all()
    """

  /// The objects, requests and lists that examples speak of.
  static let values = """
    red, blue = Team:create { name = "Red" }, Team:create { name = "Blue" }
    for i, name in ipairs { "Zerator", "Ann", "Rat", "Mister MV" } do
      Player:create { name = name, age = 18 + i, score = 10 * i, team = i < 3 and red or blue }
    end
    p, q = Player:get(1), Player:get(2)
    for i = 1, 3 do p.games:add(Game { title = "Game " .. i, points = i }) end
    g = Game:get(1)
    a, b = Player:create { name = "Maude", age = 30 }, Player:create { name = "Nils", age = 41 }
    w = Workout:create { name = "Legs" }
    w.exercises:add(Exercise { name = "Squat" }, { position = 1 })
    employee = Employee:create { name = "Ann" }
    employee = Employee:create { name = "Bob", boss = employee }
    for _, name in ipairs { "Cid", "Dan" } do Employee:create { name = name, boss = employee } end
    d = p:draft()
    request = Player:where { age = is.at_least(20) }
    list = Player:fetch()
    groups = Player:group_by("team"):aggregate { players = "count", mean = "avg score" }
    other = open("other.db")
    other:create_all()
    seen = {}

    local function row(id, team, score) return { id = id, name = "Row " .. id, team = team, score = score, active = true } end
    old, rows, new, row_count = {}, { row(21, "A", 1), row(22, "P", 2) }, { row(1, "A", 9), row(30, "B", 4) }, 0
    for _, team in ipairs { "A", "B", "P" } do
      for i = 1, 5 do
        row_count = row_count + 1
        old[row_count] = row(row_count, team, i)
      end
    end
    rs = result_set {
      unique = "id", section = "team", set_section = function(row, name) row.team = name end,
      unload = function(row) row.name = nil end, reload = function(row) row.name = "Row " .. row.id end,
    }
    rs:load(old)
    local word = test
    test = function(value, ...) if type(value) == "function" then return word(value, ...) end return value.score > 3 end
    changes = diff(old, new, { unique = "id", section = "team" })
    _G.row = row(23, "A", 3)
    """
}
