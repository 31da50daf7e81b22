import Query
import SQLiteEngine
import Schema
import Testing

@Suite struct LinkReflectionTests {
  private func reflect(_ statements: String...) throws -> Catalog {
    let database = try Database()
    for statement in statements { try database.run(statement) }
    return try Catalog(Reflection(database.tables).entities()).resolved()
  }

  private func relations(_ entity: Entity?) -> [String] {
    (entity?.relations ?? []).map { relation in
      "\(relation.name) \(relation.kind.rawValue) \(relation.target)"
        + (relation.through.map { " through \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    "PRIMARY KEY(PlaylistId, TrackId)", "UNIQUE(TrackId, PlaylistId)",
  ]) func `a table of two keys is a link, and an entity of its own`(key: String) throws {
    let catalog = try reflect(
      "CREATE TABLE Playlist(PlaylistId INTEGER PRIMARY KEY)", "CREATE TABLE Track(TrackId INTEGER PRIMARY KEY)",
      """
      CREATE TABLE PlaylistTrack(
        PlaylistId INTEGER NOT NULL REFERENCES Playlist, TrackId INTEGER NOT NULL REFERENCES Track, \(key))
      """)
    #expect(
      relations(catalog["Playlist"]) == [
        "playlist_track has_many PlaylistTrack", "track many_to_many Track through PlaylistTrack",
      ])
    #expect(
      catalog["Track"]?.relation("playlist")?.link == .init(entity: "PlaylistTrack", near: "track", far: "playlist"))
    #expect(catalog["Track"]?.relation("playlist")?.inverse == "track")
    #expect(relations(catalog["PlaylistTrack"]) == ["playlist belongs_to Playlist", "track belongs_to Track"])
  }

  @Test(arguments: [
    "CREATE TABLE l(a_id REFERENCES a, b_id REFERENCES b, note TEXT, PRIMARY KEY(a_id, b_id))",
    "CREATE TABLE l(a_id REFERENCES a, b_id REFERENCES b)",
    "CREATE TABLE l(a_id REFERENCES a, b_id, PRIMARY KEY(a_id, b_id))",
    "CREATE TABLE l(a_id REFERENCES a PRIMARY KEY, b_id REFERENCES b)",
  ]) func `a table with more than two keys, or with a pair twice, is none`(table: String) throws {
    let catalog = try reflect("CREATE TABLE a(id INTEGER PRIMARY KEY)", "CREATE TABLE b(id INTEGER PRIMARY KEY)", table)
    #expect(catalog["A"]?.relations.contains { $0.kind == .manyToMany } == false)
  }

  @Test func `links of a table with itself are named by their key`() throws {
    let catalog = try reflect(
      "CREATE TABLE person(id INTEGER PRIMARY KEY)",
      """
      CREATE TABLE friendship(
        person_id REFERENCES person, friend_id REFERENCES person, PRIMARY KEY(person_id, friend_id))
      """)
    #expect(
      relations(catalog["Person"]) == [
        "friendship_by_person has_many Friendship", "friendship_by_friend has_many Friendship",
        "person_by_person many_to_many Person through Friendship",
        "person_by_friend many_to_many Person through Friendship",
      ])
  }

  @Test func `a unique key leads back to one row`() throws {
    let catalog = try reflect(
      "CREATE TABLE player(id INTEGER PRIMARY KEY)",
      "CREATE TABLE passport(id INTEGER PRIMARY KEY, player_id UNIQUE REFERENCES player)",
      "CREATE TABLE profile(player_id INTEGER PRIMARY KEY REFERENCES player)",
      "CREATE TABLE game(id INTEGER PRIMARY KEY, player_id REFERENCES player)")
    #expect(
      relations(catalog["Player"]) == ["game has_many Game", "passport has_one Passport", "profile has_one Profile"])
  }
}

@Suite struct ColumnNoteTests {
  static let notes: [(String, String?, String?)] = [
    ("uuid", "uuid", nil), ("links of tags", nil, "tags"), ("uuid, links of tags", "uuid", "tags"),
    ("datetime(3), links of a_b", "datetime(3)", "a_b"), ("date of birth", "date of birth", nil),
    ("decimal(2)", "decimal(2)", nil),
  ]

  @Test(arguments: notes)
  func `a note is a type's, of a relation, or both`(text: String, remark: String?, relation: String?) {
    let note = ColumnNote(text)
    #expect(note == ColumnNote(remark: remark, linkedBy: relation))
    #expect(note.text == text)
  }

  @Test func `a table of links is told by its keys, with the relations that it notes`() {
    var near = TableDescription.Column(name: "a_id", declaredType: "INTEGER")
    near.take(note: "links of bs")
    let far = TableDescription.Column(name: "b_id", declaredType: "INTEGER")
    var table = TableDescription(
      name: "a_b", columns: [near, far],
      foreignKeys: [
        .init(columns: ["b_id"], table: "b", referencedColumns: ["id"], onDelete: "CASCADE"),
        .init(columns: ["a_id"], table: "a", referencedColumns: ["id"], onDelete: "CASCADE"),
      ])
    let links = LinkTable(
      name: "a_b", first: .init(table: "a", relation: "bs"), second: .init(table: "b", relation: nil))
    #expect(table.links == links)
    table.columns.append(.init(name: "a_position", declaredType: "INTEGER"))
    #expect(table.links == links)
    table.columns.append(.init(name: "weight", declaredType: "INTEGER"))
    #expect(table.links == nil)
  }
}
