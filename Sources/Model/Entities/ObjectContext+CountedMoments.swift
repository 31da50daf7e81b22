import Query
import Schema

/// Days and moments that are declared over numbers of another program, as seconds since 1970 are.
extension ObjectContext {
  /// Refuses a condition that compares such a column: its numbers stand before all texts, and none of them is read.
  ///
  ///     created = datetime {}                       // over "created INTEGER" with 1700000000
  ///     where { created = is.less "2024-01-01" }    // would be all rows
  package func checkMoments(in condition: Expression?) throws {
    guard let condition, !database.isMigrating else { return }
    let tied = try tied()
    if tied.countedSlots.isEmpty { return }
    for slot in tied.countedSlots where condition.containsOfRow({ $0.compares(tied.entity.fields[slot]) }) {
      let field = tied.entity.fields[slot]
      let engine = try database.store().engine
      // Asked each time: another statement may have made texts of them.
      if try engine.columnsWithNumbersAlone([field.column], in: tied.entity.table).isEmpty { continue }
      throw ScriptError(EntityError.countedMoments(entity: name, field: field.name, type: field.type.name))
    }
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
