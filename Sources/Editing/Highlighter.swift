import SQLText

/// Colours an entry while it is typed: Lua, SQL or a command, right or wrong.
///
///     Highlighter("local x = 'a'").attributes   // keyword, …, string
package struct Highlighter {
  package enum Language: Sendable {
    case lua, sql, command
  }

  package private(set) var attributes: [Attribute]
  private let text: [Unicode.Scalar]
  private let language: Language
  private var place = 0
  /// The open brackets, with their places.
  private var open: [(bracket: Unicode.Scalar, place: Int)] = []
  private var pairs: [(open: Int, close: Int)] = []

  package init(_ text: [Unicode.Scalar]) {
    self.text = text
    attributes = Array(repeating: .plain, count: text.count)
    language = Self.language(of: text)
    if language == .command { takeCommand() }
    while place < text.count { takeOne() }
  }

  // MARK: The language

  /// What an entry is, by its first word: as the prompt decides, but at a glance.
  package static func language(of text: [Unicode.Scalar]) -> Language {
    guard let start = text.firstIndex(where: { !$0.properties.isWhitespace }) else { return .lua }
    if text[start] == ".", text.dropFirst(start + 1).first?.properties.isAlphabetic == true { return .command }
    let word = String(String.UnicodeScalarView(text[start...].prefix { $0.isASCII && $0.properties.isAlphabetic }))
    guard SQLKeywords.statements.contains(word.uppercased()) else { return .lua }
    let next = text[(start + word.unicodeScalars.count)...].first { !$0.properties.isWhitespace }
    guard let next else { return word == word.uppercased() ? .sql : .lua }
    if word == word.uppercased() { return "=,.:[".unicodeScalars.contains(next) ? .lua : .sql }
    return word != "end" && (next.properties.isAlphabetic || next == "*" || next == "'") ? .sql : .lua
  }

  private mutating func takeCommand() {
    let start = text.firstIndex { !$0.properties.isWhitespace } ?? 0
    let end = text[start...].firstIndex { $0.properties.isWhitespace } ?? text.count
    paint(start..<end, .command)
    place = end
  }

  // MARK: Brackets

  /// Marks the bracket at the cursor, or before it, and its partner.
  package mutating func mark(at cursor: Int) {
    for place in [cursor, cursor - 1] {
      guard let pair = pairs.first(where: { $0.open == place || $0.close == place }) else { continue }
      attributes[pair.open] = .match
      attributes[pair.close] = .match
      return
    }
  }

  private mutating func takeBracket(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "(", "[", "{": open.append((scalar, place))
    default:
      let partner: Unicode.Scalar = scalar == ")" ? "(" : scalar == "]" ? "[" : "{"
      if let last = open.last, last.bracket == partner {
        open.removeLast()
        pairs.append((last.place, place))
      } else {
        attributes[place] = .mistake
      }
    }
    place += 1
  }

  // MARK: Tokens

  private mutating func paint(_ range: Range<Int>, _ attribute: Attribute) {
    for index in range { attributes[index] = attribute }
  }

  private func peek(_ offset: Int) -> Unicode.Scalar? {
    place + offset < text.count ? text[place + offset] : nil
  }

  private mutating func takeOne() {
    let scalar = text[place]
    switch scalar {
    case "(", ")", "[", "]", "{", "}":
      if scalar == "[", language != .sql, let level = longBracket(at: place) { return takeLong(level, .string) }
      takeBracket(scalar)
    case "'", "\"", "`": takeQuoted(scalar)
    case "-" where peek(1) == "-": takeComment()
    case "/" where peek(1) == "*" && language == .sql: takeBlockComment()
    case "0"..."9": takeNumber()
    case "_", "a"..."z", "A"..."Z": takeWord()
    default: place += 1
    }
  }

  private mutating func takeWord() {
    let start = place
    while place < text.count, text[place].isPartOfWord { place += 1 }
    // Most words are no keywords, and longer than any.
    guard place - start <= (language == .sql ? Self.longestOfSQL : Self.longestOfLua) else { return }
    let word = String(String.UnicodeScalarView(text[start..<place]))
    let words = language == .sql ? Self.sqlWords : Self.luaWords
    if let attribute = words[language == .sql ? word.uppercased() : word] { paint(start..<place, attribute) }
  }

  private mutating func takeNumber() {
    let start = place
    while place < text.count, text[place].isPartOfWord || text[place] == "." && peek(1) != "." { place += 1 }
    paint(start..<place, .number)
  }

  /// A text between marks; in Lua one that does not end in its line is a mistake, unless it is still being typed.
  private mutating func takeQuoted(_ mark: Unicode.Scalar) {
    let start = place
    place += 1
    while place < text.count, text[place] != mark {
      if language != .sql, text[place] == "\n" {
        paint(start..<place, .mistake)
        return
      }
      place += language != .sql && text[place] == "\\" ? 2 : 1
    }
    place = min(place + 1, text.count)
    paint(start..<place, language == .sql && mark != "'" ? .plain : .string)
  }

  private mutating func takeComment() {
    let start = place
    place += 2
    if language != .sql, place < text.count, text[place] == "[", let level = longBracket(at: place) {
      takeLong(level, .comment)
    } else {
      place = text[place...].firstIndex(of: "\n") ?? text.count
    }
    paint(start..<place, .comment)
  }

  private mutating func takeBlockComment() {
    let start = place
    place += 2
    while place < text.count, !(text[place] == "*" && peek(1) == "/") { place += 1 }
    place = min(place + 2, text.count)
    paint(start..<place, .comment)
  }

  /// The number of `=` in `[==[`, or nil where there is none.
  private func longBracket(at start: Int) -> Int? {
    var end = start + 1
    while end < text.count, text[end] == "=" { end += 1 }
    return end < text.count && text[end] == "[" ? end - start - 1 : nil
  }

  private mutating func takeLong(_ level: Int, _ attribute: Attribute) {
    let start = place
    place += level + 2
    while place < text.count, !isLongEnd(level) { place += 1 }
    place = min(place + level + 2, text.count)
    paint(start..<place, attribute)
  }

  private func isLongEnd(_ level: Int) -> Bool {
    guard text[place] == "]", place + level + 1 < text.count, text[place + level + 1] == "]" else { return false }
    return text[(place + 1)..<(place + level + 1)].allSatisfy { $0 == "=" }
  }

  // MARK: Words

  private static let luaWords: [String: Attribute] = {
    let keywords =
      "and break do else elseif end for function goto if in local not or repeat return then until while"
    var words: [String: Attribute] = ["nil": .constant, "true": .constant, "false": .constant]
    for word in keywords.split(separator: " ") { words[String(word)] = .keyword }
    return words
  }()

  private static let longestOfLua = luaWords.keys.map(\.count).max() ?? 0
  private static let longestOfSQL = sqlWords.keys.map(\.count).max() ?? 0

  private static let sqlWords: [String: Attribute] = {
    var words: [String: Attribute] = [:]
    for word in SQLKeywords.statements.union(SQLKeywords.clauses).union(SQLKeywords.proposed) { words[word] = .keyword }
    for word in ["NULL", "TRUE", "FALSE"] { words[word] = .constant }
    return words
  }()
}
