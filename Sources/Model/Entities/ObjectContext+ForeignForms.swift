import Query
import Schema

/// What is declared over values of another program that no value of the field is equal to: days and moments over numbers, as
/// seconds since 1970 are, and UUIDs over those in upper case.
extension ObjectContext {
  /// Refuses a condition that compares such a column: it would say something, and not of what is read.
  ///
  ///     created = datetime {}                       // over "created INTEGER" with 1700000000
  ///     where { created = is.less "2024-01-01" }    // would be all rows
  package func checkForms(in condition: Expression?) throws {
    guard let condition, !database.isMigrating else { return }
    let tied = try tied()
    if tied.foreignSlots.isEmpty { return }
    try checkForms(tied) { field in condition.containsOfRow { $0.compares(field) } }
  }

  /// Refuses a key, or a value that is to be the only one, where rows that have it in another form would not be found.
  package func checkForms(ofKeys isMeant: (Field) -> Bool) throws {
    let tied = try tied()
    if tied.foreignSlots.isEmpty || database.isMigrating { return }
    try checkForms(tied) { $0.mayHoldOtherUUIDs && isMeant($0) }
  }

  private func checkForms(_ tied: ResolvedEntity, _ isMeant: (Field) -> Bool) throws {
    for slot in tied.foreignSlots where isMeant(tied.entity.fields[slot]) {
      let field = tied.entity.fields[slot]
      // Asked each time: another statement may have made others of them.
      if try isOfOtherForm(field, in: tied.entity.table) {
        throw ScriptError(
          field.mayCountMoments
            ? EntityError.countedMoments(entity: name, field: field.name, type: field.type.name)
            : .otherUUIDs(entity: name, field: field.name))
      }
    }
  }

  private func isOfOtherForm(_ field: Field, in table: String) throws -> Bool {
    let engine = try database.store().engine
    let found =
      try field.mayCountMoments
      ? engine.columnsWithNumbersAlone([field.column], in: table)
      : engine.columnsWithCapitals([field.column], in: table)
    return !found.isEmpty
  }
}

extension Expression {
  /// Whether it compares a field of the row with something.
  fileprivate func compares(_ field: Field) -> Bool {
    switch self {
    case .comparison(_, let one, let other): one.isValue(of: field) || other.isValue(of: field)
    case .between(let value, _, _), .oneOf(let value, _): value.isValue(of: field)
    default: false
    }
  }

  private func isValue(of field: Field) -> Bool {
    guard case .field(let path) = self else { return false }
    return path.relations.isEmpty && path.inside.isEmpty && path.field == field.name
  }
}
