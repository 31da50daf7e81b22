import Encodings
import LuaRuntime
import Model
import SQLText
import Schema
import Scripting
import Store

/// What may help after an error that says only what Lua saw.
struct ErrorHint {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  func hint(for error: any Error, _ message: String, line: String?) -> String? {
    if let error = error as? StoreError { return name(for: error) }
    if let mistake = error as? SQLMistake { return name(for: mistake.error) }
    guard let error = error as? LuaError else { return nil }
    if error.kind == .syntax, let line, let advice = SyntaxSlip.advice(for: line, isBeginning: true) { return advice }
    if message.contains("more than one statement") {
      return "a file of statements runs as moonshell shop.db < FILE, or by .read FILE at the prompt"
    }
    if error.kind == .syntax, let line, let word = line.split(separator: " ").first.map(String.init),
      Command.all.contains(where: { $0.name == word })
    {
      return "Did you mean '.\(line.trimmingBlanks())'?"
    }
    if let advice = ValueSlip.advice(for: message, line) { return advice }
    if error.kind == .syntax {
      return line.flatMap { SyntaxSlip.advice(for: $0) ?? oddEntity(in: $0) ?? keyword($0) } ?? alone(message)
    }
    if let line, let hint = ChainSlip(session: session).advice(for: message, line) { return hint }
    if let hint = entityAdvice(message) ?? overwritten(message) { return hint }
    if let line, let hint = comparison(message, line) { return hint }
    if message.hasPrefix("attempt to add a 'string'") || message.hasPrefix("attempt to add a 'number' with a 'string'")
    {
      return "texts are joined by ..: \"a\" .. \"b\""
    }
    if message.contains("rows are in the way, the first is") {
      return "db:migrate { rehearse = true } names all of them, and changes nothing"
    }
    if let hint = OtherSide.advice(for: message, session) ?? MissingEntity.advice(for: message, session) { return hint }
    if let hint = foreign(message) ?? ModuleSlip.advice(for: message, session.lua) { return hint }
    if let hint = UnknownNames(catalog: session.context.entities.catalog).advice(for: message) { return hint }
    if let line, let name = quotedName(after: "no such column: '", in: message), line.contains("\"\(name)") {
      return Self.quotes(name)
    }
    if message.hasPrefix("attempt to concatenate"), isAboutValue(message) {
      return "errors and objects are joined to text by tostring: \"failed: \" .. tostring(err)"
    }
    guard message.hasPrefix("attempt to") else { return nil }
    if let name = quotedName(after: "global '", in: message) {
      return question(nearest(to: name, in: session.globalNames))
    }
    return member(in: message).flatMap { name in line.flatMap { member(name, in: $0) } }
      ?? line.flatMap { NilSlip.advice(for: message, $0) }
  }

  /// Where the word of the language is, whose name a script has given to something else: `json = require "cjson"`.
  private func overwritten(_ message: String) -> String? {
    let isCalled = message.hasPrefix("attempt to call")
    guard isCalled || message.hasPrefix("attempt to index") && !message.contains("a function value"),
      let name = quotedName(after: "global '", in: message), Library.all.contains(where: { $0.name == name })
    else { return nil }
    return "\(name) is something else here: the word of the language is still moon.\(name)"
  }

  /// What an entity answers that was taken for a list, or for a member of the database.
  private func entityAdvice(_ message: String) -> String? {
    if let name = quotedName(after: "a database has no method '", in: message), let entity = entity(meant: name) {
      return "an entity is a variable of its own: \(entity):all(), \(entity):where { … }"
    }
    if let relation = called(in: message) { return relation }
    guard message.hasPrefix("attempt to get length of") else { return nil }
    let counted = ["an entity value", "a request value"].contains { message.contains($0) }
    return counted ? "count counts rows: \(quotedName(after: "global '", in: message) ?? "Player"):count()" : nil
  }

  /// The entity that a name means: its own, that of its table, or several of it.
  private func entity(meant name: String) -> String? {
    let names = [name.lowercased(), name.lowercased() + "s"]
    return session.context.entities.catalog.entities.first { entity in
      names.contains(entity.name.lowercased()) || names.contains(entity.table.lowercased())
        || names.contains(entity.name.lowercased() + "s")
    }?.name
  }

  /// What was called, though it is no function: an object that one belongs to, or the request of many.
  private func called(in message: String) -> String? {
    guard let name = member(in: message) else { return nil }
    if message.hasPrefix("attempt to call a request value") {
      return "\(name) is a request, and no method: …\(name):fetch(), …\(name):count()"
    }
    if message.hasPrefix("attempt to call an object value") { return "\(name) is read without brackets: p.\(name)" }
    return nil
  }

  /// What is compared with a field of another type: by a sign in a text, or by another field than the key.
  private func comparison(_ message: String, _ line: String) -> String? {
    guard let text = quotedName(after: "it cannot be compared with '", in: message) else { return nil }
    if text.first.map({ "<>=~!".contains($0) }) == true {
      return "a comparison is a test: age = is.greater(20), or a text: where \"age > 20\""
    }
    return line.contains(":get(")
      ? "get asks for the key; by another field: Player:where { name = \"Zoe\" }:first()" : nil
  }

  /// The entity of a table whose name is no word, which a line has written as the table: `Order Details:count()`.
  private func oddEntity(in line: String) -> String? {
    session.context.entities.catalog.entities.first { entity in
      entity.table != entity.name && entity.table.contains(" ") && line.contains(entity.table)
    }.map { "the entity of the table \($0.table) is \($0.name)" }
  }

  /// A misspelt keyword with which a statement of SQL begins: `SELEC 1`.
  private func keyword(_ line: String) -> String? {
    let word = String(line.prefix { $0.isLetter })
    guard word.count > 3, line.dropFirst(word.count).first == " " else { return nil }
    return question(nearest(to: word.uppercased(), in: SQLKeywords.statements.sorted()))
  }

  /// What may stand behind a statement; Lua says so of an expression that is none.
  private func alone(_ message: String) -> String? {
    message == "syntax error near <eof>"
      ? "an expression is shown where it stands alone: on a line of its own, or behind ;" : nil
  }

  private static func quotes(_ name: String) -> String {
    "double quotes stand around names in SQL; text stands in single ones: '\(name)'"
  }

  /// What a word of another shell, language or ORM is here, where the message names no neighbour.
  private func foreign(_ message: String) -> String? {
    let isText = ["where: ", "sorted_by: "].contains { message.contains(": " + $0) || message.hasPrefix($0) }
    if isText, !message.contains("Did you mean"), let condition = message.split(separator: "\n").dropFirst().first {
      let advice = ForeignConditions.advice(for: String(condition)) ?? oddName(in: String(condition), message)
      // What the error says itself need not be said again.
      return advice.flatMap { message.lowercased().contains($0.lowercased()) ? nil : $0 }
    }
    if let name = quotedName(after: "has no field '", in: message) {
      if let advice = lookup(name) ?? (name.contains(" ") ? ForeignConditions.advice(for: name) : nil) { return advice }
    }
    for (start, places) in Self.places {
      guard let name = quotedName(after: start, in: message) else { continue }
      // What there is is no foreign word.
      let isCalled = message.contains("attempt to call a table value")
      if start == "global '", !isCalled, !session.lua.global(name).isNil { continue }
      for place in places {
        guard let entry = ForeignWords.entry(for: name, at: place) else { continue }
        if message.contains(entry.example) { return nil }
        if message.contains("Did you mean '\(entry.home)'") { return "as in \(entry.example)" }
        if message.contains("Did you mean") { return nil }
        return "\(name) is \(entry.home) here: \(entry.example)"
      }
    }
    return nil
  }

  /// A test that is joined to a field's name by two lines, as in `name__contains`.
  private func lookup(_ name: String) -> String? {
    let parts = name.replacing("__", with: "\u{0}").split(separator: "\u{0}").map(String.init)
    guard parts.count > 1, name.contains("__") else { return nil }
    let entry = ForeignWords.entry(for: parts[parts.count - 1], at: .test)
    let path = (entry == nil ? parts : parts.dropLast()).joined(separator: ".")
    let key = path.contains(".") ? "[\"\(path)\"]" : path
    return "say \(key) = \(entry?.example ?? "…")"
  }

  /// A field in a condition whose name is no word: `E-Mail`.
  private func oddName(in condition: String, _ message: String) -> String? {
    guard let end = message.firstRange(of: " has no field '") else { return nil }
    let owner = message[..<end.lowerBound].split(separator: " ").last.map(String.init) ?? ""
    let names = session.context.entities.catalog[owner]?.memberNames ?? []
    return names.first { name in
      condition.contains(name) && !name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }.map { "\($0) is written [\"\($0)\"]" }
  }

  /// How messages begin that quote a word, and where that was meant to be one.
  private static let places: [(start: String, places: [ForeignWords.Place])] = [
    ("have no method '", [.group, .request]), ("a database has no method '", [.database]),
    ("a result set has no member '", [.resultSet]), ("has no method '", [.request, .object]),
    ("method '", [.request, .object]),
    ("has no field '", [.object, .request]),
    ("unknown option '", [.option]), ("global '", [.constructor, .function]),
  ]

  /// The table or column that a statement may have meant.
  private func name(for error: StoreError) -> String? {
    guard let tables = try? session.main.store().engine.tables() else { return nil }
    let entities = session.context.entities
    switch error.kind {
    case .noSuchTable(let name):
      return entities.remedy(table: name, column: nil) ?? question(nearest(to: name, in: tables.map(\.name)))
    case .noSuchColumn(let name):
      if let remedy = entities.remedy(table: nil, column: name) { return remedy }
      let last = name.split(separator: ".").last.map(String.init) ?? name
      let near = question(nearest(to: last, in: tables.flatMap { $0.columns.map(\.name) }))
      if let near { return near }
      if error.sql?.contains("\"\(name)\"") == true { return Self.quotes(name) }
      return error.sql?.contains("= \(name)") == true ? "text stands in single quotes: '\(name)'" : nil
    case .constraint(let broken) where broken.rule == .check: return rule(of: broken.name ?? "", in: error.sql ?? "")
    default:
      let sql = error.sql ?? ""
      if let table = tables.first(where: { $0.name.contains(" ") && sql.contains(" " + $0.name) }) {
        return "a name of several words stands in double quotes: \"\(table.name)\""
      }
      let words = SQLToken.all(in: error.sql ?? "").prefix(2).map { $0.text.uppercased() }
      return words.first == "DELETE" && words.last != "FROM" ? "FROM stands before the table whose rows go" : nil
    }
  }

  /// What the tests of a field refuse, whose column has a CHECK that a statement broke.
  private func rule(of column: String, in sql: String) -> String? {
    let words = Set(SQLToken.all(in: sql).map(\.normal))
    let owners = session.context.entities.catalog.entities.filter { words.contains($0.table.lowercased()) }
    guard let field = owners.lazy.flatMap(\.fields).first(where: { $0.column == column && !$0.tests.isEmpty })
    else { return nil }
    return "\(field.name): a value that \(field.tests.map(\.message).joined(separator: ", or ")) is refused"
  }

  private func question(_ name: String?) -> String? { name.map { "Did you mean '\($0)'?" } }

  /// Whether it is no plain value that was to be joined: `nil` and `boolean` need no hint.
  private func isAboutValue(_ message: String) -> Bool {
    !["a nil value", "a boolean value", "a function value", "a thread value"].contains { message.contains($0) }
  }

  private func member(in message: String) -> String? {
    quotedName(after: "field '", in: message) ?? quotedName(after: "method '", in: message)
  }

  /// A misspelt member of a library, such as `string.fromat`, or a method of texts.
  private func member(_ name: String, in line: String) -> String? {
    for range in ErrorMark.occurrences(of: name, in: line) {
      let before = Array(line)[..<range.lowerBound]
      guard let mark = before.last, mark == "." || mark == ":" else { continue }
      let owner = String(before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
      let table = session.lua.global(owner).table ?? (mark == ":" ? session.lua.global("string").table : nil)
      guard let names = table?.entries().compactMap({ $0.0.text }) else { continue }
      if let found = question(nearest(to: name, in: names)) { return found }
    }
    return nil
  }
}
