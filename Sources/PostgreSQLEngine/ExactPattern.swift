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

  init?(_ pattern: String) {
    var rest = Substring(pattern).unicodeScalars
    var depth = 0
    // Whether something stands before that can be repeated.
    var isRepeatable = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let next = rest.popFirst(), Self.isPunctuation(next) else { return nil }
        text += "\\\(next)"
        isRepeatable = true
      case ".":
        text += "[^\\n]"
        isRepeatable = true
      case "[":
        guard let set = Self.takeSet(&rest) else { return nil }
        text += set
        isRepeatable = true
      case "(":
        if rest.first == "?" {
          guard rest.dropFirst().first == ":" else { return nil }
          rest.removeFirst(2)
        } else if rest.first == "*" {
          return nil
        }
        text += "(?:"
        depth += 1
        isRepeatable = false
      case ")":
        guard depth > 0 else { return nil }
        text += ")"
        depth -= 1
        isRepeatable = true
      case "|", "^", "$":
        text.unicodeScalars.append(scalar)
        isRepeatable = false
      case "*", "+", "?", "{":
        guard isRepeatable, let count = Self.takeCount(scalar, &rest) else { return nil }
        text += count
        isRepeatable = false
      case "]", "}":
        text += "\\\(scalar)"
        isRepeatable = true
      default:
        guard scalar.value >= 32 else { return nil }
        text.unicodeScalars.append(scalar)
        isRepeatable = true
      }
    }
    if depth > 0 { return nil }
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
