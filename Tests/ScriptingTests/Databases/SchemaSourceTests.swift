import Testing

/// What `db:schema_source()` says makes the same types again.
@Suite struct SchemaSourceTests {
  @Test func `the source of tables made elsewhere reads them as reflection did`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE Track (TrackId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(200) NOT NULL,
          Price NUMERIC(10,2) NOT NULL, Rate DECIMAL(8, 4), Bytes INTEGER, Photo BLOB, Score DOUBLE, Other NUMERIC, Day DATE, Plain)]]
        db:execute "INSERT INTO Track VALUES (1, 'a', 0.99, 1.0005, 7, x'00ff', 1.5, 'n/a', '2020-01-01', 3)"
        db:reflect()
        """)
    try script.expect(
      """
      local function row() local t = {} for _, n in ipairs { "Price", "Rate", "Bytes", "Score", "Other", "Day", "Plain" } do t[#t + 1] = tostring(Track:get(1)[n]) end return table.concat(t, " ") end
      local before, source = row(), db:schema_source()
      load(source)()
      print(before == row(), row(), Track:sum "Price", Track:where { Price = "0.99" }:count())
      print(db:schema_source() == source, Track:get(1).Photo == "\\0\\255")
      """,
      """
      true 0.99 1.0005 7 1.5 n/a 2020-01-01 3 0.99 1
      true true
      """)
  }
}
