import Schema
import Testing

/// Entities that share a table.
@Suite struct SharingTests {
  private func entity(_ name: String, _ fields: [String], isAbstract: Bool = false) -> Entity {
    var entity = Entity(name: name, table: snakeCase(name), fields: fields.map { Field(name: $0, type: .text) })
    entity.isAbstract = isAbstract
    return entity
  }

  /// Animal, with Cat and Dog in its table, and Kitten, which extends Cat; Owner is apart.
  private func zoo(isAbstract: Bool = false) -> Catalog {
    let animal = entity("Animal", ["name"], isAbstract: isAbstract).sharingItsTable
    let cat = entity("Cat", ["lives"]).sharing(tableOf: animal)
    let kitten = entity("Kitten", ["fed"]).sharing(tableOf: cat)
    let dog = entity("Dog", ["trained"]).sharing(tableOf: animal)
    return Catalog([kitten, entity("Owner", ["name"]), dog, animal, cat])
  }

  @Test func `they have one table, one key and the field kind`() throws {
    for name in ["Animal", "Cat", "Kitten", "Dog"] {
      let entity = try #require(zoo()[name])
      #expect(entity.table == "animal")
      #expect(entity.sharing?.root == "Animal")
      #expect(entity.fields.prefix(3).map(\.name) == ["id", "kind", "name"])
      #expect(entity.keySlots == [0])
      #expect(entity.fields[1].ownKind == .text(name))
      #expect(entity.hasTable)
      #expect(zoo().tableOwner(of: entity).name == "Animal")
    }
    #expect(zoo()["Kitten"]?.fields.map(\.name) == ["id", "kind", "name", "lives", "fed"])
    #expect(zoo()["Owner"]?.sharing == nil)
  }

  @Test(arguments: [
    ("Animal", ["Kitten", "Dog", "Animal", "Cat"], ["lives", "fed", "trained"], false),
    ("Cat", ["Kitten", "Cat"], ["fed"], true), ("Kitten", ["Kitten"], [], true), ("Dog", ["Dog"], [], true),
  ]) func `each knows its kinds and the columns that these add`(
    _ name: String, _ kinds: [String], _ others: [String], _ isPart: Bool
  ) throws {
    let sharing = try #require(try zoo().resolved()[name]?.sharing)
    #expect(sharing.kinds == kinds)
    #expect(sharing.others == others)
    #expect(sharing.isPart == isPart)
    #expect(try zoo().resolved()[name]?.fields[1].choices.map(\.label) == kinds)
    #expect(try zoo().resolved()[name]?.isMixed == (kinds.count > 1))
  }

  @Test func `what is abstract is no kind, but has the table`() throws {
    let catalog = try zoo(isAbstract: true).resolved()
    #expect(catalog["Animal"]?.sharing?.kinds == ["Kitten", "Dog", "Cat"])
    #expect(catalog["Animal"]?.sharing?.isPart == false)
    #expect(catalog["Animal"]?.hasTable == true)
    #expect(catalog["Animal"]?.fields[1].ownKind == nil)
    #expect(catalog["Animal"]?.isMixed == true)
  }

  @Test func `a kind is what it extends in the table`() {
    for (name, kinds) in [("Kitten", ["Kitten", "Cat", "Animal"]), ("Dog", ["Dog", "Animal"]), ("Owner", ["Owner"])] {
      for other in zoo().names { #expect(zoo().isKind(name, of: other) == kinds.contains(other), "\(name) \(other)") }
    }
    #expect(zoo().sharers(of: entity("Owner", [])).map(\.name) == ["Owner"])
  }

  @Test func `from one of them all are reached, and what they refer to comes before them`() throws {
    var catalog = zoo()
    var dog = try #require(catalog["Dog"])
    var relation = Relation(name: "owner", kind: .belongsTo, target: "Owner")
    relation.columns = ["owner_id"]
    dog.relations = [relation]
    dog.fields.append(Field(name: "owner_id", type: .integer))
    catalog.define(dog)
    #expect(Set(catalog.reachable(from: "Kitten").names) == ["Kitten", "Owner", "Dog", "Animal", "Cat"])
    #expect(catalog.inDependencyOrder.map(\.name) == ["Owner", "Kitten", "Dog", "Animal", "Cat"])
    var toy = entity("Toy", [])
    relation.target = "Cat"
    toy.relations = [relation]
    #expect(Catalog([toy] + catalog.entities).inDependencyOrder.last?.name == "Toy")
  }

  @Test func `a column is the same thing for all`() throws {
    let catalog = zoo()
    let animal = try #require(catalog["Animal"])
    func clash(_ change: (inout Field) -> Void) -> String? {
      var field = Field(name: "lives", type: .text)
      change(&field)
      var other = Entity(name: "Bird", table: "bird", fields: [field])
      other.position = nil
      return catalog.columnClash(of: other.sharing(tableOf: animal))?.entity
    }
    #expect(clash { _ in } == nil)
    #expect(clash { $0.isRequired = true } == nil)
    #expect(clash { $0.type = .integer } == "Kitten")
    #expect(clash { $0.isUnique = true } == "Kitten")
    #expect(
      clash {
        ($0.name, $0.type) = ("Trained", .integer); $0.column = "Trained"
      } == "Dog")
    #expect(
      clash {
        ($0.name, $0.type) = ("name", .integer); $0.column = "name"
      } == "Animal")
    #expect(clash { ($0.type, $0.column) = (.integer, "bird_lives") } == nil)
  }

  @Test func `what extends one of them apart has no kind`() throws {
    let plain = try #require(zoo()["Cat"]).notSharing
    #expect(plain.fields.map(\.name) == ["id", "name", "lives"])
    #expect(plain.sharing == nil)
    #expect(entity("Toy", []).extending(plain).sharing == nil)
  }
}
