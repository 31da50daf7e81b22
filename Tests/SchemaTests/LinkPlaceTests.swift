import Schema
import Testing

/// The table that each relation has, by what a database has noted.
@Suite struct LinkPlaceTests {
  private func entity(_ name: String, _ relations: [Relation] = []) -> Entity {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    return Entity(name: name, table: snakeCase(name), fields: [key], relations: relations)
  }

  private func many(_ name: String, was former: String? = nil, table: String? = nil) -> Relation {
    var relation = Relation(name: name, kind: .manyToMany, target: "B")
    (relation.formerName, relation.table) = (former, table)
    return relation
  }

  private func table(_ name: String, of relation: String?) -> LinkTable {
    LinkTable(name: name, first: .init(table: "a", relation: relation), second: .init(table: "b", relation: nil))
  }

  /// `bs in a_b`; with `was`, the table that gets the name.
  private func places(_ relations: [Relation], in tables: [LinkTable]) throws -> [String] {
    let catalog = try Catalog([entity("A", relations), entity("B")]).resolved(linkedIn: tables)
    return relations.map { relation in
      let link = catalog["A.\(relation.name)"]
      return "\(relation.name) in \(link?.table ?? "–")" + (link?.formerName.map { ", was \($0)" } ?? "")
    }
  }

  @Test func `where nothing is there the first has the short name`() throws {
    #expect(try places([many("bs"), many("fav")], in: []) == ["bs in a_b", "fav in a_b_fav"])
    #expect(try places([many("fav"), many("bs")], in: []) == ["fav in a_b", "bs in a_b_bs"])
    #expect(try places([many("fav"), many("bs", table: "a_b")], in: []) == ["fav in a_b_fav", "bs in a_b"])
  }

  @Test func `what is noted comes before the order, and before names`() throws {
    let noted = [table("a_b", of: "bs"), table("a_b_fav", of: "fav"), table("old", of: "odd")]
    #expect(
      try places([many("odd"), many("new"), many("fav"), many("bs")], in: noted)
        == ["odd in old", "new in a_b_new", "fav in a_b_fav", "bs in a_b"])
    let crossed = [table("a_b_fav", of: "bs")]
    #expect(try places([many("fav"), many("bs")], in: crossed) == ["fav in a_b", "bs in a_b_fav"])
  }

  @Test func `where nothing is noted names come before the order`() throws {
    let plain = [table("a_b", of: nil), table("a_b_fav", of: nil)]
    #expect(try places([many("fav"), many("bs")], in: plain) == ["fav in a_b_fav", "bs in a_b"])
    #expect(try places([many("more"), many("bs")], in: [table("a_b", of: nil)]) == ["more in a_b", "bs in a_b_bs"])
  }

  @Test func `a former name leads to the table that is to be renamed`() throws {
    let noted = [table("a_b", of: "bs"), table("a_b_fav", of: "fav")]
    #expect(
      try places([many("liked", was: "fav"), many("bs")], in: noted)
        == ["liked in a_b_liked, was a_b_fav", "bs in a_b"])
    #expect(try places([many("fav"), many("all", was: "bs")], in: noted) == ["fav in a_b_fav", "all in a_b"])
    // What is renamed goes before what has the name now; once it has its own table it has that.
    #expect(
      try places([many("fav"), many("liked", was: "fav"), many("bs")], in: noted)
        == ["fav in a_b_fav", "liked in a_b_liked, was a_b_fav", "bs in a_b"])
    let done = [table("a_b_fav", of: "fav"), table("x", of: "liked")]
    #expect(try places([many("fav"), many("liked", was: "fav")], in: done) == ["fav in a_b_fav", "liked in x"])
  }

  @Test func `links of a relation that is gone go to the only one that is new, and to none of several`() throws {
    let noted = [table("a_b", of: "bs")]
    #expect(try places([many("all")], in: noted) == ["all in a_b"])
    #expect(try places([many("all"), many("more")], in: noted) == ["all in a_b_all", "more in a_b_more"])
    #expect(
      try places([many("more", table: "a_b_more"), many("bs")], in: noted) == ["more in a_b_more", "bs in a_b"])
  }
}
