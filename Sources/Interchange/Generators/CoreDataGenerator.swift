import Encodings
import Schema

extension Generator {
  /// A data model of Xcode: the text of the file `contents` in a folder such as `Shop.xcdatamodel`.
  package static let coreData = Generator(name: "xcdatamodel", summary: "a data model of Xcode, as a folder") {
    catalog in
    let entities = catalog.tables.filter { !$0.isLink }
    let inverses = CoreDataInverses(entities, catalog)
    let texts = entities.map { CoreDataText(entity: $0, catalog: catalog, inverses: inverses).text }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="1" \
      systemVersion="1" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      \(texts.joined(separator: "\n"))
      </model>

      """
  }
}

/// One entity as a data model of Xcode says it.
private struct CoreDataText {
  let entity: Entity
  let catalog: Catalog
  let inverses: CoreDataInverses

  /// What it extends in the same table says its own members, and a model knows by itself whose each row is.
  private var parent: Entity? { entity.sharing?.parent.flatMap { catalog[$0] } }

  /// A field that is the automatic key is the row itself; keys of relations are relationships.
  private var fields: [Field] {
    entity.fields.filter { field in
      field.relation == nil && entity.automaticKeySlot.map { entity.fields[$0] } != field
        && !(entity.sharing != nil && field.name == Sharing.field) && parent?.field(field.name) == nil
    }
  }

  private var ownIndexes: [Entity.Index] { entity.indexes.filter { parent?.indexes.contains($0) != true } }

  private var relations: [Relation] { entity.relations.filter { parent?.relation($0.name) == nil } }

  var text: String {
    let sharing = entity.sharing?.parent.map { " parentEntity=\"\(Self.escaped($0))\"" } ?? ""
    var lines = [
      "  <entity name=\"\(Self.escaped(entity.name))\"\(sharing) syncable=\"YES\" codeGenerationType=\"class\">"
    ]
    lines += fields.map(attribute) + relations.compactMap(relationship)
    lines += inverses.added(to: entity.name).map(relationship)
    let indexes =
      fields.filter(\.isIndexed).map { [$0.name] } + ownIndexes.filter { !$0.isUnique && $0.isPlain }.map(\.fields)
    for (number, names) in indexes.enumerated() {
      lines.append("    <fetchIndex name=\"by\(number + 1)\">")
      lines += names.map {
        "      <fetchIndexElement property=\"\(Self.escaped($0))\" type=\"Binary\" order=\"ascending\"/>"
      }
      lines.append("    </fetchIndex>")
    }
    // A key of several fields is one rule; a relationship cannot be part of one.
    let key = entity.fields.filter { $0.isPrimaryKey && fields.contains($0) || $0.isPrimaryKey && $0.relation != nil }
    let unique =
      fields.filter { $0.isUnique || $0.isPrimaryKey && key.count == 1 }.map { [$0.name] }
      + (key.count > 1 && key.allSatisfy { $0.relation == nil } ? [key.map(\.name)] : [])
      + ownIndexes.filter { $0.isUnique && $0.isPlain }.map(\.fields)
    if !unique.isEmpty {
      lines.append("    <uniquenessConstraints>")
      for names in unique {
        lines.append("      <uniquenessConstraint>")
        lines += names.map { "        <constraint value=\"\(Self.escaped($0))\"/>" }
        lines.append("      </uniquenessConstraint>")
      }
      lines.append("    </uniquenessConstraints>")
    }
    return (lines + ["  </entity>"]).joined(separator: "\n")
  }

  // MARK: Attributes

  private func attribute(_ field: Field) -> String {
    var parts = ["name=\"\(Self.escaped(field.name))\""]
    if !(field.isRequired || field.isPrimaryKey) { parts.append("optional=\"YES\"") }
    parts.append("attributeType=\"\(type(of: field))\"")
    if let value = defaultValue(field) { parts.append(value) }
    parts += bounds(field)
    if field.type.reading != .boolean, field.storage == .integer || field.storage == .real {
      parts.append("usesScalarValueType=\"YES\"")
    }
    guard field.isPrimaryKey else { return "    <attribute \(parts.joined(separator: " "))/>" }
    return """
          <attribute \(parts.joined(separator: " "))>
            <userInfo>
              <entry key="primaryKey" value="true"/>
            </userInfo>
          </attribute>
      """
  }

  private func type(of field: Field) -> String {
    switch field.type {
    case .date, .datetime: "Date"
    case .uuid: "UUID"
    case .url: "URI"
    case .decimal: "Decimal"
    case .boolean: "Boolean"
    default: typeByStorage(field)
    }
  }

  private func typeByStorage(_ field: Field) -> String {
    if field.isDocument { return "Transformable" }
    switch field.storage {
    case .integer: return "Integer \(field.bits)"
    case .real: return "Double"
    case .data: return "Binary"
    case .text: return "String"
    case .any: return "Transformable"
    }
  }

  private func defaultValue(_ field: Field) -> String? {
    guard case .value(let value)? = field.defaultValue, !field.isDocument else { return nil }
    switch value {
    case .integer(let number) where field.type == .boolean:
      return "defaultValueString=\"\(number != 0 ? "YES" : "NO")\""
    case .integer(let number) where field.type == .decimal:
      return "defaultValueString=\"\(DecimalNumber(Int128(number), scale: field.scale))\""
    case .integer(let number): return "defaultValueString=\"\(number)\""
    case .real(let number): return "defaultValueString=\"\(number)\""
    case .text(let text):
      guard field.type.calendar != nil else { return "defaultValueString=\"\(Self.escaped(text))\"" }
      return Moment(text: text).map { "defaultDateTimeInterval=\"\($0.seconds - 978_307_200)\"" }
    default: return nil
    }
  }

  /// The rules that a model can say: bounds, lengths and expressions.
  private func bounds(_ field: Field) -> [String] {
    var parts: [String] = []
    func conjuncts(_ test: Test) -> [Test] {
      if case .and(let tests) = test { tests.flatMap(conjuncts) } else { [test] }
    }
    for case .kind(let kind, let arguments) in field.tests.flatMap(conjuncts) where arguments.requests.isEmpty {
      switch kind {
      case .atLeast: parts += bound("min", arguments.first, field)
      case .atMost: parts += bound("max", arguments.first, field)
      case .between where arguments.options.isEmpty:
        parts += bound("min", arguments.first, field) + bound("max", arguments.last, field)
      case .length where field.storage == .text:
        if case .integer(let low)? = arguments.first, low > 0 { parts.append("minValueString=\"\(low)\"") }
        if case .integer(let high)? = arguments.last, high < .max { parts.append("maxValueString=\"\(high)\"") }
      case .matching where arguments.options.isEmpty:
        guard case .text(let pattern)? = arguments.first else { continue }
        parts.append("regularExpressionString=\"\(Self.escaped(whole(pattern)))\"")
      default: continue
      }
    }
    // Two rules may say the same bound: the first one counts.
    var known: Set<Substring> = []
    return parts.filter { known.insert($0.prefix { $0 != "=" }).inserted }
  }

  /// A search as an expression of the whole text.
  private func whole(_ pattern: String) -> String {
    let isWhole = pattern.hasPrefix("^") && pattern.hasSuffix("$") && !pattern.contains("|")
    return isWhole ? String(pattern.dropFirst().dropLast()) : "[\\s\\S]*(?:\(pattern))[\\s\\S]*"
  }

  private func bound(_ end: String, _ value: Value?, _ field: Field) -> [String] {
    switch value {
    case .integer(let number)? where field.type == .decimal:
      ["\(end)ValueString=\"\(DecimalNumber(Int128(number), scale: field.scale))\""]
    case .integer(let number)?: ["\(end)ValueString=\"\(number)\""]
    case .real(let number)?: ["\(end)ValueString=\"\(number)\""]
    case .text(let text)? where field.type.calendar != nil:
      Moment(text: text).map { ["\(end)DateTimeInterval=\"\($0.seconds - 978_307_200)\""] } ?? []
    default: []
    }
  }

  // MARK: Relationships

  private func relationship(_ relation: Relation) -> String? {
    guard let target = catalog[relation.target], target.hasTable else { return nil }
    var parts = ["name=\"\(Self.escaped(relation.name))\""]
    if !entity.requires(relation) { parts.append("optional=\"YES\"") }
    if relation.kind.isToMany { parts.append("toMany=\"YES\"") } else { parts.append("maxCount=\"1\"") }
    if relation.isOrdered { parts.append("ordered=\"YES\"") }
    let other = catalog.inverse(of: relation, of: entity, in: target)
    parts.append("deletionRule=\"\(deletionRule(relation, other))\"")
    parts.append("destinationEntity=\"\(Self.escaped(target.name))\"")
    if let name = other?.name ?? inverses.name(of: relation, of: entity.name) {
      parts.append("inverseName=\"\(Self.escaped(name))\" inverseEntity=\"\(Self.escaped(target.name))\"")
    }
    guard let through = relation.through else { return "    <relationship \(parts.joined(separator: " "))/>" }
    return """
          <relationship \(parts.joined(separator: " "))>
            <userInfo>
              <entry key="throughModel" value="\(Self.escaped(through))"/>
            </userInfo>
          </relationship>
      """
  }

  /// The rule of a side is what happens to the other one: the foreign key says it for the side that has no key.
  private func deletionRule(_ relation: Relation, _ other: Relation?) -> String {
    guard relation.kind != .belongsTo, relation.kind != .manyToMany, let other else { return "Nullify" }
    return Self.words(of: other.deleteRule)
  }

  private static func words(of rule: Relation.DeleteRule) -> String {
    switch rule {
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .restrict: "Deny"
    }
  }

  /// The other side of a relation that has none.
  private func relationship(_ added: CoreDataInverses.Added) -> String {
    let isSingle = added.relation.kind == .belongsTo && added.relation.isUnique
    let rule = added.relation.kind == .belongsTo ? Self.words(of: added.relation.deleteRule) : "Nullify"
    let owner = Self.escaped(added.owner)
    return "    <relationship name=\"\(Self.escaped(added.name))\" optional=\"YES\" "
      + (isSingle ? "maxCount=\"1\"" : "toMany=\"YES\"")
      + " deletionRule=\"\(rule)\" destinationEntity=\"\(owner)\""
      + " inverseName=\"\(Self.escaped(added.relation.name))\" inverseEntity=\"\(owner)\"/>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
      .replacing("\n", with: "&#10;")
  }
}
