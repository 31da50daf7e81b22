import Schema

extension Validation {
  /// Tests the rules over several fields, of those only that look at what was `changed`.
  ///
  /// - Parameter value: what is stored in a slot, or will be; nil where that is not known: then the database judges.
  package mutating func checkRules(changed: [Int]? = nil, _ value: (Int) throws -> Value?) throws {
    for (rule, slots) in tied.rules {
      guard let meaning = rule.meaning, changed.map({ !Set($0).isDisjoint(with: slots) }) ?? true else { continue }
      var values: [String: Value] = [:]
      // What is computed of fields that change is another value then.
      for slot in slots where !tied.entity.fields[slot].isGenerated {
        guard let known = try value(slot) else { break }
        values[tied.entity.fields[slot].name] = known
      }
      guard values.count == slots.count else { continue }
      // What NULL makes unknown does not fail.
      if try Evaluation(RuledRow(tied.entity, values: values)).truth(meaning) == false { fail(rule) }
    }
  }

  private mutating func fail(_ rule: RowRule) {
    add([Failure(entity: tied.entity.name, rule: UnfitValue.ruleFails(rule.text).message)])
  }
}

/// The values of a row that a rule looks at.
package struct RuledRow: EvaluatedRow {
  private let entity: Entity
  private let values: [String: Value]

  package init(_ entity: Entity, values: [String: Value]) {
    self.entity = entity
    self.values = values
  }

  package func value(at path: FieldPath) -> Value {
    let value = values[path.field] ?? .null
    return path.inside.isEmpty ? value : value.member(at: path.inside, part: path.part)
  }

  package func operand(at path: FieldPath) -> (value: Value, collation: Collation?) {
    (value(at: path), path.inside.isEmpty ? entity.field(path.field)?.collation ?? .binary : nil)
  }
  // Rules lead to no other rows, and ask no functions.
  package func isAmong(_ rows: RelatedRows) -> Bool? { nil }
  package func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
  package func truth(of function: ScriptHook) -> Bool { true }
  package func truth(of function: ScriptHook, testing value: Expression) -> Bool { true }
}
