import Testing

/// Tables that a script makes with SQL of its own.
@Suite struct MadeBySQLTests {
  @Test func `a table made by SQL is an entity at once`() throws {
    try Script(schema: "").expect(
      """
      db:execute "CREATE TABLE shop (\(TestEngine.numberedKey), name TEXT NOT NULL)"
      Shop:create { name = "A" }
      local a = Shop:first()
      db:execute "/* with its parent */ create table item (\(TestEngine.numberedKey), shop_id int references shop(id), n int)"
      Item:create { shop = a, n = 3 }
      print(a.name, a:key(), Shop:get(1).item:count(), Item:first().shop.name)
      db:execute "alter table shop add column city text"
      Shop:get(1):assign { city = "Ulm" }
      a.name = "B" a:save()
      print(Shop:first().name, Shop:where { city = null }:count(), a)
      db:execute "CREATE VIEW big AS SELECT n FROM item WHERE n > 2"
      print(Big:count())
      """,
      """
      A Shop:1 1 A
      B 1 Shop(1)
      1
      """)
  }

  @Test func `an entity that a script defined keeps its definition`() throws {
    try Script(schema: "").expect(
      """
      Player = entity "Player" { name = text {} }
      db:create_all()
      db:execute "CREATE TABLE other (id INTEGER PRIMARY KEY)"
      db:execute "ALTER TABLE player ADD COLUMN extra TEXT"
      local seen = {}
      for name in pairs(Player:create { name = "A" }) do seen[#seen + 1] = name end
      print(table.concat(seen, " "), Other:count())
      """,
      "id name 0")
  }

  private let albums = """
    db:execute "CREATE TABLE artist (ArtistId INTEGER PRIMARY KEY, Name TEXT)"
    db:execute "CREATE TABLE album (AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER NOT NULL REFERENCES artist (ArtistId))"
    db:execute "INSERT INTO artist VALUES (1, 'A'), (2, 'B')"
    db:execute "INSERT INTO album VALUES (1, 'x', 1), (2, 'y', 2), (3, 'z', 1)"
    """

  @Test func `what is generated holds tables made by SQL, also beside declared ones`() throws {
    try Script(schema: albums).expect(
      """
      local function holds()
        return Album:create_sql():find "^CREATE TABLE album " ~= nil, generate "sql":find "album" ~= nil, db:create_sql():find "album" ~= nil,
          generate "swift":find "struct Album" ~= nil, generate "mermaid":find "Album" ~= nil
      end
      print(holds())
      Own = entity "Own" { name = text {} }
      print(holds())
      """,
      """
      true true true true true
      true true true true true
      """)
  }

  @Test func `tests take objects of tables made by SQL`() throws {
    try Script(schema: albums).expect(
      """
      local one, two = Artist:get(1), Artist:get(2)
      for _, test in ipairs { is.equal(one), is.one_of(one), is.one_of { one, two }, ~is.equal(one), is.none_of(two) } do
        print(Album:where { artist = test }:count(), #Album:fetch():filter { artist = test })
      end
      """,
      """
      2 2
      2 2
      3 3
      1 1
      2 2
      """)
  }
}
