import Testing

/// Rows and objects that become files and texts.
@Suite struct ExportTests {
  @Test func `a request is written in the format of the file`() throws {
    let files = try FileScript(schema: fivePlayers)
    _ = try files.run(
      """
      Player:where { age = is.at_most(20) }:select("name", "rank", "active"):export(dir .. "/a.csv")
      Player:where { name = "Bob" }:select("name", "active"):export(dir .. "/a.txt", { format = "json" })
      """)
    #expect(try files.contents("a.csv") == "id,name,active,rank\n1,Ann,true,amateur\n")
    #expect(try files.contents("a.txt") == "[{\"id\":2,\"name\":\"Bob\",\"active\":false}]\n")
    #expect(files.names == ["a.csv", "a.txt"])
  }

  @Test func `what fails on the way leaves the old file`() throws {
    let files = try FileScript(schema: fivePlayers)
    try files.write("a.json", "old")
    #expect(
      files.failure("Player:where(function(p) error('stop') end):export(dir .. '/a.json')").hasSuffix("stop"))
    #expect(try files.contents("a.json") == "old")
    #expect(files.names == ["a.json"])
    #expect(
      files.failure("Player:export('/none/a.json')") == "cannot write '/none/a.json': no such file or directory")
  }

  @Test func `one object is a document and a list is a list`() throws {
    let script = try Script(schema: fivePlayers)
    let ann =
      #"{"id":1,"name":"Ann","age":20,"score":5,"active":true,"rank":"amateur","avatar":null,"team_id":1}"#
    try script.expect("print(Player:get(1):encode 'json')", ann)
    try script.expect("print(Player:where { id = 1 }:fetch():encode 'json')", "[\(ann)]")
    try script.expect("print(Player:where { id = 1 }:encode 'jsonl')", ann + "\n")
    try script.expect("print(Player { name = 'X' }:encode 'json')", #"{"name":"X"}"#)
    try script.expect(
      "print(encode(Player:get(1), 'json') == Player:get(1):encode 'json', encode(Player, 'csv') == Player:encode 'csv')",
      "true true")
  }

  @Test func `a result set is its rows in their order`() throws {
    let files = try FileScript(schema: fivePlayers)
    #expect(
      try files.run(
        """
        local rs = Player:select("name"):sorted_by("-name"):limit(2):results()
        print(rs:encode "json", encode(rs, "csv"))
        rs:export(dir .. "/a.tsv")
        local plain = result_set { unique = "id", sort = "id" }
        plain:load { { id = 2, name = "b" }, { id = 1, name = "a" } }
        print(plain:encode "json")
        """) == """
          [{"id":5,"name":"Eve"},
          {"id":4,"name":"Dan"}] id,name
          5,Eve
          4,Dan

          [{"id":1,"name":"a"},
          {"id":2,"name":"b"}]
          """)
    #expect(try files.contents("a.tsv") == "id\tname\n5\tEve\n4\tDan\n")
  }

  @Test func `related objects that were loaded stand in the document`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      "print(Team:with('players'):where { name = 'Red' }:select('name'):encode 'json')",
      """
      [{"id":1,"name":"Red","players":[\
      {"id":1,"name":"Ann","age":20,"score":5,"active":true,"rank":"amateur","avatar":null},\
      {"id":2,"name":"Bob","age":21,"score":3,"active":false,"rank":"amateur","avatar":null}]}]
      """)
    try script.expect(
      "print(Player:with('team'):where { name = is.one_of('Cid', 'Eve') }:select('name', 'team'):encode 'jsonl')",
      """
      {"id":3,"name":"Cid","team":{"id":2,"name":"Blue"}}
      {"id":5,"name":"Eve","team":null}

      """)
    #expect(
      script.failure("Team:with('players'):encode 'csv'")
        == "csv is flat: it cannot hold 'players' of each row. Use json, jsonl, plist or bplist")
  }

  @Test func `what comes out with related objects comes in again`() throws {
    for format in ["json", "jsonl", "plist", "bplist"] {
      let files = try FileScript(schema: fivePlayers)
      #expect(
        try files.run(
          """
          local text = Team:with("players"):encode "\(format)"
          Team:with("players"):export(dir .. "/t.\(format)")
          Player:all():delete() Team:all():delete()
          print(Team:import(dir .. "/t.\(format)"), Team:with("players"):encode "\(format)" == text)
          Player:with("team"):where { id = is.at_most(4) }:export(dir .. "/p.\(format)")
          text = Player:with("team"):encode "\(format)"
          Player:all():delete() Team:all():delete()
          print(Player:import(dir .. "/p.\(format)"), Player:with("team"):encode "\(format)" == text)
          """) == "2 true\n4 true", "\(format)")
    }
  }

  @Test func `functions of the entity add to documents`() throws {
    let script = try Script(
      schema: """
        P = entity "P" {
          name = text {}, photo = data {}, seen = datetime {},
          before_encode = function(p, document)
            document.title = p.name:upper()
            document.name = nil
          end,
          after_decode = function(p, document) p.name = document.title:lower() end,
        }
        db:create_all()
        P:create { name = "ann", photo = "\\255\\0", seen = "2024-02-29T12:30:00Z" }
        """)
    for format in ["json", "jsonl", "csv", "tsv", "plist", "bplist"] {
      try script.expect(
        "local p = P:decode(P:encode '\(format)', '\(format)')[1] print(p.name, p.photo == '\\255\\0', p.seen)",
        "ann true 2024-02-29T12:30:00Z")
    }
    try script.expect(
      "print(P:encode 'json')", #"[{"id":1,"photo":"/wA=","seen":"2024-02-29T12:30:00Z","title":"ANN"}]"#)
  }

  @Test func `formats that are unknown are refused`() throws {
    let script = try Script(schema: fivePlayers)
    #expect(
      script.failure("Player:encode 'jsn'")
        == "encode: unknown format 'jsn'. Did you mean 'json'? There are csv, tsv, json, jsonl, plist, bplist, markdown,"
        + " html, table, box, line, lua, insert")
    #expect(
      script.failure("Player:encode()")
        == "encode takes the name of a format (csv, tsv, json, jsonl, plist, bplist, markdown,"
        + " html, table, box, line, lua, insert), not nil")
  }

  @Test func `objects that others belong to stand in their documents, whoever made the tables`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT)"
        db:execute "CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES Artist)"
        db:reflect()
        Pair = entity "Pair" { a = integer { primary_key = true }, b = text { primary_key = true }, v = integer {} }
        Child = entity "Child" { n = text {}, p = belongs_to "Pair" }
        db:create_all()
        Artist:create { ArtistId = 3, Name = "AC/DC" }
        Album:create { Title = "TNT", ArtistId = 3 } Album:create { Title = "?" }
        Child:create { n = "c", p = Pair:create { a = 1, b = "x", v = 2 } } Child:create { n = "d" }
        """
    ).expect(
      """
      local albums = Album:with "artist":encode "json"
      print(albums)
      print(Album:decode(albums, "json")[1].artist.Name, Artist:count())
      print(Child:with "p":encode "json")
      print(Child:encode "json")
      """,
      """
      [{"AlbumId":1,"Title":"TNT","ArtistId":3,"artist":{"ArtistId":3,"Name":"AC/DC"}},
      {"AlbumId":2,"Title":"?","ArtistId":null,"artist":null}]
      AC/DC 1
      [{"id":1,"n":"c","p":{"a":1,"b":"x","v":2}},
      {"id":2,"n":"d","p":null}]
      [{"id":1,"n":"c","p_a":1,"p_b":"x"},
      {"id":2,"n":"d","p_a":null,"p_b":null}]
      """)
  }
}
