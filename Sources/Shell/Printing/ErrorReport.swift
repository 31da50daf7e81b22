import Encodings
import LuaRuntime
import Model
import Platform
import Scripting
import Store

/// An error in the words of a person: where, the line, the cause, what next.
///
///     report.lua:12: Player has no field 'agee'. Did you mean 'age'?
///       12 | print(Player:where { agee = 20 }:count())
///                                 ^^^^
struct ErrorReport {
  /// Who reads it.
  enum Audience: Equatable {
    /// Of a script: everything, with the program's name and the traceback.
    case script
    /// At the prompt: the line was just typed, so its place need not be said.
    case prompt(entry: String)
    /// Of a file of entries.
    case pipe(entry: String)

    fileprivate var entry: String? {
      switch self {
      case .script: nil
      case .prompt(let name), .pipe(let name): name
      }
    }
  }

  private(set) var message: String
  private(set) var place: (source: String, line: Int)?
  private(set) var hint: String?
  private(set) var traceback: [String] = []
  private var isInterruption = false
  private let isSyntax: Bool
  private var mark: Range<Int>?
  private let source: SourceLines.Source?
  private let failures: FailureTable?

  init(_ error: any Error, session: Session, sources: SourceLines) {
    failures = FailureTable(error)
    isSyntax = (error as? LuaError)?.kind == .syntax
    switch error {
    case let error as LuaError:
      (message, place) = Self.words(of: error, session)
      traceback = Self.lines(ofTraceback: error.traceback ?? "").map { sources.placed($0) }
      isInterruption = error.kind.isInterruption
    case let error as ScriptError:
      message = error.message
      place = error.position.map { ($0.source, $0.line) }
    case let error as any WordedError:
      message = error.message
      place = error.position.map { ($0.source, $0.line) }
    case let error as SQLMistake:
      (message, place, mark) = (error.description, (error.source, error.line), error.mark)
    default: message = "\(error)"
    }
    // The few lines of Lua that commands are made of would tell nothing.
    if place?.source == Runner.ownChunk { place = nil }
    source = place.flatMap { sources.source($0.source) }
    guard !isInterruption else {
      hint = Self.state(session)
      // Of an entry that is undone, nothing need be said of its last statement.
      if session.remains != .all { message = message.replacing(StoreError.nothingKept, with: "") }
      return
    }
    let line = place.flatMap { source?.line($0.line) }
    hint =
      ErrorHint(session).hint(for: error, message, line: line) ?? (session.remains == .all ? nil : Self.state(session))
    if mark == nil { mark = findMark(error, session) }
  }

  // MARK: Words

  private static func words(of error: LuaError, _ session: Session) -> (String, (source: String, line: Int)?) {
    if let table = error.value.table, let words = table["message"].text, table["kind"].text != nil {
      var place = error.position
      if let source = table["source"].text, let line = table["line"].integer { place = (source, Int(line)) }
      // The errors of a schema name their place themselves.
      let start = place.map { "\($0.source):\($0.line): " } ?? ""
      return (String(words.dropFirst(words.hasPrefix(start) ? start.count : 0)), place)
    }
    if error.kind == .memory || error.message == "not enough memory", let limit = session.lua.memoryLimit {
      return ("\(error.message) (the limit is \(sizeWords(limit)))", nil)
    }
    if error.value.isNil, error.kind == .runtime { return ("an error was raised without a value: error(nil)", nil) }
    if error.message.hasPrefix("(error object is a ") {
      let shown = LuaTablePrinter(session: session, palette: .plain).text(of: error.value)
      return ("an error was raised that is no text: \(shown)", nil)
    }
    // `coroutine.wrap` puts the place of its caller before that of the error.
    var innermost = error
    while let place = innermost.position {
      let inner = LuaError(kind: error.kind, value: .nil, message: innermost.messageWithoutPosition)
      if inner.position?.source != place.source || inner.message == innermost.message { break }
      innermost = inner
    }
    return (innermost.plainMessage.withArticles, innermost.position)
  }

  /// What an entry that did not end leaves behind.
  private static func state(_ session: Session) -> String? {
    let isOpen = session.main.isInTransaction
    return switch session.remains {
    case .all: isOpen ? "the transaction is still open: db:commit() or db:rollback()" : nil
    case .nothing: "what it had written is rolled back" + (isOpen ? "; the transaction is still open" : "")
    case .noTransaction:
      "the transaction that it had begun is rolled back" + (isOpen ? "; the one before it is still open" : "")
    case .noOlderTransaction: "the transaction that was open is rolled back, all of it"
    }
  }

  // MARK: The traceback

  /// The calls under way, without the coroutine library's own, and repeated ones once.
  private static func lines(ofTraceback text: String) -> [String] {
    var lines: [(text: String, count: Int)] = []
    for line in text.split(separator: "\n").dropFirst() where !isOurs(line) {
      if let last = lines.last, last.text == line {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((String(line), 1))
      }
    }
    return lines.map { $0.count == 1 ? $0.text : "\($0.text)  (\($0.count) times)" }
  }

  private static func isOurs(_ line: Substring) -> Bool {
    line.hasSuffix("[C]: in ?") || line.contains("[C]: in metamethod '")
  }

  private static let deep = 3

  /// The place of an entry says enough, unless the error comes out of a function, or out of several at the prompt.
  private func showsTraceback(for audience: Audience) -> Bool {
    if traceback.isEmpty || isInterruption && audience != .script { return false }
    let depth = traceback.count { !$0.contains("[C]:") }
    switch audience {
    case .script: return true
    case .pipe: return depth > 1
    case .prompt: return depth > Self.deep
    }
  }

  // MARK: The mark

  private func findMark(_ error: any Error, _ session: Session) -> Range<Int>? {
    guard let place, let source, let line = source.line(place.line) else { return nil }
    if let mark = ErrorMark.ofExcerpt(in: message, line) ?? ValueSlip.mark(for: message, in: line) { return mark }
    if let mark = ChainSlip(session: session).mark(for: message, in: line) ?? NilSlip.mark(for: message, in: line) {
      return mark
    }
    if message.hasSuffix("Write ':' before the method") {
      return ErrorMark.dotOfCall(in: line) { session.lua.global($0).table != nil }
    }
    guard let name = quotedName(after: isSyntax ? "near '" : "'", in: message), !name.isEmpty
    else { return nil }
    let candidates = ErrorMark.occurrences(of: name, in: line)
    guard isSyntax else { return ErrorMark.best(of: candidates, in: line, for: message) }
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines.prefix(place.line - 1).map { $0 + "\n" }.joined()
    return candidates.first { session.lua.failsAlike(before + String(line.prefix($0.upperBound)), message) }
      ?? candidates.first
  }

  // MARK: Text

  /// The report, with the line of the script where it is known.
  func text(for audience: Audience, palette: Palette) -> String {
    var result = audience == .script ? "moonshell: " : ""
    if case .pipe = audience { result = "moonshell: " }
    result += palette(placeText(for: audience), .heading)
    result += words(for: audience, palette)
    if !isInterruption, let place, let source, let line = source.line(place.line) {
      result += excerpt(line, place.line + source.firstLine - 1, palette)
    }
    if let hint { result += palette(hint, .hint) + "\n" }
    if showsTraceback(for: audience) {
      let lines = traceback.map { escapingControls($0, keeping: ["\t"]) + "\n" }
      result += palette("stack traceback:", .dim) + "\n" + lines.joined()
    }
    return result
  }

  /// What is wrong; a person sees what is wrong with many objects as a table.
  private func words(for audience: Audience, _ palette: Palette) -> String {
    guard let failures, case .prompt = audience else {
      // Lua counts the lines of an entry from its first.
      let shift = isSyntax ? (source?.firstLine ?? 1) - 1 : 0
      let words = ErrorMark.aligned(shift > 0 ? message.movingLines(by: shift) : message)
      return palette(escapingControls(words, keeping: ["\n", "\t"]), .error) + "\n"
    }
    let width = Terminal.size()?.columns
    return palette("nothing was saved:", .error) + "\n" + failures.text(width: width, style: palette.style)
  }

  private func placeText(for audience: Audience) -> String {
    if case .prompt(let entry) = audience, place?.source == entry || place == nil { return "" }
    if case .prompt = audience, isInterruption { return "" }
    if let place {
      return "\(source?.name ?? place.source):\(place.line + (source?.firstLine ?? 1) - 1): "
    }
    // SQL and commands have no place of their own: that of the entry.
    return audience.entry.map { name in
      guard let blank = name.lastIndex(of: " ") else { return name + ": " }
      return name[..<blank] + ":" + name[name.index(after: blank)...] + ": "
    } ?? ""
  }

  /// The line with its number, and a mark under the name that the message quotes.
  private func excerpt(_ code: String, _ number: Int, _ palette: Palette) -> String {
    let margin = "  \(number) | "
    let room = (Terminal.size()?.columns ?? Self.mostColumns) - margin.count
    let line = SourceExcerpt(code.hidingPasswords, mark: mark, width: room)
    var result = palette(margin, .dim) + line.text + "\n"
    if mark != nil {
      result += String(repeating: " ", count: margin.count + line.markStart)
      result += palette(String(repeating: "^", count: max(line.markWidth, 1)), .error) + "\n"
    }
    return result
  }

  /// How much of a line is shown where there is no screen.
  private static let mostColumns = 400
}

extension LuaError {
  /// The message without its place, and without the words of a parser.
  fileprivate var plainMessage: String {
    messageWithoutPosition.replacing("<eof> expected near", with: "unexpected symbol near")
  }
}

extension String {
  /// The lines that a message of the compiler names, further down: `(to close '(' at line 1)`.
  fileprivate func movingLines(by count: Int) -> String {
    var result = ""
    var rest = self[...]
    while let word = rest.firstRange(of: " line ") {
      let digits = rest[word.upperBound...].prefix(while: \.isNumber)
      let isPlace = ["at", "on"].contains { rest[..<word.lowerBound].hasSuffix($0) }
      let number = isPlace ? Int(digits).map { "\($0 + count)" } : nil
      result += rest[..<word.upperBound] + (number ?? String(digits))
      rest = rest[digits.endIndex...]
    }
    return result + rest
  }

  /// Lua says `a` before the name of every type: `attempt to call a entity value`.
  fileprivate var withArticles: String {
    guard hasPrefix("attempt to "), let start = firstRange(of: " a "), let first = self[start.upperBound...].first,
      "aeio".contains(first)
    else { return self }
    return replacingCharacters(in: start, with: " an ")
  }

  private func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}

extension LuaState {
  /// Whether a text cut short fails to compile with the same words: then its end is the place of the mistake.
  fileprivate func failsAlike(_ text: String, _ message: String) -> Bool {
    do {
      _ = try compileEntry(text, name: "=entry")
      return false
    } catch {
      return error.plainMessage == message
    }
  }
}
