import LuaRuntime
import Schema

extension Session {
  /// Whether Lua takes the text as a whole entry; false when it only has to go on.
  package func isComplete(_ text: String) -> Bool {
    do {
      _ = try compile(text, name: "=prompt")
      return true
    } catch {
      return !isIncomplete(error)
    }
  }

  /// The function that an entry is: an expression first, so that its value can be shown.
  package func compile(_ text: String, name: String) throws(LuaError) -> LuaFunction {
    let body = text.first == "=" ? String(text.dropFirst()) : text
    do throws(LuaError) {
      return try lua.load("return " + body, name: name)
    } catch {
      return try lua.load(text.first == "=" ? "return " + body : text, name: name)
    }
  }

  /// Runs an entry and returns its values.
  ///
  /// What it leaves of transactions when it fails is rolled back.
  package func evaluate(_ text: String, name: String, timeLimit: Double? = nil) throws -> [LuaValue] {
    let function = try compile(text, name: name)
    return try enter(timeLimit: timeLimit) { try function.call() }
  }

  /// Runs a script with its arguments, which are also the global `arg`.
  package func run(
    _ source: [UInt8], name: String, program: String, script: String, arguments: [String], timeLimit: Double? = nil
  ) throws {
    let table = lua.makeTable()
    table[-1] = .string(program)
    table[0] = .string(script)
    for (index, argument) in arguments.enumerated() { table[index + 1] = .string(argument) }
    lua.setGlobal("arg", .table(table))
    let function = try lua.load(source, name: name)
    _ = try enter(timeLimit: timeLimit) { try function.call(arguments.map { .string($0) }) }
  }

  /// Runs `body` as one entry.
  ///
  /// What fails leaves no transaction open that it began.
  package func enter<Result>(timeLimit: Double? = nil, _ body: () throws -> Result) throws -> Result {
    let depths = databases.map { ($0, (try? $0.store().depth) ?? 0) }
    do {
      return try lua.enter(timeLimit: timeLimit) {
        let result = try body()
        if isObserved { try tellObservers() }
        return result
      }
    } catch {
      // The interruption is over by now, so that the rollback itself is not interrupted.
      for (database, depth) in depths { try? database.store().rollbackAll(to: depth) }
      throw error
    }
  }

  /// The names of all globals that are texts, for suggestions.
  package var globalNames: [String] {
    lua.globals.entries().compactMap { $0.0.text }.sorted()
  }
}
