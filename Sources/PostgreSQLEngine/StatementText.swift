import SQLText

/// What the text of a statement tells of what it does; the server says nothing of that before it runs.
struct StatementText {
  enum Kind {
    /// It leaves the database as it is.
    case reading
    /// It changes rows.
    case writing
    /// It creates, alters or drops something, or does what cannot be told.
    case changing
    /// It begins or ends a transaction, or goes back in it.
    case transaction
  }

  private(set) var kind = Kind.changing
  /// The word that it begins with, in capitals.
  private(set) var firstWord = ""
  /// The names and words in it, in lower case.
  private(set) var names: Set<String> = []
  /// The tables whose rows it changes, in lower case.
  private(set) var targets: [String] = []
  /// The first of them as the server spells it.
  private(set) var spelledTarget: String?
  /// Those of them whose rows it deletes.
  private(set) var emptied: [String] = []
  /// The table that it alters or drops, in lower case.
  private(set) var alteredTable: String?
  private(set) var parameterCount = 0
  /// What an INSERT names before VALUES, in lower case; nil for what is none, or has RETURNING.
  private(set) var insertedColumns: [String]?
  /// Whether it says what becomes of rows that are there already.
  private(set) var seesConflicts = false
  /// How the table of an INSERT is written.
  private(set) var insertTarget: String?
  /// Whether it makes a table with keys to others.
  private(set) var makesTable = false
  /// The name of the savepoint that it is about.
  private(set) var savepoint: String?
  /// Whether it counts rows, and nothing in it depends on their order.
  private(set) var isCount = false
  /// The columns to which it gives values by itself, and that it does not answer as `insertedColumns` are.
  private(set) var givenColumns: Set<String> = []
  /// Whether it may let a session write that was opened to read.
  private(set) var liftsReadOnly = false
  /// Whether rows would come from the client, or go to it, by another way than those of a query.
  private(set) var copiesThroughClient = false
  /// What it would change of the session, by which values are read.
  private(set) var pinned: PinnedSetting?
  /// Whether it takes from the session what Moonshell has made for itself.
  private(set) var forgetsSession = false
  /// Whether it has the server read or write a file of its own, or run a program.
  private(set) var reachesFiles = false
  /// Whether it says of what kind the open transaction is.
  private(set) var setsTransaction = false
  /// Whether it calls functions, which may be anybody's.
  private(set) var callsFunctions = false
  private(set) var isEmpty = true
  private(set) var isInTransactionBlock = true

  init(_ text: String) {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment }
    let start = tokens.firstIndex { $0.text != ";" } ?? tokens.endIndex
    guard start < tokens.endIndex else { return }
    isEmpty = false
    firstWord = tokens[start].kind == .word ? tokens[start].text.uppercased() : ""
    // A SELECT may stand in parentheses.
    if tokens[start].text == "(" { firstWord = "SELECT" }
    for token in tokens {
      switch token.kind {
      case .word, .name: names.insert(token.normal)
      // A colon may be a part of a slice: `a[1:2]`.
      case .parameter where token.text.hasPrefix("$"):
        parameterCount = max(parameterCount, Int(token.text.dropFirst()) ?? 0)
      default: break
      }
    }
    callsFunctions = zip(tokens, tokens.dropFirst()).contains {
      $1.text == "(" && ($0.kind == .name || $0.kind == .word)
    }
    takeTargets(tokens)
    kind = kind(tokens, start)
    isCount = kind == .reading && isCount(tokens[start...])
    if firstWord == "ALTER" || firstWord == "DROP" { takeAltered(tokens[start...].dropFirst()) }
    if firstWord == "INSERT" { takeInsert(tokens) }
    takeGiven(tokens[start...])
    liftsReadOnly = liftsReadOnly(tokens[start...])
    makesTable = firstWord == "CREATE" && names.isSuperset(of: ["table", "references", "foreign"])
    if kind == .transaction { takeSavepoint(tokens[start...]) }
    copiesThroughClient =
      firstWord == "COPY" && tokens[start...].contains { $0.isWord("STDOUT") || $0.isWord("STDIN") }
    pinned = PinnedSetting.changed(by: tokens[start...])
    reachesFiles = !copiesThroughClient && firstWord == "COPY" || !names.isDisjoint(with: Self.fileFunctions)
    setsTransaction = firstWord == "SET" && tokens[start...].dropFirst().first?.isWord("TRANSACTION") == true
    forgetsSession = PinnedSetting.isForgotten(by: tokens[start...])
    isInTransactionBlock = !Self.standsAlone(tokens[start...])
  }

  private func kind(_ tokens: [SQLToken], _ start: Int) -> Kind {
    switch firstWord {
    case "SELECT", "VALUES", "TABLE", "WITH":
      if !targets.isEmpty { return .writing }
      return tokens.contains { $0.isWord("INTO") } ? .changing : .reading
    case "EXPLAIN": return tokens.contains { $0.isWord("ANALYZE") } && !targets.isEmpty ? .writing : .reading
    case "SHOW", "SET", "RESET", "LISTEN", "UNLISTEN", "FETCH", "MOVE", "DISCARD", "ANALYZE", "LOCK": return .reading
    case "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "COPY": return .writing
    case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE": return .transaction
    default: return .changing
    }
  }

  private func isCount(_ tokens: ArraySlice<SQLToken>) -> Bool {
    let words = tokens.prefix(3).map { $0.text.uppercased() }
    return words == ["SELECT", "COUNT", "("] && names.isDisjoint(with: Self.ordered)
  }

  /// The server's own functions that reach what lies beside its databases.
  static let fileFunctions: Set<String> = [
    "pg_read_file", "pg_read_binary_file", "pg_ls_dir", "pg_stat_file", "lo_import", "lo_export", "pg_file_write",
    "pg_ls_logdir", "pg_ls_waldir", "pg_ls_tmpdir", "dblink", "dblink_connect", "dblink_exec",
  ]

  /// What gives something else where rows come in another order.
  private static let ordered: Set<String> = [
    "sum", "avg", "json_agg", "jsonb_agg", "array_agg", "string_agg", "limit", "offset", "fetch", "over", "stddev",
    "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp",
  ]

  /// The tables behind INSERT INTO, UPDATE, DELETE FROM, MERGE INTO and TRUNCATE, wherever they stand.
  private mutating func takeTargets(_ tokens: [SQLToken]) {
    for place in tokens.indices {
      var next = place + 1
      func skip(_ word: String) { if next < tokens.count, tokens[next].isWord(word) { next += 1 } }
      let before = place > 0 ? tokens[place - 1] : nil
      if tokens[place].isWord("INSERT") || tokens[place].isWord("MERGE") {
        skip("INTO")
      } else if tokens[place].isWord("DELETE") {
        if before?.isWord("ON") == true || next >= tokens.count || !tokens[next].isWord("FROM") { continue }
        skip("FROM")
      } else if tokens[place].isWord("UPDATE") {
        if ["FOR", "KEY", "ON", "DO"].contains(where: { before?.isWord($0) == true }) { continue }
      } else if tokens[place].isWord("TRUNCATE"), place == 0 {
        skip("TABLE")
      } else {
        continue
      }
      skip("ONLY")
      guard let name = Self.name(tokens[next...]) else { continue }
      if targets.isEmpty { spelledTarget = Self.spelledName(tokens[next...]) }
      targets.append(name)
      let deletes = tokens[place].isWord("DELETE") || tokens[place].isWord("TRUNCATE") || tokens[place].isWord("MERGE")
      if deletes { emptied.append(name) }
    }
  }

  private mutating func takeAltered(_ tokens: ArraySlice<SQLToken>) {
    guard tokens.first?.isWord("TABLE") == true else { return }
    let words = ["IF", "EXISTS", "ONLY"]
    alteredTable = Self.name(tokens.dropFirst().drop { token in words.contains { token.isWord($0) } })
  }

  /// The last of the names at the beginning that have dots between them.
  private static func name(_ tokens: ArraySlice<SQLToken>) -> String? {
    guard let first = tokens.first, first.kind == .word || first.kind == .name else { return nil }
    let rest = tokens.dropFirst()
    if rest.first?.text == ".", let inner = name(rest.dropFirst()) { return inner }
    return first.normal
  }

  private mutating func takeInsert(_ tokens: [SQLToken]) {
    seesConflicts = zip(tokens, tokens.dropFirst()).contains { $0.isWord("ON") && $1.isWord("CONFLICT") }
    var depth = 0
    for token in tokens {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0, token.isWord("RETURNING") { return }
    }
    insertTarget = targets.first
    guard let open = tokens.firstIndex(where: { $0.text == "(" || $0.isWord("VALUES") || $0.isWord("DEFAULT") }),
      tokens[open].text == "("
    else {
      insertedColumns = []
      return
    }
    insertedColumns = Self.names(tokens[open...].prefix { $0.text != ")" })
  }

  /// The same as the server spells it: what stands in no quotes is in lower case.
  private static func spelledName(_ tokens: ArraySlice<SQLToken>) -> String? {
    guard let first = tokens.first, first.kind == .word || first.kind == .name else { return nil }
    let rest = tokens.dropFirst()
    if rest.first?.text == ".", let inner = spelledName(rest.dropFirst()) { return inner }
    return first.kind == .word ? first.text.lowercased() : first.text
  }

  /// The columns that an INSERT with RETURNING names, and those that an UPDATE sets.
  private mutating func takeGiven(_ tokens: ArraySlice<SQLToken>) {
    switch firstWord {
    case "INSERT" where insertedColumns == nil:
      guard let open = tokens.firstIndex(where: { $0.text == "(" || $0.isWord("VALUES") || $0.isWord("SELECT") }),
        tokens[open].text == "("
      else { return }
      givenColumns = Set(Self.names(tokens[open...].prefix { $0.text != ")" }))
    case "UPDATE":
      guard let set = tokens.firstIndex(where: { $0.isWord("SET") }) else { return }
      let end = tokens[set...].firstIndex { $0.isWord("WHERE") || $0.isWord("FROM") } ?? tokens.endIndex
      let before = zip(tokens[set..<end], tokens[(set + 1)...]).filter { $1.text == "=" }.map(\.0)
      givenColumns = Set(Self.names(before[...]))
    default: break
    }
  }

  private static func names(_ tokens: ArraySlice<SQLToken>) -> [String] {
    tokens.filter { $0.kind == .word || $0.kind == .name }.map(\.normal)
  }

  /// Settings decide whether a transaction may write, and a block of code may change them in its midst.
  private func liftsReadOnly(_ tokens: ArraySlice<SQLToken>) -> Bool {
    if ["DO", "CALL", "DISCARD"].contains(firstWord) { return true }
    if zip(tokens, tokens.dropFirst()).contains(where: { $0.isWord("READ") && $1.isWord("WRITE") }) { return true }
    if names.contains("set_config") || names.contains("pg_settings") && !targets.isEmpty { return true }
    guard firstWord == "SET" || firstWord == "RESET" else { return false }
    return !names.isDisjoint(with: ["default_transaction_read_only", "transaction_read_only", "all"])
  }

  private mutating func takeSavepoint(_ tokens: ArraySlice<SQLToken>) {
    guard ["SAVEPOINT", "RELEASE"].contains(firstWord) || tokens.contains(where: { $0.isWord("TO") }) else { return }
    savepoint = tokens.last { $0.kind == .word || $0.kind == .name }?.normal
  }

  /// Whether the server runs it outside of transactions only, or it is about them.
  static func standsAlone(_ text: String) -> Bool {
    standsAlone(SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment && $0.text != ";" }[...])
  }

  private static func standsAlone(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard let first = tokens.first, first.kind == .word else { return false }
    let rest = tokens.dropFirst().prefix(4)
    switch first.text.uppercased() {
    case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "VACUUM": return true
    case "CREATE", "DROP", "ALTER", "REINDEX":
      return ["DATABASE", "TABLESPACE", "SYSTEM", "CONCURRENTLY", "SUBSCRIPTION"].contains { word in
        rest.contains { $0.isWord(word) }
      }
    default: return false
    }
  }
}
