/// A text and the place in it where one types, both as scalars: so libedit counts.
package struct EditedText: Equatable, Sendable {
  package var scalars: [Unicode.Scalar]
  package var cursor: Int

  package init(_ scalars: [Unicode.Scalar], cursor: Int) {
    self.scalars = scalars
    self.cursor = min(max(cursor, 0), scalars.count)
  }

  package init(_ text: String, cursor: Int? = nil) {
    let scalars = Array(text.unicodeScalars)
    self.init(scalars, cursor: cursor ?? scalars.count)
  }

  package var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  package var isEmpty: Bool { scalars.isEmpty }
  package var isAtEnd: Bool { cursor == scalars.count }

  // MARK: Lines

  /// Where the line of the cursor begins.
  package var lineStart: Int { (scalars[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }

  /// Where it ends: at its line end, or where the text ends.
  package var lineEnd: Int { scalars[cursor...].firstIndex(of: "\n") ?? scalars.count }

  package var isInFirstLine: Bool { lineStart == 0 }
  package var isInLastLine: Bool { lineEnd == scalars.count }

  /// The line of the cursor.
  package var line: ArraySlice<Unicode.Scalar> { scalars[lineStart..<lineEnd] }

  /// The blanks with which the line of the cursor begins, as far as the cursor.
  package var indentation: [Unicode.Scalar] {
    Array(scalars[lineStart..<cursor].prefix { $0 == " " || $0 == "\t" })
  }

  /// Goes to the line above or below, as near as can be to a column; stays where there is none.
  package mutating func moveLine(by step: Int, column: Int) {
    if step < 0 {
      guard !isInFirstLine else { return }
      cursor = lineStart - 1
    } else {
      guard !isInLastLine else { return }
      cursor = lineEnd + 1
    }
    cursor = min(lineStart + column, lineEnd)
  }

  /// The column of the cursor in its line.
  package var column: Int { cursor - lineStart }

  // MARK: Words

  /// Where the word before the cursor begins.
  package var wordStart: Int {
    var place = cursor
    while place > 0, !scalars[place - 1].isPartOfWord { place -= 1 }
    while place > 0, scalars[place - 1].isPartOfWord { place -= 1 }
    return place
  }

  /// Where the word at or behind the cursor ends.
  package var wordEnd: Int {
    var place = cursor
    while place < scalars.count, !scalars[place].isPartOfWord { place += 1 }
    while place < scalars.count, scalars[place].isPartOfWord { place += 1 }
    return place
  }

  // MARK: Changes

  package mutating func insert(_ new: [Unicode.Scalar]) {
    scalars.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  /// Takes a part out, and goes to where it was.
  package mutating func remove(_ range: Range<Int>) -> [Unicode.Scalar] {
    let removed = Array(scalars[range])
    scalars.removeSubrange(range)
    cursor = range.lowerBound
    return removed
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to a name: letters, digits, underscores.
  var isPartOfWord: Bool { self == "_" || properties.isAlphabetic || properties.numericType != nil }
}
