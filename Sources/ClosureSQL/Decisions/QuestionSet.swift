/// A set of the questions of a graph, by their numbers.
struct QuestionSet: Hashable {
  private var words: [UInt64] = []

  /// How many words it takes to go through it.
  var length: Int { words.count }

  func contains(_ question: Int) -> Bool {
    question >> 6 < words.count && words[question >> 6] >> UInt64(question & 63) & 1 != 0
  }

  mutating func insert(_ question: Int) {
    while words.count <= question >> 6 { words.append(0) }
    words[question >> 6] |= 1 << UInt64(question & 63)
  }

  mutating func formUnion(_ other: QuestionSet) {
    for (place, word) in other.words.enumerated() {
      if place < words.count { words[place] |= word } else { words.append(word) }
    }
  }

  /// What both have; equal sets are of equal length then.
  func intersection(_ other: QuestionSet) -> QuestionSet {
    var result = QuestionSet()
    result.words = zip(words, other.words).map { $0 & $1 }
    while result.words.last == 0 { result.words.removeLast() }
    return result
  }
}
