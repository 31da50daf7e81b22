import Testing

/// Columns of other programs whose cells are texts where bytes are declared, and bytes where texts may stand: what goes
/// out comes back as the same bytes, or is refused.
@Suite struct OthersBytesTests {
  private let photos = """
    db:execute "CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB)"
    db:execute "INSERT INTO photo VALUES (1, 'text'), (2, 'abcd'), (3, x'00ff'), (4, ''), (5, x''), (6, NULL), (7, CAST(x'ff00' AS TEXT))"
    db:reflect()
    function bytes(name)
      local result = {}
      for i, row in ipairs(db:query("SELECT hex(bytes) AS h, typeof(bytes) AS t FROM " .. (name or "photo") .. " ORDER BY id")) do
        result[i] = row.t .. " " .. row.h
      end
      return table.concat(result, ", ")
    end
    """

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `texts in a column of bytes come back as the same bytes`(format: String) throws {
    let files = try FileScript(schema: photos)
    let outcome = try files.run(
      """
      local path = dir .. "/photos.\(format)"
      Photo:all():export(path)
      Photo:all():delete()
      print(Photo:import(path), bytes())
      -- Among bytes they are bytes.
      db:execute "CREATE TABLE scan (id INTEGER PRIMARY KEY, bytes BLOB)"
      db:execute "INSERT INTO scan VALUES (1, x'47'), (2, 'text')"
      Scan:all():export(path)
      Scan:all():delete()
      print(Scan:import(path), bytes "scan")
      """)
    #expect(
      outcome == """
        7 text 74657874, text 61626364, blob 00FF, text , text , null , blob FF00
        2 blob 47, blob 74657874
        """)
  }

  @Test func `in text such a cell is base64, as bytes are`() throws {
    try Script(schema: photos).expect(
      """
      print(Photo:where "id < 4":encode "jsonl")
      print(Photo:where "id < 4":encode "csv")
      print(encode(Photo:where "id < 4":group_by("bytes"):aggregate { n = "count" }, "jsonl"))
      """,
      """
      {"id":1,"bytes":"dGV4dA=="}
      {"id":2,"bytes":"YWJjZA=="}
      {"id":3,"bytes":"AP8="}

      id,bytes
      1,dGV4dA==
      2,YWJjZA==
      3,AP8=

      {"bytes":"YWJjZA==","n":1}
      {"bytes":"dGV4dA==","n":1}
      {"bytes":"AP8=","n":1}

      """)
  }
}
