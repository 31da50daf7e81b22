import Testing

/// Tables that a script makes with SQL of its own.
@Suite struct MadeBySQLTests {
  @Test func `a table made by SQL is an entity at once`() throws {
    try Script(schema: "").expect(
      """
      db:execute "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
      Shop:create { name = "A" }
      local a = Shop:first()
      db:execute "/* with its parent */ create table item (id integer primary key, shop_id int references shop(id), n int)"
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
}
