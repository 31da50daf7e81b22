import Encodings
import Schema

/// The entity that fits a file, as Lua text with what was seen of each column.
///
///     People = entity "People" {
///       name = text {},     -- 5 texts
///       age = text {},      -- 4 of 5 are integers, not 'unknown' in line 4
///     }
package struct InferredEntity {
  package let name: String
  /// The names of its fields, in the order of the columns.
  package let fields: [String]
  /// The names that the columns have in the file.
  package let columns: [String]
  package let text: String
  /// The types of the fields.
  package let types: [ColumnType]

  init(name: String, columns: [(name: String, evidence: ColumnEvidence)], reserved: Set<String>) {
    self.name = name
    self.columns = columns.map(\.name)
    let key = columns.firstIndex { column in
      column.name.lowercased() == "id" && column.evidence.isFull && column.evidence.isUnique
        && [.integer, .text].contains(column.evidence.type.type)
    }
    let names = FieldNames(columns.map(\.name), key: key, reserved: reserved).names
    fields = names
    let hasCommas = columns.contains { $0.evidence.needsCommas }
    var types: [ColumnType] = []
    let lines = zip(names, columns).enumerated().map { place, column in
      let evidence = column.1.evidence
      let isMistakable = hasCommas && evidence.isMistakable
      let (type, scale) = isMistakable ? (.text, nil) : evidence.type
      types.append(type)
      var field = Field(name: column.0, type: type)
      field.scale = scale ?? field.scale
      if field.type == .datetime { field.precision = evidence.precision }
      field.isPrimaryKey = place == key
      return ("  \(LuaField(field: field).text),", Remark(evidence, of: field, column.1.name).words)
    }
    self.types = types
    let width = min(lines.map { $0.0.count }.max() ?? 0, 40)
    let isName = LuaText.key(name) == name
    let head = (isName ? "\(name) = " : "") + "entity \(LuaSource.literal(name)) {"
    let members = lines.map { line, remark in
      line + String(repeating: " ", count: max(0, width - line.count)) + "  -- " + remark
    }
    text = ([head] + members + ["}"]).joined(separator: "\n")
  }

  /// The fields for columns of a file, as an entity that was made of it names them.
  ///
  /// - Parameter key: the field that is the key, which is a column where the file has one of that name.
  package static func fields(of columns: [String], key: String?, reserved: Set<String>) -> [String] {
    let place = columns.firstIndex { $0.lowercased() == "id" && LuaSource.plainMember($0) == key }
    return FieldNames(columns, key: place, reserved: reserved).names
  }
}

/// The names of fields that the columns of a file get: their own, as reflected columns have them.
private struct FieldNames {
  let names: [String]

  init(_ columns: [String], key: Int?, reserved: Set<String>) {
    let wanted = columns.enumerated().map { place, column in
      let name = column.isEmpty ? "column_\(place + 1)" : LuaSource.plainMember(column)
      return place != key && (reserved.contains(name) || name.lowercased() == "id") ? name + "_" : name
    }
    // The key that an entity has by itself is called so.
    let own = key == nil ? ["id"] : []
    names = Array(DistinctNames.of(own + wanted, ignoringCase: true).dropFirst(own.count))
  }
}

/// What is said of a column: how many values it has, and which kept it from being something else.
private struct Remark {
  let words: String

  init(_ evidence: ColumnEvidence, of field: Field, _ column: String) {
    let all = evidence.isFull ? "all \(evidence.rows)" : "\(evidence.filled) of \(evidence.rows)"
    let kinds: [ColumnEvidence.Sort: String] = [
      .integer: "integers", .real: "numbers", .decimal: "numbers with digits behind the point",
      .boolean: "true or false", .date: "days", .moment: "moments", .document: "lists or objects",
      .commaNumber: "numbers with a comma", .otherDay: "days",
    ]
    var words: String
    if evidence.filled == 0 {
      words = "empty in all \(evidence.rows) rows"
    } else if evidence.needsCommas || field.type == .text && evidence.isMistakable {
      words = "\(all), numbers if you say { decimal = \",\" }"
    } else if field.type == .text, evidence.areUneven {
      words = "\(all), numbers if you say { decimal = \".\" }"
    } else if evidence.count(.otherDay) == evidence.filled {
      let said = DatePattern.orders(of: evidence.patterns).map { "{ dates = \(DatePattern.said($0)) }" }
      words = "\(all), days if you say \(said.joined(separator: " or "))"
    } else if field.type == .text, let sort = evidence.mostly, let kind = kinds[sort],
      let other = evidence.exception(sort)
    {
      let place = other.line.map { " in line \($0)" } ?? ""
      words = "\(evidence.count(sort)) of \(evidence.filled) are \(kind), not \(quotedExcerpt(other.text))\(place)"
    } else if field.type == .real || field.type == .decimal, evidence.count(.integer) > 0 {
      words = "\(all): \(evidence.count(.integer)) without a fraction"
    } else {
      words = all
    }
    if field.isPrimaryKey { words += ", each once: the key" }
    if field.name != column {
      words += column.isEmpty ? ", a column without a name" : ", called \(quotedExcerpt(column))"
    }
    self.words = words
  }
}
