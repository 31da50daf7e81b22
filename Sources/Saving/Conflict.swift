import LuaRuntime
import Model
import Query
import Schema
import Store

/// Says which field of which row a constraint of the database is about.
package struct Conflict {
  package let context: ObjectContext
  package let database: ScriptDatabase

  package init(context: ObjectContext, database: ScriptDatabase) {
    self.context = context
    self.database = database
  }

  /// What was to be written.
  package enum Target {
    case newRow
    /// The row with this key.
    case row([Value])
    /// All rows of a request.
    case rows
  }

  /// The error for what could not be written; `values` are the values by slot.
  package func error(for error: StoreError, values: [Int: Value], in target: Target = .newRow) throws -> ScriptError {
    let entity = try context.entity
    if case .noSuchColumn(let column) = error.kind, let gone = gone(column, entity, values) { return gone }
    if case .noSuchTable(let table) = error.kind, let found = try missing(table, entity) { return found }
    let made = values.keys.sorted().first { entity.fields[$0].nature.givenClause != nil }
    if let slot = made, error.isAboutGenerated {
      return ScriptError(
        SavingError.isMadeByDatabase(entity: entity.name, field: entity.fields[slot].memberName),
        details(entity, [slot], values))
    }
    guard case .constraint(let constraint) = error.kind else {
      if !error.isAboutValue { return ScriptError(error) }
      if error.missing != nil, let refusal = withZero(error, entity, values) { return refusal }
      return try tooLarge(entity, values) ?? notTaken(error, entity, values)
        ?? ScriptError(SavingError.valueNotTaken(entity: entity.name, reason: error.reason))
    }
    let slots = constraint.columns.compactMap { column in entity.fields.firstIndex { $0.column == column } }
    switch constraint.rule {
    case .unique where !slots.isEmpty: return try duplicate(entity, slots, values, target)
    case .unique:
      return try duplicate(entity, index: constraint.name, values) ?? duplicate(entity, constraint.entry)
        ?? ScriptError(error)
    case .foreignKey:
      return try dangling(entity, values) ?? referred(entity, values, target)
        ?? refused(constraint, slots, entity, values) ?? ScriptError(error)
    case .notNull:
      guard let slot = try slots.first ?? refused(by: constraint.type, entity, values) else { break }
      return ScriptError(
        SavingError.isRequired(entity: entity.name, field: entity.fields[slot].memberName),
        details(entity, slots, values))
    case .check where constraint.type != nil:
      return try broken(constraint.name, of: constraint.type, entity, values) ?? ScriptError(error)
    case .check:
      return try broken(constraint.name, constraint.text, entity, values)
        ?? refused(constraint, slots, entity, values) ?? ScriptError(error)
    case .other where constraint.name != nil:
      return refused(constraint, slots, entity, values) ?? ScriptError(error)
    default: break
    }
    return ScriptError(error)
  }

  /// The error for a CHECK that does not hold, which the database names by its own name or by what it begins with.
  ///
  /// - Parameter text: what a CHECK says that has a name.
  private func broken(
    _ name: String?, _ text: String?, _ entity: Entity, _ values: [Int: Value]
  ) throws -> ScriptError? {
    guard let name else { return nil }
    let rules = try context.catalog.sharers(of: entity).flatMap(\.rules)
    if rules.contains(where: { $0.text == name }) {
      return ScriptError(SavingError.ruleBroken(entity: entity.name, rule: name))
    }
    let table = try database.store().engine.tables().table(named: entity.table)
    let letters = (text ?? name).lowercased().filter { !$0.isWhitespace && !"\"`[]".contains($0) }
    let column = table?.columns.first { column in
      FoldedName(column.name) == FoldedName(name) || column.checks.contains { $0.joined() == letters }
    }
    guard let column, let slot = entity.fields.firstIndex(where: { $0.column == column.name }) else {
      let check = text.map { "\(name): \($0)" } ?? name
      return ScriptError(SavingError.checkBroken(entity: entity.name, field: nil, value: nil, check: check))
    }
    let field = entity.fields[slot]
    let texts = column.checks.map { $0.joined(separator: " ") }
    let check = texts.isEmpty ? name : texts.joined(separator: ") CHECK (")
    let value = values[slot].map { field.words(stored: $0) }
    return ScriptError(
      SavingError.checkBroken(entity: entity.name, field: field.memberName, value: value, check: check),
      details(entity, [slot], values))
  }

  /// The error for a key, a part or a rule against others that names the columns, and nothing that the script knows.
  private func refused(
    _ constraint: StoreError.Constraint, _ slots: [Int], _ entity: Entity, _ values: [Int: Value]
  ) -> ScriptError? {
    let isOfRow = constraint.table.map { FoldedName($0) == FoldedName(entity.table) } ?? false
    guard isOfRow, let slot = slots.first, slots.allSatisfy({ values[$0] != nil }) else { return nil }
    let names = slots.map { entity.fields[$0].memberName }.joined(separator: ", ")
    let shown = slots.map { entity.fields[$0].words(stored: values[$0] ?? .null) }.joined(separator: ", ")
    let refusal: SavingError =
      switch constraint.rule {
      case .foreignKey:
        .refersToNoRow(entity: entity.name, fields: names, values: shown, key: constraint.name ?? names)
      case .check: .noPart(entity: entity.name, fields: names, values: shown)
      default: .excluded(entity: entity.name, fields: names, values: shown, rule: constraint.name ?? names)
      }
    return ScriptError(refusal, details(entity, [slot], values))
  }

  /// The error for a text that the database does not store, of which it does not say the field.
  private func withZero(_ error: StoreError, _ entity: Entity, _ values: [Int: Value]) -> ScriptError? {
    let slot = values.keys.sorted().first { slot in
      guard case .text(let text)? = values[slot] else { return false }
      return text.unicodeScalars.contains("\0") || text.contains("\\u0000")
    }
    guard let slot else { return nil }
    let field = entity.fields[slot].memberName
    return ScriptError(
      SavingError.textNotTaken(entity: entity.name, field: field, reason: error.bareWords),
      details(entity, [slot], values))
  }

  /// The error for a rule of a type that a value does not keep.
  private func broken(
    _ rule: String?, of type: String?, _ entity: Entity, _ values: [Int: Value]
  ) throws -> ScriptError? {
    guard let rule, let slot = try refused(by: type, entity, values) else { return nil }
    let field = entity.fields[slot]
    let value = values[slot].map { field.words(stored: $0) }
    return ScriptError(
      SavingError.checkBroken(entity: entity.name, field: field.memberName, value: value, check: rule),
      details(entity, [slot], values))
  }

  /// The slot whose value a type does not take, of which the database says the name alone: several columns may have it.
  private func refused(by type: String?, _ entity: Entity, _ values: [Int: Value]) throws -> Int? {
    guard let type else { return nil }
    let store = try database.store()
    let table = try store.engine.tables().table(named: entity.table)
    for column in table?.columns ?? [] {
      let name = column.declaredType.split(separator: ".").last?.replacing("\"", with: "")
      guard name == type, let slot = entity.fields.firstIndex(where: { $0.column == column.name }),
        let value = values[slot]
      else { continue }
      do throws(StoreError) {
        _ = try store.rows("SELECT CAST(\(value) AS \(.written(column.declaredType)))")
      } catch {
        return slot
      }
    }
    return nil
  }

  /// The error for a value that is larger than the type of its column, of which the database names the type alone.
  private func tooLarge(_ entity: Entity, _ values: [Int: Value]) throws -> ScriptError? {
    let store = try database.store()
    let table = try store.engine.tables().table(named: entity.table)
    for column in table?.columns ?? [] {
      guard let slot = entity.fields.firstIndex(where: { $0.column == column.name }), let value = values[slot],
        !store.dialect.fits(value, column)
      else { continue }
      let field = entity.fields[slot]
      let words = SavingError.doesNotFit(
        entity: entity.name, field: field.memberName, value: field.words(stored: value), type: column.declaredType)
      return ScriptError(words, details(entity, [slot], values))
    }
    return nil
  }

  /// The error for a text that the type of its column does not read, of which the database names the type alone.
  private func notTaken(_ error: StoreError, _ entity: Entity, _ values: [Int: Value]) throws -> ScriptError? {
    let store = try database.store()
    let table = try store.engine.tables().table(named: entity.table)
    for column in table?.columns ?? [] where column.nature.native != nil {
      guard let slot = entity.fields.firstIndex(where: { $0.column == column.name }), let value = values[slot],
        value != .null
      else { continue }
      do throws(StoreError) {
        _ = try store.rows("SELECT CAST(\(value) AS \(.written(column.declaredType)))")
      } catch {
        let field = entity.fields[slot].memberName
        return ScriptError(
          SavingError.textNotTaken(entity: entity.name, field: field, reason: error.reason),
          details(entity, [slot], values))
      }
    }
    return nil
  }

  /// The error for a field that an entity had before it was defined anew.
  private func gone(_ column: String, _ entity: Entity, _ values: [Int: Value]) -> ScriptError? {
    guard context.isFormer,
      let slot = entity.fields.firstIndex(where: { FoldedName($0.column) == FoldedName(column) })
    else { return nil }
    return ScriptError(
      SavingError.columnIsGone(entity: entity.name, field: entity.fields[slot].memberName),
      details(entity, [slot], values))
  }

  /// The error for a foreign key to a table that is not there.
  private func missing(_ table: String, _ entity: Entity) throws -> ScriptError? {
    guard FoldedName(table) != FoldedName(entity.table),
      let own = try database.store().engine.tables().table(named: entity.table),
      let key = own.foreignKeys.first(where: { FoldedName($0.table) == FoldedName(table) })
    else { return nil }
    return ScriptError(SavingError.refersToNoTable(entity: entity.name, columns: key.columns, table: table))
  }

  /// The error for a value that another row has: `Player: name: 'Zerator' exists already (id 1)`.
  private func duplicate(
    _ entity: Entity, _ slots: [Int], _ given: [Int: Value], _ target: Target
  ) throws -> ScriptError {
    let values = try completed(entity, slots, given, target)
    let names = names(of: slots, in: entity)
    let known = slots.filter { values[$0] != nil }
    if case .rows = target, !known.isEmpty, known.count < slots.count {
      // What is not written differs from row to row.
      let error = SavingError.existsBeside(
        entity: entity.name, fields: self.names(of: known, in: entity),
        values: known.map { entity.fields[$0].words(stored: values[$0] ?? .null) }.joined(separator: ", "),
        others: self.names(of: slots.filter { values[$0] == nil }, in: entity))
      return ScriptError(error, details(entity, known, values))
    }
    let shown = slots.map { slot in
      let field = entity.fields[slot]
      return values[slot].map { field.words(stored: $0) } ?? field.wordsOfMade
    }.joined(separator: ", ")
    let key = try existingKey(entity, slots, values)
    return ScriptError(
      SavingError.exists(entity: entity.name, fields: names, values: shown, key: key), details(entity, slots, values))
  }

  /// The members that some slots belong to: a relation may have several columns.
  private func names(of slots: [Int], in entity: Entity) -> String {
    var members: [String] = []
    for slot in slots where !members.contains(entity.fields[slot].memberName) {
      members.append(entity.fields[slot].memberName)
    }
    return members.joined(separator: ", ")
  }

  /// The values of some slots: what was not written of one row is what stands there.
  private func completed(
    _ entity: Entity, _ slots: [Int], _ values: [Int: Value], _ target: Target
  ) throws -> [Int: Value] {
    let unknown = slots.filter { values[$0] == nil }
    guard case .row(let key) = target, !unknown.isEmpty, key.count == entity.keySlots.count else { return values }
    let conditions = zip(entity.keySlots, key).map { slot, value -> SQL in
      "\(name: entity.fields[slot].column) = \(value)"
    }
    let columns = unknown.map { SQL.name(entity.fields[$0].column) }.joined(by: ", ")
    let rows = try database.store().rows(.select(columns, from: entity.table, where: conditions, limit: 1))
    guard rows.count > 0 else { return values }
    let stored = unknown.enumerated().map { place, slot in (slot, rows.value(0, place)) }
    return values.merging(stored) { given, _ in given }
  }

  /// The error for what an index of expressions finds twice: `Player: lower(name): 'ANN' exists already`.
  private func duplicate(_ entity: Entity, index name: String?, _ values: [Int: Value]) throws -> ScriptError? {
    let create = CreateTable(entity, catalog: try context.catalog, dialect: try database.store().dialect)
    guard let name, let index = try create.declaredIndex(named: name) else { return nil }
    let used = index.members + index.expressions.values.flatMap { $0.meaning?.fieldsOfRow ?? [] }
    let slots = used.compactMap { entity.slot(of: $0) }.sorted()
    let shown = slots.compactMap { slot in values[slot].map { entity.fields[slot].words(stored: $0) } }
    let words = shown.isEmpty ? "this value" : shown.joined(separator: ", ")
    let names = index.fields.joined(separator: ", ")
    return ScriptError(
      SavingError.exists(entity: entity.name, fields: names, values: words, key: nil), details(entity, slots, values))
  }

  /// The same for an index that another program made, of which its database says what it is made of.
  private func duplicate(_ entity: Entity, _ entry: StoreError.Constraint.Entry?) -> ScriptError? {
    guard let entry else { return nil }
    let words = SavingError.exists(
      entity: entity.name, fields: entry.key, values: Value.text(entry.values).excerpt, key: nil)
    return ScriptError(words, details(entity, [], [:]))
  }

  /// The rows among which values must be unique, where these are not all.
  private func scope(_ entity: Entity, _ slots: [Int]) throws -> SQL? {
    let names = slots.map { entity.fields[$0].memberName }
    let isPlain = entity.indexes.contains { $0.isPlain && $0.isUnique && $0.fields == names }
    if isPlain || slots.count == 1 && entity.fields[slots[0]].isUnique { return nil }
    let partial = entity.indexes.first { $0.isUnique && $0.expressions.isEmpty && $0.fields == names }
    guard let condition = partial?.condition else { return nil }
    return try CreateTable(entity, catalog: try context.catalog, dialect: try database.store().dialect)
      .written(condition, of: entity)
  }

  private func existingKey(_ entity: Entity, _ slots: [Int], _ values: [Int: Value]) throws -> String? {
    let isKnown = slots.allSatisfy { values[$0] != nil }
    guard isKnown, !entity.keySlots.isEmpty, entity.keySlots != slots else { return nil }
    // Of the whole table: another kind in it may have the value.
    var conditions = slots.map { slot -> SQL in
      "\(name: entity.fields[slot].column) = \(values[slot] ?? .null)"
    }
    if let scope = try scope(entity, slots) { conditions.append("(\(scope))") }
    let keys = entity.keySlots.map { SQL.name(entity.fields[$0].column) }.joined(by: ", ")
    let rows = try database.store().rows(.select(keys, from: entity.table, where: conditions, limit: 1))
    guard rows.count > 0 else { return nil }
    return entity.keySlots.enumerated().map { place, slot in
      "\(entity.fields[slot].name) \(entity.fields[slot].words(stored: rows.value(0, place)))"
    }.joined(separator: ", ")
  }

  /// The error for a relation whose target does not exist: `Game: player: there is no Player 99`.
  private func dangling(_ entity: Entity, _ values: [Int: Value]) throws -> ScriptError? {
    for relation in entity.relations where relation.kind == .belongsTo {
      let slots = relation.columns.compactMap { column in entity.fields.firstIndex { $0.column == column } }
      let key = slots.compactMap { values[$0] }
      guard key.count == relation.columns.count, !key.contains(.null),
        let target = try context.catalog[relation.target], try !exists(target, relation, key)
      else { continue }
      return ScriptError(
        SavingError.targetIsMissing(
          entity: entity.name, relation: relation.name, target: target.name,
          values: zip(slots, key).map { entity.fields[$0].words(stored: $1) }))
    }
    return nil
  }

  /// The error for a key that changes while rows refer to it: `Book 1: rows of Loan still refer to its isbn`.
  private func referred(_ entity: Entity, _ values: [Int: Value], _ target: Target) throws -> ScriptError? {
    var key: [Value]?
    switch target {
    case .newRow: return nil
    case .row(let own): key = own
    case .rows: break
    }
    let changed = entity.fields.indices.filter { values[$0] != nil }
    let referrers = Referrers(context: context)
    let users = try referrers.names(changing: changed.map { entity.fields[$0].column }, key: key)
    guard let slot = try changed.first(where: { try referrers.isReferredTo(entity.fields[$0].column) }),
      !users.isEmpty
    else { return nil }
    let name = entity.fields[slot].memberName
    let row = key.map { entity.words(key: $0) }
    return ScriptError(
      SavingError.keyCannotChange(entity: entity.name, key: row, field: name, users: users),
      details(entity, [slot], values))
  }

  private func exists(_ target: Entity, _ relation: Relation, _ key: [Value]) throws -> Bool {
    let conditions = zip(relation.referencedColumns(of: target), key).map { column, value -> SQL in
      "\(name: column) = \(value)"
    }
    return try database.store().rows(.select("1", from: target.table, where: conditions)).count > 0
  }

  private func details(_ entity: Entity, _ slots: [Int], _ values: [Int: Value]) -> [(name: String, value: LuaValue)] {
    guard let slot = slots.first else { return [("entity", .string(LuaString(entity.name)))] }
    return [
      ("entity", .string(LuaString(entity.name))), ("field", .string(LuaString(entity.fields[slot].memberName))),
      ("value", shown(values[slot] ?? .null, entity.fields[slot], entity)),
    ]
  }

  /// A value as the script sees it, which gave it.
  private func shown(_ value: Value, _ field: Field, _ entity: Entity) -> LuaValue {
    // What cannot be read is said as it is stored.
    (try? value.withCell { try FieldCoding(context.session).value(of: $0, as: field, of: entity) }) ?? LuaValue(value)
  }
}

extension Field {
  /// The name under which people know the field: that of the relation whose key it holds.
  fileprivate var memberName: String { relation ?? name }
}

extension Field {
  /// What stands for a value that the database has made, and that was not written.
  fileprivate var wordsOfMade: String {
    if isGenerated { return "what the database computes" }
    return isPrimaryKey && type == .integer ? "the next number that the database has" : "?"
  }
}
