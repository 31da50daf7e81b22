import Encodings
import Schema

/// A data model of Xcode as Lua text that declares its entities.
///
///     <entity name="Game"><relationship name="player" destinationEntity="Player" inverseName="games" …/></entity>
///     -- moon.entity "Game" { player = moon.belongs_to("Player", { on_delete = "cascade" }) }
package struct CoreDataSource {
  /// The text, which needs the words of the table `moon`.
  package private(set) var text = ""
  /// What the model says and the text does not, a sentence each.
  package private(set) var remarks: [String] = []
  private let model: CoreDataModel
  private let reserved: Set<String>
  /// The entities whose objects are the links of others.
  private let links: Set<String>

  /// - Parameter reserved: the names that no member can have; one of them gets a `_` behind it.
  package init(_ input: ByteInput, reserved: Set<String>) throws(InterchangeError) {
    model = try CoreDataModel(input)
    self.reserved = reserved
    links = Set(model.entities.flatMap(\.relationships).compactMap(\.through))
    text = model.entities.map { declaration(of: $0) }.joined(separator: "\n\n") + "\n"
    for entity in model.entities { noteWhatIsLeftOut(of: entity) }
  }

  // MARK: Entities

  private func declaration(of entity: CoreDataModel.Entity) -> String {
    var lines = ["moon.entity \(literal(entity.name)) {"]
    if let parent = entity.parent { lines.append("extends = \(literal(parent)), shared = true,") }
    if entity.isAbstract { lines.append("abstract = true,") }
    if let name = entity.formerName { lines.append("renamed_from = \(literal(name)),") }
    lines += entity.attributes.map { "\(member($0, of: entity))," }
    lines += entity.relationships.compactMap { relationship in
      declaration(of: relationship, in: entity).map { "\(LuaText.key(name(relationship.name))) = \($0)," }
    }
    let indexes = groups(of: entity)
    if !indexes.isEmpty { lines.append("indexes = { \(indexes.joined(separator: ", ")) },") }
    return (lines.prefix(1) + lines.dropFirst().map { "  " + $0 } + ["}"]).joined(separator: "\n")
  }

  /// The indexes over several members, unique ones among them.
  private func groups(of entity: CoreDataModel.Entity) -> [String] {
    func names(_ group: [String]) -> String { group.map { literal(name($0)) }.joined(separator: ", ") }
    let unique = entity.uniqueGroups.filter { $0.count > 1 }
    return unique.map { "moon.index { \(names($0)), unique = true }" }
      + entity.indexes.filter { $0.count > 1 && !unique.contains($0) }.map { "moon.index(\(names($0)))" }
  }

  private func name(_ name: String) -> String { reserved.contains(name) ? name + "_" : name }

  private func literal(_ text: String) -> String { CoreDataField.literal(text) }

  // MARK: Attributes

  private func member(_ attribute: CoreDataModel.Attribute, of entity: CoreDataModel.Entity) -> String {
    var field = CoreDataField(attribute)
    field.isUnique = entity.uniqueGroups.contains([attribute.name])
    field.isIndexed = attribute.isIndexed || entity.indexes.contains([attribute.name])
    var name = name(attribute.name)
    // Where a model has a field `id` and says of no other that it is the key, that is meant to be it.
    if name == "id", !entity.attributes.contains(where: \.isPrimaryKey) {
      if field.canBeKey, entity.parent == nil { field.isKey = true } else { name = "id_" }
    }
    if name != attribute.name { field.column = attribute.name == "id" ? nil : attribute.name }
    return "\(LuaText.key(name)) = \(field.text)"
  }

  // MARK: Relationships

  /// How a relationship is said; nil where only its other side can say it.
  private func declaration(of relationship: CoreDataModel.Relationship, in entity: CoreDataModel.Entity) -> String? {
    let inverse = model.inverse(of: relationship)
    var options: [String] = []
    let kind: Relation.Kind
    switch (relationship.isToMany, inverse?.isToMany) {
    case (true, true?), (true, nil):
      kind = .manyToMany
      options += linkOptions(relationship, inverse, entity)
    case (true, false?):
      kind = .hasMany
    case (false, false?) where !hasKey(relationship, of: entity, inverse):
      kind = .hasOne
    case (false, _):
      kind = .belongsTo
      options += keyOptions(relationship, inverse, isLink: links.contains(entity.name))
    }
    if kind == .hasMany || kind == .hasOne, let inverse { options.append("inverse = \(literal(name(inverse.name)))") }
    if relationship.isOrdered, relationship.isToMany { options.append("ordered = true") }
    let table = options.isEmpty ? "" : ", { \(options.joined(separator: ", ")) }"
    return "moon.\(kind.rawValue)(\(literal(relationship.target))\(table))"
  }

  private func linkOptions(
    _ relationship: CoreDataModel.Relationship, _ inverse: CoreDataModel.Relationship?, _ entity: CoreDataModel.Entity
  ) -> [String] {
    if let through = relationship.through ?? inverse?.through { return ["through = \(literal(through))"] }
    guard let inverse else { return [] }
    // Of the two sides in one entity, one says it.
    let isSelf = relationship.target == entity.name
    return isSelf && relationship.name > inverse.name ? [] : ["inverse = \(literal(name(inverse.name)))"]
  }

  private func keyOptions(
    _ relationship: CoreDataModel.Relationship, _ inverse: CoreDataModel.Relationship?, isLink: Bool
  ) -> [String] {
    var options: [String] = []
    if !relationship.isOptional { options.append("required = true") }
    if inverse?.isToMany == false { options.append("unique = true") }
    switch inverse?.deletionRule {
    case "Cascade"?: options.append("on_delete = \"cascade\"")
    case "Deny"?: options.append("on_delete = \"restrict\"")
    // A link goes with what it links.
    case nil where isLink: options.append("on_delete = \"cascade\"")
    default: break
    }
    if let name = relationship.formerName { options.append("renamed_from = \(literal(name))") }
    return options
  }

  /// Whether this side of two that lead to one object each has the key: the one that goes with the other, or needs it.
  private func hasKey(
    _ relationship: CoreDataModel.Relationship, of entity: CoreDataModel.Entity,
    _ inverse: CoreDataModel.Relationship?
  ) -> Bool {
    guard let inverse else { return true }
    let (owns, isOwned) = (relationship.deletionRule == "Cascade", inverse.deletionRule == "Cascade")
    if owns != isOwned { return isOwned }
    if relationship.isOptional != inverse.isOptional { return !relationship.isOptional }
    return (entity.name, relationship.name) > (relationship.target, inverse.name)
  }

  // MARK: Remarks

  private mutating func noteWhatIsLeftOut(of entity: CoreDataModel.Entity) {
    for name in entity.fetchedProperties {
      remarks.append("\(entity.name).\(name): a fetched property is a request here, and was left out")
    }
    for relationship in entity.relationships where relationship.deletionRule == "Cascade" {
      guard let text = declaration(of: relationship, in: entity) else { continue }
      let isSaid = text.hasPrefix("moon.has_")
      if isSaid { continue }
      remarks.append(
        "\(entity.name).\(relationship.name): deleting \(withArticle(entity.name)) will not delete its \(relationship.name)"
          + " (a before_save or a method can)")
    }
    for relationship in entity.relationships where relationship.deletionRule == "Deny" {
      guard let text = declaration(of: relationship, in: entity), text.hasPrefix("moon.many_to_many") else { continue }
      remarks.append(
        "\(entity.name).\(relationship.name): its Deny was left out: \(withArticle(entity.name)) with"
          + " \(relationship.name) can be deleted (its links go with it)")
    }
    for name in entity.descendingIndexes {
      remarks.append(
        "\(entity.name): the index \(name) is descending there and ascending here, which serves both orders")
    }
    for attribute in entity.attributes where attribute.settings["derivationExpression"] != nil {
      remarks.append("\(entity.name).\(attribute.name): what it is derived from was left out")
    }
  }
}
