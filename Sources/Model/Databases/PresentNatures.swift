import Query
import Schema
import Store

/// What a column is, where its table was not made as its entity declares it.
struct PresentColumn: Hashable {
  /// What it does to values that are compared with it.
  var nature: ColumnNature
  /// Whether it holds the numbers themselves where decimals are declared, which are integers without their point.
  var holdsNumbers = false
  /// How many digits stand behind the point in its integers without one, where the numbers themselves are declared.
  var hiddenDigits: Int?
  /// Whether some of these numbers may be texts.
  var holdsDecimalTexts = false
  /// Whether it would round what is no integer, where other numbers are declared.
  var roundsNumbers = false
  /// Whether it has texts, where bytes or numbers are declared.
  var holdsTexts = false
  /// Whether it has numbers that are no integers, where integers are declared.
  var holdsReals = false
  /// Whether it may hold numbers where days or moments are declared.
  var mayCountMoments = false
  /// Whether it may hold UUIDs in another form than that of a declared one.
  var mayHoldOtherUUIDs = false
}

/// What is known of a table that was not made as its entity declares it.
struct PresentTable: Hashable {
  /// The columns that differ.
  var columns: [FoldedName: PresentColumn] = [:]
  /// Whether its keys may refer to rows that are not there.
  var keysMayDangle = false
  /// What tells rows apart whose key is NULL.
  var rowNumber: String?
}

/// Where tables were not made as entities declare them, what they are, by entity.
///
///     n = integer {}              // over "n TEXT", which makes a text of a number that is compared with it
///     d = decimal { scale = 2 }   // over "d NUMERIC(10, 2)", where 2.50 is 2.5 and not 250
typealias PresentNatures = [String: PresentTable]

/// The same, as long as neither what is declared nor the schema is another one.
struct KnownNatures {
  var age: (version: Int, schema: Int, opening: Int) = (-1, 0, 0)
  var found: PresentNatures = [:]
}

extension ScriptDatabase {
  /// Those of the entities of a catalog that have a table of another kind.
  ///
  /// What a table holds is not what its entity says then, and how its columns compare neither.
  func natures(of catalog: Catalog) -> PresentNatures {
    // Meanwhile tables are on their way to what is declared.
    if isMigrating { return [:] }
    let age = (session.entities.version, schema, opening)
    if knownNatures.age != age { knownNatures = KnownNatures(age: age) }
    var result: PresentNatures = [:]
    for entity in catalog.entities where entity.hasTable {
      let natures =
        knownNatures.found[entity.name]
        ?? (entity.isReflected ? texts(in: entity) : natures(of: entity, in: catalog))
      knownNatures.found[entity.name] = natures
      if natures != PresentTable() { result[entity.name] = natures }
    }
    return result
  }

  /// The columns of bytes whose values another program writes as texts, and those of numbers that hold texts, too, or of
  /// integers that hold other numbers: so does who goes on with them.
  private func texts(in entity: Entity) -> PresentTable {
    var result = PresentTable()
    guard isOpen, let engine = try? store().engine else { return result }
    for field in entity.fields where field.holdsTextsAndBytes && !entity.isView {
      guard (try? engine.beginsWithText(field.column, in: entity.table)) == true else { continue }
      result.columns[FoldedName(field.column)] = PresentColumn(nature: field.nature, holdsTexts: true)
    }
    let numbers = entity.isView ? [] : entity.fields.filter(\.mayHoldTextsAmongNumbers)
    let found = (try? engine.columnsWithTexts(numbers.map(\.column), in: entity.table)) ?? []
    for field in numbers where found.contains(field.column) {
      result.columns[FoldedName(field.column)] = PresentColumn(nature: field.nature, holdsTexts: true)
    }
    let integers = numbers.filter(\.mayHoldReals)
    let others = (try? engine.columnsWithReals(integers.map(\.column), in: entity.table)) ?? []
    for field in integers where others.contains(field.column) {
      result.columns[FoldedName(field.column), default: PresentColumn(nature: field.nature)].holdsReals = true
    }
    if session.databases.all.count > 1 { note(&result, decimalsOf: entity, engine) }
    if entity.mayNeedNumber, let traits = try? engine.traits(of: entity.table, declaredAs: nil) {
      result.rowNumber = entity.rowNumber(in: traits)
    }
    return result
  }

  /// The columns of decimals that are stored otherwise than in the database whose table the entity was made of.
  private func note(_ table: inout PresentTable, decimalsOf entity: Entity, _ engine: any Engine) {
    guard entity.fields.contains(where: { $0.type == .decimal }),
      let columns = try? engine.presentColumns(of: entity.table)
    else { return }
    for column in columns {
      let name = FoldedName(column.name)
      guard let field = entity.fields.first(where: { FoldedName($0.column) == name && $0.type == .decimal }) else {
        continue
      }
      var present = table.columns[name] ?? PresentColumn(nature: field.nature)
      if field.isStoredAsNumber {
        present.hiddenDigits = StoredType(column.declaredType, saying: column.remark).scale
      } else {
        present.holdsNumbers = field.isDecimal(storedOtherwiseIn: column, isView: entity.isView)
      }
      guard present.hiddenDigits != nil || present.holdsNumbers else { continue }
      present.nature = column.nature
      table.columns[name] = present
    }
  }

  private func natures(of entity: Entity, in catalog: Catalog) -> PresentTable {
    guard isOpen, let engine = try? store().engine,
      let traits = try? engine.traits(
        of: entity.table,
        declaredAs: try? CreateTable(entity, catalog: catalog, dialect: engine.dialect).statements().first),
      !traits.isAsDeclared || entity.fields.contains(where: \.isStoredWithoutPoint),
      let columns = try? engine.presentColumns(of: entity.table), !columns.isEmpty
    else { return PresentTable() }
    var result = PresentTable(
      keysMayDangle: !traits.hasKeys && entity.relations.contains { $0.kind == .belongsTo },
      rowNumber: entity.rowNumber(in: traits))
    for column in columns {
      let name = FoldedName(column.name)
      guard let field = entity.fields.first(where: { FoldedName($0.column) == name }) else { continue }
      var present = PresentColumn(nature: column.nature)
      // There is nothing to convert where all is of the class that is declared.
      if traits.isStrict, column.storage == field.storage { present.nature.conversion = .none }
      present.holdsNumbers = field.isDecimal(storedOtherwiseIn: column, isView: traits.isView)
      present.holdsDecimalTexts =
        field.type == .decimal && engine.dialect.choosesAmongClasses && !traits.isView
        && (column.nature.conversion == .texts || present.holdsNumbers && column.nature.conversion == .none)
      present.roundsNumbers =
        !engine.dialect.choosesAmongClasses && column.storage == .integer
        && (present.holdsNumbers || field.storage == .real)
      present.mayCountMoments =
        field.type.calendar != nil && field.encoder == nil && field.decoder == nil && !traits.isView
        && engine.dialect.choosesAmongClasses && column.nature.conversion != .texts
        && !(traits.isStrict && column.storage == .text)
      present.mayHoldOtherUUIDs =
        field.type == .uuid && field.relation == nil && field.encoder == nil && field.decoder == nil && !traits.isView
        && engine.dialect.choosesAmongClasses
      if present != PresentColumn(nature: field.nature) { result.columns[name] = present }
    }
    return result
  }
}

extension Field {
  /// Whether nothing but a note of its column, which need not be there, tells what its integers mean.
  fileprivate var isStoredWithoutPoint: Bool { type == .decimal && !isStoredAsNumber }

  /// Whether its decimals are numbers in a column: nothing says there how many digits of its integers stand behind a
  /// point.
  ///
  /// A view tells less of its columns than the tables that it shows.
  fileprivate func isDecimal(storedOtherwiseIn column: TableDescription.Column, isView: Bool) -> Bool {
    guard isStoredWithoutPoint else { return false }
    return isView ? column.scale != nil : StoredType(column.declaredType, saying: column.remark).scale == nil
  }
}

extension Field {
  /// The same over a column of integers that decimals are without their point.
  fileprivate func withoutPoint(digits: Int) -> Field {
    var field = self
    (field.scale, field.isStoredAsNumber, field.keepsScale) = (digits, false, false)
    return field
  }
}

extension Catalog {
  /// The same entities over columns that do something else than is declared.
  func with(_ natures: PresentNatures) -> Catalog {
    if natures.isEmpty { return self }
    return Catalog(
      entities.map { entity in
        guard let natures = natures[entity.name] else { return entity }
        return entity.over(natures)
      })
  }
}

extension Entity {
  /// Whether its rows have a key that the database does not number by itself.
  fileprivate var mayNeedNumber: Bool { !isView && !keySlots.isEmpty && automaticKeySlot == nil }

  /// The number of a row where its key does not tell it from all others, as it may be NULL.
  fileprivate func rowNumber(in traits: TableTraits) -> String? {
    guard mayNeedNumber, !traits.isView, keySlots.contains(where: { !traits.fills(fields[$0]) }) else { return nil }
    return traits.rowNumber
  }

  fileprivate func over(_ table: PresentTable) -> Entity {
    var entity = self
    entity.rowNumber = table.rowNumber
    for place in relations.indices where relations[place].kind == .belongsTo {
      if table.keysMayDangle { entity.relations[place].mayDangle = true }
    }
    var numbers: [String: Int] = [:]
    for slot in fields.indices {
      guard let present = table.columns[FoldedName(fields[slot].column)] else { continue }
      if present.holdsNumbers || present.holdsDecimalTexts {
        let texts = present.holdsDecimalTexts ? present.nature : nil
        entity.fields[slot] = fields[slot].overNumbers(asTexts: texts)
        if present.holdsNumbers { numbers[fields[slot].name] = fields[slot].scale }
      }
      if let digits = present.hiddenDigits { entity.fields[slot] = fields[slot].withoutPoint(digits: digits) }
      entity.fields[slot].nature = present.nature
      entity.fields[slot].roundsNumbers = present.roundsNumbers
      entity.fields[slot].writesTexts = present.holdsTexts
      entity.fields[slot].writesReals = present.holdsReals
      entity.fields[slot].mayCountMoments = present.mayCountMoments
      entity.fields[slot].mayHoldOtherUUIDs = present.mayHoldOtherUUIDs
    }
    guard !numbers.isEmpty else { return entity }
    for rule in rules.indices { entity.rules[rule].meaning = rules[rule].meaning?.scaling(numbers) }
    return entity
  }
}

extension Expression {
  /// The same of fields that hold numbers, where it was said of integers without their point.
  package func scaling(_ scales: [String: Int]) -> Expression {
    rewritten { part in
      guard case .field(let path) = part, path.relations.isEmpty, let scale = scales[path.field],
        let power = DecimalNumber.power(scale).flatMap({ Int64(exactly: $0) })
      else { return nil }
      let scaled = Expression.arithmetic(.multiply, part, .literal(.integer(power)))
      return .call(.round, [scaled, .literal(.integer(0))])
    }
  }
}
