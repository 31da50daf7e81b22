/// Which patterns match whole characters of a text in UTF-8.
extension LuaPattern {
  /// What one item of a pattern matches: characters of ASCII alone, or all other bytes, too.
  private struct Item {
    var matchesOthers: Bool
    var suffix: UInt8?

    var isOptional: Bool { [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "?")].contains(suffix) }
    var isGreedy: Bool { [UInt8(ascii: "*"), UInt8(ascii: "+")].contains(suffix) }
  }

  /// Whether what `gsub` with such a pattern leaves is text where it was: no match begins or ends within a character.
  ///
  ///     %s+       // nothing but ASCII
  ///     @.*       // up to the end
  ///     [^%d]     // each byte of a character alone, and so all of them
  static func keepsCharacters(_ pattern: [UInt8], cuttingOut: Bool) -> Bool {
    var rest = pattern[...]
    let isAnchored = rest.first == UInt8(ascii: "^")
    if isAnchored { rest.removeFirst() }
    let endsText = rest.last == UInt8(ascii: "$") && rest.dropLast().last != UInt8(ascii: "%")
    if endsText { rest.removeLast() }
    var items: [Item] = []
    while !rest.isEmpty {
      guard let item = item(&rest) else { return false }
      items.append(item)
    }
    guard let last = items.last, !items.dropLast().contains(where: \.matchesOthers) else { return false }
    guard last.matchesOthers else {
      // What is put where nothing was found may stand within a character.
      return cuttingOut || items.contains { !$0.isOptional }
    }
    return last.isGreedy || items.count == 1 && last.suffix == nil && !isAnchored && !endsText
  }

  /// Takes the next item; nil for what is none of a single character, or names bytes of others.
  private static func item(_ rest: inout ArraySlice<UInt8>) -> Item? {
    guard let first = rest.popFirst(), first < 0x80 else { return nil }
    let matchesOthers: Bool
    switch first {
    case UInt8(ascii: "("), UInt8(ascii: ")"): return nil
    case UInt8(ascii: "."): matchesOthers = true
    case UInt8(ascii: "%"):
      guard let isOfOthers = escape(&rest) else { return nil }
      matchesOthers = isOfOthers
    case UInt8(ascii: "["):
      guard let isOfOthers = set(&rest) else { return nil }
      matchesOthers = isOfOthers
    default: matchesOthers = false
    }
    var item = Item(matchesOthers: matchesOthers)
    if let suffix = rest.first, Array("*+-?".utf8).contains(suffix) { item.suffix = rest.removeFirst() }
    return item
  }

  /// Whether what stands behind `%` matches bytes of other characters: the classes in capitals do.
  private static func escape(_ rest: inout ArraySlice<UInt8>) -> Bool? {
    guard let letter = rest.popFirst(), letter < 0x80 else { return nil }
    if Array("bf0123456789".utf8).contains(letter) { return nil }
    return Array("ACDGLPSUWX".utf8).contains(letter)
  }

  private static func set(_ rest: inout ArraySlice<UInt8>) -> Bool? {
    let isNegated = rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var (hasOthers, isFirst) = (false, true)
    while let next = rest.popFirst() {
      if next == UInt8(ascii: "]"), !isFirst { return isNegated != hasOthers }
      isFirst = false
      guard next < 0x80 else { return nil }
      guard next == UInt8(ascii: "%") else { continue }
      // In a set the letters of other items stand for themselves.
      guard let letter = rest.popFirst(), letter < 0x80 else { return nil }
      if Array("ACDGLPSUWX".utf8).contains(letter) { hasOthers = true }
    }
    return nil
  }
}
