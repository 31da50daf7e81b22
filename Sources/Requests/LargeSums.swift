import LuaRuntime
import Model
import Query
import Schema
import Store

/// The sums that a statement makes, of which one was larger than an integer can be: a database says no more than that.
struct LargeSums {
  private(set) var names: [String] = []
  private var first: (entity: String, path: String?)?

  /// - Parameter path: nil of what a function gives.
  mutating func add(_ path: String?, of entity: String) {
    let name = path.map { "\(entity).\($0)" } ?? "a function of \(entity)"
    if names.contains(name) { return }
    names.append(name)
    first = first ?? (entity, path)
  }

  /// The sums of related rows in an expression.
  mutating func add(_ expression: Expression) {
    var found: [(String, of: String)] = []
    _ = expression.contains { part in
      if case .reckoned(let aggregation, let rows) = part, aggregation.function == .sum {
        found.append((aggregation.words, rows.entity.name))
      }
      return false
    }
    for (path, entity) in found { add(path, of: entity) }
  }

  /// The error that names them; the database's own where none is known.
  func error(_ error: StoreError) -> any Error {
    guard let first, error.missing != .infinities else { return error }
    if names.count > 1 { return ScriptError(RequestError.sumsTooLarge(names: names)) }
    let sum = Aggregation.Function.sum.rawValue
    return ScriptError(RequestError.aggregateTooLarge(aggregate: sum, entity: first.entity, path: first.path))
  }
}

extension Aggregation {
  /// What is added up, for messages.
  fileprivate var words: String {
    if case .field(let path) = value { path.description } else { "(an expression)" }
  }
}

extension RequestHandle {
  /// The error of a sum in the request's conditions, orders or members, named.
  package func naming(_ error: StoreError) -> any Error {
    guard error.kind == .overflow else { return error }
    var sums = LargeSums()
    let parts = request.computed.sorted { $0.key < $1.key }.map(\.value.expression)
    for part in [request.predicate].compactMap(\.self) + parts + request.sorts.compactMap(\.expression) {
      sums.add(part)
    }
    return sums.error(error)
  }
}
