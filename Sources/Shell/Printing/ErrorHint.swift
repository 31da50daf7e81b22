import LuaRuntime
import Model
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
    if error.kind == .syntax, let line, let word = line.split(separator: " ").first.map(String.init),
      Command.all.contains(where: { $0.name == word })
    {
      return "Did you mean '.\(line.trimmingBlanks())'?"
    }
    if error.kind == .syntax, let line, let advice = SyntaxSlip.advice(for: line) { return advice }
    if let hint = foreign(message) { return hint }
    if message.hasPrefix("attempt to concatenate"), isAboutValue(message) {
      return "errors and objects are joined to text by tostring: \"failed: \" .. tostring(err)"
    }
    guard message.hasPrefix("attempt to") else { return nil }
    if let name = quotedName(after: "global '", in: message) {
      return question(nearest(to: name, in: session.globalNames))
    }
    return member(in: message).flatMap { name in line.flatMap { member(name, in: $0) } }
  }

  /// What a word of another shell, language or ORM is here, where the message names no neighbour.
  private func foreign(_ message: String) -> String? {
    if message.contains("Did you mean") { return nil }
    if message.contains(": where: ") || message.hasPrefix("where: "),
      let condition = message.split(separator: "\n").dropFirst().first
    {
      return PredicateSlip.advice(for: String(condition))
    }
    for (start, places) in Self.places {
      guard let name = quotedName(after: start, in: message) else { continue }
      for place in places {
        if let entry = ForeignWords.entry(for: name, at: place) {
          return "\(name) is \(entry.home) here: \(entry.example)"
        }
      }
    }
    return nil
  }

  /// How messages begin that quote a word, and where that was meant to be one.
  private static let places: [(start: String, places: [ForeignWords.Place])] = [
    ("have no method '", [.request]), ("a database has no method '", [.database]),
    ("has no method '", [.request, .object]), ("method '", [.request, .object]),
    ("has no field '", [.object, .request]),
    ("unknown option '", [.option]), ("global '", [.constructor, .function]),
  ]

  /// The table or column that a statement may have meant.
  private func name(for error: StoreError) -> String? {
    guard let tables = try? session.main.store().engine.tables() else { return nil }
    switch error.kind {
    case .noSuchTable(let name): return question(nearest(to: name, in: tables.map(\.name)))
    case .noSuchColumn(let name):
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return question(nearest(to: last, in: tables.flatMap { $0.columns.map(\.name) }))
    default: return nil
    }
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
