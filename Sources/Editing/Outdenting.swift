import Encodings

/// Follows what is typed, and takes a step of indentation back where a word is typed that ends a block.
///
///     for n = 1, 3 do
///       print(n)
///       en|             // d: the line is `end`, as far in as `for`
///
/// A letter behind the word makes another word of it, which goes back to where it was: `end` of `ending`.
package struct Outdenting {
  private var last: EditedText?
  /// What was taken away last, and where its line begins.
  private var taken: (indentation: [Unicode.Scalar], lineStart: Int)?

  package init() {}

  /// Looks at the text before each key.
  ///
  /// - Returns: what the text is to be; nil where it stays.
  package mutating func next(_ text: EditedText) -> EditedText? {
    guard let last, text.isTyped(after: last) else {
      (last, taken) = (text, nil)
      return nil
    }
    let changed = changed(text)
    self.last = changed ?? text
    return changed
  }

  private mutating func changed(_ text: EditedText) -> EditedText? {
    guard text.cursor == text.lineEnd else { return nil }
    let word = text.line.drop { $0 == " " || $0 == "\t" }
    if let taken, taken.lineStart == text.lineStart {
      let isOneWord = word.allSatisfy(\.isPartOfWord)
      guard isOneWord, !EditedText.closers.contains(where: { $0.starts(with: word) }) else { return nil }
      // Another word: the letter behind `end` is none that ends a block.
      self.taken = nil
      return text.indented(by: taken.indentation)
    }
    guard let target = text.closingIndentation else { return nil }
    var result = text
    let indentation = result.indentation
    result.scalars.removeSubrange(result.lineStart + target..<result.lineStart + indentation.count)
    result.cursor -= indentation.count - target
    taken = (Array(indentation[target...]), result.lineStart)
    return result
  }
}

extension EditedText {
  /// What ends a block, or a part of one.
  fileprivate static let closers = ["end", "else", "elseif", "until", "}", ")"].map { Array($0.unicodeScalars) }

  /// Whether it is the text before with one character typed behind the cursor.
  fileprivate func isTyped(after last: EditedText) -> Bool {
    scalars.count == last.scalars.count + 1 && cursor == last.cursor + 1
      && scalars[..<last.cursor] == last.scalars[..<last.cursor]
      && scalars[cursor...] == last.scalars[last.cursor...]
  }

  fileprivate func indented(by blanks: [Unicode.Scalar]) -> EditedText {
    var result = self
    result.scalars.insert(contentsOf: blanks, at: lineStart + indentation.count)
    result.cursor += blanks.count
    return result
  }

  /// How far in the line belongs whose only word ends a block; nil where it is none, or is there already.
  fileprivate var closingIndentation: Int? {
    let own = indentation.count
    let word = line.dropFirst(own)
    guard own > 0, !isInFirstLine, cursor == lineEnd, Self.closers.contains(where: { $0.elementsEqual(word) }) else {
      return nil
    }
    // Within a string or a comment it is text.
    var highlighter = Highlighter(scalars)
    let kind = highlighter.attributes[cursor - 1]
    if kind == .string || kind == .comment { return nil }
    if !scalars[cursor - 1].isPartOfWord {
      highlighter.mark(at: cursor - 1)
      let partner = highlighter.attributes.firstIndex(of: .match)
      let outer = partner.map { EditedText(scalars, cursor: $0).indentation.count }
      return outer.flatMap { $0 < own ? $0 : nil }
    }
    let above = scalars[..<lineStart].split(separator: "\n").filter { line in
      line.contains { $0 != " " && $0 != "\t" }
    }
    guard let nearest = above.last else { return nil }
    let indentations = above.map { line in line.prefix { $0 == " " || $0 == "\t" }.count }
    let outer = indentations.last ?? 0
    // A person who went back already knows better; an empty block ends where it began.
    if Self.opensBlock(nearest) { return own > outer ? outer : nil }
    guard own >= outer else { return nil }
    return indentations.last { $0 < own }
  }

  /// Whether a line ends with what a deeper line follows.
  private static func opensBlock(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    let text = line.reversed().drop { $0 == " " || $0 == "\t" }
    guard let last = text.first else { return false }
    if last == "{" || last == "(" { return true }
    let word = String(String.UnicodeScalarView(text.prefix { $0.isPartOfWord }.reversed()))
    if ["then", "do", "else", "repeat"].contains(word) { return true }
    let whole = String(String.UnicodeScalarView(line))
    return last == ")" && whole.contains("function") && !whole.contains("end")
  }
}
