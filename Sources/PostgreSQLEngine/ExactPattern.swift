/// A regular expression of PCRE2 as PostgreSQL says it, where both mean the same for every text.
///
///     ExactPattern("^a.c$")?.text   // ***:^a[^\n]c$
///     ExactPattern("\\d+")          // nil: digits of other scripts are digits here, and not there
///
/// Texts in characters, sets of characters, groups, alternatives and counts do; classes, which go by tables of Unicode,
/// looking around, and references back do not.
struct ExactPattern {
  /// The advanced regular expression.
  private(set) var text = "***:"

  /// What is not read yet.
  private var rest: Substring.UnicodeScalarView
  private var depth = 0
  /// Whether something stands before that can be repeated.
  private var isRepeatable = false

  init?(_ pattern: String) {
    rest = Substring(pattern).unicodeScalars
    while let scalar = rest.popFirst() {
      guard take(scalar) else { return nil }
    }
    if depth > 0 { return nil }
  }

  private init(reading pattern: String) { rest = Substring(pattern).unicodeScalars }

  /// The first part of a pattern that may mean something else there; nil where all of it means the same.
  ///
  ///     ExactPattern.part(refusedIn: "^\\d+$")   // \d
  static func part(refusedIn pattern: String) -> String? {
    var reading = ExactPattern(reading: pattern)
    var start = reading.rest.startIndex
    while let scalar = reading.rest.popFirst() {
      guard reading.take(scalar) else {
        return String(pattern.unicodeScalars[start..<reading.endOfRefused(after: scalar)])
      }
      start = reading.rest.startIndex
    }
    return reading.depth > 0 ? "(" : nil
  }

  /// Where what is refused ends: what tells one kind of group or count from others stands behind its first sign.
  private func endOfRefused(after first: Unicode.Scalar) -> String.Index {
    switch first {
    case "(":
      let signs = rest.prefix { "?*=!<>:".unicodeScalars.contains($0) }
      // One sign alone is followed by a letter or a word: `(?i`, `(*UTF`.
      return signs.count > 1 ? signs.endIndex : rest[signs.endIndex...].prefix { $0.properties.isAlphabetic }.endIndex
    case "*", "+", "?", "{": return rest.prefix { "*+?{".unicodeScalars.contains($0) }.endIndex
    case "[": return rest.firstIndex(of: "]").map { rest.index(after: $0) } ?? rest.endIndex
    case "\\" where rest.first == "{": return rest.firstIndex(of: "}").map { rest.index(after: $0) } ?? rest.endIndex
    default: return rest.startIndex
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\":
      guard let next = rest.popFirst(), Self.isPunctuation(next) else { return false }
      text += "\\\(next)"
      isRepeatable = true
    case ".":
      text += "[^\\n]"
      isRepeatable = true
    case "[":
      guard let set = Self.takeSet(&rest) else { return false }
      text += set
      isRepeatable = true
    case "(": return takeGroup()
    case ")":
      guard depth > 0 else { return false }
      text += ")"
      depth -= 1
      isRepeatable = true
    case "|", "^", "$":
      text.unicodeScalars.append(scalar)
      isRepeatable = false
    case "*", "+", "?", "{":
      guard isRepeatable, let count = Self.takeCount(scalar, &rest) else { return false }
      text += count
      isRepeatable = false
    case "]", "}":
      text += "\\\(scalar)"
      isRepeatable = true
    default:
      guard scalar.value >= 32 else { return false }
      text.unicodeScalars.append(scalar)
      isRepeatable = true
    }
    return true
  }

  private mutating func takeGroup() -> Bool {
    if rest.first == "?" {
      guard rest.dropFirst().first == ":" else { return false }
      rest.removeFirst(2)
    } else if rest.first == "*" {
      return false
    }
    text += "(?:"
    depth += 1
    isRepeatable = false
    return true
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.value > 32 && scalar.value < 127 && !scalar.properties.isAlphabetic
      && !("0"..."9").contains(scalar)
  }

  /// The rest of a set: single characters and ranges of them.
  private static func takeSet(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var set = "["
    if rest.first == "^" {
      rest.removeFirst()
      set += "^"
    }
    var isEmpty = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case "]":
        return isEmpty ? nil : set + "]"
      case "[": return nil
      case "\\":
        guard let next = rest.popFirst(), isPunctuation(next) else { return nil }
        set += "\\\(next)"
      case "-":
        // At the ends it is itself, between two characters a range.
        guard !isEmpty, rest.first != "]" else {
          set += "\\-"
          break
        }
        guard let end = rest.first, end != "\\", end != "[" else { return nil }
        set += "-"
      default:
        guard scalar.value >= 32 else { return nil }
        set.unicodeScalars.append(scalar)
      }
      isEmpty = false
    }
    return nil
  }

  /// A count, without what says how much of it is taken: whether something is found does not depend on that.
  private static func takeCount(_ first: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> String? {
    var count = String(first)
    if first == "{" {
      while let scalar = rest.popFirst() {
        count.unicodeScalars.append(scalar)
        if scalar == "}" { break }
        guard scalar == "," || ("0"..."9").contains(scalar) else { return nil }
      }
      let numbers = count.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
      guard count.last == "}", (1...2).contains(numbers.count), let least = Int(numbers[0]), least <= 255 else {
        return nil
      }
      if numbers.count == 2, !numbers[1].isEmpty {
        guard let most = Int(numbers[1]), most <= 255, least <= most else { return nil }
      }
    }
    if rest.first == "?" { rest.removeFirst() }
    return rest.first.map { "+*{".unicodeScalars.contains($0) } == true ? nil : count
  }
}
