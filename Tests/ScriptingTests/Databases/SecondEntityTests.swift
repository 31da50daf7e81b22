import Testing

/// Relations of existing tables to one of which a script declares an entity of another name.
@Suite struct SecondEntityTests {
  private let tables = """
    db:execute "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT)"
    db:execute "CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT, album_id INTEGER REFERENCES album(id))"
    db:execute "CREATE TABLE playlist (id INTEGER PRIMARY KEY, name TEXT)"
    db:execute [[CREATE TABLE playlist_track (playlist_id INTEGER REFERENCES playlist(id),
      track_id INTEGER REFERENCES track(id), PRIMARY KEY (playlist_id, track_id))]]
    db:execute "INSERT INTO album VALUES (1, 'A'), (2, 'B')"
    db:execute "INSERT INTO track VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 2)"
    db:execute "INSERT INTO playlist VALUES (1, 'P')"
    db:execute "INSERT INTO playlist_track VALUES (1, 2), (1, 3)"
    """
  private let asked = """
    local album, list = Album:get(1), Playlist:get(1)
    print(album.track:count(), album.track:sorted_by("name"):fetch()[1].name, Album:where { ["track.name"] = "z" }:count())
    print(#Album:with("track"):fetch()[1].track:fetch(), list.track:count(), PlaylistTrack:fetch()[1].track.name)
    """
  private let answers = """
    2 x 1
    2 2 y
    """

  @Test(arguments: [
    "album = belongs_to 'Album'", "album_id = integer {}", "disc = belongs_to('Album', { column = 'album_id' })",
  ])
  func `they lead to the entity of the table from then on`(key: String) throws {
    let song = "Song = entity 'Song' { table = 'track', name = text {}, \(key) }"
    let script = try Script(schema: tables + "\ndb:reflect()")
    try script.expect(song + "\n" + asked, answers)
    // Whichever comes first.
    try Script(schema: tables).expect(song + "\ndb:reflect()\n" + asked, answers)
  }

  @Test func `what the entity does not declare leads nowhere, and all else stays`() throws {
    try Script(schema: tables + "\ndb:reflect()").expect(
      """
      Song = entity "Song" { table = "track", name = text {} }
      print(pcall(function() return Album:get(1).track end))
      return Playlist:get(1).track:count()
      """,
      """
      false Album has no field 'track'.
      2
      """)
  }

  @Test func `objects are added to them, and the table of links may have a second entity, too`() throws {
    try Script(schema: tables + "\ndb:reflect()").expect(
      """
      Song = entity "Song" { table = "track", name = text {}, album_id = integer {} }
      Entry = entity "Entry" {
        table = "playlist_track", playlist = belongs_to("Playlist", { primary_key = true }),
        song = belongs_to("Song", { column = "track_id", primary_key = true }),
      }
      local album = Album:get(2)
      album.track:add(Song { id = 4, name = "w" }, Song:get(1))
      print(album.track:count(), Album:get(1).track:count(), Song:get(1).album_id)
      return Playlist:get(1).track:count()
      """,
      """
      3 1 2
      2
      """)
  }
}
