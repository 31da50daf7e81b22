import Model
import Query
import Schema

/// Tests of relations whose keys are of several columns: what they compare with are objects.
///
///     where { place = is.none_of { home } }   // NOT (row = 1 AND seat = 'a')
extension ConditionReader {
  func compound(
    _ test: Test, _ path: FieldPath, _ paths: [FieldPath], _ relation: Relation, _ owner: Entity
  ) throws -> Expression {
    guard let target = relations.catalog[relation.target], relation.isToKey(of: target), test.requests.isEmpty else {
      throw ScriptError(RequestError.testOfCompoundKey(relation: relation.name))
    }
    try checkAreObjects(test.entities, of: target, named: relation.name)
    let references = try references(paths, relation, owner)
    let nowhere = try leadsNowhere(path, paths, relation, owner)
    return try test.ofKeys { key in key.map { equal(references, $0) } ?? nowhere }
      ?? {
        throw ScriptError(RequestError.testOfCompoundKey(relation: relation.name))
      }()
  }
}

extension Test {
  /// The test of something that is one of several objects; nil where it asks for something else than which one that is.
  ///
  /// - Parameter isObject: that it is the one with a key, or none at all.
  fileprivate func ofKeys(_ isObject: (_ key: [Value]?) -> Expression) -> Expression? {
    switch self {
    case .kind(let kind, let arguments):
      switch kind {
      case .equal, .oneOf: return arguments.isOneOfKeys(isObject)
      case .notEqual, .noneOf: return arguments.isOneOfKeys(isObject).map { .not($0) }
      case .present: return .not(isObject(nil))
      case .absent: return isObject(nil)
      default: return nil
      }
    case .not(let test): return test.ofKeys(isObject).map { .not($0) }
    case .and(let tests): return tests.ofKeys(isObject).map { .and($0) }
    case .or(let tests): return tests.ofKeys(isObject).map { .or($0) }
    case .function: return nil
    }
  }
}

extension [Test] {
  fileprivate func ofKeys(_ isObject: (_ key: [Value]?) -> Expression) -> [Expression]? {
    let parts = compactMap { $0.ofKeys(isObject) }
    return parts.count == count ? parts : nil
  }
}

extension TestArguments {
  fileprivate func isOneOfKeys(_ isObject: (_ key: [Value]?) -> Expression) -> Expression? {
    let parts = indices.compactMap { place in
      self[place] == .null ? isObject(nil) : keys[place].map { isObject($0) }
    }
    guard parts.count == count, !parts.isEmpty else { return nil }
    return parts.count == 1 ? parts[0] : .or(parts)
  }
}
