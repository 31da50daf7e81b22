import SQLText

/// What a person typed at the prompt.
enum Entry: Equatable {
  case command(name: String, argument: String)
  case sql(String)
  case lua(String)
  case empty

  /// What decides between Lua and the rest.
  struct Lua {
    /// Whether Lua takes the text, or would if it went on.
    var accepts: (String) -> Bool
    var hasGlobal: (String) -> Bool
    /// Whether the database is one that a server keeps, which knows statements of its own.
    var asksServer: () -> Bool = { false }
  }

  init(_ text: String, lua: Lua) {
    let trimmed = text.trimmingBlanks()
    if trimmed.isEmpty || trimmed.isComment {
      self = .empty
    } else if trimmed.hasPrefix("."), trimmed.dropFirst().first?.isLetter == true {
      let word = trimmed.dropFirst().prefix { !$0.isWhitespace }
      self = .command(name: String(word), argument: String(trimmed.dropFirst(word.count + 1)).trimmingBlanks())
    } else if let command = Self.habit(trimmed, lua) {
      self = .command(name: command, argument: "")
    } else if trimmed.hasPrefix("\\d ") {
      self = .command(name: "schema", argument: String(trimmed.dropFirst(3)).trimmingBlanks())
    } else if trimmed.hasPrefix("\\"), trimmed.dropFirst().first?.isLetter == true {
      // psql's commands are told what they are here, as unknown ones of the dot are.
      let word = trimmed.dropFirst().prefix { !$0.isWhitespace }
      self = .command(name: String(word), argument: String(trimmed.dropFirst(word.count + 1)).trimmingBlanks())
    } else if Self.isSQL(trimmed, lua) {
      self = .sql(trimmed)
    } else {
      self = .lua(text)
    }
  }

  // MARK: Habits

  /// The words of other shells, as long as no script has given them a meaning.
  private static func habit(_ text: String, _ lua: Lua) -> String? {
    switch text {
    case "exit", "quit", "exit()", "quit()", "exit;", "quit;":
      lua.hasGlobal(String(text.prefix(4))) ? nil : "quit"
    case "help", "help()", "help;": lua.hasGlobal("help") ? nil : "help"
    case "\\q": "quit"
    case "?", "\\?", "\\h": "help"
    case "\\d", "\\dt", "show tables", "show tables;", "SHOW TABLES", "SHOW TABLES;", "show collections": "tables"
    default: nil
    }
  }

  // MARK: SQL

  /// A keyword in capitals says that the entry is SQL; in small letters, only what is no Lua is.
  private static func isSQL(_ text: String, _ lua: Lua) -> Bool {
    let word = String(text.prefix { $0.isLetter })
    if SQLKeywords.statements.contains(word) || SQLKeywords.serverStatements.contains(word) && lua.asksServer() {
      // An assignment is Lua, and so is what uses a global of that name: `VALUES = {}`, `VALUES[1]`. `SELECT [a b]` is
      // SQL, and `SELECT .5`.
      guard let next = text.dropFirst(word.count).first(where: { !$0.isWhitespace }) else { return true }
      if "=,".contains(next) { return false }
      return !(".:[(".contains(next) && lua.hasGlobal(word) && lua.accepts(text))
    }
    guard word != "end", SQLKeywords.statements.contains(word.uppercased()) else { return false }
    return !lua.accepts(text) || text.bareWord == word && !lua.hasGlobal(word)
  }
}

extension String {
  func trimmingBlanks() -> String {
    var text = self[...]
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text.drop { $0.isWhitespace })
  }

  /// The word that is all there is but a semicolon and a remark: `commit`, `begin; -- a trial`.
  ///
  /// To Lua that is the name of a variable.
  fileprivate var bareWord: String? {
    let tokens = SQLToken.all(in: self).filter { $0.kind != .comment && $0.text != ";" }
    return tokens.count == 1 && tokens[0].kind == .word ? tokens[0].text : nil
  }

  /// Whether there is nothing but a comment of one line.
  fileprivate var isComment: Bool { hasPrefix("--") && !hasPrefix("--[") && !contains("\n") }
}
