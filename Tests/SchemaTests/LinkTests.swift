import Schema
import Testing

private func entity(_ name: String, _ relations: [Relation] = [], keys: [Field] = [Field(name: "id", type: .integer)])
  -> Entity
{
  var entity = Entity(name: name, table: snakeCase(name), fields: [])
  for key in keys {
    var key = key
    key.isPrimaryKey = true
    entity.fields.append(key)
  }
  for relation in relations {
    if relation.kind == .belongsTo {
      var field = Field(name: relation.columns[0], type: .integer)
      field.relation = relation.name
      entity.fields.append(field)
    }
    entity.relations.append(relation)
  }
  return entity
}

private func many(
  _ name: String, _ target: String, inverse: String? = nil, table: String? = nil, through: String? = nil,
  ordered: Bool = false
) -> Relation {
  var relation = Relation(name: name, kind: .manyToMany, target: target)
  (relation.inverse, relation.table, relation.through, relation.isOrdered) = (inverse, table, through, ordered)
  return relation
}

private func one(_ name: String, _ target: String) -> Relation {
  var relation = Relation(name: name, kind: .belongsTo, target: target)
  relation.columns = [name + "_id"]
  return relation
}

@Suite struct LinkTests {
  /// Each table of links with its columns: `player_tag(player_id, tag_id)`.
  private func links(_ entities: Entity...) throws -> [String] {
    try Catalog(entities).resolved().entities.filter(\.isLink).map {
      "\($0.table)(\(($0.fields + $0.hiddenFields).map(\.column).joined(separator: ", ")))"
    }
  }

  private func failure(_ entities: Entity...) -> String {
    do throws(SchemaError) {
      _ = try Catalog(entities).resolved()
      return "none"
    } catch { return error.description }
  }

  @Test func `both sides of a relation share a table, whichever comes first`() throws {
    let player = entity("Player", [many("tags", "Tag")])
    let tag = entity("Tag", [many("players", "Player")])
    #expect(try links(player, tag) == ["player_tag(player_id, tag_id)"])
    #expect(try links(tag, player) == ["player_tag(player_id, tag_id)"])
    #expect(try links(entity("Player"), tag) == ["player_tag(tag_id, player_id)"])
    let catalog = try Catalog([tag, player]).resolved()
    #expect(catalog["Player"]?.relation("tags")?.inverse == "players")
    #expect(catalog["Tag"]?.relation("players")?.link == .init(entity: "Player.tags", near: "tag", far: "player"))
  }

  @Test func `a link is two required keys that cascade, and together its own key`() throws {
    let catalog = try Catalog([entity("Player", [many("tags", "Tag")]), entity("Tag")]).resolved()
    let link = try #require(catalog["Player.tags"])
    #expect(link.keySlots == [0, 1] && link.isLink)
    for relation in link.relations { #expect(relation.isRequired && relation.deleteRule == .cascade) }
    #expect(catalog.inDependencyOrder.map(\.name).last == "Player.tags")
  }

  @Test func `several relations between two entities have tables of their own`() throws {
    let player = entity("Player", [many("tags", "Tag", inverse: "players"), many("topics", "Tag")])
    #expect(
      try links(player, entity("Tag", [many("players", "Player")])) == [
        "player_tag(player_id, tag_id)", "player_tag_topics(player_id, tag_id)",
      ])
    #expect(
      failure(
        entity("Player", [many("tags", "Tag"), many("topics", "Tag")]), entity("Tag", [many("players", "Player")]))
        == "entity 'Tag', relation 'players': Player has several relations to Tag (tags, topics)."
        + " Say which one: inverse = \"tags\"")
  }

  @Test func `an entity may lead to itself`() throws {
    #expect(try links(entity("Person", [many("friends", "Person")])) == ["person_friends(person_id, friends_id)"])
    let person = entity("Person", [many("following", "Person", inverse: "followers"), many("followers", "Person")])
    #expect(try links(person) == ["person_following(person_id, following_id)"])
    let catalog = try Catalog([person]).resolved()
    #expect(catalog["Person"]?.relation("followers")?.link?.near == "following")
    let friend = entity("Person", [many("friends", "Person", inverse: "friends")])
    #expect(try links(friend) == ["person_friends(person_id, friends_id)"])
    #expect(try Catalog([friend]).resolved()["Person"]?.relation("friends")?.isSymmetric == true)
  }

  @Test func `the key of a side may be of any type and of several columns`() throws {
    let code = Field(name: "code", type: .text)
    let shop = entity("Shop", keys: [Field(name: "land", type: .text), Field(name: "number", type: .integer)])
    let catalog = try Catalog([entity("Item", [many("shops", "Shop")], keys: [code]), shop]).resolved()
    let link = try #require(catalog["Item.shops"])
    #expect(link.fields.map(\.column) == ["item_id", "shop_land", "shop_number"])
    #expect(link.fields.map(\.type) == [.text, .text, .integer])
  }

  @Test func `an order is kept in a hidden column`() throws {
    let player = entity("Player", [many("tags", "Tag", ordered: true)])
    let tag = entity("Tag", [many("players", "Player", ordered: true)])
    #expect(try links(player, tag) == ["player_tag(player_id, tag_id, player_position, tag_position)"])
    #expect(try Catalog([player, tag]).resolved()["Tag"]?.relation("players")?.positionColumn == "tag_position")
  }

  @Test func `a table may be named, and may not be an entity's`() throws {
    #expect(try links(entity("A", [many("bs", "B", table: "x")]), entity("B")) == ["x(a_id, b_id)"])
    #expect(
      failure(entity("A", [many("bs", "B", table: "x")]), entity("B", [many("as", "A", table: "y")]))
        == "entity 'A', relation 'bs': as on the other side has other links: both must say the same 'through' or 'table'"
    )
    #expect(
      failure(entity("A", [many("bs", "B")]), entity("B"), entity("a_b"))
        == "entity 'A', relation 'bs': its links would be in the table 'a_b', which is that of a_b."
        + " Say through = \"a_b\", or give it another: table = \"…\"")
  }

  @Test func `what a relation names must be there`() {
    let tag = entity("Tag", [many("players", "Player")])
    #expect(
      failure(entity("Player", [many("tags", "Tag", inverse: "palyers")]), tag)
        == "entity 'Player', relation 'tags': Tag has no relation 'palyers' to Player. Did you mean 'players'?")
    #expect(
      failure(entity("Player", [many("tags", "Tag", through: "Taggin")]), entity("Tag"), entity("Tagging"))
        == "entity 'Player', relation 'tags': there is no entity 'Taggin'. Did you mean 'Tagging'?")
    #expect(
      failure(entity("Player", [many("tags", "Tag", through: "Tagging")]), entity("Tag"), entity("Tagging"))
        == "entity 'Player', relation 'tags': Tagging has no belongs_to \"Player\", which would hold one end of each link"
    )
  }

  @Test func `the other side of a has_one is unique`() throws {
    var passport = Relation(name: "passport", kind: .hasOne, target: "Passport")
    passport.inverse = "owner"
    let catalog = try Catalog([entity("Player", [passport]), entity("Passport", [one("owner", "Player")])]).resolved()
    #expect(catalog["Passport"]?.field("owner_id")?.isUnique == true)
  }

  @Test func `an entity without a key cannot be linked`() {
    #expect(
      failure(entity("A", [many("bs", "B")]), entity("B", keys: []))
        == "entity 'A', relation 'bs': B has no primary key of as many columns to refer to")
  }
}
