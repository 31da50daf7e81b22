import Encodings
import LuaRuntime
import Model
import Scripting

/// Writes a plain value as Lua would: tables by their contents, with depth, length and cycles limited.
///
///     { 1, 2, name = "Zerator", tags = { … } }
struct LuaTablePrinter {
  private let session: Session
  private let palette: Palette
  private let width: Int
  private let maximumDepth: Int
  private let maximumCount: Int

  /// - Parameters:
  ///   - width: of a terminal, or nil.
  ///   - isCut: whether long and deep tables are cut: for a person, not for a program that reads it.
  init(session: Session, palette: Palette, width: Int? = nil, isCut: Bool = true) {
    self.session = session
    self.palette = palette
    self.width = min(width ?? 100, 100)
    maximumDepth = isCut ? 6 : 100
    maximumCount = isCut ? 100 : .max
  }

  func text(of value: LuaValue) -> String {
    if case .table(let table) = value { return text(of: table, indent: "", path: []) }
    return scalar(value)
  }

  private func scalar(_ value: LuaValue) -> String {
    switch value {
    case .nil: palette("nil", .null)
    case .boolean(let flag): palette(String(flag), .boolean)
    case .integer, .number: palette(session.describe(value), .number)
    case .string(let string): palette(quoted(string), .string)
    case .function(let function): functionText(function)
    default: escapingControls(session.describe(value))
    }
  }

  private func functionText(_ function: LuaFunction) -> String {
    guard let definition = function.definition else { return "function (built in)" }
    return "function (\(definition.source):\(definition.line))"
  }

  private func quoted(_ string: LuaString) -> String {
    let text = string.lossyText
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"" + escapingControls(escaped) + "\""
  }

  // MARK: Tables

  private func text(of table: LuaTable, indent: String, path: [LuaTable]) -> String {
    if let words = ownWords(of: table) { return words }
    if path.contains(where: { $0.isSame(as: table) }) { return palette("{ … itself … }", .dim) }
    if path.count == maximumDepth { return palette("{ … }", .dim) }
    let items = items(of: table, indent: indent + "  ", path: path + [table])
    if items.isEmpty { return "{}" }
    let line = "{ " + items.joined(separator: ", ") + " }"
    if items.contains(where: { $0.contains("\n") }) { return block(items, indent) }
    if displayWidth(of: visiblePrompt(line)) + indent.count <= width { return line }
    // Many short values stand side by side, like words in a text.
    guard table.rawLength > 0, items.allSatisfy({ displayWidth(of: visiblePrompt($0)) <= 24 }) else {
      return block(items, indent)
    }
    let inner = indent + "  "
    return "{\n" + inner
      + wrapped(items, separator: ", ", width: width - 1, indent: inner, start: inner.count) + "\n\(indent)}"
  }

  private func block(_ items: [String], _ indent: String) -> String {
    "{\n" + items.map { "\(indent)  \($0),\n" }.joined() + "\(indent)}"
  }

  /// A table that can describe itself does: errors, for one.
  private func ownWords(of table: LuaTable) -> String? {
    let words = session.describe(.table(table))
    return words.hasPrefix("table: 0x") ? nil : escapingControls(words, keeping: ["\n"])
  }

  private func items(of table: LuaTable, indent: String, path: [LuaTable]) -> [String] {
    let count = table.rawLength
    var result: [String] = []
    for place in 0..<min(count, maximumCount) {
      result.append(item(table[place + 1], indent: indent, path: path))
    }
    if count > maximumCount { result.append(palette("… \(grouped(count - maximumCount)) more", .dim)) }
    let named = table.entries().filter { key, _ in
      if case .integer(let place) = key { return place < 1 || place > count }
      return true
    }
    let places = session.places(inRow: table)
    let sorted = named.sorted { KeyPlace($0.0, session, places) < KeyPlace($1.0, session, places) }
    for (key, value) in sorted.prefix(maximumCount) {
      result.append("\(name(of: key)) = \(item(value, indent: indent, path: path))")
    }
    if sorted.count > maximumCount { result.append(palette("… \(grouped(sorted.count - maximumCount)) more", .dim)) }
    return result
  }

  private func item(_ value: LuaValue, indent: String, path: [LuaTable]) -> String {
    if case .table(let table) = value { return text(of: table, indent: indent, path: path) }
    return scalar(value)
  }

  private func name(of key: LuaValue) -> String {
    if let text = key.text, isLuaName(text) { return palette(text, .key) }
    return "[\(scalar(key))]"
  }
}

/// Where a key of a table stands among the others: texts, then numbers by value, then all else, each as it is written.
private struct KeyPlace: Comparable {
  private let rank: Int
  private let number: Double
  private let words: String
  /// In a table with an order of its own, where the key stands in that.
  private let place: Int

  init(_ key: LuaValue, _ session: Session, _ places: [String: Int]) {
    place = key.text.flatMap { places[$0] } ?? .max
    number = key.number ?? 0
    rank = key.text != nil ? 0 : key.number != nil ? 1 : 2
    words = key.text ?? session.describe(key)
  }

  static func < (left: KeyPlace, right: KeyPlace) -> Bool {
    (left.rank, left.place, left.number, left.words) < (right.rank, right.place, right.number, right.words)
  }
}

/// The words that Lua keeps for itself.
let luaKeywords: Set<String> = [
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not",
  "or", "repeat", "return", "then", "true", "until", "while",
]
