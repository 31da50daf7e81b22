import Schema

/// The keys of a comparator that says what NULL counts as: `(a.score or 0) > (b.score or 0)`.
///
/// Each row is of a case: which of the values that are looked at are NULL. Where both cases are known, what is left of
/// the comparator compares a key of the one row with a key of the other. If all these agree, each case has its key.
struct ComparatorCases {
  /// Which of the questions about one row are answered with yes.
  private typealias Case = Int

  private let executor: Executor
  /// What is asked of one row, as it is asked of the first.
  private let questions: [Expression]
  /// What is left of the comparator, by the cases of the first row and the second; nothing where that is decided.
  private var places: [[Int?]] = []
  private var cases: Range<Case> { 0..<(1 << questions.count) }

  /// Nil where no row is asked for NULL, or for too many.
  init?(_ executor: Executor, _ root: Int) throws {
    var questions: [Expression] = []
    for (condition, _, _) in try executor.graph.questions(below: root) where condition.isNullTest {
      let rows = condition.arguments
      guard rows.count == 1 else { return nil }
      let ofFirst = rows == [0] ? condition : condition.withRowsExchanged
      if !questions.contains(ofFirst) { questions.append(ofFirst) }
    }
    guard !questions.isEmpty, questions.count <= 3 else { return nil }
    self.executor = executor
    self.questions = questions
    places = try cases.map { first in
      try cases.map { try executor.simplified(root, knowing: facts(first, $0)) }
    }
  }

  private func facts(_ first: Case, _ second: Case) -> [Expression: Bool] {
    var result: [Expression: Bool] = [:]
    for (place, question) in questions.enumerated() {
      result[question] = first & 1 << place != 0
      result[question.withRowsExchanged] = second & 1 << place != 0
    }
    return result
  }

  /// The keys, one after the other; nil where the comparator does something else.
  mutating func keys() throws -> [ComparatorReading.Key]? {
    var result: [ComparatorReading.Key] = []
    while places.joined().contains(where: { $0.map { executor.graph[$0] != .no } ?? false }) {
      guard result.count < 16, let keys = try keysOfCases(), let isDescending = try compare(keys) else { return nil }
      result.append(.init(expression: expression(keys), isDescending: isDescending))
    }
    return result.isEmpty ? nil : result
  }

  /// What is compared next of a row, by its case.
  private func keysOfCases() throws -> [Expression]? {
    var keys: [Expression?] = cases.map { _ in nil }
    for first in cases {
      for second in cases {
        guard let place = places[first][second], case .test(let question, _, _) = executor.graph[place] else {
          continue
        }
        guard case .comparison(_, let left, let right) = executor.graph.condition(question) else { return nil }
        let isTurned = left.arguments.contains(1) || right.arguments.contains(0)
        let (own, other) = isTurned ? (right, left) : (left, right)
        guard own.arguments.isSubset(of: [0]), other.arguments.isSubset(of: [1]) else { return nil }
        for (row, key) in [(first, own), (second, other.withRowsExchanged)] {
          guard let known = keys[row], known != key else {
            keys[row] = key
            continue
          }
          // Two rows of known values that are equal have come to the next key already.
          guard known.arguments.isEmpty != key.arguments.isEmpty else { return nil }
          if key.arguments.isEmpty { keys[row] = key }
        }
      }
    }
    let known = keys.compactMap(\.self)
    return known.count == keys.count ? known : nil
  }

  /// Goes on to rows whose keys are equal; whether the larger comes first, and nil where cases do not agree about that.
  private mutating func compare(_ keys: [Expression]) throws -> Bool? {
    var isDescending: Bool?
    for first in cases {
      for second in cases {
        guard let place = places[first][second] else { continue }
        let (own, other) = (keys[first], keys[second].withRowsExchanged)
        if own.arguments.isEmpty, other.arguments.isEmpty {
          // Two values that are known are equal, and decide nothing.
          guard own == other else { return nil }
          continue
        }
        let less = executor.graph[try executor.known(place, own, other, .less)]
        let greater = executor.graph[try executor.known(place, own, other, .greater)]
        guard (less, greater) == (.yes, .no) || (less, greater) == (.no, .yes) else { return nil }
        if let isDescending, isDescending != (less == .no) { return nil }
        isDescending = less == .no
        places[first][second] = try executor.known(place, own, other, .equal)
      }
    }
    return isDescending
  }

  /// The key by what is NULL of the row: `CASE WHEN score IS NULL THEN 0 ELSE score END`.
  private func expression(_ keys: [Expression], _ known: Case = 0, from place: Int = 0) -> Expression {
    guard place < questions.count else { return keys[known] }
    let yes = expression(keys, known | 1 << place, from: place + 1)
    let no = expression(keys, known, from: place + 1)
    return yes == no ? yes : .choose(questions[place], yes, no)
  }
}

extension Executor {
  /// The keys of an order that says what NULL counts as; nil for any other.
  func keysByCases(_ root: Int) throws -> [ComparatorReading.Key]? {
    var cases = try ComparatorCases(self, root)
    return try cases?.keys()
  }
}

extension Expression {
  var isNullTest: Bool { if case .isNull = self { true } else { false } }
}
