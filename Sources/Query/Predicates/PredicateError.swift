import Schema

/// What is wrong with a predicate that a person wrote, and where.
///
///     there is no field or parameter 'agee'. Did you mean 'age'?
///       agee >= 20
///       ^^^^
package struct PredicateError: Error, Hashable, Sendable {
  package let message: String
  package let text: String
  /// The bytes of `text` that the message is about.
  package let range: Range<Int>

  init(_ message: String, _ text: [UInt8], _ range: Range<Int>) {
    self.message = message
    self.text = String(decoding: text, as: UTF8.self)
    self.range = range
  }
}

extension PredicateError {
  /// The same about what a person wrote, a word and what it is said of, where that was read as a call.
  ///
  ///     count(games, won)   →   count games, won
  ///
  /// - Parameter rest: what stands between the brackets of the call, with which the text of the person ends.
  package func said(of written: String, endingWith rest: String) -> PredicateError {
    let (all, inner, call) = (written.utf8.count, rest.utf8.count, text.utf8.count)
    guard written.hasSuffix(rest), inner + 2 < call else { return self }
    let (word, saidWord) = (call - inner - 2, written.prefix { $0 != " " })
    func moved(_ place: Int) -> Int {
      if place == 0 { return 0 }
      if place <= word { return saidWord.utf8.count }
      return all - inner + min(place - word - 1, inner)
    }
    let range = moved(range.lowerBound)..<max(moved(range.lowerBound), moved(range.upperBound))
    // Where the call has another word than the person wrote, the message goes by that.
    let called = text.prefix { $0 != "(" }
    let isAboutWord = message.hasPrefix(called + " ") && !message.contains(called + "(")
    let words = isAboutWord ? saidWord + message.dropFirst(called.count) : message[...]
    return PredicateError(String(words), Array(written.utf8), range)
  }
}

extension PredicateError: CustomStringConvertible {
  package var description: String { "\(message)\n  \(line.text)\n  \(line.marks)" }

  /// The line that the range begins in, cut to what a screen shows, and the carets below it.
  private var line: (text: String, marks: String) {
    let bytes = Array(text.utf8)
    let from = min(range.lowerBound, bytes.count)
    let start = bytes[..<from].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[from...].firstIndex(of: newline) ?? bytes.count
    // Of a text of megabytes the neighbourhood is enough.
    let before = Self.shown(bytes[max(start, from - 60)..<from])
    let to = min(max(range.upperBound, from), end)
    let marked = Self.shown(bytes[from..<min(to, from + 60)])
    let after = Self.shown(bytes[to..<min(end, to + 40)])
    let carets = String(repeating: "^", count: max(1, marked.unicodeScalars.count))
    return (before + marked + after, String(repeating: " ", count: before.unicodeScalars.count) + carets)
  }

  /// A part of the line, in which nothing moves the cursor: one place for each scalar.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isHarmless = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !scalar.properties.isBidiControl
      result.unicodeScalars.append(isHarmless ? scalar : " ")
    }
    return result
  }
}

private let newline = UInt8(ascii: "\n")
