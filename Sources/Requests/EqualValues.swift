import Query
import Schema

/// What equal values are shown as that count once: `1` where one of them is an integer, `1.0` where all are real numbers,
/// whatever order they come in. Statements choose alike (`SelectGroups`).
extension Collection<Value> {
  /// Equal values as one, by a collation.
  func shown(by collation: Collation) -> Value {
    guard let first else { return .null }
    if collation == .json, case .text = first { return shownPart(first.key(by: .json)) }
    guard case .real = first else { return first }
    return self.first { $0.isInteger } ?? first
  }

  /// The same of parts of JSON, as their text.
  ///
  /// - Parameter key: how all of them would be written alike.
  private func shownPart(_ key: Value) -> Value {
    guard case .text(let text) = key, Int64(text) != nil, !contains(key) else { return key }
    return .text(text + ".0")
  }
}

extension Value {
  /// Whether an equal one may say what it is shown as: a number is an integer or a real one, and a text may be JSON.
  var mayBeShownOtherwise: Bool {
    switch self {
    case .integer, .real, .text: true
    case .null, .data, .brokenText: false
    }
  }

  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}

extension FieldPath {
  /// The same, a part of JSON as it is written there, and not as all that are equal to it are.
  var asWritten: FieldPath {
    guard part == .key else { return self }
    var result = self
    result.part = .json
    return result
  }
}
