import LuaRuntime
import SQLiteEngine
import Scripting

@testable import Model
@testable import Shell

/// A prompt without a terminal, on a database in memory.
struct Prompt {
  let session: Session
  let runner: Runner

  init(_ script: String = "") throws {
    session = try Session { location, options in
      try SQLiteEngine(path: location, options: SQLiteOptions(isInterrupted: options.isInterrupted))
    }
    let terminal = Terminal(inputIsTerminal: false, outputIsTerminal: false)
    runner = Runner(session: session, terminal: terminal, settings: Settings())
    _ = try session.enter { try session.lua.load(script, name: "=sample").call() }
  }

  /// Two entities with a few rows, and variables of several kinds.
  static let sample = """
    Team = entity "Team" { name = text { unique = true }, players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, score = integer { default = 0 }, age = integer {}, team = belongs_to "Team",
    }
    function Player.methods:title() return "Player " .. self.name end
    db:create_all()
    red = Team:create { name = "Red" }
    db:add(Player { name = "Zerator", age = 20, team = red }, Player { name = "Maghla", age = 22, team = red })
    p = Player:get(1)
    rs = Player:results()
    """
}
