import Model
import SQLText
import Scripting

/// Proposes what could stand at the cursor of the prompt: commands, Lua, SQL.
///
/// It runs no code of the person who types, and calls no metamethod.
package final class PromptCompleter: Completer {
  /// It lives as long as the reader, which the runner outlives.
  private unowned let runner: Runner

  package init(_ runner: Runner) {
    self.runner = runner
  }

  package func completions(of line: String, cursor: Int) -> Completion {
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let lastLine = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    // In a continuation line nothing but blanks means: indent.
    if text.contains("\n"), lastLine.allSatisfy({ $0 == " " || $0 == "\t" }) {
      return Completion(replacementStart: cursor, candidates: ["  "])
    }
    let blanks = text.utf8.prefix { $0 == 32 || $0 == 9 }.count
    let trimmed = String(text.drop { $0 == " " || $0 == "\t" })
    if trimmed.hasPrefix("."), trimmed.dropFirst().first?.isNumber != true {
      return command(String(trimmed.dropFirst()), from: blanks + 1)
    }
    if runner.isSQL(text) {
      let tables = try? runner.session.main.tables().map { ($0.name, $0.columns.map(\.name)) }
      return SQLCompletion(tables: tables ?? []).complete(text, of: line)
    }
    var found = LuaCompletion(runner.session, text).complete()
    let words = statements(trimmed)
    // Who writes capitals does not mean a word in small letters.
    if !words.isEmpty { found.candidates = found.candidates.filter { $0.hasPrefix(trimmed) } + words }
    return found
  }

  /// The words that statements begin with, for an entry that is one in capitals so far.
  private func statements(_ typed: String) -> [String] {
    guard !typed.isEmpty, typed.allSatisfy({ $0.isUppercase }) else { return [] }
    return SQLKeywords.statements.filter { $0.hasPrefix(typed) && $0 != typed }
  }

  // MARK: Commands

  /// - Parameters:
  ///   - text: what follows the dot.
  ///   - offset: where that begins.
  private func command(_ text: String, from offset: Int) -> Completion {
    guard let end = text.firstIndex(where: \.isWhitespace) else {
      let names = Command.all.map(\.name)
      return Completion(replacementStart: offset, candidates: matching(text, names))
    }
    guard let command = Command.all.first(where: { $0.names.contains(String(text[..<end])) }) else {
      return Completion(replacementStart: offset + text.utf8.count, candidates: [])
    }
    let blanks = text[end...].prefix { $0.isWhitespace }
    let argument = String(text[end...].dropFirst(blanks.count))
    let start = offset + text.utf8.count - argument.utf8.count
    return arguments(argument, command.arguments[...], from: start)
  }

  private func arguments(_ text: String, _ kinds: ArraySlice<Command.Argument>, from start: Int) -> Completion {
    guard let kind = kinds.first else { return Completion(replacementStart: start + text.utf8.count, candidates: []) }
    // A request goes on to the end; what follows it is its last word.
    if case .request = kind {
      return kinds.count > 1 ? requestOrField(text, from: start) : lua(text, from: start)
    }
    guard kinds.count > 1, let end = text.firstIndex(where: \.isWhitespace) else {
      return completion(of: kind, text, from: start)
    }
    let rest = String(text[end...].drop { $0.isWhitespace })
    return arguments(rest, kinds.dropFirst(), from: start + text.utf8.count - rest.utf8.count)
  }

  private func completion(of kind: Command.Argument, _ text: String, from start: Int) -> Completion {
    let session = runner.session
    switch kind {
    case .file:
      var completion = FileCompletion.complete(text)
      completion.replacementStart += start
      return completion
    case .words(let words): return Completion(replacementStart: start, candidates: matching(text, words))
    case .entity: return Completion(replacementStart: start, candidates: matching(text, session.entityNames))
    case .table:
      let tables = (try? session.main.tables().map(\.name)) ?? []
      return Completion(replacementStart: start, candidates: matching(text, session.entityNames + tables))
    case .topic:
      let topics = Help.groups.flatMap { $0.topics.map(\.name) }
      return Completion(replacementStart: start, candidates: matching(text, topics))
    case .request, .field: return lua(text, from: start)
    }
  }

  private func lua(_ text: String, from start: Int) -> Completion {
    var completion = LuaCompletion(runner.session, text).complete()
    completion.replacementStart += start
    return completion
  }

  /// Behind a whole request, a field of its entity.
  private func requestOrField(_ text: String, from start: Int) -> Completion {
    let (request, typed) = text.splittingLastWord
    let tokens = LuaTokens(request).tokens
    guard !request.isEmpty, LuaChain.openBracket(tokens, before: tokens.count) == nil,
      let chain = LuaChain(tokens, endingBefore: tokens.count),
      let entity = LuaMeanings(session: runner.session).meaning(of: chain).entity
    else { return lua(text, from: start) }
    let names = matching(typed, entity.memberNames)
    return Completion(replacementStart: start + text.utf8.count - typed.utf8.count, candidates: names)
  }
}
