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
