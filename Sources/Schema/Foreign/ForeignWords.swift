import Encodings

/// The words that other shells, ORMs and languages use, and the word of here for each.
///
/// Capitals and underscores do not count: `orderBy` is `order_by`. A word is answered with the first of its home words
/// that there is in the place where it was written.
///
///     ForeignWords.home(of: "orderBy", in: ["where", "sorted_by"])   // "sorted_by"
package enum ForeignWords {
  /// Where a word was written.
  package enum Place: CaseIterable, Sendable {
    case request, group, object, resultSet, database, test, option, constructor, function, command, mode, expression
  }

  /// A home word, how it is used, and the foreign words that mean it.
  package struct Entry: Sendable {
    package let home: String
    package let example: String
    package let words: [String]

    /// - Parameter words: separated by blanks.
    init(_ home: String, _ example: String, _ words: String) {
      self.home = home
      self.example = example
      self.words = words.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
  }

  package static func entries(_ place: Place) -> [Entry] {
    switch place {
    case .request: requests
    case .group: groups
    case .object: objects
    case .resultSet: resultSets
    case .database: databases
    case .test: tests
    case .option: options
    case .constructor: constructors
    case .function: functions
    case .command: commands
    case .mode: modes
    case .expression: expressions
    }
  }

  /// What a word of one place is here.
  package static func entry(for word: String, at place: Place) -> Entry? { known[place]?[normal(word)] }

  /// The candidate that a foreign word means, wherever it was written.
  static func home(of word: String, in candidates: [String]) -> String? {
    for place in Place.allCases {
      guard let entry = entry(for: word, at: place) else { continue }
      if candidates.contains(entry.home) { return entry.home }
    }
    return nil
  }

  private static let known = Dictionary(
    uniqueKeysWithValues: Place.allCases.map { place in
      let pairs = entries(place).flatMap { entry in entry.words.map { (normal($0), entry) } }
      return (place, Dictionary(pairs) { first, _ in first })
    })

  /// Operators of Mongo have a sign in front: `$gt` is `gt`.
  private static func normal(_ word: String) -> String {
    let plain = word.lowercased().replacing("_", with: "")
    return plain.count > 1 && plain.first == "$" ? String(plain.dropFirst()) : plain
  }
}
