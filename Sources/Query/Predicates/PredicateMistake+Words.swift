import Encodings
import SQLText
import Schema

extension PredicateMistake {
  /// What a function of another language is here; else the nearest.
  private static func advice(onFunction name: String, _ candidates: [String]) -> String {
    if let entry = ForeignWords.entry(for: name, at: .expression) {
      return ". Did you mean '\(entry.home)', as in \(entry.example)?"
    }
    if let foreign = ForeignConditions.advice(forName: name) { return "; \(foreign)" }
    return "." + suggestion(for: name, in: candidates)
  }

  var message: String {
    switch self {
    case .noFunction(let name, let candidates):
      "there is no function \(quotedExcerpt(name))" + Self.advice(onFunction: name, candidates)
    case .writtenOtherwise(let example): "this is written \(example)"
    case .aggregateOfSome("count", let example):
      "count takes a relation alone: some of its rows are counted by \(example)"
    case .aggregateOfSome(let name, let example): "\(name) takes one expression: of some rows it is \(example)"
    case .aggregateOfNothing("count"): "count takes a relation, as in count(games)"
    case .aggregateOfNothing(let name): "\(name) takes a field of related rows, as in \(name)(games.score)"
    case .notOfRelatedRows(let name): "\(name) is of the rows that a relation leads to: name one that has many"
    case .rowsAreNoValue(let name): "\(quotedExcerpt(name)) leads to rows, which are no value"
    case .noNumbers(let name, let found): "\(name) takes numbers: this is \(found)"
    case .quantifierOfNothing(let name):
      "\(name) takes a relation and a condition on its rows, as in \(name)(games, score > 3)"
    case .functionOfRelatedRows: "a function tests the rows of the request, not those that they lead to"
    case .noDay(let name, let found): "\(name) takes a day or a moment, not \(found)"
    case .noText(let name, let found): "\(name) takes a text, not \(found)"
    case .noNumber(let name, let found): "\(name) takes a number, not \(found)"
    case .notDigits: "the digits to round to are an integer, such as 2"
    case .differentKinds(let one, let other): "\(one) does not stand for \(other)"
    case .manyValues(let name):
      "\(name) leads to many rows, which are no single value: say count(…), sum(…) or the like"
    case .requestAsValue(let name): "\(quotedExcerpt(name)) is a request: ask x:one_of(\(name))"
    }
  }
}
