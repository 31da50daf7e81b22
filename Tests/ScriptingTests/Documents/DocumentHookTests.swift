import Testing

/// The functions that a script gives entities whose objects stand in others.
@Suite struct DocumentHookTests {
  private let schema = """
    log = {}
    local function hooks(name)
      local function note(word, object) log[#log + 1] = word .. " " .. name .. " " .. tostring(object.name) end
      return {
        encode = function(object, t) note("encode", object) t.by = (t.by or "") .. name return t end,
        decode = function(object, t) note("decode", object) object.name = object.name .. "+" .. tostring(t.mark) end,
      }
    end
    local room, floor, house = hooks "Room", hooks "Floor", hooks "House"
    Room = entity "Room" { abstract = true, name = text { validate = is.length(1, 20) },
      before_encode = room.encode, after_decode = room.decode }
    Floor = entity "Floor" { abstract = true, name = text {}, rooms = list_of "Room", best = embedded "Room",
      before_encode = floor.encode, after_decode = floor.decode }
    House = entity "House" { name = text {}, floors = map_of "Floor", shape = variant { one = "Room", none = true },
      before_encode = house.encode, after_decode = house.decode }
    db:create_all()
    function logged() local text = table.concat(log, ", ") log = {} return text end
    """

  private let tower = """
    House:create { name = "Tower", floors = { low = { name = "F", rooms = { { name = "r1" }, { name = "r2" } },
      best = { name = "b" } } }, shape = { one = { name = "s" } } }
    """

  @Test func `before_encode is asked of the innermost document first`() throws {
    let script = try Script(schema: schema + "\n" + tower)
    try script.expect(
      "print(House:first():encode 'json') print(logged())",
      #"{"id":1,"name":"Tower","floors":{"low":{"name":"F","rooms":[{"name":"r1","by":"Room"},"#
        + #"{"name":"r2","by":"Room"}],"best":{"name":"b","by":"Room"},"by":"Floor"}},"#
        + #""shape":{"one":{"name":"s","by":"Room"}},"by":"House"}"#
        + "\nencode Room r1, encode Room r2, encode Room b, encode Floor F, encode Room s, encode House Tower")
    // Rows that need no object otherwise are asked, too; and a request's, and those of rows of text.
    try script.run("House:where('id', '>', 0):encode 'json'")
    try script.expect("return #log", "6")
    #expect(try script.run("print(House:fetch():encode 'csv')").contains(#"""one"":{""name"":""s"",""by"":""Room""}"#))
    #expect(try script.run("print(House:encode 'csv')").contains(#"""one"":{""name"":""s"",""by"":""Room""}"#))
  }

  @Test func `after_decode is asked of the innermost document first, with the document as it came`() throws {
    let script = try Script(schema: schema)
    try script.run(
      """
      h = House:decode('{"name":"T","mark":1,"floors":{"low":{"name":"F","mark":2,"rooms":[{"name":"r","mark":3}],'
        .. '"best":{"name":"b","mark":4}}}}', "json")
      """)
    try script.expect(
      "local f = h.floors.low return h.name, f.name, f.rooms[1].name, f.best.name", "T+1 F+2 r+3 b+4")
    try script.expect("return logged()", "decode Room r, decode Room b, decode Floor F, decode House T")
    // What is read of a row was decoded long ago.
    try script.run("h:save() house = House:get(h.id) name = house.floors.low.name")
    try script.expect("return name, logged()", "F+2 ")
  }

  @Test func `what after_decode makes of a document is tested`() throws {
    let script = try Script(schema: schema)
    #expect(
      script.failure(
        #"House:decode('{"name":"T","shape":{"one":{"name":"r","mark":"a very long name indeed"}}}', "json")"#
      )
      .contains("name: 'r+a very long name indeed'"))
  }

  @Test func `imports and exports ask the functions, too`() throws {
    let files = try FileScript(schema: schema)
    try files.write("h.json", #"[{"name":"T","shape":{"one":{"name":"r","mark":1}},"mark":0}]"#)
    #expect(
      try files.run("House:import(dir .. '/h.json') return House:first().shape.one.name, logged()")
        == "r+1 decode Room r, decode House T")
    #expect(try files.run("House:export(dir .. '/o.jsonl') return logged()") == "encode Room r+1, encode House T+0")
    #expect(try files.contents("o.jsonl").contains(#""one":{"name":"r+1","mark":1,"by":"Room"}"#))
  }

  @Test func `before_save and after_load are asked of the documents of an object that is saved or read`() throws {
    let script = try Script(
      schema: """
        log = {}
        local function noting(word) return function(x) log[#log + 1] = word .. " " .. x.name end end
        Part = entity "Part" { abstract = true, name = text { required = true }, parts = list_of "Part",
          before_save = function(p) p.name = p.name:upper() log[#log + 1] = "save " .. p.name end, after_load = noting "load" }
        Thing = entity "Thing" { name = text {}, part = embedded "Part", size = integer {}, before_save = noting "save" }
        db:create_all()
        function logged() local text = table.concat(log, ", ") log = {} return text end
        t = Thing:create { name = "t", part = { name = "a", parts = { { name = "b" } } } }
        """)
    try script.expect("return t.part.name, t.part.parts[1].name, logged()", "A B save t, save A, save B")
    try script.run("t = Thing:get(1)")
    try script.expect("return logged(), t.part.name, logged()", " A load B, load A")
    try script.run("t.part.parts[2] = { name = 'c' } t:save()")
    try script.expect(
      "return db:query('SELECT part FROM thing')[1].part, logged()",
      #"{"name":"A","parts":[{"name":"B"},{"name":"C"}]} save t, save A, save B, save C"#)
    // Nothing is written, so nobody is asked; what was not read is not asked either.
    try script.expect("t:save() return logged()", "")
    try script.expect("t = Thing:get(1) t.size = 3 t:save() return logged()", "save t")
  }

  @Test func `a document of a newer version is refused, of an older one brought up to date, wherever it stands`() throws
  {
    let script = try Script(
      schema: """
        Geo = entity "Geo" { abstract = true, lat = real {}, version = 3, migrate = function(t, from) t.lat = t.lat * 10 ^ (3 - from) end }
        Place = entity "Place" { name = text {}, geo = embedded "Geo", all = list_of "Geo" }
        db:create_all()
        """)
    try script.expect(
      """
      p = Place:decode('{"geo":{"lat":1},"all":[{"lat":1,"_version":2},{"lat":1,"_version":3}]}', "json")
      return p.geo.lat, p.all[1].lat, p.all[2].lat
      """, "100.0 10.0 1.0")
    try script.expect(
      "p:save() return p:encode 'json'",
      #"{"id":1,"name":null,"geo":{"lat":100.0,"_version":3},"all":[{"lat":10.0,"_version":3},{"lat":1.0,"_version":3}]}"#
    )
    try script.expect("return tostring(p.geo), next(Place:get(1):changes())", #"Geo {"lat":100.0} nil"#)
    #expect(
      script.failure(#"Place:decode('{"all":[{"lat":1},{"lat":1,"_version":4}]}', "json")"#)
        == "Place: all[2]: the document is of version 4, this schema of version 3: a newer schema wrote it")
    #expect(
      script.failure(#"Place:decode('{"geo":{"_version":"x"}}', "json")"#)
        == "Place: geo._version: expected a number from 1, not the text 'x'")
    try script.run("db:execute [[UPDATE place SET geo = '{\"lat\":null,\"_version\":9}']]")
    #expect(script.failure("return Place:get(1).geo").contains("Place: geo: the document is of version 9"))
  }
}
