import Query
import SQLText
import Schema

extension TableDescription.NamedRule {
  /// - Parameter row: as `TableSQL.constraints` answers it.
  fileprivate init(_ row: [String?], _ columns: [String]) {
    let kinds: [String: Kind] = ["p": .primary, "u": .unique, "c": .check, "f": .key]
    self.init(name: row[2] ?? "", kind: kinds[row[1] ?? ""] ?? .other, columns: columns, text: row[7] ?? "")
    if kind == .check { check = SQLToken.all(in: text.withoutCheck, syntax: .postgreSQL).map(\.normal) }
  }
}

extension TableDescription {
  /// - Parameter rows: as `TableSQL.constraints` answers them.
  mutating func take(constraints rows: [[String?]]) {
    for row in rows {
      let names = (row[3] ?? "").split(separator: "\u{1F}").map(String.init)
      namedRules.append(NamedRule(row, names))
      switch row[1] {
      case "p":
        for (place, name) in names.enumerated() {
          if let index = columns.firstIndex(where: { $0.name == name }) { columns[index].keyPosition = place + 1 }
        }
      case "f":
        let referenced = (row[5] ?? "").split(separator: "\u{1F}").map(String.init)
        foreignKeys.append(
          ForeignKey(
            columns: names, table: row[4] ?? "", referencedColumns: referenced,
            onDelete: Self.rules[row[6] ?? ""] ?? "NO ACTION", onUpdate: Self.rules[row[8] ?? ""] ?? "NO ACTION"))
      case "c":
        let text = (row[7] ?? "").withoutCheck
        let check = SQLToken.all(in: text, syntax: .postgreSQL).map(\.normal)
        if names.count == 1, let index = columns.firstIndex(where: { $0.name == names[0] }) {
          columns[index].checks.append(check)
          columns[index].checkTexts.append(text)
          if row[7]?.saysMoreThanRule != true {
            columns[index].definition = (columns[index].definition ?? "") + " \(named(row, names))CHECK (\(text))"
          }
        } else {
          checks.append(check)
          checkTexts.append(text)
        }
      default: break
      }
    }
  }

  /// The name of a rule, as stands before it; nothing of one that the server gives by itself.
  ///
  /// - Parameter row: as `TableSQL.constraints` answers it.
  func named(_ row: [String?], _ columns: [String]) -> String {
    let ends = ["p": "pkey", "u": "key", "c": "check", "x": "excl"]
    guard let name = row[2], let end = row[1].flatMap({ ends[$0] }) else { return "" }
    let parts = row[1] == "p" || row[1] == "c" && columns.count != 1 ? [] : columns
    return name == ([self.name] + parts + [end]).joined(separator: "_") ? "" : "CONSTRAINT \(Self.quoted(name)) "
  }

  private static func quoted(_ name: String) -> String { PostgreSQLDialect().quoted(name) }

  private static let rules = ["a": "NO ACTION", "r": "RESTRICT", "c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"]

  /// Takes CHECKs as they are written.
  mutating func take(checks clauses: [String]) {
    for clause in clauses {
      let text = String(clause[(clause.firstRange(of: "CHECK")?.lowerBound ?? clause.startIndex)...]).withoutCheck
      checks.append(SQLToken.all(in: text, syntax: .postgreSQL).map(\.normal))
      checkTexts.append(text)
    }
  }

  /// A definition without what the server puts around columns of texts that are no `text`, `lower((name)::text)`, and
  /// around columns whose type is a domain of numbers.
  func withoutCasts(_ definition: String) -> String {
    columns.reduce(definition) { text, column in
      let isNumber = column.declaredType == PostgreSQLDialect.refusedType
      guard isNumber || column.declaredType.hasPrefix("character") else { return text }
      let cast = isNumber ? "numeric" : "text"
      return [column.name, "\"\(column.name)\""].reduce(text) { $0.replacing("(\($1))::\(cast)", with: $1) }
    }
  }

  /// Completes the texts of the columns, and of the table, for people to read.
  mutating func settle(_ dialect: any Dialect, _ constraints: [[String?]], _ making: MakingFacts) {
    for place in columns.indices {
      if let text = columns[place].generationSQL { columns[place].take(generation: withoutCasts(text)) }
      let column = columns[place]
      let isSerial = column.numberedType != nil
      var text = column.numberedType ?? column.declaredType
      // What its type says by itself is said there.
      if column.isRequired, !column.isRequiredByType, !isSerial { text += " NOT NULL" }
      if let value = column.defaultSQL, !column.isDefaultOfType { text += " DEFAULT \(value)" }
      columns[place].definition = text + (column.definition ?? "")
    }
    if isView { return }
    let keys = foreignKeys.map { key in
      "  FOREIGN KEY (\(key.columns.map(dialect.quoted).joined(separator: ", "))) REFERENCES \(making.schema(of: key.table))\(dialect.quoted(key.table))"
        + "(\(key.referencedColumns.map(dialect.quoted).joined(separator: ", "))) \(key.rules)"
    }
    let lines = ownLines(constraints, dialect) + keys
    sql = "CREATE TABLE \(dialect.quoted(name)) (\n\(lines.joined(separator: ",\n"))\n)\(making.tail(of: name))"
  }
}
