import Query
import SQLText
import Schema

extension TableDescription {
  /// - Parameter rows: as `TableSQL.indexes` answers them.
  mutating func take(indexes rows: [[String?]]) {
    for row in rows {
      let names = (row[4] ?? "").split(separator: "\u{1F}").map(String.init)
      let isWritten = row[3] == "t"
      let name = row[1] ?? ""
      if isWritten {
        let words = SQLToken.all(in: row[6] ?? "", syntax: .postgreSQL).filter { $0.kind == .word || $0.kind == .name }
        var index = WrittenIndex(name: name, uses: Set(words.map { FoldedName($0.text) }))
        index.take(withoutCasts(row[6] ?? ""), isUnique: row[2] == "t", of: self)
        writtenIndexes.append(index)
      }
      if names.isEmpty || row[7] == "t" { continue }
      let isUnique = row[2] == "t" && !isWritten
      let isOurs = !isWritten && (name.hasSuffix("_idx") || name.hasSuffix("_key"))
      indexes.append(
        Index(
          name: name, columns: names, isUnique: isUnique, isConstraint: row[5] == "t", isPlain: !isWritten,
          isOurs: isOurs))
      if isUnique, row[5] == "t", names.count == 1, let place = columns.firstIndex(where: { $0.name == names[0] }),
        columns[place].keyPosition == nil, namedRules.first(where: { $0.name == name })?.text.saysMoreThanRule != true
      {
        let rule = named([self.name, "u", name], names)
        columns[place].definition = " \(rule)UNIQUE" + (columns[place].definition ?? "")
      }
    }
  }

  /// Takes those of the table among statements that make indexes, as they are written.
  mutating func take(indexes statements: [String]) {
    for statement in statements {
      let tokens = SQLToken.all(in: statement, syntax: .postgreSQL).filter { $0.kind != .comment }
      guard let on = tokens.firstIndex(where: { $0.isWord("ON") }), on > 0, on + 1 < tokens.count,
        FoldedName(tokens[on + 1].text) == FoldedName(name)
      else { continue }
      let words = tokens[on...].filter { $0.kind == .word || $0.kind == .name }
      var index = WrittenIndex(name: tokens[on - 1].text, uses: Set(words.map { FoldedName($0.text) }))
      index.take(statement, isUnique: tokens.count > 1 && tokens[1].isWord("UNIQUE"), of: self)
      writtenIndexes.append(index)
    }
  }
}

extension TableDescription.WrittenIndex {
  /// Takes what the server says of it.
  fileprivate mutating func take(_ definition: String, isUnique: Bool, of table: TableDescription) {
    self.isUnique = isUnique
    guard let text = SQLIndexText(definition, syntax: .postgreSQL) else { return }
    parts = text.parts.map { part in
      let column = SQLIndexText.column(part, syntax: .postgreSQL).flatMap { name in
        table.columns.first { $0.name == name }?.name
      }
      return column.map { .column($0) } ?? .expression(part)
    }
    (condition, tokens) = (text.condition, text.tokens)
    isOurs = name.hasPrefix(table.name) && name.hasSuffix(isUnique ? "_key" : "_idx")
  }
}
