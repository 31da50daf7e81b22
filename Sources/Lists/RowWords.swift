import Encodings
import LuaRows
import LuaRuntime
import Model
import Schema

/// A row in a few words, for lists of what changed.
///
///     Player(3) { name = 'Bob', score = 3 }     { id = 3, name = 'Bob' }
struct RowWords {
  let session: SessionContext
  let stack: LuaStack

  private static let lengthLimit = 100

  /// What a list shows at a place, and what it held when that was last told: what a script has assigned to an object
  /// since is not in the list.
  struct Row {
    let value: LuaValue
    let stored: StoredRow?
  }

  /// The row with its fields.
  func text(_ row: Row) -> String { text(row.value, fields(row).map { "\($0.name) = \($0.words)" }) }

  /// The row with the fields that are different now.
  func text(_ row: Row, was old: Row) -> String {
    let before = Dictionary(fields(old, withKeys: true).map { ($0.name, $0) }) { first, _ in first }
    let now = fields(row, withKeys: true)
    var words = now.compactMap { field -> String? in
      guard let old = before[field.name] else { return "\(field.name) = nil → \(field.words)" }
      if isSame(old, field) { return nil }
      return "\(field.name) = \(difference(old, field))"
    }
    let present = Set(now.map(\.name))
    words += before.keys.filter { !present.contains($0) }.sorted().map {
      "\($0) = \(before[$0]?.words ?? "nil") → nil"
    }
    return words.isEmpty ? text(row) : text(row.value, words)
  }

  private func text(_ row: LuaValue, _ words: [String]) -> String {
    var title = ""
    switch row {
    case .table: break
    case .userdata where RowCopies(session).isRow(row): title = session.lua.describe(row) + " "
    default: return shown(row)
    }
    var line = ""
    for (place, word) in words.enumerated() {
      let next = place == 0 ? word : ", " + word
      if place > 0, line.unicodeScalars.count + next.unicodeScalars.count > Self.lengthLimit {
        line += ", …"
        break
      }
      line += next
    }
    return title + (line.isEmpty ? "{}" : "{ \(line) }")
  }

  // MARK: Fields

  private typealias Shown = (name: String, value: LuaValue, words: String)

  /// Whether a field holds the same: equal numbers are, and what differs behind the end of an excerpt is not.
  private func isSame(_ old: Shown, _ new: Shown) -> Bool {
    switch (old.value, new.value) {
    case (.table, .table), (.string, .string), (.integer, .number), (.number, .integer):
      let content = RowContent(session: session, stack: stack)
      return (try? content.bytes(ofValue: old.value) == content.bytes(ofValue: new.value)) ?? true
    default: return old.value.kind == new.value.kind && old.words == new.words
    }
  }

  private func shown(_ name: String, _ value: LuaValue) -> Shown { (name, value, shown(value)) }

  /// - Parameter withKeys: whether the keys of objects are among them, which the title of a row says already.
  private func fields(_ row: Row, withKeys: Bool = false) -> [Shown] {
    if let stored = row.stored { return fields(of: stored, withKeys: withKeys) }
    return row.value.table.map { fields(of: $0) } ?? []
  }

  private func fields(of row: StoredRow, withKeys: Bool) -> [Shown] {
    zip(row.fields, row.values).compactMap { field, stored in
      guard withKeys || !field.isPrimaryKey, let stored, stored != .null else { return nil }
      // What cannot be read says nothing here: the one who reads it will hear of it.
      let value = try? stored.withCell { try RowCopies(session).value($0, as: field, of: row.entity) }
      return value.flatMap { $0.isNil ? nil : shown(field.name, $0) }
    }
  }

  private func fields(of table: LuaTable) -> [Shown] {
    let entries = table.entries()
    let named = entries.filter { $0.0.text != nil }.map { shown($0.0.text ?? "", $0.1) }.sorted { $0.name < $1.name }
    let elements = table.elements.enumerated().map { shown("[\($0.offset + 1)]", $0.element) }
    let others = entries.filter { key, _ in
      if case .string = key { return key.text == nil }
      return key.integer.map { !(1...max(1, elements.count)).contains(Int($0)) || elements.isEmpty } ?? true
    }
    return elements + named + others.map { shown("[\(session.lua.describe($0.0))]", $0.1) }.sorted { $0.name < $1.name }
  }

  /// Two values that differ, in words that differ where there are such.
  private func difference(_ old: Shown, _ new: Shown) -> String {
    if old.words != new.words { return "\(old.words) → \(new.words)" }
    let (was, becomes) = (closer(old), closer(new))
    return was != becomes ? "\(was) → \(becomes)" : "\(old.value.described) → \(new.value.described)"
  }

  /// A table as JSON: what differs may be in it.
  private func closer(_ field: Shown) -> String {
    guard case .table = field.value, let text = try? JSONWriter.text(of: field.value, null: session.null) else {
      return field.words
    }
    let limit = 40
    return text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
  }

  private func shown(_ value: LuaValue) -> String {
    switch value {
    case .string(let string): quotedExcerpt(string.lossyText, limit: 30)
    case .table: "{…}"
    case .function: "a function"
    default: session.lua.describe(value)
    }
  }
}
