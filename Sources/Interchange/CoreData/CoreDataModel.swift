import Encodings
import Schema

/// A data model as Xcode keeps it (`Shop.xcdatamodel`): entities with attributes and relationships.
///
///     <entity name="Player"><attribute name="age" attributeType="Integer 16" optional="YES"/></entity>
struct CoreDataModel {
  struct Entity {
    var name: String
    var parent: String?
    var isAbstract = false
    var formerName: String?
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    /// The attributes that are unique together, or alone.
    var uniqueGroups: [[String]] = []
    var indexes: [[String]] = []
    var fetchedProperties: [String] = []
    /// The names of the fetch indexes that have a descending element.
    var descendingIndexes: [String] = []
  }

  struct Attribute {
    var name: String
    /// In the model's words: `Integer 16`, `Transformable`.
    var type: String
    var isOptional: Bool
    var isTransient: Bool
    var isIndexed: Bool
    var isPrimaryKey: Bool
    var formerName: String?
    /// What the model says of default and bounds, in its own words.
    var settings: [String: String]
  }

  struct Relationship {
    var name: String
    var target: String
    var inverse: String?
    var inverseEntity: String?
    var isToMany: Bool
    var isOrdered: Bool
    var isOptional: Bool
    /// `Nullify`, `Cascade`, `Deny` or `No Action`: what happens to the other side when this one is deleted.
    var deletionRule: String
    var through: String?
    var formerName: String?
  }

  var entities: [Entity] = []

  /// Reads the XML of a model.
  ///
  /// - Throws: `InterchangeError`, also where it is another kind of document.
  init(_ input: ByteInput) throws(InterchangeError) {
    let root = try XMLElement(input)
    guard root.name == "model" else {
      throw .noModel(root: root)
    }
    for element in root.elements("entity") { entities.append(try Entity(element)) }
  }

  func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The other side of a relationship.
  func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse, let owner = entity(relationship.inverseEntity ?? relationship.target) else {
      return nil
    }
    return owner.relationships.first { $0.name == name }
  }
}

extension XMLElement {
  fileprivate func required(_ attribute: String) throws(InterchangeError) -> String {
    if let value = self[attribute], !value.isEmpty { return value }
    throw .lacksAttribute(attribute, self)
  }

  /// What a person noted under a key.
  fileprivate func userInfo(_ key: String) -> String? {
    elements("userInfo").flatMap { $0.elements("entry") }.first { $0["key"] == key }?["value"]
  }

  /// The name that it had before; its own says nothing.
  fileprivate var formerName: String? { self["elementID"].flatMap { $0 == self["name"] || $0.isEmpty ? nil : $0 } }
}

extension CoreDataModel.Entity {
  fileprivate init(_ element: XMLElement) throws(InterchangeError) {
    name = try element.required("name")
    parent = element["parentEntity"]
    isAbstract = element.isTrue("isAbstract")
    formerName = element.formerName
    for child in element.elements("attribute") { attributes.append(try CoreDataModel.Attribute(child)) }
    for child in element.elements("relationship") { relationships.append(try CoreDataModel.Relationship(child)) }
    fetchedProperties = element.elements("fetchedProperty").compactMap { $0["name"] }
    uniqueGroups = element.elements("uniquenessConstraints").flatMap { $0.elements("uniquenessConstraint") }
      .map { $0.elements("constraint").compactMap { $0["value"] } }
    descendingIndexes = element.elements("fetchIndex").filter { index in
      index.elements("fetchIndexElement").contains { $0["order"] == "descending" }
    }.map { $0["name"] ?? "" }
    indexes = element.elements("fetchIndex").map { $0.elements("fetchIndexElement").compactMap { $0["property"] } }
  }
}

extension CoreDataModel.Attribute {
  fileprivate init(_ element: XMLElement) throws(InterchangeError) {
    name = try element.required("name")
    type = element["attributeType"] ?? "Undefined"
    isOptional = element.isTrue("optional")
    isTransient = element.isTrue("transient")
    isIndexed = element.isTrue("indexed")
    isPrimaryKey = ["true", "yes", "1"].contains(element.userInfo("primaryKey")?.lowercased())
    formerName = element.formerName
    settings = element.attributes
  }
}

extension CoreDataModel.Relationship {
  fileprivate init(_ element: XMLElement) throws(InterchangeError) {
    name = try element.required("name")
    target = try element.required("destinationEntity")
    inverse = element["inverseName"]
    inverseEntity = element["inverseEntity"]
    isToMany = element.isTrue("toMany")
    isOrdered = element.isTrue("ordered")
    isOptional = element.isTrue("optional")
    deletionRule = element["deletionRule"] ?? "Nullify"
    // `Shop.PlayerTag`: the module says nothing here.
    through = element.userInfo("throughModel")?.split(separator: ".").last.map(String.init)
    formerName = element.formerName
  }
}
