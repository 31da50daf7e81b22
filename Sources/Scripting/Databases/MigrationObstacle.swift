import LuaRuntime
import Query
import Schema
import Store

/// Finds the rows that a new table refused, while the old one still has them.
///
///     2 rows in the way, the first is Player 3: age: 25 is not between 18 and 24
struct MigrationObstacle {
  private let context: ObjectContext
  private let tied: TiedEntity
  private let slot: Slot
  private let store: Database
  /// The column as the old table has it.
  private let former: Field?

  /// Nil where the old table has not the columns that are needed to name a row.
  init?(_ context: ObjectContext, column: String) throws {
    self.context = context
    tied = try context.tied()
    store = try context.database.store()
    let entity = tied.entity
    guard let place = entity.fields.firstIndex(where: { $0.column == column }),
      let table = try context.database.tables().first(where: { FoldedName($0.name) == FoldedName(entity.table) }),
      !entity.keySlots.isEmpty
    else { return nil }
    slot = tied.slots[place]
    former = Reflection([table]).entities().first?.fields.first { $0.column == column }
    let present = Set(table.columns.map { FoldedName($0.name) })
    let needed = [column] + entity.keySlots.map { entity.fields[$0].column }
    guard needed.allSatisfy({ present.contains(FoldedName($0)) }) else { return nil }
  }

  /// How many rows are in the way of a rule, and what is wrong with the first; nil where none is found.
  func words(for rule: StoreError.Constraint.Rule) throws -> String? {
    let rows = try self.rows(rule)
    var (count, first): (Int, String?) = (0, nil)
    for row in 0..<rows.count {
      guard let words = try words(for: rule, rows[row, 0]) else { continue }
      count += 1
      guard first == nil else { continue }
      let key = (1..<max(rows.columnCount, 1)).map { rows.value(row, $0) }
      first = "\(tied.entity.name) \(tied.entity.words(key: key)): \(slot.field.relation ?? slot.field.name): \(words)"
    }
    return first.map { "\(count) \(count == 1 ? "row is" : "rows are") in the way, the first is \($0)" }
  }

  /// The values of the column that may be in the way, and the keys of their rows, in the order of these.
  private func rows(_ rule: StoreError.Constraint.Rule) throws -> RowBuffer {
    let keys = tied.entity.keySlots.map { SQL.name(tied.entity.fields[$0].column) }.joined(by: ", ")
    let column = SQL.name(slot.field.column)
    let table = SQL.name(tied.entity.table)
    let condition: SQL =
      switch rule {
      case .notNull: "\(column) IS NULL"
      case .unique: "\(column) IN (SELECT \(column) FROM \(table) GROUP BY \(column) HAVING count(*) > 1)"
      default: "\(column) IS NOT NULL"
      }
    let kind = tied.entity.kindCondition().map { kind -> SQL in " AND \(kind)" } ?? SQL()
    return try store.rows("SELECT \(column), \(keys) FROM \(table) WHERE \(condition)\(kind) ORDER BY \(keys)" as SQL)
  }

  /// What is wrong with a stored value, if anything is.
  private func words(for rule: StoreError.Constraint.Rule, _ cell: Cell) throws -> String? {
    switch rule {
    case .notNull: return "is required"
    case .unique: return "\(slot.field.words(stored: cell.value)) is not alone"
    case .check, .type: return try mistake(in: cell)
    case .foreignKey, .other: return nil
    }
  }

  private func mistake(in cell: Cell) throws -> String? {
    guard slot.field.type == .decimal, !slot.field.isStoredAsNumber else { return try mistake(inStored: cell) }
    let shown = former?.decimal(of: cell)?.description ?? cell.value.plainText
    let number = DecimalNumber(shown.utf8)?.rescaled(to: slot.field.scale)
    guard let number, let stored = Int64(exactly: number.coefficient) else {
      return "\(quotedExcerpt(shown)) is no decimal of at most \(slot.field.scale) digits behind the point"
    }
    return try mistake(inStored: Cell(stored))
  }

  /// What is wrong with a value in the form in which the field stores it.
  private func mistake(inStored cell: Cell) throws -> String? {
    let session = context.session
    let stack = session.lua.stack
    let top = stack.top
    defer { stack.top = top }
    do {
      try session.reading(.rowUnseen) { try session.push(cell, as: slot.field, of: tied.entity, on: stack) }
    } catch let error as ScriptError where error.kind == .decode {
      return "the stored value \(cell.value.excerpt) is no \(slot.field.type.name)"
    }
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    try validation.check(slot, cell, of: nil)
    return validation.failures.first.map { "\(slot.field.words(stored: cell.value)) \($0.message)" }
  }
}

extension Value {
  /// What it says, without quotes.
  fileprivate var plainText: String { if case .text(let text) = self { text } else { description } }
}
