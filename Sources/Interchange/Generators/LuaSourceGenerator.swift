import Encodings
import Schema

extension Generator {
  /// The schema as Moonshell's own Lua: running it declares the same entities again.
  ///
  ///     Album = entity "Album" {
  ///       AlbumId = integer { primary_key = true },
  ///       Title = text { required = true },
  ///       artist = belongs_to("Artist", { column = "ArtistId", required = true }),
  ///     }
  ///
  /// What a text cannot say (functions, views, tables without a key) stands there as a comment.
  package static let luaSource = Generator(name: "lua", summary: "the schema as Lua text") { catalog in
    catalog.entities.filter { !$0.isLink }.map { LuaEntity(entity: $0, catalog: catalog).text }.joined(
      separator: "\n\n") + "\n"
  }
}

private struct LuaEntity {
  let entity: Entity
  let catalog: Catalog

  var text: String {
    if let reason = entity.unsayable { return "-- \(reason)" }
    var lines: [String] = []
    // The word makes the global itself, whatever letters the name has.
    let isName = LuaText.key(entity.name) == entity.name
    lines.append((isName ? "\(entity.name) = " : "") + "entity \(LuaSource.literal(entity.name)) {")
    if entity.isAbstract { lines.append("  abstract = true,") }
    if let sharing { lines.append(sharing) }
    if saysTable {
      lines.append("  table = \(LuaSource.literal(entity.table)),")
    }
    lines += members.map { "  \($0)," }
    lines += entity.fields.filter(\.isUnsaid).map { field in
      "  -- \(LuaText.key(field.name)): the database computes it"
    }
    if entity.fields.contains(where: \.column.isEmpty) {
      lines.append("  -- a column without a name cannot be declared")
    }
    if !rules.isEmpty { lines.append("  check = { \(rules.joined(separator: ", ")) },") }
    if let name = entity.shardBy { lines.append("  shard_by = \"\(name)\",") }
    if !indexes.isEmpty { lines.append("  indexes = { \(indexes.joined(separator: ", ")) },") }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private var saysTable: Bool {
    entity.table != snakeCase(entity.name) && !entity.isAbstract && sharedParent == nil
  }

  /// The name under which a member is declared: one that is an option of this entity has that place.
  private func key(_ name: String) -> String {
    let options = [("table", saysTable), ("check", !rules.isEmpty), ("indexes", !entity.indexes.isEmpty)]
    guard options.contains(where: { $0.0 == name && $0.1 }) else { return LuaSource.member(name) }
    var result = name + "_"
    while entity.field(result) != nil || entity.relation(result) != nil { result += "_" }
    return result
  }

  /// The rules over several fields that are not those of the entity which it extends.
  private var rules: [String] {
    entity.rules.filter { rule in !(sharedParent?.rules.contains { $0.says(rule) } ?? false) }
      .map { ($0.isSQL ? "sql " : "") + LuaSource.literal($0.text) }
  }

  /// Fields and relations; a key's column is said by its relation, in its place.
  private var members: [String] {
    var result: [String] = []
    for field in entity.fields where !isSaidElsewhere(field) && !field.isUnsaid && !field.column.isEmpty {
      if let relation = relation(saying: field) {
        if relation.columns[0] == field.column { result.append(belongsTo(relation, field)) }
      } else if !isAutomatic(field) {
        result.append(LuaField(field: field.withoutRepetition(in: entity)).text(as: key(field.name)))
      }
    }
    result += entity.transients.filter { !isSaidElsewhere($0) }.map { LuaField(field: $0).text(as: key($0.name)) }
    result += entity.relations.filter { $0.kind != .belongsTo && !(sharedParent != nil && $0.isInherited) }.compactMap {
      $0.kind == .manyToMany ? linked($0) : inverse($0)
    }
    return result
  }

  /// The entity that it extends in the same table.
  private var sharedParent: Entity? { entity.sharing?.parent.flatMap { catalog[$0] } }

  /// How it shares a table; what extends the first of the sharers says it for that one.
  private var sharing: String? {
    if let sharedParent { return "  extends = \(LuaSource.literal(sharedParent.name)), shared = true," }
    return entity.sharing != nil && catalog.sharers(of: entity).count == 1 ? "  shared = true," : nil
  }

  /// Whether it is the field that a shared table has by itself, or one of the entity that this one extends there.
  private func isSaidElsewhere(_ field: Field) -> Bool {
    guard entity.sharing != nil else { return false }
    return field.name == Sharing.field || sharedParent?.allFields.contains(field) == true
  }

  /// The key that an entity has without saying so.
  private func isAutomatic(_ field: Field) -> Bool {
    field.name == "id" && field.column == "id" && entity.keySlots.count == 1 && field.isPrimaryKey
      && field.type == .integer
  }

  /// The relation whose column this is, where a text can say it.
  private func relation(saying field: Field) -> Relation? {
    entity.relations.first { $0.columns.contains(field.column) && isSayable($0) }
  }

  /// Whether a `belongs_to` refers to what can be said of the other side, with columns that are nothing else.
  private func isSayable(_ relation: Relation) -> Bool {
    guard relation.kind == .belongsTo, let target = catalog[relation.target], target.unsayable == nil else {
      return false
    }
    let keys = relation.referencedColumns(of: target)
    guard relation.columns.count == keys.count else { return false }
    if !relation.isToKey(of: target), LuaEntity(entity: target, catalog: catalog).references(keys) == nil {
      return false
    }
    // A relation writes its columns.
    if entity.fields.contains(where: { $0.isGenerated && relation.columns.contains($0.column) }) { return false }
    if keys.count == 1 { return true }
    let fields = relation.columns.compactMap { column in entity.fields.first { $0.column == column } }
    let others = entity.relations.filter { $0.kind == .belongsTo && $0.name != relation.name }
    return fields.count == keys.count && Set(fields.map(\.isPrimaryKey)).count == 1
      && Set(fields.map(\.isRequired)).count == 1 && !fields.contains(where: \.isUnique)
      && !others.contains { other in other.columns.contains(where: relation.columns.contains) }
  }

  /// The names under which other entities refer to some columns; nil where a text cannot say that.
  private func references(_ columns: [String]) -> [String]? {
    let slots = columns.compactMap { column in entity.fields.firstIndex { $0.column == column } }
    guard slots.count == columns.count, entity.isUnique(slots) else { return nil }
    let fields = slots.map { entity.fields[$0] }
    guard !fields.contains(where: { $0.isUnsaid || $0.column.isEmpty }) else { return nil }
    return fields.map { indexName($0.name) }
  }

  private func belongsTo(_ relation: Relation, _ field: Field) -> String {
    var options: [String] = []
    let target = catalog[relation.target]
    let keys = target.map { relation.referencedColumns(of: $0) } ?? []
    if relation.columns.count > 1 {
      if relation.columns != keys.map({ "\(key(relation.name))_\($0)" }) {
        options.append("column = { \(relation.columns.map { LuaSource.literal($0) }.joined(separator: ", ")) }")
      }
    } else if field.column != key(relation.name) + "_id" {
      options.append("column = \(LuaSource.literal(field.column))")
    }
    if let target, !relation.isToKey(of: target) {
      let names = LuaEntity(entity: target, catalog: catalog).references(keys) ?? []
      let list = names.map { LuaSource.literal($0) }.joined(separator: ", ")
      options.append("references = " + (names.count == 1 ? list : "{ \(list) }"))
    }
    if field.isPrimaryKey { options.append("primary_key = true") }
    if field.isRequired, !field.isPrimaryKey { options.append("required = true") }
    if field.isUnique { options.append("unique = true") }
    let usual: Relation.DeleteRule = field.isRequired || field.isPrimaryKey ? .restrict : .nullify
    // What is required cannot be set to nothing, whatever a table made elsewhere says.
    let isSayable = !(usual == .restrict && relation.deleteRule == .nullify)
    if relation.deleteRule != usual, isSayable { options.append("on_delete = \"\(relation.deleteRule.rawValue)\"") }
    if let update = relation.onUpdate, !(usual == .restrict && update == .nullify) {
      options.append("on_update = \"\(update.rawValue)\"")
    }
    return said(relation, options)
  }

  private func inverse(_ relation: Relation) -> String? {
    if catalog[relation.target]?.unsayable != nil { return nil }
    if let target = catalog[relation.target], let name = relation.inverse, let other = target.relation(name) {
      guard LuaEntity(entity: target, catalog: catalog).isSayable(other) else { return nil }
    }
    let candidates = (catalog[relation.target]?.relations ?? []).filter {
      $0.kind == .belongsTo && $0.target == entity.name
    }
    var options: [String] = []
    if let inverse = relation.inverse, candidates.count > 1 {
      let name = catalog[relation.target].map { LuaEntity(entity: $0, catalog: catalog).key(inverse) } ?? inverse
      options.append("inverse = \(LuaSource.literal(name))")
    }
    if relation.isOrdered { options.append("ordered = true") }
    return said(relation, options)
  }

  /// A relation over links; nil where their entity has keys that no relation can say.
  private func linked(_ relation: Relation) -> String? {
    if catalog[relation.target]?.unsayable != nil { return nil }
    var options: [String] = []
    let isSelf = relation.target == entity.name
    if let through = relation.through {
      guard let link = catalog[through], let keys = relation.link else { return nil }
      let source = LuaEntity(entity: link, catalog: catalog)
      let sayable = link.fields.compactMap { source.relation(saying: $0)?.name }
      guard sayable.contains(keys.near), sayable.contains(keys.far) else { return nil }
      options.append("through = \(LuaSource.literal(through))")
      // The key that comes first leads back, unless the relation is said to be the other way around.
      if isSelf, let inverse = relation.inverse, sayable.first != keys.near {
        options.append("inverse = \(LuaSource.literal(inverse))")
      }
    } else {
      if let table = relation.table { options.append("table = \(LuaSource.literal(table))") }
      let others = (catalog[relation.target]?.relations ?? []).filter {
        $0.kind == .manyToMany && $0.through == nil && $0.target == entity.name
      }
      if let inverse = relation.inverse, others.count > 1 || isSelf {
        // One of an entity's own two sides says it.
        if !isSelf || relation.name < inverse { options.append("inverse = \(LuaSource.literal(inverse))") }
      }
    }
    if relation.isOrdered { options.append("ordered = true") }
    return said(relation, options)
  }

  private func said(_ relation: Relation, _ options: [String]) -> String {
    let head = "\(LuaText.key(key(relation.name))) = \(relation.kind.rawValue)"
    let target = LuaSource.literal(relation.target)
    return options.isEmpty ? "\(head) \(target)" : "\(head)(\(target), { \(options.joined(separator: ", ")) })"
  }

  /// A field as an index names it: a key's only column goes by the name of its relation.
  private func indexName(_ name: String) -> String {
    guard let field = entity.field(name), let relation = relation(saying: field), relation.columns.count == 1 else {
      return key(name)
    }
    return key(relation.name)
  }

  private var indexes: [String] {
    entity.indexes.filter { index in
      sharedParent?.indexes.contains(index) != true
        && !index.fields.contains { entity.field($0).map { $0.isUnsaid || $0.column.isEmpty } == true }
    }.map { index in
      var parts = index.fields.enumerated().map { place, name in
        index.expressions[place].map(said) ?? LuaSource.literal(indexName(name))
      }
      if index.isPlain, !index.isUnique { return "index(\(parts.joined(separator: ", ")))" }
      if index.isUnique { parts.append("unique = true") }
      if let condition = index.condition { parts.append("where = \(said(condition))") }
      return "index { \(parts.joined(separator: ", ")) }"
    }
  }

  private func said(_ rule: RowRule) -> String { (rule.isSQL ? "sql " : "") + LuaSource.literal(rule.text) }
}

extension Entity {
  /// Why no text can declare it; reflection alone makes it of its table.
  fileprivate var unsayable: String? {
    let name = LuaSource.literal(table)
    if isView { return "the view \(name) is no table of its own" }
    if table.isEmpty, !isAbstract { return "the table \(name) has no name: db:reflect() makes an entity of it" }
    if keySlots.isEmpty, isReflected { return "the table \(name) has no key: db:reflect() makes an entity of it" }
    if keySlots.contains(where: { fields[$0].column.isEmpty }) { return "the key of the table \(name) has no name" }
    return nil
  }
}

extension Field {
  /// The same where nothing is said twice: a key of one field is unique.
  fileprivate func withoutRepetition(in entity: Entity) -> Field {
    var result = self
    if isPrimaryKey, isUnique, entity.keySlots.count == 1 { (result.isUnique, result.isIndexed) = (false, false) }
    return result
  }

  /// Whether the database computes it, and does not tell how.
  fileprivate var isUnsaid: Bool { isGenerated && generation == nil }
}

struct LuaField {
  let field: Field

  var text: String { text(as: LuaSource.member(field.name)) }

  /// The same under another name.
  func text(as name: String) -> String { "\(LuaText.key(name)) = \(call(as: name))" }

  /// The call that makes the field under a name.
  private func call(as name: String) -> String {
    var options = choices
    if field.isPrimaryKey { options.append("primary_key = true") }
    if field.column != name || LuaSource.needsColumn(name), !field.isTransient {
      options.append("column = \(LuaSource.literal(field.column))")
    }
    if field.isRequired { options.append("required = true") }
    if field.isUnique { options.append("unique = true") }
    if field.isIndexed, !field.isUnique { options.append("indexed = true") }
    if let rule = field.generation {
      options.append("generated = \(rule.isSQL ? "sql " : "")\(LuaSource.literal(rule.text))")
    }
    if field.isReadonly { options.append("readonly = true") }
    if field.isTransient { options.append("transient = true") }
    if field.type == .integer, field.bits != 64 { options.append("bits = \(field.bits)") }
    if field.precision > 0 { options.append("precision = \(field.precision)") }
    if field.type == .text, field.nature.collation.joinsTexts {
      options.append("collation = \"\(field.nature.collation.word)\"")
    }
    if field.type == .decimal, field.keepsScale || field.scale != 2 {
      options.append("scale = \(field.keepsScale ? "\"any\"" : "\(field.scale)")")
    }
    if field.isStoredAsNumber { options.append("stored = \"number\"") }
    options += defaults + tests
    return constructor(options)
  }

  /// The call that makes the field: `text { required = true }`, `embedded("Address", { required = true })`.
  private func constructor(_ options: [String]) -> String {
    let table = options.isEmpty ? "{}" : "{ \(options.joined(separator: ", ")) }"
    guard let document = field.document else { return "\(field.type.name) \(table)" }
    let holds = Self.text(of: document.kind, inside: true)
    return "\(field.type.name)(\(holds)\(options.isEmpty ? "" : ", " + table))"
  }

  /// What a document holds, as a script says it; `inside` a constructor its own word is left out.
  private static func text(of kind: Document.Kind, inside: Bool = false) -> String {
    switch kind {
    case .object(let name): return LuaSource.literal(name)
    case .value(let field):
      var field = field
      field.name = ""
      return LuaField(field: field).constructorAlone
    case .list(let element): return inside ? text(of: element) : "list_of(\(text(of: element)))"
    case .map(let element): return inside ? text(of: element) : "map_of(\(text(of: element)))"
    case .variant(let cases):
      let list = cases.map { "\(LuaText.key($0.name)) = \($0.payload.map { text(of: $0) } ?? "true")" }
      let table = "{ \(list.joined(separator: ", ")) }"
      return inside ? table : "variant \(table)"
    }
  }

  /// The constructor of a field without a name.
  private var constructorAlone: String { call(as: field.name) }

  private var choices: [String] {
    field.choices.map { choice in
      choice.stored == .text(choice.label)
        ? LuaSource.literal(choice.label)
        : "{ \(LuaSource.literal(choice.label)), \(LuaSource.literal(choice.stored)) }"
    }
  }

  private var defaults: [String] {
    switch field.defaultValue {
    case nil: field.defaultSQL.map { ["default = sql \(LuaSource.literal($0))"] } ?? []
    case .uuid: ["auto = true"]
    case .function: ["default = nil --[[ a function ]]"]
    // A table without anything in it is a list in Lua.
    case .value(.text(let text)) where field.isDocument && text.filter { !$0.isWhitespace }.contains("{}"):
      ["default = sql \(LuaSource.literal(Value.text(text).description))"]
    // Only the table can fill a column of numbers with what is none.
    case .value(.text), .value(.data):
      field.type == .decimal ? [] : defaultLiteral.map { ["default = \($0)"] } ?? []
    case .value(let value): ["default = \(literal(value))"]
    }
  }

  private var defaultLiteral: String? {
    if case .value(let value)? = field.defaultValue { literal(value) } else { nil }
  }

  private var tests: [String] {
    let texts = field.tests.map { text(of: $0) }
    if texts.isEmpty { return [] }
    return ["validate = " + (texts.count == 1 ? texts[0] : "{ \(texts.joined(separator: ", ")) }")]
  }

  private func text(of test: Test) -> String {
    switch test {
    case .kind(let kind, let arguments):
      if kind.operands == .none { return "is.\(kind.name)" }
      let options = arguments.options.map { "\($0.rawValue) = \($0.setting)" }.sorted()
      let values = arguments.values.indices.map { place in
        let value = arguments.values[place]
        // A decimal with more digits than the field has is stored as another number.
        if field.type == .decimal, case .real = value, !arguments.words.list.isEmpty {
          return "decimal " + LuaSource.literal(arguments.words.list[place])
        }
        return kind.operands == .counts ? LuaSource.literal(value) : literal(value)
      }
      let table = options.isEmpty ? [] : ["{ \(options.joined(separator: ", ")) }"]
      return "is.\(kind.name)(\((values + table).joined(separator: ", ")))"
    case .not(let test): return "~" + text(of: test)
    case .and(let tests): return "(\(tests.map { text(of: $0) }.joined(separator: " & ")))"
    case .or(let tests): return "(\(tests.map { text(of: $0) }.joined(separator: " | ")))"
    case .function: return "nil --[[ a function ]]"
    }
  }

  /// A stored value as a script gives it.
  private func literal(_ value: Value) -> String {
    if let choice = field.choices.first(where: { $0.stored == value }) { return LuaSource.literal(choice.label) }
    if field.isDocument, let literal = LuaSource.literal(json: value) { return literal }
    if field.isStoredAsNumber, case .real(let number) = value { return "decimal " + LuaSource.literal("\(number)") }
    if field.isStoredAsNumber { return LuaSource.literal(value) }
    guard case .integer(let number) = value else { return LuaSource.literal(value) }
    if field.type == .boolean { return number == 0 ? "false" : "true" }
    if field.type == .decimal {
      return "decimal " + LuaSource.literal(DecimalNumber(Int128(number), scale: field.scale).description)
    }
    return LuaSource.literal(value)
  }
}

enum LuaSource {
  /// The name of a member: a column may have one that no field can be declared with, such as `-a`.
  static func member(_ name: String) -> String { needsColumn(name) ? name : plainMember(name) }

  /// The same of a column that is yet to be made, and so can have the name of its field.
  static func plainMember(_ name: String) -> String {
    guard name.isEmpty || name.hasPrefix("-") || name.contains(where: { $0 == "." || $0 == "\0" }) else { return name }
    return "_" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Whether a field can have this name only where its column has it, and says so: `["a.b"] = text { column = "a.b" }`.
  static func needsColumn(_ name: String) -> Bool {
    name.contains(".") && !name.hasPrefix("-") && !name.contains("\0")
  }

  /// The value of Lua that a stored JSON text holds: `{"a":[1,null]}` → `{ a = { 1, null } }`; nil for any other text.
  static func literal(json value: Value) -> String? {
    guard case .text(var text) = value else { return nil }
    return text.withUTF8 { try? DocumentValue(json: UnsafeRawBufferPointer($0)) }.map { literal($0) }
  }

  private static func literal(_ document: DocumentValue) -> String {
    switch document {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): literal(Value.integer(number))
    case .real(let number): literal(Value.real(number))
    case .number(let text): text
    case .text(let text), .date(let text): literal(text)
    case .data(let bytes): literal(Value.data(bytes))
    case .list(let values): values.isEmpty ? "{}" : "{ \(values.map { literal($0) }.joined(separator: ", ")) }"
    case .map(let members):
      "{ \(members.map { "\(LuaText.key($0.name)) = \(literal($0.value))" }.joined(separator: ", ")) }"
    }
  }

  static func literal(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in TextSink.text { LuaText.write(UnsafeRawBufferPointer(bytes), to: $0) } }
  }

  static func literal(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): number == .min ? "math.mininteger" : "\(number)"
    case .real(let number):
      number.isNaN ? "0/0" : number.isInfinite ? (number < 0 ? "-math.huge" : "math.huge") : "\(number)"
    case .text(let text): literal(text)
    case .data(let bytes), .brokenText(let bytes):
      bytes.withUnsafeBytes { bytes in TextSink.text { LuaText.write(bytes, to: $0) } }
    }
  }
}
