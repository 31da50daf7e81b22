import LuaRuntime
import Model
import Query
import Schema
import Store

/// A migration that is done for the sake of seeing what stands in its way.
extension Migration {
  /// Does all of a plan and rolls it back: the plan with every row that stands in its way, and how long it took.
  ///
  /// What would be lost need not be agreed to: nothing is.
  package func rehearse(_ plan: SchemaPlan) throws -> SchemaPlan {
    guard !plan.isEmpty else { return plan }
    var result = plan
    var rows: [String] = []
    let watch = Stopwatch()
    do {
      try change(
        plan, filled: { rows = try RowsInTheWay(self).lines(of: plan.changes) }, done: { throw Rehearsed() })
    } catch is Rehearsed {
      rows = []
    } catch let error as ScriptError {
      note(error.message, rows, &result)
    } catch let error as StoreError {
      note(error.description, rows, &result)
    }
    result.rehearsal = watch.elapsed
    return result
  }

  /// The rows say more than the error, which names the first of them.
  private func note(_ message: String, _ rows: [String], _ plan: inout SchemaPlan) {
    if !rows.isEmpty { return plan.problems += rows }
    if plan.problems.isEmpty { plan.problems.append(message) }
  }

  /// Why references keep a migration from being made, with the first of the rows; a rehearsal names them as it names others.
  func words(for broken: BrokenReference) -> String {
    let description = SchemaChangeError.brokenReference(broken).description
    let limit = options.isRehearsal ? RowsInTheWay.limit : 5
    let catalog = session.entities.catalog
    for entity in catalog.entities where !entity.isReflected && FoldedName(entity.table) == FoldedName(broken.table) {
      guard let context = session.entities.model(entity.name)?.context(in: database) else { continue }
      // Words of an error must not fail because there are no more of them.
      let rows = (try? RowCheck.orphans(context, in: broken.parent)) ?? []
      guard !rows.isEmpty else { continue }
      let more = rows.count > limit ? ["  … \(rows.count - limit) more"] : []
      return ([description + ":"] + rows.prefix(limit).map { "  " + $0.line } + more).joined(separator: "\n")
    }
    return description
  }

  /// Why a rehearsal is rolled back.
  private struct Rehearsed: Error {}
}

/// All rows that new tables would refuse, rule by rule.
///
///     2 rows of P are in the way of name:
///       P 1: name: is required
///       P 3: name: is required
private struct RowsInTheWay {
  private let migration: Migration
  /// The most that are listed for one rule.
  static let limit = 100

  init(_ migration: Migration) {
    self.migration = migration
  }

  func lines(of changes: [SchemaPlan.Change]) throws -> [String] {
    var result: [String] = []
    for entity in migration.session.entities.catalog.entities where !entity.isReflected {
      guard let change = changes.first(where: { FoldedName($0.table) == FoldedName(entity.table) }),
        !entity.isAbstract || entity.sharing != nil,
        let context = migration.session.entities.model(entity.name)?.context(in: migration.database)
      else { continue }
      result += try lines(of: context.entity, context, change)
    }
    return result
  }

  private func lines(
    of entity: Entity, _ context: ObjectContext, _ change: SchemaPlan.Change
  ) throws -> [String] {
    var result: [String] = []
    for field in entity.fields where change.touches(field.column) {
      let isAskedFor = field.isRequired && field.defaultValue == nil && !field.isRequiredByTest(of: entity)
      let rules: [StoreError.Constraint.Rule] =
        (isAskedFor ? [.notNull] : []) + (field.isUnique ? [.unique] : []) + [.check]
      for rule in rules {
        let rows = try MigrationObstacle(context, columns: [field.column])?.rows(against: rule) ?? []
        result += list(rows, of: entity, field.relation ?? field.name)
      }
    }
    for index in entity.indexes where index.isUnique {
      let columns = index.fields.compactMap { name in
        entity.fields.first { $0.name == name || $0.relation == name }?.column
      }
      guard columns.count == index.fields.count else { continue }
      let rows = try MigrationObstacle(context, columns: columns)?.rows(against: .unique) ?? []
      result += list(rows, of: entity, index.fields.joined(separator: ", "))
    }
    for rule in entity.rules {
      // A rule about columns that are new is asked of no row that is there.
      let keys = (try? migration.rows(breaking: rule, of: entity)) ?? []
      result += list(
        keys.map { "\(entity.name) \(entity.words(key: $0)): \(rule.text) does not hold" }, of: entity, rule.text)
    }
    return result
  }

  private func list(_ rows: [String], of entity: Entity, _ rule: String) -> [String] {
    guard !rows.isEmpty else { return [] }
    let head =
      "\(rows.count) \(rows.count == 1 ? "row" : "rows") of \(entity.name) "
      + "\(rows.count == 1 ? "is" : "are") in the way of \(rule):"
    let more = rows.count > Self.limit ? ["  … \(rows.count - Self.limit) more"] : []
    return [head] + rows.prefix(Self.limit).map { "  " + $0 } + more
  }
}
