import Schema

extension Generator {
  /// Classes of SwiftData, with their relationships and rules.
  ///
  ///     @Model final class Player {
  ///       @Attribute(.unique) var name: String
  ///       var team: Team?
  ///     }
  package static let swiftData = Generator(name: "swiftdata", summary: "classes of SwiftData") { catalog in
    let names = SwiftTypeNames(catalog)
    let classes = catalog.tables.filter { !$0.isLink }.map { SwiftDataClass($0, catalog, names) }
    let documents = catalog.documentEntities.map { SwiftEntity($0, catalog, names) }
    let support = SwiftSupport(catalog, members: documents.flatMap(\.members), rules: classes.flatMap(\.members))
    return """
      import \("Foundation")
      import \("SwiftData")

      \((classes.map(\.text) + documents.map(\.text) + support.ofStructs).joined(separator: "\n\n"))

      """
  }
}

/// One entity as a class of SwiftData.
struct SwiftDataClass {
  private let entity: Entity
  private let catalog: Catalog
  private let names: SwiftTypeNames
  let members: [SwiftMember]
  private let relations: [(relation: Relation, name: String)]

  init(_ entity: Entity, _ catalog: Catalog, _ names: SwiftTypeNames) {
    (self.entity, self.catalog, self.names) = (entity, catalog, names)
    let structure = SwiftEntity(entity, catalog, names)
    // SwiftData numbers rows itself, and keys are relationships.
    members = structure.members.filter { member in
      member.field.relation == nil && entity.automaticKeySlot.map { entity.fields[$0] } != member.field
    }
    var taken = UniqueNames(taken: SwiftNames.takenMembers.union(structure.members.map(\.name)))
    relations = entity.relations.filter { catalog[$0.target]?.hasTable == true }.map {
      ($0, taken.unique(SwiftNames.member($0.name)))
    }
  }

  var text: String {
    var lines = ["@Model final class \(names[entity.name]) {"]
    for member in members {
      if let remark = member.remark { lines.append("  /// \(remark)") }
      let isUnique = member.field.isUnique || member.field.isPrimaryKey && entity.keySlots.count == 1
      lines += (isUnique ? ["  @Attribute(.unique)"] : []) + ["  var \(member.name): \(member.type)"]
    }
    for (relation, name) in relations { lines += declaration(relation, name) }
    lines += ["", "  init(\(parameters.joined(separator: ", "))) {"]
    lines += members.map { "    self.\($0.name) = \($0.name)" } + ["  }"]
    for member in members { lines += member.ownType.map { $0.isEmpty ? "" : "  " + $0 } }
    return (lines + rules + ["}"]).joined(separator: "\n")
  }

  private var parameters: [String] {
    members.map { member in
      let value = member.initialValue.isEmpty && member.isOptional ? " = nil" : member.initialValue
      return "\(member.name): \(member.type)\(value)"
    }
  }

  private func declaration(_ relation: Relation, _ name: String) -> [String] {
    let type = names[relation.target]
    let ordered =
      relation.isOrdered ? ["  /// In an order of its own, which an app keeps in a number of the other side."] : []
    guard relation.kind != .belongsTo else {
      return ["  var \(name): \(type)?"]
    }
    var arguments: [String] = []
    if let other = otherSide(relation) {
      let rule = other.relation.deleteRule
      if rule != .nullify { arguments.append("deleteRule: \(rule == .cascade ? ".cascade" : ".deny")") }
      arguments.append("inverse: \\\(type).\(other.name)")
    }
    let attribute = arguments.isEmpty ? [] : ["  @Relationship(\(arguments.joined(separator: ", ")))"]
    return ordered + attribute + ["  var \(name): \(relation.kind.isToMany ? "[\(type)] = []" : "\(type)?")"]
  }

  /// The `belongs_to` that leads back.
  private func otherSide(_ relation: Relation) -> (relation: Relation, name: String)? {
    guard relation.kind != .manyToMany, let target = catalog[relation.target] else { return nil }
    let sides = SwiftDataClass(target, catalog, names).relations.filter {
      $0.relation.kind == .belongsTo && $0.relation.target == entity.name && $0.relation.columns == relation.columns
    }
    return sides.first
  }

  private var rules: [String] {
    let rules = members.flatMap { SwiftRules($0).lines } + SwiftRowRules(entity.rules, members).lines
    if rules.isEmpty { return [] }
    return [
      "", "  /// The rules that do not hold.", "  var failures: [ValidationError.Failure] {",
      "    var failures: [ValidationError.Failure] = []",
    ] + rules.map { "    " + $0 } + [
      "    return failures", "  }", "", "  /// - Throws: `ValidationError` with every rule that does not hold.",
      "  func validate() throws {", "    let failures = failures",
      "    if !failures.isEmpty { throw ValidationError(failures: failures) }", "  }",
    ]
  }
}
