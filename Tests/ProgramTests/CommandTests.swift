import TestSupport
import Testing

/// The commands of the prompt, in a pipe.
@Suite struct CommandTests {
  static let schema = """
    Team = entity "Team" { name = text { unique = true }, players = has_many "Player" }
    Player = entity "Player" { name = text {}, age = integer {}, score = real {}, team = belongs_to "Team" }
    db:create_all()
    red = Team:create { name = "Red" }
    db:add(Player { name = "Ann", age = 20, score = 1.5, team = red }, Player { name = "Bob", age = 22, score = 3 }, Player { name = "Cid", age = 22 })

    """

  private func run(_ input: String, mode: String = "csv") throws -> Program.Run {
    try Program.run(["--no-init", "--mode", mode], input: Self.schema + input)
  }

  private func output(_ input: String, mode: String = "csv") throws -> String {
    let run = try run(input, mode: mode)
    #expect(run.errors == "" && run.exit == .exited(0))
    return run.output
  }

  @Test func `tables are listed with their rows`() throws {
    #expect(
      try output("CREATE VIEW v AS SELECT 1;\n.tables\n") == "name,kind,rows\nplayer,table,3\nteam,table,1\nv,view,1\n")
  }

  @Test func `the last result comes again in another mode`() throws {
    #expect(
      try output("Player:where { age = 20 }:select('name')\n.last json\n.last\n")
        == "id,name\n1,Ann\n[{\"id\":1,\"name\":\"Ann\"}]\nid,name\n1,Ann\n")
    #expect(try output("SELECT 1 AS a\n.last jsonl\n") == "a\n1\n{\"a\":1}\n")
    #expect(try run(".last\n").errors.hasSuffix(".last: nothing was shown yet\n"))
    #expect(try run(".last jsn\n").errors.contains("Did you mean 'json'? The modes are box,"))
  }

  @Test(arguments: [
    ("json", "[{\"a\":1,\"a_2\":2,\"b\":3}]\n"), ("jsonl", "{\"a\":1,\"a_2\":2,\"b\":3}\n"),
    ("csv", "a,a,b\n1,2,3\n"), ("insert", "INSERT INTO \"table\" (\"a\",\"a_2\",\"b\") VALUES(1,2,3);\n"),
    ("lua", "return {\n  { a = 1, a_2 = 2, b = 3 },\n}\n"),
  ])
  func `columns of one name are told apart where values stand beside the names`(mode: String, text: String) throws {
    let run = try Program.run(["--no-init", "--mode", mode], input: "SELECT 1 a, 2 a, 3 b\n")
    #expect(run.output == text)
  }

  @Test func `insert statements put the rows into their table again`() throws {
    let schema = """
      Genre = entity "Genre" { name = text { column = "Name" }, size = enum { { "small", 1 }, { "large", 2 } },
        price = decimal { scale = 2 }, live = boolean {}, at = datetime {}, table = "all genres" }
      db:create_all()
      """
    let rows = """
      db:add(Genre { name = "it's", size = "large", price = "1.50", live = true, at = 0 }, Genre { size = "small" })
      """
    for value in ["Genre:all()", "Genre:fetch()", "Genre:sectioned_by('size'):results()", "Genre:get(1), Genre:get(2)"]
    {
      let written = try Program.run(["--no-init", "--mode", "insert"], input: "\(schema)\n\(rows)\n\(value)\n")
      #expect(written.errors == "")
      #expect(written.output.hasPrefix("INSERT INTO \"all genres\" (\"id\",\"Name\",\"size\",\"price\","))
      let read = try Program.run(
        ["--no-init", "--mode", "csv"], input: "\(schema)\n\(written.output)\nGenre:sorted_by('id')\n")
      #expect(read.errors == "")
      #expect(
        read.output.hasSuffix(
          "id,name,size,price,live,at\n1,it's,large,1.50,true,1970-01-01T00:00:00Z\n2,,small,,,\n"))
    }
  }

  @Test func `one object is no list in JSON`() throws {
    #expect(try output("Team:get(1)\n", mode: "json") == "{\"id\":1,\"name\":\"Red\"}\n")
    #expect(try output("Team:where { id = 1 }\n", mode: "json") == "[{\"id\":1,\"name\":\"Red\"}]\n")
  }

  @Test func `a table that is not made yet is shown as it would be`() throws {
    let run = try Program.run(
      ["--no-init"], input: "K = entity 'K' { v = integer { indexed = true } }\n.schema K\ndb:create_all()\n.schema K\n"
    )
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("-- not made yet: db:create_all() makes it\nCREATE TABLE IF NOT EXISTS \"k\" ("))
    #expect(run.output.contains("CREATE INDEX IF NOT EXISTS \"k_v_idx\" ON \"k\" (\"v\");\nCREATE TABLE \"k\" ("))
  }

  @Test func `results go to a file and back to the screen`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf '.output %s/a.txt\\n1 + 1\\nSELECT 5 AS n\\n.output\\n3 + 3\\n.output /nope/a\\n' $d | moonshell --no-init --mode csv
      cat $d/a.txt
      """)
    #expect(run.output == "6\n2\nn\n5\n")
    #expect(run.errors.hasSuffix(".output: cannot write /nope/a: no such file or directory\n"))
  }

  @Test func `a file of Lua or SQL is read`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); echo 'x = 5 return x' > $d/a.lua
      printf 'CREATE TABLE t (a);\\n-- a; comment\\nCREATE TRIGGER tt AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = 2; END;\\nINSERT INTO t VALUES (1); INSERT INTO t VALUES (2);\\nSELECT * FROM t' > $d/b.sql
      printf 'SELECT 1 AS a;\\n\\nSELECT nope FROM t;' > $d/c.sql
      printf '.read %s/a.lua\\nx\\n.read %s/b.sql\\n.read %s/c.sql\\n' $d $d $d | moonshell --no-init --mode csv | sed "s#$d##"
      """)
    #expect(run.output == "5\n5\na\n1\na\n1\n")
    #expect(run.errors.contains("/c.sql:3: ") && run.errors.contains("  3 | SELECT nope FROM t;\n"))
    #expect(
      try self.run(".read /nope.lua\n").errors.hasSuffix(".read: cannot read /nope.lua: no such file or directory\n"))
    #expect(try self.run(".read\n").errors.hasSuffix(".read takes a file. Write .read FILE\n"))
  }

  @Test func `several statements in one line are run in order`() throws {
    #expect(try output("SELECT 1 AS a; SELECT ';' AS b;\n") == "a\n1\nb\n;\n")
  }

  @Test func `another database is opened`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)'
      printf '.open %s/a.db\\nPet:count()\\nBEGIN\\n.open :memory:\\n' $d | moonshell --no-init
      """)
    #expect(run.output == "0\n")
    #expect(run.errors.contains(".open: a transaction is open: commit or roll it back first\n"))
  }

  @Test func `rows that break the rules are found by their keys`() throws {
    let rules =
      "Player = entity 'Player' { name = text { validate = is.not_equal 'Bob' }, age = integer { validate = is.at_least(21) }, score = real { required = true } }\n"
    let once =
      "key,field,value,message\n1,age,20,is not at least 21\n2,name,Bob,is not different from 'Bob'\n3,score,,is required\n"
    // Who calls the program learns of it by the exit code.
    for name in ["Player", "player"] {
      let checked = try run(rules + ".check \(name)\n'not reached'\n")
      #expect(checked.output == once && checked.exit == .exited(1))
      #expect(checked.errors.hasSuffix(".check: 3 values break a rule in 3 rows of Player\n"))
    }
    let fine = try run(".check Team\n'reached'\n")
    #expect(fine.output == "key,field,value,message\nreached\n" && fine.exit == .exited(0))
    #expect(fine.errors == "1 row of Team checked: no rule is broken\n")
    // In Lua it is a value.
    #expect(try output(rules + "Player:check()\n") == once)
    #expect(
      try output(
        rules + "#Player:check(), Player:check()[2].key\nprint(encode(Player:check(), 'csv'))\n")
        == "3\n2\n\(once)\n")
    #expect(try output("#Team:check()\n") == "0\n")
    #expect(try run(".check Playr\n").errors.hasSuffix("Did you mean 'Player'? Write .check [ENTITY]\n"))
    // Without a name it is all entities, of which those are shown that have such rows.
    let whole = rules.replacing("required = true } }", with: "required = true }, team = belongs_to 'Team' }")
    let all = try run(whole + ".check\n")
    #expect(all.output == once && all.exit == .exited(1))
    #expect(all.errors.contains("1 row of Team checked: no rule is broken\n") && all.errors.contains("Player\n"))
    #expect(all.errors.hasSuffix(".check: 3 values break a rule in 3 rows of Player\n"))
  }

  @Test func `rows of other programs are checked for all that the database would hold them to`() throws {
    let schema = """
      Team = entity "Team" { name = text {} }
      P = entity "P" {
        n = integer { bits = 16 }, k = text { unique = true }, a = text {}, b = text {}, team = belongs_to "Team",
        indexes = { index { "a", "b", unique = true } },
      }
      db:execute "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT)"
      db:execute "INSERT INTO team VALUES (1, 'Red')"
      db:execute "CREATE TABLE p (id INTEGER PRIMARY KEY, n INT, k TEXT, a TEXT, b TEXT, team_id INT)"
      db:execute "INSERT INTO p VALUES (1, 70000, 'x', 'u', 'v', 1), (2, 1, 'x', 'u', 'v', 7), (3, 2, NULL, NULL, 'v', NULL)"

      """
    let rows = try Program.run(["--mode", "csv"], input: schema + "P:check()\n").output.split(separator: "\n")
    let start = rows.firstIndex { $0.hasPrefix("key,") } ?? 0
    #expect(
      rows[start...].dropFirst().map(String.init) == [
        "1,n,70000,is not an integer of 16 bits (-32768 to 32767)", "1,k,x,is not alone", "2,k,x,is not alone",
        #"1,"a, b","'u', 'v'",are not alone"#, #"2,"a, b","'u', 'v'",are not alone"#, "2,team,7,is no row of Team",
      ])
  }

  @Test func `checks find what SQLite was told to store: rules as SQL, CHECKs, references of several columns`() throws {
    let folder = try TemporaryFolder()
    let schema = """
      db:execute "PRAGMA ignore_check_constraints = on"
      db:execute "PRAGMA foreign_keys = off"
      db:execute "CREATE TABLE team (org INT, no INT, PRIMARY KEY (org, no))"
      db:execute [[CREATE TABLE p (id INTEGER PRIMARY KEY, age INT CHECK ("age" < 150), low INT, high INT, org INT, no INT,
        CHECK (low < high), FOREIGN KEY (org, no) REFERENCES team (org, no))]]
      db:execute "INSERT INTO team VALUES (1, 1)"
      db:execute "INSERT INTO p VALUES (1, 200, 1, 2, 1, 1), (2, 20, 3, 2, 1, 9), (3, NULL, NULL, 2, NULL, 9)"

      """
    let file = folder.path + "/other.db"
    _ = try Program.run([file], input: schema)
    let reflected = try Program.run(["--mode", "csv", file], input: ".check P\n")
    #expect(
      reflected.output.split(separator: "\n") == [
        "key,field,value,message", #"2,"org, no","1, 9",is no row of Team"#, #"2,"",,low < high does not hold"#,
        #"1,"",,"""age"" < 150 does not hold""#,
      ])
    let declared = """
      P = entity "P" { age = integer {}, low = integer {}, high = integer {}, check = sql "low + 1 < high" }
      .check P

      """
    let again = try Program.run(["--mode", "csv", file], input: declared)
    #expect(
      again.output.split(separator: "\n") == [
        "key,field,value,message", #"1,"",,low + 1 < high does not hold"#, #"2,"",,low + 1 < high does not hold"#,
      ])
  }

  @Test func `a summary counts what there is`() throws {
    #expect(
      try output(".summary Player\n") == """
        field,type,min,max,NULLs,distinct,histogram
        id,integer,1,3,0,3,███
        name,text,Ann,Cid,0,3,█
        age,integer,20,22,0,2,▄ █
        score,real,1.5,3.0,1,2,█      █
        team_id,integer,1,1,2,1,█

        """)
  }

  @Test func `the schema has indexes and triggers`() throws {
    let text = try output(
      """
      CREATE TRIGGER noting AFTER DELETE ON team BEGIN SELECT 1; END;
      CREATE INDEX by_age ON player(age);
      .schema Player
      .schema Team

      """)
    #expect(text.contains(") STRICT;\nCREATE INDEX by_age ON player(age);\n"))
    #expect(text.hasSuffix("CREATE TRIGGER noting AFTER DELETE ON team BEGIN SELECT 1; END;\n"))
  }

  @Test func `the rows of two databases are compared`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy.db")
    let text = try output(
      """
      .backup \(path)
      .compare \(path) Player
      Player:get(1):delete()
      Player:where { id = 2 }:update { age = 30 }
      Player:create { name = "Dan" } ; x = nil
      .compare \(path) Player:where "id < 9"
      .compare \(path) Player:group_by("age"):aggregate { n = "count" }

      """)
    #expect(text.contains("both have the same rows\n"))
    #expect(text.contains("1 only here, 1 only there, 1 different there (\(path))\n"))
    #expect(text.contains("  ~ 2  age: 30 → 22\n") && text.contains("  - 4  name = 'Dan'"))
    #expect(try run(".backup /\n").errors.contains("there is such a file: name a new one, not '/'"))
    #expect(try run(".compare x\n").errors.contains(".compare takes a database and a request"))
  }

  @Test func `decimals of SQL are shown as declared`() throws {
    let schema =
      "Item = entity 'Item' { price = decimal { scale = 2 } } db:create_all() Item:create { price = '2640.43' } x = 1\n"
    #expect(
      try output(schema + "SELECT price, price AS p, price + 0 AS raw FROM item\n.last\n").hasSuffix(
        "price,p,raw\n2640.43,2640.43,264043\nprice,p,raw\n2640.43,2640.43,264043\n"))
  }

  @Test func `a summary has booleans as scripts do`() throws {
    let text = try output("P = entity 'P' { b = boolean {} } db:create_all() P:create { b = true }\n.summary P\n")
    #expect(text.hasSuffix("\nb,boolean,true,true,0,1, █\n"))
  }

  @Test func `commands that switch say what is on`() throws {
    #expect(try output(".echo\n.timer\n.pager\n") == "off\noff\non\n")
    let run = try run(".timer on\n.timer\n.timer off\n.echo on\n.echo\n")
    #expect(run.output == "on\non\n")
  }

  @Test func `a chart takes all numbers and moments that there are`() throws {
    let schema = """
      X = entity "X" { r = real {}, n = integer {}, d = date {}, t = datetime {}, s = text {} }
      db:create_all()
      db:add(
        X { r = 1e308, n = math.maxinteger, d = "0001-01-01", t = "2024-05-01T10:00:00Z", s = "a" },
        X { r = -1e308, n = math.maxinteger - 1, d = "9999-12-31", t = "2024-05-01T15:30:00Z", s = "b" },
        X { t = "2024-05-01T15:40:00Z", s = "c" })

      """
    func lines(_ commands: String) throws -> [Substring] {
      try Program.run([], input: schema + commands).output.split(separator: "\n")
    }
    func total(_ field: String) throws -> Int {
      try lines(".chart X \(field)\n").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }
    #expect(try total("r") == 2 && total("n") == 2 && total("d") == 2 && total("t") == 3)
    #expect(try lines(".chart X t\n").count == 6)
    #expect(try lines(".chart X:all() s n\n").last == "c   NULL")
    let infinite = try lines("chart({ { a = 'x', b = 1/0 }, { a = 'y', b = -3 }, { a = 'z', b = 0/0 } }, 'a', 'b')\n")
    #expect(infinite.count == 3 && infinite[0].hasSuffix("█ inf") && infinite[1].hasSuffix("▒ -3"))
    #expect(
      try lines("local t = {} for i = 1, 60 do t[i] = { a = 'l' .. i, b = i } end chart(t, 'a', 'b')\n").count == 60)
  }

  @Test func `what is no number in a column of another program's numbers has a bar of its own`() throws {
    let table = """
      db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, note TEXT, v REAL)"
      db:execute "INSERT INTO t (note, v) VALUES ('a', 1.5), ('b', 2.5), ('a', 3.5), ('c', ''), ('d', NULL)"

      """
    let lines = try Program.run([], input: table + ".chart T v\n").output.split(separator: "\n")
    #expect(lines.last?.hasPrefix("no number") == true && lines.last?.hasSuffix(" 1") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("1.4 – 1.6") || $0.hasPrefix("1.5") }, "\(lines)")
  }

  @Test func `a chart has a bar for each row or value`() throws {
    let rows = try output(".chart Player:sorted_by('name') age\n")
    #expect(rows.split(separator: "\n").map { $0.prefix(5) } == ["Ann  ", "Bob  ", "Cid  "])
    #expect(rows.contains(" 20\n") && rows.contains(" 22\n"))
    let counts = try output(".chart Player:all() team\n.chart Player:group_by('age'):aggregate { n = 'count' } n\n")
    #expect(counts.contains(" 1\n") && counts.contains(" 2\n") && counts.contains("22  █"))
    #expect(try output(".chart db:query 'SELECT 1 AS a, 2 AS b' b\n").hasSuffix(" 2\n"))
    #expect(try run(".chart Player\n").errors.contains(".chart takes a request and a field"))
    // Of groups nothing need be named: the rows are counted, or the first number is drawn.
    for groups in [
      "Player:group_by('age')", "Player:group_by 'age'", "Player:group_by('age'):aggregate { n = 'count' }",
      "Player:group_by('age'):aggregate { n = 'count' } n",
    ] {
      #expect(
        try output(".chart \(groups)\n").split(separator: "\n").map { $0.suffix(2) } == [" 1", " 2"], "\(groups)")
    }
    #expect(try output("chart(Player:group_by('age'))\n") == output(".chart Player:group_by('age')\n"))
    let unknown = try run(".chart Player:group_by('age'):aggregate { total = 'count' } totl\n").errors
    #expect(unknown.contains("the groups have no 'totl'. Did you mean 'total'? They have age, total"))
    #expect(try run(".chart Player:all() agee\n").errors.contains("Did you mean 'age'?"))
  }

  @Test func `a histogram has bins of round width or parts of the calendar`() throws {
    let numbers = try output(
      "for i = 1, 99 do Player:create { name = 'n', age = i } end\n.chart Player age\n"
    ).split(separator: "\n")
    #expect(numbers.count == 10)
    #expect(numbers.first?.hasPrefix("0 – 9 ") == true && numbers.first?.hasSuffix(" 9") == true)
    #expect(numbers[2].hasSuffix(" 13"))
    let days = try output(
      """
      Day = entity "Day" { at = date {} }
      db:create_all()
      for i = 1, 12 do Day:create { at = string.format("2024-%02d-15", i) } end
      .chart Day at
      chart(Day, "at")
      """
    ).split(separator: "\n")
    #expect(days.count == 24 && days[0].hasPrefix("2024-01  ") && days[11].hasPrefix("2024-12  "))
    #expect(Array(days.prefix(12)) == Array(days.suffix(12)))
  }

  @Test func `bars have a label that is named`() throws {
    let bars = try output(".chart Player:sorted_by('id') score age\nchart(Player:sorted_by('id'), 'score', 'age')\n")
    #expect(bars.split(separator: "\n").map { $0.prefix(3) } == ["1.5", "3.0", "nil", "1.5", "3.0", "nil"])
    #expect(try run("chart(Player)\n").errors.contains("chart takes the name of a field behind the value"))
  }

  @Test func `a summary is a list of tables`() throws {
    #expect(try output("Player:summary()[2].field, Player:summary()[2].distinct\n") == "name\n3\n")
    #expect(
      try output("Team:summary()\n").hasPrefix("field,type,min,max,NULLs,distinct,histogram\nid,integer,1,1,0,1,"))
  }

  @Test func `advice is tried and measured and leaves nothing behind`() throws {
    let text = try output(
      """
      l = {} for i = 1, 500 do l[i] = Player { name = "n" .. i, age = i } end db:add(l)
      .advise Player:where { name = "n7", age = is.less(9) }
      .advise Player:where { id = 3 }
      .advise Player:where { team = red }
      SELECT count(*) AS n FROM sqlite_master WHERE type = 'index' AND name LIKE '%name%' AND tbl_name = 'player'
      """)
    #expect(text.contains("index(\"name\") in Player\n  CREATE INDEX \"player_name_idx\" ON \"player\" (\"name\")\n"))
    #expect(text.contains("rows scanned  503 → 0\n"))
    #expect(text.contains("└─ SEARCH player USING INDEX player_name_idx"))
    #expect(text.contains("no index helps: an index is used already\n"))
    #expect(text.hasSuffix("n\n0\n"))
    #expect(
      try run(".advise 5\n").errors.contains(
        ".advise takes a request, such as Player:where { age = 20 }, not the integer 5"))
  }

  @Test func `a plan is shown`() throws {
    let text = try output(".mode box\n.explain Player:where { id = 1 }\n")
    #expect(text.hasPrefix("SELECT ") && text.contains("└─ SEARCH player"))
    #expect(
      try run(".explain\n").errors.contains(
        ".explain takes a request, such as Player:where { age = 20 }. Write .explain REQUEST"))
    #expect(try run(".explain Player:where { agee = 1 }\n").errors.contains("Did you mean 'age'?"))
  }

  @Test func `rows go into a file and come back`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); cat > $d/in <<'END'
      \(Self.schema)
      .export FILE Player:all()
      Player:all():delete()
      .import FILE Player
      Player:pluck "name"
      .import FILE Playr
      END
      sed -i "s#FILE#'$d/my players.csv'#" $d/in; moonshell --no-init --mode csv < $d/in; ls $d | grep csv
      """)
    #expect(run.output == "3\nAnn\nBob\nCid\nmy players.csv\n")
    #expect(run.errors.contains("there is no entity 'Playr'. Did you mean 'Player'? Write .import FILE [ENTITY]\n"))
    #expect(try self.run(".import\n").errors.contains(".import takes a file, and an entity if there is one"))
    #expect(try self.run(".export a.csv\n").errors.contains(".export takes a file and a request, such as"))
    #expect(try self.run(".watch 5\n").errors.contains(".watch takes a request, such as"))
  }

  @Test func `files are taken in and written with options`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf 'name;name;save\\nAnn;Lee;1,5\\nBob;Ray;2,5\\n' > $d/people.csv; cat > $d/in <<'END'
      .import DIR/people.csv { separator = ";", decimal = "," }
      .import DIR/people.csv { separator = ";", decimal = "," }
      .import DIR/people.csv People { separator = ";", decimal = ",", columns = { "name", "name_2", false } }
      People:where("save_ == 1.5"):count()
      People:count()
      .export DIR/out.txt People:where { name_2 = "Ray" }:limit(1) { format = "json" }
      .export DIR/all.txt People { format = "jsonl" }
      .import DIR/people.csv { separatr = ";" }
      END
      sed -i "s#DIR#$d#" $d/in; moonshell --no-init < $d/in; cd $d; grep -c Ray out.txt; grep -c Ray all.txt
      """)
    #expect(run.errors.contains("name_2 = text {}"))
    #expect(
      run.errors.contains("2 rows imported into People\nPeople is there already: the rows are added to it\n2 rows"))
    #expect(run.output.hasSuffix("2\n6\n1\n3\n"), "\(run)")
    #expect(run.errors.contains("unknown option 'separatr'. Did you mean 'separator'?"))
  }

  @Test func `a file that is taken in tells what it makes beside the results`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf 'name;pay\\nAnn;1,5\\nBob;2,5\\n' > $d/de.csv
      m=$PWD/.build/debug/moonshell; moonshell() { "$m" "$@"; }; cd $d
      moonshell --no-init --json -e '.import de.csv' -e 'De:count()' 2> messages; grep -c imported messages
      printf '%s\\n' '.import de.csv' '.import de.csv { decimal = "," }' > twice; moonshell --no-init < twice
      printf '%s\\n' '.import de.csv' 'DROP TABLE de;' '.import de.csv { decimal = "," }' 'De:sum "pay"' > again
      moonshell --no-init < again 2> messages
      """)
    #expect(run.output == "2\n1\n4.0\n", "\(run)")
    #expect(
      run.errors.contains(
        "De is there already, and 'pay' is text in it, not decimal. To make it anew:"),
      "\(run)")
  }

  @Test func `rows that an import leaves out are told below one another, with what came in`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf 'name,n\\nAnn,1\\nBob,x\\nCid,3\\nDan,y\\n' > $d/p.csv; cat > $d/in <<'END'
      P = entity "P" { name = text {}, n = integer {} }
      db:create_all()
      .import DIR/p.csv P { on_error = "skip" }
      P:count()
      .import DIR/p.csv P { on_error = "skip", max_errors = 1 }
      END
      sed -i "s#DIR#$d#" $d/in; moonshell --no-init < $d/in | sed "s#$d/##"
      """)
    #expect(
      run.output == """
        p.csv:3:5: P: n: expected an integer, not the text 'x'
        p.csv:5:5: P: n: expected an integer, not the text 'y'
        2 came in, 2 left out
        2
        p.csv:3:5: P: n: expected an integer, not the text 'x'
        2 came in, 1 or more left out

        """)
    #expect(run.errors == "2 rows imported into P\n2 rows imported into P\n")
  }

  @Test func `help tells of the sandbox`() throws {
    #expect(try output(".help sandbox\n").contains("--allow-write PATH"))
  }

  @Test func `help knows ones own entities too`() throws {
    let text = try output(".help Team\n")
    #expect(
      text.hasPrefix("name,type,rules\n") && text.contains("\nname,text,")
        && text.contains("\nplayers,has_many Player,"))
    #expect(try output(".help default\n").contains("score = integer { default = 0 }"))
    #expect(try run(".help defualt\n").errors.contains("Did you mean 'default'?"))
  }

  @Test func `entities are drawn as boxes`() throws {
    #expect(
      try output(".diagram\n") == """
        ╭─ Team ────────────────╮          ╭─ Player ────────────╮
        │ id    integer  key    │          │ id     integer  key │
        │ name  text     unique │          │ name   text         │
        ├───────────────────────┤          │ age    integer      │
        │ players ─▶▶ Player    ├1─╮       │ score  real         │
        ╰───────────────────────╯  │       ├─────────────────────┤
                                   ╰──────n┤ team ──▶ Team       │
                                           ╰─────────────────────╯

        """)
    #expect(
      try Program.run(["--no-init"], input: ".diagram\n").errors.hasSuffix(".diagram: there are no entities yet\n"))
  }
}
