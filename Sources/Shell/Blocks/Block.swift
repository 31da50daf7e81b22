import Encodings
import LuaRuntime
import Model
import SQLText
import Scripting

/// What came as one text: a chunk of the command line, a paste.
///
/// If it is one chunk of Lua, in which a statement may also be a bare expression, it is one entry, so that its locals
/// hold; else its entries run one after another.
struct Block {
  let text: String
  let name: String

  /// Runs the chunk whose shown statements are handed to a function; nil when the block is no chunk.
  ///
  ///     x = 1⏎x + 1   →   local __shown = ...;x = 1⏎__shown(x + 1)
  func chunk(_ runner: Runner) -> (() throws -> [LuaValue])? {
    guard !hasOtherEntries(runner) else { return nil }
    var reader = LuaStatements(text)
    guard let statements = reader.read(), !statements.isEmpty, !runner.isSQL(text) else { return nil }
    guard !holdsBareSQL(statements, runner) else { return nil }
    let code = Self.showing(statements, in: text)
    let lua = runner.session.lua
    // Arguments of its own a block has none: only where it looks for them must it find none.
    let shower = LuaValue.function(runner.shower)
    guard text.contains("...") else {
      let chunk = try? lua.load("local \(Self.shown) = ...;" + code, name: "=" + name)
      return chunk.map { chunk in { try chunk.call([shower]) } }
    }
    guard (try? lua.load("local \(Self.shown);" + code, name: "=" + name)) != nil else { return nil }
    let wrapped = "local \(Self.shown) = ...;return function(...)" + code + "\nend"
    let made = try? lua.load(wrapped, name: "=" + name).call([shower]).first?.function
    return made.map { chunk in { try chunk.call() } }
  }

  private static let shown = "__shown"

  /// Whether a statement is a bare keyword of SQL, and no variable that the block has named before: `begin`.
  private func holdsBareSQL(_ statements: [LuaStatement], _ runner: Runner) -> Bool {
    let bytes = Array(text.utf8)
    return statements.contains { statement in
      guard statement.kind == .expression, statement.range.count <= SQLKeywords.longest else { return false }
      let word = String(decoding: bytes[statement.range], as: UTF8.self)
      guard runner.session.lua.global(word).isNil, runner.isSQL(word) else { return false }
      return LuaTokens(text).tokens.first { $0.isName && $0.text == word }?.start == statement.range.lowerBound
    }
  }

  private static func showing(_ statements: [LuaStatement], in text: String) -> String {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    var place = 0
    for statement in statements {
      code += bytes[place..<statement.range.lowerBound]
      let isShown = statement.kind != .other && !isSilent(bytes[statement.range])
      if isShown { code += Array("\(shown)(".utf8) }
      code += bytes[statement.range]
      if isShown { code += Array(")".utf8) }
      place = statement.range.upperBound
    }
    return String(decoding: code + bytes[place...], as: UTF8.self)
  }

  /// Whether what a statement gives is no result: `io.write` gives the file, to be written to again, and a `require` for
  /// what the module does its table and its path.
  private static func isSilent(_ statement: ArraySlice<UInt8>) -> Bool {
    ["io.write", "io.flush", "io.stdout:", "io.stderr:"].contains { statement.starts(with: $0.utf8) }
      || LuaStatement.isRequire(String(decoding: statement, as: UTF8.self))
  }

  /// Whether a line of it is a command, or begins a statement of SQL.
  private func hasOtherEntries(_ runner: Runner) -> Bool {
    let openStrings = LuaTokens(text).tokens.filter(\.isString).map { $0.start..<$0.end }
    var start = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { start += line.utf8.count + 1 }
      if openStrings.contains(where: { $0.contains(start) && $0.lowerBound < start }) { continue }
      if runner.isCommand(String(line)) || runner.isCapitalSQL(String(line)) { return true }
    }
    return false
  }
}

/// The entries of a block, one after another: the shortest text that is whole, and what clearly belongs to it.
struct BlockEntries {
  private let lines: [Substring]
  private let runner: Runner
  private var place = 0

  init(_ text: String, _ runner: Runner) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.runner = runner
  }

  /// The next entry, with the number of its first line.
  mutating func next() -> (text: String, line: Int)? {
    while place < lines.count, lines[place].allSatisfy(\.isWhitespace) { place += 1 }
    guard place < lines.count else { return nil }
    let first = place
    let isComplete = runner.entryJudge(isTyped: false)
    var text = String(lines[place])
    var last = text
    place += 1
    while !isComplete(text, last) || goesOn(text) {
      guard place < lines.count else { break }
      last = String(lines[place])
      text += "\n" + last
      place += 1
    }
    return (text, first + 1)
  }

  /// Whether the next line belongs to an entry that is whole without it.
  private func goesOn(_ text: String) -> Bool {
    guard place < lines.count, !runner.isCommand(text) else { return false }
    let line = String(lines[place])
    let start = line.trimmingBlanks()
    if runner.isSQL(text) { return !SQLShape(text, syntax: runner.syntax).endsWithSemicolon && Self.isClause(start) }
    guard let first = start.first, ".:+*/%=<>~)}],".contains(first), !runner.isCommand(line) else { return false }
    return runner.session.lua.acceptsEntry(text + "\n" + line) != .no
  }
}

extension BlockEntries {
  private static let clauses = SQLKeywords.clauses.union([
    "GROUP", "HAVING", "JOIN", "LEFT", "INNER", "CROSS", "UNION", "EXCEPT", "INTERSECT", "VALUES", "OFFSET", "WINDOW",
  ])

  /// Whether a line goes on with a statement that could end before it.
  private static func isClause(_ line: String) -> Bool {
    line.hasPrefix(",") || line.hasPrefix("--") || clauses.contains(line.prefix { $0.isLetter }.uppercased())
  }

  /// Whether the last entry of a text is whole: where the text ends, a statement ends too.
  static func isComplete(_ text: String, _ runner: Runner) -> Bool {
    let text = runner.withoutPrompts(text).text
    if Block(text: text, name: "block").chunk(runner) != nil { return true }
    var entries = BlockEntries(text, runner)
    var last = ""
    while let entry = entries.next() { last = entry.text }
    if runner.isSQL(last) { return !SQLShape(last, syntax: runner.syntax).isOpen }
    return runner.isCommand(last) || runner.session.lua.acceptsEntry(last) != .incomplete
  }
}

extension Runner {
  /// What was typed, of a text that may have been copied from a screen.
  func withoutPrompts(_ text: String) -> PastedText {
    PastedText(text) { entry in self.entryJudge()(entry, entry) }
  }

  /// Runs what a person typed or pasted: one entry, or a block.
  package func runTyped(_ text: String) -> Outcome {
    let pasted = withoutPrompts(text)
    if let note = pasted.note { output.message(settings.messagePalette(note, .dim) + "\n") }
    let text = pasted.text
    var reader = LuaStatements(text)
    guard text.contains("\n"), reader.read()?.count != 1 else { return runEntry(text) }
    return runBlock(text, name: "entry \(entryCount + 1)")
  }

  /// Runs a block: what its expressions give is shown, and the first error ends it.
  ///
  /// - Parameter name: what messages call it.
  package func runBlock(_ text: String, name: String) -> Outcome {
    let block = Block(text: text, name: name)
    if let chunk = block.chunk(self) {
      sources.remember(text, as: name)
      entryCount += 1
      entryName = name
      return reporting(as: isPrompting ? .prompt(entry: name) : .script) {
        try enter { try run(chunk: chunk) }
      }
    }
    var entries = BlockEntries(text, self)
    while let entry = entries.next() {
      let outcome = runEntry(entry.text, at: EntryPlace(source: name, line: entry.line))
      if outcome != .done || wantsToQuit { return outcome }
    }
    return .done
  }

  private func run(chunk: () throws -> [LuaValue]) throws {
    session.showsValues = true
    defer { session.showsValues = false }
    let values = try chunk()
    try session.lua.checkInterruption()
    try session.settle()
    try keep(values)
  }

  /// Shows values, and keeps the first as `_`.
  private func keep(_ values: [LuaValue]) throws {
    if let first = values.first { session.lua.setGlobal("_", first) }
    try show(values)
  }

  /// A function of Lua that shows what it gets.
  func makeShower() -> LuaFunction {
    session.lua.function(named: "show") { [unowned self] call in
      // Who leaves the pager wants no more of this value.
      do { try keep(call.arguments) } catch is OutputRefused {}
      return 0
    }
  }

  /// Whether a line is a command of the prompt: one that is known, and not indented as what goes on.
  func isCommand(_ line: String) -> Bool {
    guard line.hasPrefix("."), case .command(let name, _) = Entry(line, lua: luaForEntries) else { return false }
    return Command.all.contains { $0.names.contains(name) }
  }

  /// Whether a line begins with a keyword of SQL in capitals that is no variable.
  func isCapitalSQL(_ line: String) -> Bool {
    guard line.first?.isUppercase == true, case .sql = Entry(line, lua: luaForEntries) else { return false }
    let word = String(line.prefix { $0.isLetter })
    return session.lua.global(word).isNil
  }
}

/// Where an entry stands in a text of several.
package struct EntryPlace {
  /// What messages call the text.
  var source: String
  var line: Int
}
