import Encodings
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Finds the rows that a new table refused, while the old one still has them.
///
///     2 rows in the way, the first is Player 3: age: 25 is not between 18 and 24
struct MigrationObstacle {
  private let context: ObjectContext
  private let tied: ResolvedEntity
  /// The fields that the rule is about; more than one must be unique together.
  private let slots: [FieldSlot]
  private let store: Database
  /// The column as the old table has it.
  private let former: Field?
  /// Whether another program made the old table.
  private let isOfOthers: Bool
  /// Whether the old table does not have the column: no row has a value.
  private let isNew: Bool

  /// Nil where the old table has not the columns that are needed to name a row, under the names that they have or had.
  ///
  /// - Parameter staysEmpty: whether a new column that has no default has no value, as nothing else fills it.
  init?(_ context: ObjectContext, columns: [String], staysEmpty: Bool = false) throws {
    self.context = context
    let declared = try context.tied()
    store = try context.database.store()
    let places = columns.compactMap { column in declared.entity.fields.firstIndex { $0.column == column } }
    guard places.count == columns.count, !places.isEmpty, !declared.keySlots.isEmpty,
      let table = declared.entity.table(in: try context.database.tables())
    else { return nil }
    isOfOthers = !table.isOwn
    let entity = declared.entity.over(table)
    tied = declared.with(entity)
    slots = places.map { [tied] in tied.slots[$0] }
    let names = places.map { entity.fields[$0].column }
    former = Reflection([table]).entities().first?.fields.first { $0.column == names[0] }
    let present = Set(table.columns.map { FoldedName($0.name) })
    isNew =
      staysEmpty && slots.count == 1 && slots[0].field.isRequiredByTest(of: entity)
      && slots[0].field.defaultValue == nil && !present.contains(FoldedName(names[0]))
    let needed = (isNew ? [] : names) + entity.keySlots.map { entity.fields[$0].column }
    guard needed.allSatisfy({ present.contains(FoldedName($0)) }) else { return nil }
  }

  private var field: Field { slots[0].field }

  /// The rows that are in the way of a rule, as a sentence names them; nil where none is found.
  func words(for rule: StoreError.Constraint.Rule) throws -> String? {
    var named = NamedRows()
    try forEach(against: rule) { named.add(key: $0, words: $1) }
    return named.words
  }

  /// What is wrong with each row that is in the way of a rule.
  func rows(against rule: StoreError.Constraint.Rule) throws -> [String] {
    var result: [String] = []
    try forEach(against: rule) { _, words in result.append(words()) }
    return result
  }

  /// The rows whose values are those of another row, too.
  func repeated() throws -> [BrokenRule] {
    let condition = SQL.isRepeated(columns, in: tied.entity.table)
    return try broken(where: condition, message: "\(slots.count == 1 ? "is" : "are") not alone")
  }

  /// The rows that refer to no row of another entity.
  func orphans(of target: Entity, _ pairs: [(owner: String, target: String)]) throws -> [BrokenRule] {
    try broken(
      where: SQL.isOrphan(pairs, of: tied.entity.table, in: target.table), message: "is no row of \(target.name)")
  }

  /// The rows that break a rule over the row as a whole.
  func rows(against rule: RowRule) throws -> [BrokenRule] {
    try broken(where: SQL.breaks(rule), message: UnfitValue.ruleFails(rule.text).message, isOfRow: true)
  }

  private func broken(where condition: SQL, message: String, isOfRow: Bool = false) throws -> [BrokenRule] {
    let rows = try self.rows(where: condition)
    let names = isOfRow ? "" : slots.map { $0.field.relation ?? $0.field.name }.joined(separator: ", ")
    return (0..<rows.count).map { row in
      let key = (slots.count..<max(rows.columnCount, slots.count)).map { rows.value(row, $0) }
      let values = slots.indices.map { rows.value(row, $0) }
      let words = zip(slots, values).map { $0.field.words(stored: $1) }.joined(separator: ", ")
      return BrokenRule(
        entity: tied.entity.name, key: key.count == 1 ? key[0] : .text(key.map(\.description).joined(separator: ", ")),
        field: names, value: isOfRow ? .null : values.count == 1 ? values[0] : .text(words), message: message,
        saysValue: false, keyWords: tied.entity.words(key: key), valueWords: words)
    }
  }

  /// Calls `found` for each row that is in the way of a rule, with its key, and with what is wrong with it.
  private func forEach(
    against rule: StoreError.Constraint.Rule, _ found: (_ key: () -> String, _ words: () -> String) -> Void
  ) throws {
    let rows = try self.rows(rule)
    let names = slots.map { $0.field.relation ?? $0.field.name }.joined(separator: ", ")
    for row in 0..<rows.count {
      guard let words = try words(for: rule, row, of: rows) else { continue }
      func key() -> String {
        tied.entity.words(key: (slots.count..<max(rows.columnCount, slots.count)).map { rows.value(row, $0) })
      }
      found(key) { "\(tied.entity.name) \(key()): \(names): \(words)" }
    }
  }

  /// The values of the columns that may be in the way, and the keys of their rows, in the order of these.
  private func rows(_ rule: StoreError.Constraint.Rule) throws -> RowBuffer {
    switch rule {
    case .notNull: try rows(where: "\(columns) IS NULL")
    case .unique: try rows(where: .isRepeated(columns, in: tied.entity.table))
    case .check where field.isRequiredByTest(of: tied.entity): try rows(where: nil)
    default: try rows(where: "\(columns) IS NOT NULL")
    }
  }

  private var columns: SQL { isNew ? "NULL" : slots.map { SQL.name($0.field.column) }.joined(by: ", ") }

  private func rows(where condition: SQL?) throws -> RowBuffer {
    let keys = tied.entity.keySlots.map { SQL.name(tied.entity.fields[$0].column) }.joined(by: ", ")
    let conditions = [condition, tied.entity.kindCondition()].compactMap(\.self)
    return try store.rows(
      .select("\(columns), \(keys)", from: tied.entity.table, where: conditions, orderedBy: keys))
  }

  /// What is wrong with the stored values of a row, if anything is.
  private func words(for rule: StoreError.Constraint.Rule, _ row: Int, of rows: RowBuffer) throws -> String? {
    switch rule {
    case .notNull: return "is required"
    case .unique:
      let values = slots.indices.map { slots[$0].field.words(stored: rows.value(row, $0)) }
      return "\(values.joined(separator: ", ")) \(values.count == 1 ? "is" : "are") not alone"
    case .check where rows[row, 0].isNull: return "is required"
    case .check, .type: return try mistake(in: rows[row, 0])
    case .foreignKey, .other: return nil
    }
  }

  private func mistake(in cell: Cell) throws -> String? {
    if let sharing = tied.entity.sharing, field.name == Sharing.field { return mistake(inKind: cell.value, sharing) }
    if isOfOthers, former?.type != field.type, field.isRewrittenByType, let misfit = field.misfit(of: cell) {
      return misfit
    }
    let decimal = former?.decimal(of: cell)
    if decimal == nil, case .text(let text) = cell.value, let other = otherText(of: text) {
      return "\(quotedExcerpt(text)) would become \(other)"
    }
    guard field.type == .decimal, !field.isStoredAsNumber else {
      return try converted(decimal.map { .text($0.description) } ?? cell.value).withCell {
        try mistake(inStored: $0, from: cell.value)
      }
    }
    let shown = decimal?.description ?? cell.value.plainText
    let number = DecimalNumber(shown.utf8)?.rescaled(to: field.scale)
    guard let number, let stored = Int64(exactly: number.coefficient) else {
      return "\(quotedExcerpt(shown)) is no decimal of at most \(field.scale) digits behind the point"
    }
    return try mistake(inStored: Cell(stored), from: cell.value)
  }

  /// What a text of digits would read back as from a column of numbers; nil where it is the same, or no number.
  private func otherText(of text: String) -> String? {
    let isDecimal = field.type == .decimal
    guard isDecimal || field.storage == .integer || field.storage == .real else { return nil }
    if field.storage == .integer, !isDecimal {
      guard case .integer(let number) = store.dialect.stored(.text(text), in: .integer) else { return nil }
      return String(number) == text ? nil : String(number)
    }
    let digits = text.filter { $0 != " " && $0 != "+" }
    guard let number = DecimalNumber(digits.utf8) else { return nil }
    let unsigned = digits.drop { $0 == "-" }
    let hasZeros = unsigned.first == "0" && unsigned.dropFirst().first?.isNumber == true
    return digits != text || hasZeros ? number.description : nil
  }

  /// A row may be of any entity that shares the table.
  private func mistake(inKind value: Value, _ sharing: Sharing) -> String? {
    if case .text(let kind) = value, sharing.kinds.contains(kind) { return nil }
    return "no entity \(value.excerpt) is declared to share the table"
  }

  /// What the migration makes of an old value: what the new column does, or the new type.
  private func converted(_ value: Value) -> Value {
    let value = store.dialect.stored(value, in: field.storage)
    guard field.isVerifiedWhenRead, field.decoder == nil else { return value }
    return value.withCell { cell in
      guard cell.kind == .text, case .value(let normal) = field.stored(.text(cell.bytes)) else { return value }
      return normal
    }
  }

  /// What is wrong with a value in the form in which the field stores it.
  private func mistake(inStored cell: Cell, from old: Value) throws -> String? {
    let session = context.session
    do {
      _ = try Embedding(session).reading(.rowUnseen) {
        try FieldCoding(session).value(of: cell, as: field, of: tied.entity)
      }
    } catch let error as ScriptError where error.kind == .decode {
      return "the stored value \(old.excerpt) is no \(field.type.name)"
    }
    if field.type == .integer, cell.kind == .integer, case .refused(let fit) = field.stored(.integer(cell.integer)) {
      return "\(cell.value.excerpt) is not \(fit)"
    }
    var validation = Validation(session: session, context: context, tied: tied, stack: session.lua.stack)
    try validation.check(slots[0], cell, of: nil)
    return validation.failures.first.map { "\(field.words(stored: cell.value)) \($0.message)" }
  }
}

extension Field {
  /// Whether a CHECK of the table asks for a value: of a table that others share, only some rows need one.
  func isRequiredByTest(of entity: Entity) -> Bool { isRequired && entity.sharing?.isPart == true }
}

extension Value {
  /// What it says, without quotes.
  fileprivate var plainText: String { if case .text(let text) = self { text } else { description } }
}
