import Model
import Query
import Schema
import Store

/// The rows that are against what is said of a row as a whole: rules over several fields, indexes over expressions.
extension Migration {
  /// The error for a rule over several fields, with the rows that break it.
  func brokenRule(_ constraint: StoreError.Constraint, _ sharers: [Entity]) -> ScriptError? {
    for entity in sharers {
      guard let rule = entity.rules.first(where: { $0.text == constraint.name }) else { continue }
      let keys = (try? rows(breaking: rule, of: entity)) ?? []
      let named = named(keys, of: entity, "\(rule.text) does not hold")
      return ScriptError(MigrationError.rowsBreakRule(entity: entity.name, rows: named, rule: rule.text))
    }
    return nil
  }

  /// The error for an index over what is made of fields, or of some rows only, with those that share an entry.
  func brokenIndex(_ error: StoreError) -> ScriptError? {
    guard case .constraint(let constraint) = error.kind, constraint.rule == .unique,
      let store = try? database.store(), let catalog = try? database.declaredCatalog()
    else { return nil }
    for entity in catalog.entities where !entity.isReflected {
      let table = CreateTable(entity, catalog: catalog, dialect: store.dialect)
      let ofName = constraint.name.flatMap { try? table.declaredIndex(named: $0) }
      guard let index = ofName ?? entity.index(ofSome: constraint), !index.isPlain else { continue }
      let what = index.fields.joined(separator: ", ")
      let (place, fault) = ("\(entity.name): \(what)", "\(what) is not alone")
      let keys = (try? rows(where: table.isRepeated(in: index), of: entity)) ?? []
      let words = named(keys, of: entity, fault)
      return ScriptError(MigrationError.rowsDoNotFit(names: [place], rule: .unique, reason: error.reason, rows: words))
    }
    return nil
  }

  /// The keys of the rows that break a rule over several fields.
  func rows(breaking rule: RowRule, of entity: Entity) throws -> [[Value]] {
    let entity = try entity.table(in: database.tables()).map { entity.over($0) } ?? entity
    let catalog = try database.declaredCatalog()
    let condition = try CreateTable(entity, catalog: catalog, dialect: database.dialect()).written(rule, of: entity)
    return try rows(where: "NOT (\(condition))", of: entity)
  }

  /// The keys of the rows for which a condition holds.
  private func rows(where condition: SQL, of entity: Entity) throws -> [[Value]] {
    let keys = entity.keySlots.map { SQL.name(entity.fields[$0].column) }.joined(by: ", ")
    let conditions = [condition, entity.kindCondition()].compactMap(\.self)
    let rows = try database.store().rows(.select(keys, from: entity.table, where: conditions, orderedBy: keys))
    return (0..<rows.count).map { row in entity.keySlots.indices.map { rows.value(row, $0) } }
  }

  private func named(_ keys: [[Value]], of entity: Entity, _ fault: String) -> String? {
    var named = NamedRows()
    for key in keys {
      named.add(key: { entity.words(key: key) }, words: { "\(entity.name) \(entity.words(key: key)): \(fault)" })
    }
    return named.words
  }
}

extension Entity {
  /// The unique index over some rows that a database names by its columns alone.
  fileprivate func index(ofSome constraint: StoreError.Constraint) -> Index? {
    guard let other = constraint.table, FoldedName(other) == FoldedName(table), !constraint.columns.isEmpty else {
      return nil
    }
    func columns(_ index: Index) -> [String] {
      index.fields.compactMap { name in field(name)?.column ?? relation(name)?.columns.first }
    }
    let found = indexes.filter { $0.isUnique && $0.expressions.isEmpty && columns($0) == constraint.columns }
    return found.count == 1 ? found[0] : nil
  }
}
