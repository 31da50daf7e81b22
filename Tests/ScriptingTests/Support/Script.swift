import LuaRuntime
import PostgreSQLEngine
import Scripting
import Store
import Testing

@testable import Model

/// A session whose printed lines are kept: by default over a fresh database of the engine that was chosen.
///
///     let script = try Script(schema: players)
///     try script.run("print(Player:count())")   // "0"
final class Script {
  let session: Session
  private var printed: [String] = []
  /// Its database's engine, and where it is, unless a test has said that.
  private let engine: TestEngine
  private let address: String?

  init(
    schema: String = "", location: String? = nil, isReadOnly: Bool = false, engine: TestEngine = .chosen
  ) throws {
    let given = location
    let location = try location ?? engine.freshLocation()
    self.engine = given == nil ? engine : .sqlite
    address = given == nil && engine == .postgresql ? ServerAddress(location)?.masked : nil
    session = try Session(location: location, isReadOnly: isReadOnly) { try TestEngine.open($0, $1) }
    let lua = session.lua
    lua.setGlobal(
      "print",
      .function(
        lua.function(named: "print") { [unowned self] call in
          printed.append(call.arguments.map { lua.describe($0) }.joined(separator: " "))
          return 0
        }))
    // What a script is told beside its results, such as the plan of a migration.
    session.context.messages.diagnostics = { [unowned self] text in
      printed.append(text.last == "\n" ? String(text.dropLast()) : text)
    }
    _ = try run(schema)
  }

  deinit { session.close() }

  /// What was printed since the last run began.
  var lines: String { printed.joined(separator: "\n") }

  /// Runs a script as one entry; its printed lines, then the values that it returns.
  @discardableResult
  func run(_ source: String) throws -> String {
    printed = []
    let function = try session.lua.load(source, name: "=schema.lua")
    let values = try session.enter { try function.call() }
    if !values.isEmpty { printed.append(values.map { session.lua.describe($0) }.joined(separator: " ")) }
    return placeless(printed.joined(separator: "\n"))
  }

  /// A text in which the fresh database has the name that one of SQLite has.
  private func placeless(_ text: String) -> String { address.map { text.replacing($0, with: ":memory:") } ?? text }

  /// Runs a script and expects what it prints and returns.
  func expect(_ source: String, _ output: String, at place: SourceLocation = #_sourceLocation) throws {
    let result = engine.neutral(try run(source))
    let output = engine.neutral(output)
    #expect(result == output, sourceLocation: place)
  }

  /// The message of the error that a script ends with.
  func failure(_ source: String) -> String {
    do {
      return "no error, but: " + (try run(source))
    } catch let error as LuaError {
      return placeless(error.message)
    } catch {
      return placeless("\(error)")
    }
  }

  /// The kind and the message of the error that a script ends with: `StateError: …`.
  func kindOfFailure(_ source: String) -> String {
    do {
      return "no error, but: " + (try run(source))
    } catch let error as LuaError {
      return error.value.table?["kind"].text ?? "LuaError"
    } catch {
      return "\(error)"
    }
  }
}

/// Teams and their players: the schema that most tests use.
let players = """
  Team = entity "Team" {
    name = text { required = true, unique = true },
    players = has_many "Player",
  }
  Player = entity "Player" {
    name = text { required = true, unique = true, validate = is.not_empty },
    age = integer { bits = 16, validate = is.between(18, 24) },
    score = integer { default = 0, validate = is.at_least(0) },
    active = boolean {},
    rank = enum { "pro", "amateur", default = "amateur" },
    avatar = json {},
    team = belongs_to "Team",
  }
  db:create_all()
  """

/// Five players of two teams, one of them without one.
let fivePlayers =
  players + """
    red, blue = Team:create { name = "Red" }, Team:create { name = "Blue" }
    db:add {
      Player { name = "Ann", age = 20, score = 5, active = true, team = red },
      Player { name = "Bob", age = 21, score = 3, active = false, team = red },
      Player { name = "Cid", age = 22, score = 9, rank = "pro", team = blue },
      Player { name = "Dan", score = 1, team = blue },
      Player { name = "Eve", age = 24, score = 3 },
    }
    function names(list)
      local result = {}
      for i, p in ipairs(list) do result[i] = p.name end
      return table.concat(result, " ")
    end
    """
