import Schema
import Testing

@testable import Shell

@Suite struct ForeignWordsTests {
  /// What a person sees who types it.
  private func answer(_ entry: String, in prompt: Prompt) -> String {
    prompt.runner.output.captured { _ = prompt.runner.runBlock(entry, name: "entry") }
  }

  /// How words of a place are typed.
  private func typed(_ word: String, at place: ForeignWords.Place) -> String {
    switch place {
    case .request: "Player:limit(2):\(word)()"
    case .object: "p:\(word)()"
    case .database: "db:\(word)()"
    case .test: "is.\(word)(5)"
    case .option: "entity \"Sample\" { a = text { \(word) = true } }"
    case .constructor, .function: "x = \(word)(5)"
    case .command: ".\(word)"
    }
  }

  @Test(arguments: ForeignWords.Place.allCases)
  func `every foreign word is answered with the word of here`(_ place: ForeignWords.Place) throws {
    let prompt = try Prompt(Prompt.sample)
    for entry in ForeignWords.entries(place) {
      for word in entry.words {
        let text = answer(typed(word, at: place), in: prompt)
        #expect(text.contains(entry.home), "\(typed(word, at: place)): \(text)")
      }
    }
  }

  @Test func `there are hundreds of them, each in one meaning for a place`() {
    for place in ForeignWords.Place.allCases {
      let words = ForeignWords.entries(place).flatMap(\.words).map { $0.lowercased().replacing("_", with: "") }
      #expect(
        Set(words).count == words.count, "\(place): \(Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys)")
    }
    #expect(ForeignWords.Place.allCases.reduce(0) { $0 + ForeignWords.entries($1).flatMap(\.words).count } >= 500)
  }

  @Test func `what other languages write is answered with the spelling of here`() throws {
    let prompt = try Prompt(Prompt.sample)
    for slip in SyntaxSlip.all {
      let text = answer(slip.sample, in: prompt)
      #expect(text.contains(slip.advice), "\(slip.sample): \(text)")
    }
  }

  @Test(arguments: [
    ("name LIKE 'A%'", "is.prefix"), ("name NOT LIKE 'A%'", "is.not_containing"), ("age IS NULL", "age == nil"),
    ("age is not null", "age ~= nil"), ("age IN (1, 2)", "is.one_of"), ("age NOT IN (1)", "is.none_of"),
    ("age BETWEEN 1 AND 2", "is.between"), ("age > 1 AND age < 3", "small letters"),
    ("age > 1 OR age < 3", "small letters"),
    ("name REGEXP 'a'", "is.matching"), ("age <> 5", "~="),
  ])
  func `conditions of SQL are told in the words of here`(_ condition: String, _ advice: String) throws {
    let text = answer("Player:where [[\(condition)]]:count()", in: try Prompt(Prompt.sample))
    #expect(text.contains(advice), "\(text)")
  }

  @Test(arguments: ["\\dt", "show tables", "\\l", "\\timing", "\\x", "\\copy", "\\i a.sql", ".headers on"])
  func `commands of other shells are understood or answered`(_ entry: String) throws {
    let text = answer(entry, in: try Prompt(Prompt.sample))
    #expect(text.contains("player") || text.contains("Did you mean '.") || text.contains(".help lists them"), "\(text)")
  }
}
