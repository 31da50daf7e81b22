import Interchange
import Testing

@Suite("The sample in each format")
struct SampleTests {
  @Test
  func `box`() {
    #expect(
      sample.text(.box) == """
        ╭──────┬──────────────────┬───────┬────────┬─────────────────┬───────────┬───────┬──────────────────────╮
        │   id │ name             │ score │ active │ avatar          │ photo     │ price │ any thing            │
        ├──────┼──────────────────┼───────┼────────┼─────────────────┼───────────┼───────┼──────────────────────┤
        │    1 │ Mister "MV", R&D │   1.0 │ true   │ { "w": [1, 2] } │ x'00ff10' │  0.10 │ -9223372036854775808 │
        │  -20 │ two\\nlines|\\t\\   │ 1e+20 │ false  │ not json        │ x''       │ 12.50 │ it's                 │
        │    3 │                  │  -inf │ 7      │ []              │ NULL      │     3 │ 0.1                  │
        │ NULL │ NULL             │  NULL │ NULL   │ NULL            │ NULL      │  NULL │ NULL                 │
        ╰──────┴──────────────────┴───────┴────────┴─────────────────┴───────────┴───────┴──────────────────────╯

        """)
  }

  @Test
  func `table`() {
    #expect(
      sample.text(.table) == """
        +------+------------------+-------+--------+-----------------+-----------+-------+----------------------+
        |   id | name             | score | active | avatar          | photo     | price | any thing            |
        +------+------------------+-------+--------+-----------------+-----------+-------+----------------------+
        |    1 | Mister "MV", R&D |   1.0 | true   | { "w": [1, 2] } | x'00ff10' |  0.10 | -9223372036854775808 |
        |  -20 | two\\nlines|\\t\\   | 1e+20 | false  | not json        | x''       | 12.50 | it's                 |
        |    3 |                  |  -inf | 7      | []              | NULL      |     3 | 0.1                  |
        | NULL | NULL             |  NULL | NULL   | NULL            | NULL      |  NULL | NULL                 |
        +------+------------------+-------+--------+-----------------+-----------+-------+----------------------+

        """)
  }

  @Test
  func `line`() {
    var rows = sample
    rows.rows.removeSubrange(2...)
    #expect(
      rows.text(.line) == """
               id = 1
             name = Mister "MV", R&D
            score = 1.0
           active = true
           avatar = { "w": [1, 2] }
            photo = x'00ff10'
            price = 0.10
        any thing = -9223372036854775808

               id = -20
             name = two\\nlines|\\t\\
            score = 1e+20
           active = false
           avatar = not json
            photo = x''
            price = 12.50
        any thing = it's

        """)
  }

  @Test
  func `json`() {
    // In one line; the words of Lua stand for what JSON does not have.
    #expect(
      sample.text(.json) == sample.text(.jsonFile).replacing("},\n{", with: "},{").replacing("-9e999", with: "\"-inf\"")
    )
    #expect(sample.text(.jsonLines) == sample.text(.jsonLinesFile).replacing("-9e999", with: "\"-inf\""))
    #expect(sample.text(.json).hasSuffix("}]\n") && sample.text(.json).split(separator: "\n").count == 1)
  }

  @Test
  func `a file of json`() {
    #expect(
      sample.text(.jsonFile) == #"""
        [{"id":1,"name":"Mister \"MV\", R&D","score":1.0,"active":true,"avatar":{"w":[1,2]},"photo":"AP8Q","price":"0.10","any thing":-9223372036854775808},
        {"id":-20,"name":"two\nlines|\t\\","score":1e+20,"active":false,"avatar":"not json","photo":"","price":"12.50","any thing":"it's"},
        {"id":3,"name":"","score":-9e999,"active":7,"avatar":[],"photo":null,"price":"3","any thing":0.1},
        {"id":null,"name":null,"score":null,"active":null,"avatar":null,"photo":null,"price":null,"any thing":null}]

        """#)
  }

  @Test
  func `a file of jsonl`() {
    #expect(
      sample.text(.jsonLinesFile) == #"""
        {"id":1,"name":"Mister \"MV\", R&D","score":1.0,"active":true,"avatar":{"w":[1,2]},"photo":"AP8Q","price":"0.10","any thing":-9223372036854775808}
        {"id":-20,"name":"two\nlines|\t\\","score":1e+20,"active":false,"avatar":"not json","photo":"","price":"12.50","any thing":"it's"}
        {"id":3,"name":"","score":-9e999,"active":7,"avatar":[],"photo":null,"price":"3","any thing":0.1}
        {"id":null,"name":null,"score":null,"active":null,"avatar":null,"photo":null,"price":null,"any thing":null}

        """#)
  }

  @Test
  func `csv`() {
    #expect(
      sample.text(.csv) == """
        id,name,score,active,avatar,photo,price,any thing
        1,"Mister ""MV"", R&D",1.0,true,"{ ""w"": [1, 2] }",AP8Q,0.10,-9223372036854775808
        -20,"two
        lines|\t\\",1e+20,false,not json,"",12.50,it's
        3,"",-inf,7,[],,3,0.1
        ,,,,,,,

        """)
  }

  @Test
  func `tsv`() {
    let tab = "\t"
    #expect(
      sample.text(.tsv)
        == #"""
        id⇥name⇥score⇥active⇥avatar⇥photo⇥price⇥any thing
        1⇥"Mister ""MV"", R&D"⇥1.0⇥true⇥"{ ""w"": [1, 2] }"⇥AP8Q⇥0.10⇥-9223372036854775808
        -20⇥"two
        lines|⇥\"⇥1e+20⇥false⇥not json⇥""⇥12.50⇥it's
        3⇥""⇥-inf⇥7⇥[]⇥⇥3⇥0.1
        ⇥⇥⇥⇥⇥⇥⇥

        """#.split(separator: "⇥", omittingEmptySubsequences: false).joined(separator: tab))
  }

  @Test
  func `markdown`() {
    #expect(
      sample.text(.markdown) == #"""
        | id | name | score | active | avatar | photo | price | any thing |
        | ---: | :--- | ---: | :--- | :--- | :--- | ---: | :--- |
        | 1 | Mister "MV", R\&D | 1.0 | true | { "w": \[1, 2\] } | x'00ff10' | 0.10 | -9223372036854775808 |
        | -20 | two<br>lines\| \\ | 1e+20 | false | not json | x'' | 12.50 | it's |
        | 3 |  | -inf | 7 | \[\] | *NULL* | 3 | 0.1 |
        | *NULL* | *NULL* | *NULL* | *NULL* | *NULL* | *NULL* | *NULL* | *NULL* |

        """#)
  }

  @Test
  func `html`() {
    let rows = Rows.row(
      [.integer, .text, .text, .boolean, .data], .integer(1), .text("<R&D> \"it's\"\u{1B}"), .null, .integer(1),
      .data([10]))
    #expect(
      rows.text(.html) == """
        <table>
        <thead><tr><th style="text-align:right">a</th><th>b</th><th>c</th><th>d</th><th>e</th></tr></thead>
        <tbody>
        <tr><td style="text-align:right">1</td><td>&lt;R&amp;D&gt; &quot;it&#39;s&quot;\u{FFFD}</td><td><i>NULL</i></td><td>true</td><td>x'0a'</td></tr>
        </tbody>
        </table>

        """)
  }

  @Test
  func `lua`() {
    #expect(
      sample.text(.lua) == #"""
        return {
          { id = 1, name = "Mister \"MV\", R&D", score = 1.0, active = true, avatar = { w = { 1, 2 } }, photo = "\0\255\16", price = "0.10", ["any thing"] = math.mininteger },
          { id = -20, name = "two\nlines|\t\\", score = 1e+20, active = false, avatar = "not json", photo = "", price = "12.50", ["any thing"] = "it's" },
          { id = 3, name = "", score = -math.huge, active = 7, avatar = {}, photo = nil, price = "3", ["any thing"] = 0.1 },
          { id = nil, name = nil, score = nil, active = nil, avatar = nil, photo = nil, price = nil, ["any thing"] = nil },
        }

        """#)
  }

  @Test
  func `insert`() {
    let head = #"INSERT INTO "my ""own""" ("id","name","score","active","avatar","photo","price","any thing") VALUES"#
    #expect(
      sample.text(.insert, FormatOptions(tableName: "my \"own\"")) == """
        \(head)(1,'Mister "MV", R&D',1.0,TRUE,'{ "w": [1, 2] }',x'00ff10','0.10',-9223372036854775808);
        \(head)(-20,'two
        lines|\t\\',1e+20,FALSE,'not json',x'','12.50','it''s');
        \(head)(3,'',-9e999,7,'[]',NULL,'3',0.1);
        \(head)(NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);

        """)
  }

  @Test(
    "of no rows, programs get an empty document and people are told",
    arguments: [
      ("json", "[]\n"), ("jsonl", ""), ("csv", "id,a name\n"), ("tsv", "id\ta name\n"), ("insert", ""),
      ("lua", "return {}\n"), ("markdown", "| id | a name |\n| ---: | :--- |\n"), ("line", "(no rows)\n"),
      ("table", "+----+--------+\n| id | a name |\n+----+--------+\n| (no rows)   |\n+-------------+\n"),
      ("box", "╭────┬────────╮\n│ id │ a name │\n├────┴────────┤\n│ (no rows)   │\n╰─────────────╯\n"),
    ])
  func noRows(name: String, expected: String) throws {
    let rows = Rows(columns: [OutputColumn("id", .integer), OutputColumn("a name", .text)], rows: [])
    #expect(rows.text(try #require(Format.named(name))) == expected)
  }
}
