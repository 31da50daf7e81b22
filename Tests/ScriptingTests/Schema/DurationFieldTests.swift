import Testing

/// `duration {}`.
@Suite struct DurationFieldTests {
  private static let schema = """
    Lap = entity "Lap" { name = text {}, time = duration { validate = is.at_most "PT1H30M" } }
    db:create_all()
    db:add {
      Lap { name = "a", time = "PT1M30S" }, Lap { name = "b", time = 3600 }, Lap { name = "c", time = "-PT10S" },
      Lap { name = "d" },
    }
    function names(list)
      local result = {}
      for i, lap in ipairs(list) do result[i] = lap.name end
      table.sort(result)
      return table.concat(result, " ")
    end
    """

  @Test func `it is an integer in Lua and in the file`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local lap = Lap:where { name = "a" }:first()
      lap.time = "PT2M"
      print(math.type(lap.time), lap.time)
      lap:save()
      print(math.type(db:query "SELECT time FROM lap"[1].time), lap:reload().time, lap.time + 1)
      print(Lap:sum "time", Lap:max "time", names(Lap:where { time = is.present }:sorted_by "time":fetch()))
      """,
      """
      integer 120
      integer 120 121
      3710 3600 a b c
      """)
  }

  @Test(arguments: [
    #"{ time = is.greater "PT1M" }"#, #""time > 'PT1M'""#, #""time > t", { t = "PT1M" }"#, #""time > 60""#,
    #"{ time = { "PT1H", 90 } }"#, #""time", ">", "PT1M""#, #"{ time = is.between("PT90S", "P1D") }"#,
  ])
  func `its text is taken in conditions, in SQL and in memory`(condition: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return names(Lap:where(\(condition)):fetch())", "a b")
    try script.expect("return names(Lap:fetch():filter(\(condition)))", "a b")
  }

  @Test func `what is made of durations is shown as they are, and is seconds to Lua`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local known = Lap:where { time = is.present }
      print(encode(known:values("name", "time"), "csv"), known:values("name", "time")[2][2])
      local groups = known:group_by("length(name)"):aggregate { all = "sum time", mid = "avg time" }
      print(groups:encode "csv", encode(groups:fetch(), "csv") == groups:encode "csv", groups:first().all)
      """,
      """
      name,time
      a,PT1M30S
      b,PT1H
      c,-PT10S
       3600
      length(name),all,mid
      1,PT1H1M20S,PT20M26.667S
       true 3680
      """)
    try script.expect(
      """
      Run = entity "Run" { legs = has_many "Leg" } Leg = entity "Leg" { time = duration {}, run = belongs_to "Run" }
      db:create_all()
      Run:create { legs = { { time = "PT1H" }, { time = "PT30M" } } }
      local runs = Run:annotate { total = "sum legs.time", mean = "avg legs.time", most = "max legs.time" }
      print(runs:encode "csv", runs:first().total, runs:first().mean)
      print(runs:where { total = is.greater "PT1H" }:count(), Run:where "sum(legs.time) > 'PT1H29M'":count())
      """, "id,mean,most,total\n1,PT45M,PT1H,PT1H30M\n 5400 2700.0\n1 1")
  }

  @Test func `a closure sees the seconds`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return names(Lap:where(function(l) return l.time and l.time > 60 end):fetch())", "a b")
  }

  @Test func `a rule and a refusal say what is wrong`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("Lap:create { time = 'PT2H' }") == "Lap: time: 7200 is not at most 'PT1H30M'")
    #expect(
      script.failure("Lap { time = 'P1Y' }")
        == "Lap: time: expected a duration of weeks, days, hours, minutes and seconds"
        + " (years and months differ in length), not the text 'P1Y'")
    #expect(script.failure("Lap:where { time = 'PT0.5S' }").contains("(a fraction would be lost)"))
    try script.expect("return Lap:first():validate('time', 5400), (Lap:first():validate('time', 5401))", "true nil")
  }

  @Test func `its table says the type and the rule`() throws {
    let script = try Script(schema: Self.schema)
    let sql = try script.run("return Lap:create_sql()")
    #expect(sql.contains("\"time\" INTEGER /* duration */ CHECK (\"time\" <= 5400)"), "\(sql)")
    try script.expect("return tostring(db:migrate { dry_run = true }):find('time', 1, true)", "nil")
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `files hold its text, and give it back`(format: String) throws {
    let files = try FileScript(schema: Self.schema)
    let outcome = try files.run(
      """
      local path = dir .. "/laps.\(format)"
      Lap:export(path)
      local text = Lap:encode "\(format)"
      print(text:find "PT1M30S" ~= nil, text:find "PT1H" ~= nil, text:find "-PT10S" ~= nil, text:find "3600")
      Lap:all():delete()
      Lap:import(path)
      for i, lap in ipairs(Lap:sorted_by "name":fetch()) do print(lap.name, lap.time) end
      """)
    #expect(outcome == "true true true nil\na 90\nb 3600\nc -10\nd nil")
  }

  @Test func `a file may hold seconds`() throws {
    let files = try FileScript(schema: Self.schema)
    try files.write("laps.csv", "name,time\ne,75\nf,\ng,-PT1M\n")
    #expect(
      try files.run(
        "Lap:import(dir .. '/laps.csv') for i, lap in ipairs(Lap:fetch()) do print(lap.name, lap.time) end"
      )
      .hasSuffix("e 75\nf nil\ng -60"))
    try files.write("laps.csv", "name,time\nh,P1M\n")
    #expect(files.failure("Lap:import(dir .. '/laps.csv')").contains("years and months differ in length"))
  }

  @Test func `groups and documents keep the seconds`() throws {
    let script = try Script(
      schema: """
        Leg = entity "Leg" { abstract = true, time = duration {} }
        Tour = entity "Tour" { name = text {}, leg = embedded "Leg", time = duration {} }
        db:create_all()
        Tour:create { name = "x", leg = { time = "PT1H" }, time = "PT1M" }
        Tour:create { name = "x", leg = { time = 60 }, time = 5 }
        """)
    try script.expect(
      """
      local tours = Tour:where "leg.time > 'PT1M'":fetch()
      print(#tours, tours[1].leg.time)
      print(Tour:group_by("name"):aggregate { total = "sum time" }:having "total == 'PT1M5S'":count())
      """, "1 3600\n1")
  }

  @Test func `documents inside of others say durations and words as those on their own do`() throws {
    let script = try Script(
      schema: """
        Place = entity "Place" { abstract = true, kind = enum { { "home", 1 }, { "work", 2 } }, stay = duration {} }
        Visit = entity "Visit" {
          at = embedded "Place", all = list_of "Place", by = map_of(duration {}),
          way = variant { lap = duration {}, word = enum { { "a", "b" }, { "b", "a" } }, none = true },
        }
        db:create_all()
        Visit:create { at = { kind = "work", stay = 129600 }, all = { { stay = 60 } }, by = { x = 5 }, way = { word = "a" } }
        Visit:create { way = { lap = "PT2M" } }
        """)
    try script.expect(
      """
      local first = Visit:get(1)
      print(first.at)
      print(first.at:encode "json")
      print(first:encode "json")
      print(Visit:where { id = 1 }:encode "json")
      print((Visit:all():encode "csv":gsub("\\r", "")))
      print(Visit:group_by("id"):aggregate { all = "list way" }:encode "json")
      local function stored()
        local rows = db:query [[SELECT at, "all", by, way FROM visit]]
        return rows[1].at .. rows[1].all .. rows[1].by .. rows[1].way .. rows[2].way
      end
      local before = stored()
      print(before)
      for _, format in ipairs { "json", "csv", "plist" } do
        local text = Visit:all():encode(format)
        Visit:all():delete()
        db:add(Visit:decode(text, format))
        assert(stored() == before, format)
      end
      """,
      """
      Place {"kind":"work","stay":"PT36H"}
      {"kind":"work","stay":"PT36H"}
      {"id":1,"at":{"kind":"work","stay":"PT36H"},"all":[{"stay":"PT1M"}],"by":{"x":"PT5S"},"way":{"word":"a"}}
      [{"id":1,"at":{"kind":"work","stay":"PT36H"},"all":[{"stay":"PT1M"}],"by":{"x":"PT5S"},"way":{"word":"a"}}]
      id,at,all,by,way
      1,"{""kind"":""work"",""stay"":""PT36H""}","[{""stay"":""PT1M""}]","{""x"":""PT5S""}","{""word"":""a""}"
      2,,,,"{""lap"":""PT2M""}"

      [{"id":1,"all":[{"word":"a"}]},
      {"id":2,"all":[{"lap":"PT2M"}]}]
      {"kind":2,"stay":129600}[{"stay":60}]{"x":5}{"word":"b"}{"lap":120}
      """)
  }
}
