import Encodings
import Query
import SQLText
import Schema

extension TableText {
  /// The statement for a table that is made anew, with what the text of another program says beside.
  ///
  /// That is rules, keys, orders of texts, defaults that only the database can tell; nil where it says nothing of the
  /// kind. Such a table stays one of another program: it is not strict.
  ///
  /// - Parameter kept: the columns that stay; a rule about another one goes with it.
  func keeping(
    _ present: TableText, _ types: [FoldedName: String], kept: [String], as name: String, _ dialect: any Dialect,
    adding others: [TableDescription.Column]
  ) -> String? {
    let names = Set((kept + columns.map(\.name)).map(FoldedName.init))
    let gone = Set(present.columns.map { FoldedName($0.name) }.filter { !names.contains($0) })
    let known = Set(checks + columns.flatMap(\.checks))
    var isKept = false
    func remains(_ clause: Clause) -> Bool {
      guard !known.contains(clause.rule), clause.names.isDisjoint(with: gone) else { return false }
      isKept = true
      return true
    }
    let keys = Set(present.references.flatMap(\.columns))
    var lines = columns.map { column -> String in
      // No relation declares the default of its key.
      let isKey = keys.contains(FoldedName(column.name))
      let clauses =
        present.column(column.name).map {
          Clause.all(in: $0.definitionBesideGeneration, beside: column.definition, keepsDefault: isKey)
        } ?? []
      var definition = column.definition
      // Whether what is computed is stored no declaration says.
      if let own = column.generation, let former = present.column(column.name)?.generation, own.rule == former.rule,
        let place = definition.firstRange(of: own.clause)
      {
        definition.replaceSubrange(place, with: former.clause)
      }
      var added = ""
      for clause in clauses where clause.hasName {
        // What is declared keeps the name that it has there.
        let own = Clause.all(in: definition, beside: nil).first { $0.isCheck && $0.rule == clause.rule }
        if let own, let place = definition.firstRange(of: own.text) {
          definition.replaceSubrange(place, with: clause.text)
        }
      }
      for clause in clauses where remains(clause) {
        if let word = clause.word, let place = definition.firstRange(of: word) {
          definition.replaceSubrange(place, with: clause.text)
        } else {
          added += " " + clause.text
        }
      }
      // Where a table is not strict, such a column would make numbers of texts.
      if definition.hasPrefix("ANY") { definition = (types[FoldedName(column.name)] ?? "") + definition.dropFirst(3) }
      if present.countsOn, let end = definition.firstRange(of: "PRIMARY KEY") {
        isKept = true
        definition.insert(contentsOf: " AUTOINCREMENT", at: end.upperBound)
      }
      return "\(dialect.quoted(column.name)) \(definition)\(added)"
    }
    insert(others, into: &lines, as: present, dialect)
    lines += constraints.map { constraint in
      let kept = keepingRule(of: constraint, in: present)
      if kept != constraint { isKept = true }
      return naming(constraint, in: present) + kept + extras(of: constraint, in: present)
    }
    lines += present.constraints.filter { constraint in
      Clause.all(in: constraint, beside: nil).contains { $0.isCheck && remains($0) }
    }
    let keptWhole = keptConstraints(of: present, dialect) { gone.isDisjoint(with: $0) }
    lines += keptWhole
    let saysMore = !present.references.allSatisfy(\.extras.isEmpty) || present.hasNoRowNumbers
    guard isKept || !others.isEmpty || !keptWhole.isEmpty || saysMore else { return nil }
    let end = present.hasNoRowNumbers && lines.contains { $0.contains("PRIMARY KEY") } ? " WITHOUT ROWID" : ""
    return "CREATE TABLE \(dialect.quoted(name)) (\n  \(lines.joined(separator: ",\n  "))\n)\(end)"
  }

  /// The statement for a table of another name with other columns, which stand where the table that is there has them.
  func adding(
    _ others: [TableDescription.Column], as present: TableText, named name: String, _ dialect: any Dialect
  ) -> String {
    var lines = columns.map { "\(dialect.quoted($0.name)) \($0.definition)" }
    insert(others, into: &lines, as: present, dialect)
    let body = (lines + constraints).joined(separator: ",\n  ")
    return "CREATE TABLE \(dialect.quoted(name)) (\n  \(body)\n)\(isStrict ? dialect.tableSuffix : "")"
  }

  /// Puts the lines of other columns where they stand in the table that is there: behind the same column.
  private func insert(
    _ others: [TableDescription.Column], into lines: inout [String], as present: TableText, _ dialect: any Dialect
  ) {
    var names = columns.map { FoldedName($0.name) }
    for other in others {
      let before = present.columns.map { FoldedName($0.name) }.prefix { $0 != FoldedName(other.name) }
      let place = before.reversed().lazy.compactMap { names.firstIndex(of: $0) }.first.map { $0 + 1 } ?? 0
      names.insert(FoldedName(other.name), at: place)
      lines.insert("\(dialect.quoted(other.name)) \(other.definition ?? other.declaredType)", at: place)
    }
  }

  /// A constraint of a key whose rows lose, or get by default, what no relation can declare, with that rule; or which
  /// refuses at the end of a statement, or of a transaction, and not at once as RESTRICT does.
  private func keepingRule(of constraint: String, in present: TableText) -> String {
    guard let own = Self.reference(of: constraint), let rule = own.deletion,
      let known = present.references.first(where: { $0.columns == own.columns })
    else { return constraint }
    guard let former = known.deletion else {
      return rule.uppercased() == "ON DELETE RESTRICT" ? constraint.replacing(" " + rule, with: "") : constraint
    }
    let isRequired = own.columns.contains { name in
      columns.contains { FoldedName($0.name) == name && $0.definition.contains("NOT NULL") }
    }
    let words = SQLToken.all(in: former).filter { $0.kind != .comment }.map { $0.text.uppercased() }
    let isLater = words.contains("NO") && rule.uppercased() == "ON DELETE RESTRICT"
    guard isLater || words.contains("DEFAULT") || words.contains("NULL") && isRequired else { return constraint }
    return constraint.replacing(rule, with: former)
  }

  /// The name that the key has which a constraint is, with the word before it.
  private func naming(_ constraint: String, in present: TableText) -> String {
    guard let own = Self.reference(of: constraint), own.name.isEmpty else { return "" }
    return present.references.first { $0.columns == own.columns }?.name ?? ""
  }

  /// What the table that is there says of the key that a constraint is, beside what a relation declares.
  private func extras(of constraint: String, in present: TableText) -> String {
    guard let own = Self.reference(of: constraint),
      let former = present.references.first(where: { $0.columns == own.columns })
    else { return "" }
    // What is declared of changed keys takes the place of what was said.
    let saysUpdate = own.extras.contains { $0.isAboutUpdates }
    return former.extras.filter { !saysUpdate || !$0.isAboutUpdates }.map { " " + $0 }.joined()
  }

  /// The keys and the UNIQUE groups of the table that is there which are not declared, as constraints.
  private func keptConstraints(
    of present: TableText, _ dialect: any Dialect, where stays: (Set<FoldedName>) -> Bool
  ) -> [String] {
    let declared = Set(references.map(\.columns))
    let keys = present.references.filter { !declared.contains($0.columns) && stays(Set($0.columns)) }.map { key in
      let names = key.columns.map { folded in
        dialect.quoted(present.columns.first { FoldedName($0.name) == folded }?.name ?? "\(folded)")
      }
      return "\(key.name)FOREIGN KEY (\(names.joined(separator: ", "))) \(key.text)"
    }
    let own = Set(constraints.compactMap(Self.uniqueColumns))
    // What a column says is unique need not be said again, but for its name and for what is done about conflicts.
    let alone = columns.filter { SQLToken.all(in: $0.definitionBesideGeneration).contains { $0.isWord("UNIQUE") } }
    let names = alone.map { Set([FoldedName($0.name)]) }
    let groups = present.constraints.filter { constraint in
      guard let columns = Self.uniqueColumns(of: constraint) else { return false }
      let isPlain = constraint.uppercased().hasPrefix("UNIQUE") && constraint.hasSuffix(")")
      return !own.contains(columns) && stays(columns) && !(isPlain && names.contains(columns))
    }
    return keys + groups
  }

  /// Whether it says of a column what no entity can.
  private struct Clause {
    var text: String
    /// The tokens of a CHECK; empty for anything else.
    var rule: Rule
    var names: Set<FoldedName>
    var isCheck: Bool
    /// Whether it begins with a name: `CONSTRAINT positive CHECK (n > 0)`.
    var hasName: Bool
    /// What it takes the place of: `NOT NULL` of `NOT NULL ON CONFLICT IGNORE`.
    var word: String?

    /// The rules, orders and computed defaults in a definition; those that another definition has in its own way left
    /// out.
    static func all(in definition: String, beside other: String?, keepsDefault: Bool = false) -> [Clause] {
      let tokens = SQLToken.all(in: definition).filter { $0.kind != .comment }
      let words = SQLToken.all(in: other ?? "").filter { $0.kind != .comment }
      var (result, place): ([Clause], Int) = ([], 0)
      while place < tokens.count {
        let end = Self.end(of: place, in: tokens)
        let isNamed = place > 1 && tokens[place - 2].isWord("CONSTRAINT")
        func clause(to end: Int, isCheck: Bool = false) -> Clause {
          Clause(Array(tokens[place..<end]), isNamed ? tokens[place - 2] : nil, definition, isCheck: isCheck)
        }
        let hasOwn = words.contains { $0.normal == tokens[place].normal }
        if tokens[place].isWord("CHECK") {
          result.append(clause(to: end, isCheck: true))
        } else if tokens[place].isWord("COLLATE"), !hasOwn {
          result.append(clause(to: end))
        } else if tokens[place].isWord("DEFAULT"), !hasOwn, place + 1 < end,
          place == 0 || !tokens[place - 1].isWord("SET"),
          keepsDefault || isComputed(tokens[(place + 1)..<end])
        {
          result.append(clause(to: end))
        } else if let end = conflictEnd(of: place, in: tokens), hasOwn {
          var clause = clause(to: end)
          clause.word = tokens[place].isWord("NOT") ? "NOT NULL" : "UNIQUE"
          result.append(clause)
        } else if tokens[place].isWord("UNIQUE"), !hasOwn, !words.contains(where: { $0.isWord("PRIMARY") }) {
          let end = conflictEnd(of: place, in: tokens) ?? place + 1
          result.append(clause(to: end))
        }
        place = max(end, place + 1)
      }
      return result
    }

    /// Whether only the database can tell what a default is: `(1 + 2)`, `CURRENT_DATE`, `x'00'`.
    private static func isComputed(_ value: ArraySlice<SQLToken>) -> Bool {
      guard let first = value.first, !first.isWord("NULL") else { return false }
      return first.text == "(" || Value(literal: value.map(\.text).joined()) == nil
    }

    /// Behind `NOT NULL ON CONFLICT IGNORE` or `UNIQUE ON CONFLICT REPLACE` at a place; nil for anything else.
    private static func conflictEnd(of place: Int, in tokens: [SQLToken]) -> Int? {
      let words = tokens[place...].prefix(5).map { $0.kind == .word ? $0.text.uppercased() : "" }
      if words.starts(with: ["NOT", "NULL", "ON", "CONFLICT"]), words.count == 5 { return place + 5 }
      return words.starts(with: ["UNIQUE", "ON", "CONFLICT"]) && words.count > 3 ? place + 4 : nil
    }

    /// Behind the word at a place: its parentheses, or the one word that follows.
    private static func end(of place: Int, in tokens: [SQLToken]) -> Int {
      guard ["CHECK", "COLLATE", "DEFAULT"].contains(where: { tokens[place].isWord($0) }) else { return place + 1 }
      var (next, depth) = (place + 1, 0)
      // The sign of a number.
      if next < tokens.count, ["-", "+"].contains(tokens[next].text) { next += 1 }
      while next < tokens.count {
        if tokens[next].text == "(" { depth += 1 }
        if tokens[next].text == ")" { depth -= 1 }
        next += 1
        if depth == 0 { break }
      }
      return next
    }

    /// - Parameter first: where a name stands before it, the word before that.
    private init(_ tokens: [SQLToken], _ first: SQLToken?, _ definition: String, isCheck: Bool) {
      let bytes = Array(definition.utf8)
      hasName = first != nil
      let (start, end) = ((first ?? tokens.first)?.place.lowerBound ?? 0, tokens.last?.place.upperBound ?? 0)
      text = String(decoding: bytes[start..<end], as: UTF8.self)
      rule = isCheck ? tokens.dropFirst(2).dropLast().map(\.normal) : []
      names = Set(tokens.filter { $0.kind == .word || $0.kind == .name }.map { FoldedName($0.text) })
      self.isCheck = isCheck
    }
  }
}

extension String {
  /// Whether it is `ON UPDATE …`.
  fileprivate var isAboutUpdates: Bool {
    let words = SQLToken.all(in: self).filter { $0.kind != .comment }
    return words.count > 2 && words[0].isWord("ON") && words[1].isWord("UPDATE")
  }
}
