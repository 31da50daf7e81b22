import Schema

/// Makes entities of the tables of a database: every column a field, every foreign key a relation on both sides.
///
///     CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, ArtistId INTEGER REFERENCES Artist)
///     // Album { AlbumId, ArtistId, artist = belongs_to "Artist" }    Artist { …, album = has_many "Album" }
package struct Reflection {
  private let tables: [TableDescription]
  /// The entity's name for each table, in the order of the tables.
  private let names: [String]
  /// Where each of them is, as it is spelled and as a file compares names.
  private let spelled: [SpelledName: Int]
  private let places: [FoldedName: Int]

  package init(_ tables: [TableDescription]) {
    self.tables = tables
    var names: [String] = []
    var taken: Set<String> = []
    for table in tables {
      var name = camelCase(table.name)
      while !taken.insert(name).inserted { name += "_" }
      names.append(name)
    }
    self.names = names
    spelled = Dictionary(tables.enumerated().map { (SpelledName($1.name), $0) }) { first, _ in first }
    places = Dictionary(tables.enumerated().map { (FoldedName($1.name), $0) }) { first, _ in first }
  }

  private func place(of table: String) -> Int? { spelled[SpelledName(table)] ?? places[FoldedName(table)] }

  package func entities() -> [Entity] {
    var entities = tables.map { entity(of: $0) }
    for (index, table) in tables.enumerated() { addParents(to: &entities[index], table) }
    let places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (child, table) in zip(entities, tables) { addChildren(of: child, table, to: &entities, at: places) }
    for (link, table) in zip(entities, tables) where isLink(table) { addSides(of: link, to: &entities) }
    return entities
  }

  // MARK: Fields

  private func entity(of table: TableDescription) -> Entity {
    var entity = Entity(name: place(of: table.name).map { names[$0] } ?? table.name, table: table.name, fields: [])
    entity.isReflected = true
    entity.isView = table.isView
    entity.isKeyGiven = !table.numbersRows
    for column in table.columns { entity.fields.append(field(column, table, entity)) }
    let plain = table.indexes.filter { $0.columns.count > 1 && $0.isPlain }
    entity.indexes = plain.map { index in
      Entity.Index(
        fields: index.columns.compactMap { column in entity.fields.first { $0.column == column }?.name },
        isUnique: index.isUnique)
    }
    // Tables of other programs are made by their own statements.
    let ofColumns = table.isOwn ? table.columns.flatMap(\.rulesBeyondType) : []
    entity.rules = (ofColumns + table.checkTexts).map { RowRule($0, isSQL: true) }
    // The key is said by the fields.
    let key = table.primaryKey.compactMap { column in entity.fields.first { $0.column == column }?.name }
    entity.indexes.removeAll { $0.fields.count < 2 || $0.isUnique && $0.fields == key }
    entity.indexes += Self.plainBesideUnique(table, entity)
    let written = table.writtenIndexes.filter { !$0.parts.isEmpty }
    entity.indexes += written.map { Self.index($0, of: entity) }
    return entity
  }

  /// Indexes that are no more than unique ones of the same column: a field says only the one or the other.
  private static func plainBesideUnique(_ table: TableDescription, _ entity: Entity) -> [Entity.Index] {
    entity.fields.compactMap { field in
      let isBeside = table.indexes.contains { $0.isPlain && !$0.isUnique && $0.columns == [field.column] }
      return field.isUnique && isBeside ? Entity.Index(fields: [field.name], isUnique: false) : nil
    }
  }

  /// An index of some rows, or of values that are made of fields.
  private static func index(_ written: TableDescription.WrittenIndex, of entity: Entity) -> Entity.Index {
    var index = Entity.Index(fields: [], isUnique: written.isUnique)
    for part in written.parts {
      if case .column(let column) = part, let field = entity.fields.first(where: { $0.column == column }) {
        index.fields.append(field.name)
      } else {
        index.expressions[index.fields.count] = RowRule(part.text, isSQL: true)
        index.fields.append(part.text)
      }
    }
    index.condition = written.condition.map { RowRule($0, isSQL: true) }
    return index
  }

  private func field(_ column: TableDescription.Column, _ table: TableDescription, _ entity: Entity) -> Field {
    var field = Self.field(Self.fieldName(column.name, in: table), column)
    // In Lua an empty table is a list: the database alone can give an object without members.
    let hasEmptyObject = field.isDocument && column.defaultValue?.description.contains("{}") == true
    if let value = column.defaultValue, !hasEmptyObject, field.takes(value) { field.defaultValue = .value(value) }
    field.isGenerated = column.isGenerated
    field.generation = column.generationSQL.map { RowRule($0, isSQL: true) }
    let hasDefault = column.defaultSQL != nil && field.defaultValue == nil
    let isNumberedKey = column.isNumbered && column.keyPosition != nil && table.primaryKey.count == 1
    field.isFilledByDatabase = (hasDefault && !column.isGenerated || column.isNumbered) && !isNumberedKey
    // What is no value of the column is nothing to be declared.
    if field.isFilledByDatabase, column.defaultValue == nil || hasEmptyObject { field.defaultSQL = column.defaultSQL }
    field.isPrimaryKey = column.keyPosition != nil
    field.isRequired = column.isRequired && column.keyPosition == nil
    // One with a collation of its own lets values stand beside each other that the column takes for equal.
    let plain = table.indexes.filter { $0.isPlain && $0.columns == [column.name] }
    field.isUnique = plain.contains(where: \.isUnique)
    field.isIndexed = !plain.isEmpty
    return field
  }

  /// A field of the type that a column, and a remark about it, say.
  static func field(_ name: String, _ column: TableDescription.Column) -> Field {
    var field = Field(name: name, type: type(column.storage), column: column.name)
    if let scale = column.scale { (field.type, field.scale, field.isStoredAsNumber) = (.decimal, scale, true) }
    if column.keepsScale {
      (field.type, field.scale, field.isStoredAsNumber, field.keepsScale) = (.decimal, 0, true, true)
    }
    if let remark = column.remark { field.take(remark) }
    if !column.labels.isEmpty {
      field.type = .enumeration
      field.choices = column.labels.map { Field.Choice(label: $0, stored: .text($0)) }
    }
    field.linkedBy = column.linkedBy
    field.nature = column.nature
    field.isLoose = column.isLoose
    return field
  }

  /// The plain type for what a column holds.
  private static func type(_ storage: Storage) -> ColumnType {
    switch storage {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .data: .data
    case .any: .any
    }
  }

  // MARK: Relations

  private func addParents(to entity: inout Entity, _ table: TableDescription) {
    for key in table.foreignKeys {
      guard let target = place(of: key.table).map({ names[$0] }), let referenced = referencedColumns(key) else {
        continue
      }
      let name = Self.parentName(key.columns, key.table)
      var relation = Relation(name: Self.free(name, in: entity), kind: .belongsTo, target: target)
      relation.columns = key.columns
      relation.targetColumns = referenced
      relation.origin = place(of: key.table).map { Relation.Origin(table: tables[$0].name) }
      relation.onDelete = Self.rule(key.onDelete)
      // What refuses the change is what nobody need say.
      let update = Self.rule(key.onUpdate)
      if update != .restrict { relation.onUpdate = update }
      relation.isUnique = Self.isUnique(key.columns, in: table)
      relation.mayDangle = table.keysMayDangle
      entity.relations.append(relation)
    }
  }

  /// The columns that a key refers to, as their table spells them; nil when it has not got them.
  ///
  /// A database lets such a key be declared, and says so when a row is written: it must not keep a file from opening.
  private func referencedColumns(_ key: TableDescription.ForeignKey) -> [String]? {
    guard let parent = place(of: key.table).map({ tables[$0] }) else { return nil }
    let wanted = key.referencedColumns.isEmpty ? parent.primaryKey : key.referencedColumns
    let found = wanted.compactMap { name in parent.columns.first { FoldedName($0.name) == FoldedName(name) }?.name }
    return found.count == key.columns.count && found.count == wanted.count ? found : nil
  }

  private func addChildren(
    of child: Entity, _ table: TableDescription, to entities: inout [Entity], at places: [String: Int]
  ) {
    for relation in child.relations where relation.kind == .belongsTo {
      guard let parent = places[relation.target] else { continue }
      let siblings = child.relations.filter { $0.kind == .belongsTo && $0.target == relation.target }
      let table = snakeCase(table.name)
      // Two keys from one table, or a key to the table itself, are told apart by the key's name.
      let isPlain = siblings.count == 1 && child.name != relation.target
      let parentTable = entities[parent].table
      let name = isPlain ? table : "\(table)_by_\(Self.parentName(relation.columns, parentTable))"
      var inverse = Relation(
        name: Self.free(name, in: entities[parent]), kind: relation.isUnique ? .hasOne : .hasMany, target: child.name)
      inverse.inverse = relation.name
      inverse.origin = Relation.Origin(table: child.table, way: [relation])
      entities[parent].relations.append(inverse)
    }
  }

  private static func isUnique(_ columns: [String], in table: TableDescription) -> Bool {
    table.primaryKey == columns || table.indexes.contains { $0.isUnique && $0.isPlain && $0.columns == columns }
  }

  // MARK: Links

  /// Whether a table holds nothing but two keys of others, each pair of them once.
  private func isLink(_ table: TableDescription) -> Bool {
    guard !table.isView, table.foreignKeys.count == 2 else { return false }
    let columns = Set(table.foreignKeys.flatMap(\.columns))
    let isWhole = columns.count == table.foreignKeys.map(\.columns.count).reduce(0, +)
    guard isWhole, Set(table.columns.map(\.name)) == columns else { return false }
    return Set(table.primaryKey) == columns
      || table.indexes.contains { $0.isUnique && Set($0.columns) == columns }
  }

  /// Both sides of a link lead to each other by the other table's name: `Playlist.track`, `Track.playlist`.
  private func addSides(of link: Entity, to entities: inout [Entity]) {
    let ends = link.relations.filter { $0.kind == .belongsTo }
    guard ends.count == 2 else { return }
    let isSelf = ends[0].target == ends[1].target
    var names: [String] = []
    for (near, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
      guard let side = entities.firstIndex(where: { $0.name == near.target }),
        let other = entities.first(where: { $0.name == far.target })
      else { return }
      let table = snakeCase(other.table)
      let name = Self.free(
        isSelf ? "\(table)_by_\(Self.parentName(near.columns, other.table))" : table, in: entities[side])
      var relation = Relation(name: name, kind: .manyToMany, target: other.name)
      relation.through = link.name
      relation.origin = Relation.Origin(table: other.table, links: link.table)
      relation.link = Relation.Link(entity: link.name, near: near.name, far: far.name)
      entities[side].relations.append(relation)
      names.append(name)
    }
    // Each is the other's other side.
    for (place, end) in ends.enumerated() {
      guard let side = entities.firstIndex(where: { $0.name == end.target }),
        let relation = entities[side].relations.firstIndex(where: { $0.name == names[place] })
      else { continue }
      entities[side].relations[relation].inverse = names[1 - place]
    }
  }

  private static func rule(_ words: String) -> Relation.DeleteRule {
    switch words {
    case "CASCADE": .cascade
    case "SET NULL": .nullify
    default: .restrict
    }
  }

  /// The name that a key gives to the row that it leads to, whether a field has that name or not.
  private static func parentName(_ columns: [String], _ table: String) -> String {
    snakeCase(columns.count == 1 ? withoutId(columns[0]) : table)
  }

  /// `AlbumId` → `Album`, `team_id` → `team`, `Artist Id` → `Artist`; a `parUUID` stays what it is.
  private static func withoutId(_ column: String) -> String {
    for ending in ["Id", "ID", "id"] where column.hasSuffix(ending) {
      let rest = column.dropLast(ending.count)
      let name = rest.reversed().drop { !($0.isLetter || $0.isNumber) }.reversed()
      guard let last = rest.last, !name.isEmpty else { return column }
      let isWord = name.count < rest.count || ending == "Id" || ending == "ID" && !endsIdentifier(column, last)
      return isWord ? String(name) : column
    }
    return column
  }

  /// Whether the `ID` behind a letter is only the end of a word: of `UUID`, or of an acronym among other letters.
  private static func endsIdentifier(_ column: String, _ last: Character) -> Bool {
    guard last.isUppercase else { return false }
    return column.hasSuffix("UUID") || column.hasSuffix("GUID") || column.contains(where: \.isLowercase)
  }

  /// Names that objects have for themselves.
  package static let reservedNames: Set<String> = [
    "save", "delete", "reload", "assign", "validate", "changes", "is_new", "toggle", "to_table", "key", "draft",
    "observe", "encode", "export", "equals", "discard",
  ]

  /// The column's own name; one of an object's own names gets a `_` behind it, as long as another column has that.
  private static func fieldName(_ column: String, in table: TableDescription) -> String {
    guard reservedNames.contains(column) else { return column }
    var result = column + "_"
    while table.columns.contains(where: { $0.name == result }) { result += "_" }
    return result
  }

  /// The name, with `_` behind it as long as it is taken.
  private static func free(_ name: String, in entity: Entity) -> String {
    var result = name
    while reservedNames.contains(result) || entity.field(result) != nil || entity.relation(result) != nil {
      result += "_"
    }
    return result
  }
}
