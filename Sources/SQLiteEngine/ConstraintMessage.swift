import CSQLite
import Store

/// Reads which rule a row broke out of SQLite's message, which is the only place where it is told.
///
///     UNIQUE constraint failed: player.name, player.team       → unique, player, [name, team]
///     cannot store TEXT value in INTEGER column player.age     → type, player, [age]
struct ConstraintMessage {
  let code: Int32
  let message: String
  /// Whether a table has a column: names may hold dots and commas, so that only the schema can tell them apart.
  let exists: (_ table: String, _ column: String) -> Bool

  init(code: Int32, message: String, exists: @escaping (_ table: String, _ column: String) -> Bool) {
    self.code = code
    self.message = message
    self.exists = exists
  }

  var constraint: StoreError.Constraint {
    switch code {
    case ResultCode.constraintUnique, ResultCode.constraintPrimaryKey, ResultCode.constraintRowID:
      return unique
    case ResultCode.constraintNotNull:
      return onColumns(.notNull, detail(after: "constraint failed: "))
    case ResultCode.constraintDataType:
      return onColumns(.type, detail(after: " column "))
    case ResultCode.constraintCheck:
      return .init(rule: .check, name: detail(after: "constraint failed: "))
    case ResultCode.constraintForeignKey:
      return .init(rule: .foreignKey)
    // ON DELETE RESTRICT is made as a trigger, and has only its message to tell it from other triggers.
    case _ where message == "FOREIGN KEY constraint failed":
      return .init(rule: .foreignKey)
    default:
      return .init(rule: ResultCode.primary(code) == SQLITE_MISMATCH ? .type : .other)
    }
  }

  private var unique: StoreError.Constraint {
    let detail = detail(after: "constraint failed: ")
    // An index of expressions has no columns to name: "UNIQUE constraint failed: index 'name'".
    if let detail, detail.hasPrefix("index '"), detail.hasSuffix("'") {
      return .init(rule: .unique, name: String(detail.dropFirst("index '".count).dropLast()))
    }
    return onColumns(.unique, detail)
  }

  private func detail(after marker: String) -> String? {
    message.utf8Range(of: marker).map { String(message[$0.upperBound...]) }
  }

  private func onColumns(_ rule: StoreError.Constraint.Rule, _ detail: String?) -> StoreError.Constraint {
    guard let detail else { return .init(rule: rule) }
    let readings = readings(of: detail)
    let known = readings.first { reading in reading.columns.allSatisfy { exists(reading.table, $0) } }
    guard let reading = known ?? readings.first else { return .init(rule: rule, name: detail) }
    return .init(rule: rule, table: reading.table, columns: reading.columns)
  }

  /// Every way to read `a.b, a.c` as columns of one table, the shortest table name first.
  private func readings(of detail: String) -> [(table: String, columns: [String])] {
    detail.utf8.indices.filter { detail.utf8[$0] == UInt8(ascii: ".") }.map { dot in
      let table = String(detail[..<dot])
      let rest = detail[detail.utf8.index(after: dot)...]
      return (table, rest.components(separatedBy: ", \(table)."))
    }
  }
}

extension StringProtocol {
  /// The first place of `text`, by bytes.
  func utf8Range(of text: String) -> Range<Index>? {
    let wanted = text.utf8
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: wanted) { return start..<utf8.index(start, offsetBy: wanted.count) }
      start = utf8.index(after: start)
    }
    return nil
  }

  fileprivate func components(separatedBy separator: String) -> [String] {
    var result: [String] = []
    var rest = self[startIndex...]
    while let range = rest.utf8Range(of: separator) {
      result.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return result + [String(rest)]
  }
}
