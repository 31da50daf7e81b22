import Query
import Requests

/// What is said where an aggregate was asked of rows that a relation to many leads to, of which each row has many.
///
///     Player:group_by "city":aggregate { k = "count games" }   // "sum count(games)"
///     Player:sum "games.n"                                     // sum "sum(games.n)"
struct ManyRows {
  let handle: RequestHandle
  /// Who is called: `aggregate` where the word of what is counted stands in its text.
  let method: String
  /// The aggregate: `count`.
  let word: String
  /// What it was asked of: `games`.
  let text: String
  var isDistinct = false

  /// Reads something, and says how it is asked of many rows where it is.
  func explaining<Result>(_ read: () throws -> Result) throws -> Result {
    do {
      return try read()
    } catch let error as QueryError {
      throw try advice(on: error) ?? error
    }
  }

  private func advice(on error: QueryError) throws -> MethodError? {
    switch error {
    case .relationIsToMany(let entity, let name, _): try advice(entity, name, isField: true)
    case .relationIsNoField(let entity, let name): try advice(entity, name, isField: false)
    default: nil
    }
  }

  private func advice(_ entity: String, _ name: String, isField: Bool) throws -> MethodError? {
    guard let relation = try handle.context.catalog[entity]?.relation(name), relation.kind.isToMany else { return nil }
    let isSaid = !isDistinct && word != "list" && text.isPlainPath
    return .aggregateOfManyRows(
      method: method, text: text, target: relation.target, example: isSaid ? example(isField) : nil)
  }

  private func example(_ isField: Bool) -> String {
    let value = "\(isField ? word : "count")(\(text))"
    let outer = word == "count" ? "sum" : word
    return method == "aggregate" ? "\"\(outer) \(value)\"" : "\(outer) \"\(value)\""
  }
}
