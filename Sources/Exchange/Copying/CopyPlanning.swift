import Model
import Query
import Schema
import Store

/// Finds out how the tables of one database are made in another.
struct CopyPlanning {
  private let session: SessionContext
  private let source: Database
  private let target: Database
  private let tables: [TableDescription]
  /// Every table as an entity, by what the database says of it.
  private let reflected: Catalog
  /// The entities that scripts declared.
  private let declared: Catalog

  init(_ session: SessionContext, from source: Database, to target: Database) throws {
    self.session = session
    (self.source, self.target) = (source, target)
    tables = try source.engine.tables()
    reflected = try Catalog(Reflection(tables).entities()).resolved()
    declared = try session.entities.catalog.resolved(linkedIn: tables.compactMap(\.links))
  }

  func plan() throws -> CopyPlan {
    try checkTarget()
    // A table after those that it refers to.
    let order = reflected.inDependencyOrder.filter { !$0.isView }
    let isSameEngine = type(of: source.engine) == type(of: target.engine)
    var plan = isSameEngine ? try planAlike(order) : try planTranslated(order)
    plan.left += try hidden()
    plan.left += tables.compactMap { table in
      table.schema.map { CopyRemainder.schema($0, table: table.name).message }
    }
    return plan
  }

  /// The tables that no entity is made of, as others stand before them.
  private func hidden() throws -> [String] {
    try source.engine.tablesElsewhere().compactMap { table in
      guard case .hidden(let schema) = table.place else { return nil }
      return CopyRemainder.hidden(schema: schema, table: table.name).message
    }
  }

  private func checkTarget() throws {
    let names = Set(tables.map { FoldedName($0.name) })
    let present = try target.engine.tables().map(\.name).filter { names.contains(FoldedName($0)) }
    if !present.isEmpty {
      throw ScriptError(ExchangeError.copyOverExisting(names: present, place: target.engine.location))
    }
    // A key that such rows stand beside is made there as it is here.
    let keepsKeys = source.dialect.addsKeys && type(of: source.engine) == type(of: target.engine)
    if !keepsKeys, let broken = try source.engine.brokenReferences().first {
      if let problem = broken.problem { throw StoreError(.other, reason: problem, location: source.engine.location) }
      let keys = tables.table(named: broken.table)?.foreignKeys ?? []
      let columns = keys.filter { FoldedName($0.table) == FoldedName(broken.parent) }.flatMap(\.columns)
      throw ScriptError(
        ExchangeError.copyOfBroken(
          table: name(of: broken.table), columns: columns, parent: broken.parent, count: broken.count))
    }
  }

  private func description(of entity: Entity) -> TableDescription? {
    tables.table(named: entity.table)
  }

  /// The entity that a script declared for a table and that has the table's columns, no more and no fewer.
  private func declaredEntity(of table: TableDescription) -> Entity? {
    let owners = declared.entities.filter {
      !$0.isReflected && $0.hasTable && FoldedName($0.table) == FoldedName(table.name)
    }
    guard let owner = owners.first.map({ declared.tableOwner(of: $0) }) else { return nil }
    let columns = declared.sharers(of: owner).flatMap { $0.fields + $0.hiddenFields }.map { FoldedName($0.column) }
    return Set(columns) == Set(table.columns.map { FoldedName($0.name) }) ? owner : nil
  }

  private func name(of table: String) -> String {
    let named = { (entity: Entity) in FoldedName(entity.table) == FoldedName(table) }
    let own = declared.entities.first { named($0) && !$0.isReflected && declared.tableOwner(of: $0).name == $0.name }
    return (own ?? reflected.entities.first(where: named))?.name ?? table
  }

  private func copied(_ table: TableDescription, _ columns: [CopiedTable.Column]) -> CopiedTable {
    let keys = table.primaryKey.compactMap { key in columns.firstIndex { $0.name == key } }
    return CopiedTable(
      table: table.name, entity: name(of: table.name), columns: columns, keys: keys, isTold: !Bookkeeping.isPart(table))
  }

  // MARK: The same engine

  /// What the database has made itself, it can make again.
  private func planAlike(_ order: [Entity]) throws -> CopyPlan {
    let text = try source.engine.creation(of: tables)
    var plan = CopyPlan(early: text.early, late: text.late, left: text.left)
    let dialect = source.dialect
    for table in order.compactMap(description) {
      let columns = table.columns.filter { !$0.isGenerated }.map { column in
        let reading = dialect.carried(.name(column.name), column) ?? .name(column.name)
        return CopiedTable.Column(name: column.name, reading: reading) { dialect.taken($0, column) }
      }
      plan.tables.append(copied(table, columns))
    }
    return plan
  }

  // MARK: Another engine

  private func planTranslated(_ order: [Entity]) throws -> CopyPlan {
    var plan = CopyPlan()
    var keys: [String] = []
    var (ours, theirs) = (declared, reflected)
    var copies: [(entity: Entity, isOurs: Bool)] = []
    for table in order.compactMap(description) {
      if table.columns.isEmpty || !table.hasDistinctColumns {
        let name = table.name
        plan.left.append((table.columns.isEmpty ? CopyRemainder.empty(table: name) : .indistinct(table: name)).message)
        continue
      }
      if copies.contains(where: { FoldedName($0.entity.table) == FoldedName(table.name) }) {
        plan.left.append(CopyRemainder.sameName(table: table.name).message)
        continue
      }
      let own = declaredEntity(of: table)
      guard var entity = own ?? reflected.entities.first(where: { $0.table == table.name }) else { continue }
      plan.tables.append(try translated(table, &entity))
      if own == nil { plan.left += losses(of: table, &entity) }
      let computed = Set(entity.fields.filter(\.isGenerated).map(\.column))
      plan.left += table.columns.filter { $0.isGenerated && !computed.contains($0.name) }.map {
        CopyRemainder.computation(entity: entity.name, field: $0.name).message
      }
      if own == nil { theirs.define(entity) } else { ours.define(entity) }
      copies.append((entity, own != nil))
    }
    for (entity, isOurs) in copies {
      let text = try CreateTable(entity, catalog: isOurs ? ours : theirs, dialect: target.dialect).partedStatements()
      plan.early += text.early
      plan.late += text.indexes
      keys += text.keys
    }
    plan.late += keys
    plan.left += tables.filter(\.isView).map { CopyRemainder.view(name: $0.name).message }
    return plan
  }

  private func translated(_ table: TableDescription, _ entity: inout Entity) throws -> CopiedTable {
    let columns = try table.columns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column.name }) else {
        return CopiedTable.Column(name: column.name, reading: .name(column.name))
      }
      return try translated(column, &entity.fields[slot], table)
    }
    let computed = Set(entity.fields.filter(\.isGenerated).map(\.column))
    var result = copied(table, columns.filter { !computed.contains($0.name) })
    result.exactness = table.columns.compactMap { column in
      // What is converted fails by itself.
      if column.scale != nil { return nil }
      return source.dialect.isExact(.name(column.name), column).map {
        (column.name, "(\(name: column.name) IS NULL OR \($0))")
      }
    }
    return result
  }

  /// A column in the other database's words, and how its values get there.
  private func translated(
    _ column: TableDescription.Column, _ field: inout Field, _ table: TableDescription
  ) throws -> CopiedTable.Column {
    var result = CopiedTable.Column(name: column.name, reading: .name(column.name))
    // What was computed in this database's own words is a value like others there.
    if field.generation?.meaning == nil { (field.isGenerated, field.generation) = (false, nil) }
    // The words of a type are a rule there.
    if !column.labels.isEmpty { field.nature.typeName = nil }
    // Decimals of any number of digits are numbers there.
    if field.keepsScale { (field.type, field.isStoredAsNumber, field.keepsScale) = (.any, false, false) }
    if field.type == .decimal, field.isStoredAsNumber {
      field.isStoredAsNumber = false
      result.reading = source.dialect.converted(
        .name(column.name), from: StoredType(column.declaredType, nil),
        to: StoredType(source.dialect.typeName(.integer), .decimal(scale: field.scale)))
      if !target.engine.capabilities.has(.anyColumns) {
        asNumbers(&field, &result)
        field.nature.digits = try digits(of: column, in: table)
      } else if case .value(let value)? = field.defaultValue {
        field.defaultValue = scaled(value, field)
      }
    } else if field.storage == .any, !target.engine.capabilities.has(.anyColumns) {
      field.type = try fittingType(of: column, table)
      result.isWidened = field.type == .real
      field.defaultValue = nil
    }
    return result
  }

  /// Decimals as the numbers that they are to every program: what was read without the point gets it back.
  private func asNumbers(_ field: inout Field, _ column: inout CopiedTable.Column) {
    let unit = DecimalNumber(1, scale: field.scale).description
    column.writing = { "((\($0))::numeric * \(.written(unit)))" }
    field.isStoredAsNumber = true
  }

  /// How many digits a column says that its decimals have, where all of them keep to that; a file only notes it.
  private func digits(of column: TableDescription.Column, in table: TableDescription) throws -> Int? {
    let sizes = column.declaredType.split { !$0.isNumber }.compactMap { Int($0) }
    guard sizes.count == 2, (1...38).contains(sizes[0]), sizes[1] <= sizes[0] else { return nil }
    let most = (0..<sizes[0] - sizes[1]).reduce(1.0) { power, _ in power * 10 }
    let isBeyond: SQL = "abs(\(name: column.name)) >= \(.real(most))"
    let beyond = try source.rows(.select(.name(column.name), from: table.name, where: [isBeyond], limit: 1))
    return beyond.count == 0 ? sizes[0] : nil
  }

  private func scaled(_ value: Value, _ field: Field) -> Field.Default? {
    let input: Input? =
      switch value {
      case .integer(let number): .integer(number)
      case .real(let number): DecimalNumber(number, scale: field.scale).map { .decimal($0) }
      default: nil
      }
    guard let input, case .value(let stored) = field.stored(input) else { return nil }
    return .value(stored)
  }

  /// The type for a column of any values, by those that are there.
  private func fittingType(of column: TableDescription.Column, _ table: TableDescription) throws -> ColumnType {
    let found = try source.engine.classes(of: column.name, in: table.name, areDecimals: false)?.classes ?? [.text]
    let classes = found.subtracting(.null)
    let names = [(StorageClasses.number, "numbers"), (.text, "texts"), (.data, "data")]
    let held = names.filter { !classes.isDisjoint(with: $0.0) }.map(\.1)
    if held.count > 1 {
      let reason = target.engine.capabilities.reason(against: .anyColumns) ?? ""
      throw ScriptError(
        ExchangeError.copyOfMixed(entity: name(of: table.name), column: column.name, classes: held, reason: reason))
    }
    switch held.first {
    case "numbers": return classes.contains(.real) ? .real : .integer
    case "data": return .data
    default: return .text
    }
  }

  /// What a table has that is said in its database's own words.
  private func losses(of table: TableDescription, _ entity: inout Entity) -> [String] {
    let owner = entity.name
    entity.rules.removeAll(where: \.isSQL)
    entity.indexes.removeAll { $0.condition?.isSQL == true || $0.expressions.values.contains(where: \.isSQL) }
    var left: [String] = []
    if !table.checks.isEmpty || table.columns.contains(where: \.isCheckedBeyondType) {
      left.append(CopyRemainder.checks(entity: owner).message)
    }
    if table.comment != nil || table.columns.contains(where: { $0.comment != nil }) {
      left.append(CopyRemainder.comments(entity: owner).message)
    }
    for slot in entity.fields.indices where entity.fields[slot].isFilledByDatabase {
      left.append(CopyRemainder.default(entity: owner, field: entity.fields[slot].name).message)
      // In another database's words it may mean nothing.
      (entity.fields[slot].isFilledByDatabase, entity.fields[slot].defaultSQL) = (false, nil)
    }
    for column in table.columns {
      if column.nature.collation.joinsTexts {
        left.append(CopyRemainder.collation(entity: owner, field: column.name).message)
      }
      let type = column.declaredType
      if column.nature.joinsTexts {
        left.append(CopyRemainder.equality(entity: owner, field: column.name, type: type).message)
      }
      if column.hasRulesOfType {
        left.append(CopyRemainder.type(entity: owner, field: column.name, type: type).message)
      }
    }
    let indexes = table.writtenIndexes.map(\.name)
    return left + indexes.map { CopyRemainder.index(name: $0).message }
  }
}
