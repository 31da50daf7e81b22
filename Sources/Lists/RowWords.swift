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

  /// The row with its fields.
  func text(_ row: LuaValue) -> String { text(row, fields(row).map { "\($0.name) = \($0.words)" }) }

  /// The row with the fields that are different now.
  func text(_ row: LuaValue, was old: LuaValue) -> String {
    let before = Dictionary(fields(old).map { ($0.name, $0) }) { first, _ in first }
    let now = fields(row)
    var words = now.compactMap { field in
      let old = before[field.name]
      return old.map { isSame($0, field) } == true ? nil : "\(field.name) = \(old?.words ?? "nil") → \(field.words)"
    }
    let present = Set(now.map(\.name))
    words += before.keys.filter { !present.contains($0) }.sorted().map {
      "\($0) = \(before[$0]?.words ?? "nil") → nil"
    }
    // An object that the script itself had changed looked like this before, too.
    return words.isEmpty ? text(row) : text(row, words)
  }

  private func text(_ row: LuaValue, _ words: [String]) -> String {
    var title = ""
    switch row {
    case .table: break
    case .userdata: title = session.lua.describe(row) + " "
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
    default: return old.words == new.words
    }
  }

  private func shown(_ name: String, _ value: LuaValue) -> Shown { (name, value, shown(value)) }

  private func fields(_ row: LuaValue) -> [Shown] {
    if case .table(let table) = row { return fields(of: table) }
    let place = BorrowedValue(row, on: stack)
    defer { place.drop() }
    guard place.hasRoom(8), let object = place.rowObject, object.state != .returned,
      let context = object.context(as: ObjectContext.self)
    else { return [] }
    let entity = context.presentEntity
    let rows = ObjectRows(session: session, stack: stack)
    let computed = context.computedMembers(of: object).enumerated().compactMap { place, member -> Shown? in
      let stored = rows.computedValue(entity.memberCount + place, of: object)
      guard stored != .null,
        let value = try? stored.withCell({ try RowCopies(session).value($0, as: member.field, of: entity) })
      else { return nil }
      return shown(member.field.name, value)
    }
    return entity.fields.indices.compactMap { slot -> Shown? in
      guard !entity.fields[slot].isPrimaryKey, !object.lacks(slot) else { return nil }
      // What cannot be read says nothing here: the one who reads it will hear of it.
      let value = place.scoped { (try? rows.borrowed(slot, of: object, entity))?.value ?? .nil }
      return value.isNil ? nil : shown(entity.fields[slot].name, value)
    } + computed
  }

  private func fields(of table: LuaTable) -> [Shown] {
    let entries = table.entries()
    let named = entries.filter { $0.0.text != nil }.map { shown($0.0.text ?? "", $0.1) }.sorted { $0.name < $1.name }
    let others = table.elements.enumerated().map { shown("[\($0.offset + 1)]", $0.element) }
    return others + named
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
