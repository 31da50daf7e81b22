import SQLText

/// A statement whose values are marked with `?` or by name, as scripts for SQLite write them, with the server's marks.
///
///     NumberedText("SELECT ?, '?', :a, :a").text   // SELECT $1, '?', $2, $2
///     NumberedText("SELECT j ?? 'k'").text          // SELECT j ? 'k'
///
/// A text that has marks of the server's own stays as it is: `?` may be an operator there.
struct NumberedText {
  private(set) var text: String
  /// The names of the values, by their numbers; nil for one that has none.
  private(set) var names: [String?] = []
  /// Whether a `?` was read as a value's mark that the server may have as an operator.
  private(set) var hasPlainMarks = false
  /// The characters by which a place behind each mark is further back than it was, in order of these places, in bytes.
  private var longer: [(place: Int, count: Int)] = []

  /// - Parameter hasOperators: whether `?` is an operator, of which the server has three: `?`, `?|` and `?&`.
  init(_ original: String, hasOperators: Bool = false) {
    text = original
    guard original.utf8.contains(where: { Self.signs.contains($0) }) else { return }
    let tokens = SQLToken.all(in: original, syntax: .postgreSQL)
    let marks = Self.marks(among: tokens).filter { !hasOperators || !$0.text.hasPrefix("?") }
    guard !marks.isEmpty, !tokens.contains(where: { $0.kind == .parameter && $0.text.hasPrefix("$") }) else { return }
    let bytes = Array(original.utf8)
    var result: [UInt8] = []
    var start = 0
    for mark in marks {
      if mark.text == "?" { hasPlainMarks = true }
      let new = mark.text == Self.escaped ? "?" : "$\(number(of: mark.text))"
      result += bytes[start..<mark.place.lowerBound] + Array(new.utf8)
      start = mark.place.upperBound
      longer.append(
        (
          result.count,
          (longer.last?.count ?? 0) + new.unicodeScalars.count - mark.text.unicodeScalars.count
        ))
    }
    text = String(decoding: result + bytes[start...], as: UTF8.self)
  }

  private static let signs: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@")]
  private static let escaped = "??"

  /// The marks of values and the operators that are written `??`.
  private static func marks(among tokens: [SQLToken]) -> [SQLToken] {
    var marks: [SQLToken] = []
    var brackets = SliceBrackets()
    for (place, token) in tokens.enumerated() {
      brackets.take(token, after: place > 0 ? tokens[place - 1] : nil)
      guard token.kind == .parameter else { continue }
      if token.text == "?", let last = marks.last, last.text == "?", last.place.upperBound == token.place.lowerBound {
        marks[marks.count - 1].text = escaped
        marks[marks.count - 1].place = last.place.lowerBound..<token.place.upperBound
      } else if token.text.hasPrefix("?") || !brackets.areSlice {
        marks.append(token)
      }
    }
    return marks
  }

  /// `?` is the next value, `?3` the third, `:a` that of the name.
  private mutating func number(of mark: String) -> Int {
    if mark == "?" {
      names.append(nil)
      return names.count
    }
    let word = String(mark.dropFirst())
    if mark.hasPrefix("?") {
      let number = max(1, min(Int(word) ?? 1, 65_535))
      while names.count < number { names.append(nil) }
      return number
    }
    if let known = names.firstIndex(of: word) { return known + 1 }
    names.append(word)
    return names.count
  }

  /// Where a place, in characters, stands in the text as it was written.
  func original(_ place: Int) -> Int {
    let offset = text.unicodeScalars.prefix(place).reduce(0) { $0 + String($1).utf8.count }
    return place - (longer.last { $0.place <= offset }?.count ?? 0)
  }
}

/// The brackets around a token: `:n` between those of `a[1:n]` is the end of a slice, and in `ARRAY[:n]` a value.
private struct SliceBrackets {
  private enum Kind { case list, slice, parenthesis }

  private var open: [Kind] = []

  /// Whether a colon in the innermost ones stands between two places of a list.
  var areSlice: Bool { open.last == .slice }

  mutating func take(_ token: SQLToken, after before: SQLToken?) {
    switch token.text {
    case "(" where token.kind == .sign: open.append(.parenthesis)
    case "[" where token.kind == .sign:
      let isNested = open.last == .list && (before?.text == "[" || before?.text == ",")
      open.append(before?.isWord("ARRAY") == true || isNested ? .list : .slice)
    case ")" where token.kind == .sign, "]" where token.kind == .sign: _ = open.popLast()
    default: break
    }
  }
}
