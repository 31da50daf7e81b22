extension Chapters {
  /// The recipes about files, scripts and daily work.
  static let cookbookFiles = #"""
    ## Look into a CSV file

    ```csv people.csv
    name,age,city
    Ann,34,Oslo
    Bob,abc,Rome
    Cid,51,Oslo
    ```

    ```moon new
    moon> People = entity "People" { name = text {}, age = text {}, city = text {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> People:import "people.csv"
    3
    3 rows changed · .undo takes it back
    moon> People:group_by("city"):aggregate { people = "count" }
    ╭──────┬────────╮
    │ city │ people │
    ├──────┼────────┤
    │ Oslo │      2 │
    │ Rome │      1 │
    ╰──────┴────────╯
    2 rows
    ```

    ## Have the entity found that fits a file

    ```moon
    moon> print(infer "people.csv")
    People = entity "People" {
      name = text {},  -- all 3
      age = text {},   -- 2 of 3 are integers, not 'abc' in line 3
      city = text {},  -- all 3
    }
    moon> .import people.csv
    People is there already: the rows are added to it
    3 rows imported into People
    3 rows changed
    ```

    ## Take a file of another country

    ```csv firmen.csv
    Firma;Umsatz;Seit
    Adler;1.234,50;31.12.2001
    Bär;7,00;1.2.1999
    ```

    ```moon
    moon> Company = entity "Company" { name = text {}, sales = decimal { scale = 2 }, since = date {} }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> names = { Firma = "name", Umsatz = "sales", Seit = "since" }
    moon> Company:import("firmen.csv", { columns = names, decimal = ",", dates = "d.m.yyyy" })
    2
    2 rows changed
    moon> Company:all()
    ╭────┬───────┬─────────┬────────────╮
    │ id │ name  │   sales │ since      │
    ├────┼───────┼─────────┼────────────┤
    │  1 │ Adler │ 1234.50 │ 2001-12-31 │
    │  2 │ Bär   │    7.00 │ 1999-02-01 │
    ╰────┴───────┴─────────┴────────────╯
    2 rows
    ```

    ## Take only rows that fit

    ```moon
    moon> Person = entity "Person" { name = text { required = true }, age = integer {}, city = text {} }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> Person:import "people.csv"
    people.csv:3:5: Person: age: expected an integer, not the text 'abc'
      1 | Person:import "people.csv"
    moon> count, mistakes = Person:import("people.csv", { on_error = "skip" })
    2 rows changed
    moon> count, mistakes[1].line, mistakes[1].message
    2
    3
    Person: age: expected an integer, not the text 'abc'
    ```

    ## Put the rows that do not fit into a file

    Each mistake has its row, as the file has it: what was left out can be mended and taken in again.

    ```moon
    moon> bad = {}
    moon> for _, mistake in ipairs(mistakes) do bad[#bad + 1] = mistake.row end
    moon> _ = io.open("bad.csv", "w"):write(encode(bad, "csv")):close()
    moon> _ = io.write(io.open("bad.csv"):read "a")
    age,city,name
    abc,Rome,Bob
    ```

    ## Bring a file up to date again and again

    ```moon
    moon> City = entity "City" { name = text { required = true, unique = true }, people = integer {} }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> _ = io.open("cities.json", "w"):write '[{"name":"Oslo","people":2},{"name":"Rome","people":1}]':close()
    moon> City:import("cities.json", { upsert = true, on = "name" })
    2
    2 rows changed
    moon> City:import("cities.json", { upsert = true, on = "name" })
    2
    moon> City:count()
    2
    ```

    ## Write a file

    ```moon
    moon> Person:where { city = "Oslo" }:export "oslo.json"
    moon> Person:sorted_by("name"):export "people.tsv"
    moon> io.open("oslo.json"):read "a"
    [{"id":1,"name":"Ann","age":34,"city":"Oslo"},
    {"id":2,"name":"Cid","age":51,"city":"Oslo"}]

    ```

    ## Results for another program

    ```sh
    $ moonshell chinook.db < chinook.sql
    $ echo 'Artist:limit(2)' | moonshell --mode csv chinook.db
    ArtistId,Name
    1,AC/DC
    3,Aerosmith
    $ echo 'SELECT count(*) AS n FROM Track' | moonshell --mode json chinook.db
    [{"n":293}]
    ```

    ## A script with arguments

    ```lua longest.lua
    #!/usr/bin/env moonshell
    local file, count = arg[1], tonumber(arg[2]) or 3
    if not file then
      io.stderr:write "usage: longest.lua FILE [COUNT]\n"
      os.exit(2)
    end
    local music = open(file, { read_only = true })
    for _, row in ipairs(music:query("SELECT Name FROM Track ORDER BY Milliseconds DESC LIMIT ?", count)) do
      print(row.Name)
    end
    ```

    ```sh
    $ moonshell longest.lua chinook.db 2
    The Cost of Living
    The Glass Ballerina
    $ moonshell longest.lua; echo "exit $?"
    usage: longest.lua FILE [COUNT]
    exit 2
    ```

    ## A script for every night

    It raises an error when something is wrong; the exit code is 1 then, the transaction is rolled back, and cron tells
    you. With limits it can neither run for ever nor eat the machine.

    ```lua nightly.lua
    db:transaction(function()
      local stale = Invoice:where { Total = 0 }
      print(("%d invoices, %d of them empty"):format(Invoice:count(), stale:count()))
      stale:delete()
    end)
    Invoice:export "invoices.json"
    ```

    ```sh
    $ moonshell --time-limit 60 --memory-limit 256M chinook.db nightly.lua
    27 invoices, 0 of them empty
    $ head -c 60 invoices.json
    [{"InvoiceId":2,"CustomerId":4,"InvoiceDate":"2021-01-02 00:
    ```

    In JSON bytes are base64; in a column of any type, where a text might stand as well, they are written as
    `{"$binary":{"base64":"AP8Q"}}`, so that they come back as bytes. Property lists have bytes of their own; CSV has none, and
    such a column gets their base64 as text.

    ## A file every night, with what does not fit set aside

    ```csv sales.csv
    code,amount
    A-1,12.50
    A-2,-3.00
    A-3,7.25
    ```

    ```lua intake.lua
    Sale = entity "Sale" { code = text { primary_key = true }, amount = decimal { scale = 2, validate = is.greater(0) } }
    db:migrate()
    local count, mistakes = Sale:import(arg[1], { upsert = true, on_error = "skip" })
    print(("%d rows taken, %d set aside"):format(count, #mistakes))
    if #mistakes == 0 then return end
    local rows = {}
    for _, mistake in ipairs(mistakes) do
      io.stderr:write(("%s:%d: %s\n"):format(arg[1], mistake.line, mistake.message))
      rows[#rows + 1] = mistake.row
    end
    assert(io.open("rejects.csv", "w")):write(encode(rows, "csv")):close()
    os.exit(3)
    ```

    ```sh
    $ moonshell --busy-timeout 60 --time-limit 300 sales.db intake.lua sales.csv 2>/dev/null; echo "exit $?"
    2 rows taken, 1 set aside
    exit 3
    $ cat rejects.csv
    amount,code
    -3.00,A-2
    ```

    The exit code is 0 where all was taken, 3 where rows were set aside, and 1 where nothing was: the file is broken, or
    another program held the lock for longer than `--busy-timeout` (2 seconds, where nothing is said).

    ## A project of several files

    `require` looks beside the script first, then where Lua does; a dot in a name is a folder. Modules name each other as
    the script does: `require "shop.schema"`, also from within `shop`. [A page of its own](modules.md) says more.

    ```lua shop/schema.lua
    local Product = entity "Product" { name = text { required = true }, price = decimal { scale = 2 } }
    return { Product = Product }
    ```

    ```lua main.lua
    local schema = require "shop.schema"
    db:create_all()
    schema.Product:create { name = "Pen", price = "1.10" }
    print(schema.Product:count())
    ```

    ```sh
    $ moonshell main.lua
    1
    ```

    ## Look at someone's file, and change nothing

    ```sh
    $ moonshell --read-only chinook.db -e 'Artist:all():delete()'; echo "exit $?"
    moonshell: (command line):1: chinook.db cannot be written: it was opened for reading only, or its file or directory is write-protected
      1 | Artist:all():delete()
    stack traceback:
    	[C]: in method 'delete'
    	(command line):1: in main chunk
    exit 1
    ```

    ## Three files become a report

    A column that is called like a relation holds the key of what it refers to.

    ```csv regions.csv
    code,title
    N,North
    S,South
    ```

    ```csv sellers.csv
    id,name,region
    1,Ann,N
    2,Bob,S
    ```

    ```csv sales.csv
    seller,day,amount
    1,2026-01-05,12.50
    1,2026-01-09,3.00
    2,2026-02-01,7.25
    ```

    ```lua report.lua
    Region = entity "Region" { code = text { primary_key = true }, title = text {} }
    Seller = entity "Seller" { name = text { required = true }, region = belongs_to "Region" }
    Sale = entity "Sale" {
      seller = belongs_to("Seller", { required = true }), day = date {}, amount = decimal { scale = 2 },
    }
    db:create_all()
    Region:import "regions.csv"
    Seller:import "sellers.csv"
    Sale:import "sales.csv"
    local total = { sales = "count", total = "sum amount" }
    show(Sale:group_by("seller.region.title"):aggregate(total):sorted_by("-total"), "markdown")
    ```

    ```sh
    $ moonshell report.lua
    | seller.region.title | sales | total |
    | :--- | ---: | ---: |
    | North | 2 | 15.50 |
    | South | 1 | 7.25 |
    ```

    ## Several tables on one page

    Without `title` the html of rows is the table alone; with it, a page.

    ```lua page.lua
    local page = assert(io.open("page.html", "w"))
    page:write '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Music</title>\n'
    for _, part in ipairs {
      { "Genres", Genre:select("Name"):limit(2) },
      { "Countries", Invoice:group_by("BillingCountry"):aggregate { total = "sum Total" }:sorted_by("-total"):limit(2) },
    } do
      page:write("<h2>", part[1], "</h2>\n", part[2]:encode "html")
    end
    page:close()
    ```

    ```sh
    $ moonshell chinook.db page.lua
    $ grep "h2\|<td" page.html
    <h2>Genres</h2>
    <tr><td style="text-align:right">1</td><td>Rock</td></tr>
    <tr><td style="text-align:right">2</td><td>Jazz</td></tr>
    <h2>Countries</h2>
    <tr><td>USA</td><td style="text-align:right">27.72</td></tr>
    <tr><td>Czech Republic</td><td style="text-align:right">10.94</td></tr>
    ```

    ## Structs for an app

    ```sh
    $ moonshell chinook.db -e 'io.write(generate "swift")' | grep -A 4 'struct Album'
    struct Album: Codable, Hashable, Identifiable, Sendable {
      var albumId: Int64?
      var title: String
      var artistId: Int64
      @MoonshellRelated var artist: Artist? = nil
    ```

    ## A diagram

    ```moon
    moon> _ = io.write(generate "mermaid")
    erDiagram
      People {
        integer id PK
        text name
        text age
        text city
      }
      Company {
        integer id PK
        text name
        decimal sales
        date since
      }
      Person {
        integer id PK
        text name "required"
        integer age
        text city
      }
      City {
        integer id PK
        text name UK "required"
        integer people
      }
    ```

    `.diagram` draws one at the prompt, and `generate "dot"` writes one for Graphviz.

    `generate("swift", "Shop.swift")` writes a file in place of giving the text. There are more: `generate "grdb"` has
    records of GRDB and, as a `DatabaseMigrator`, the migrations of the session; `generate "swiftdata"`,
    `generate "typescript"`, `generate("xcdatamodel", "Shop.xcdatamodel")`; `generate "luals"` and
    `moonshell --generate luals` write types for editors. In Swift the rules are `validate()`, and days, moments, UUIDs,
    addresses and decimals are `Date`, `UUID`, `URL` and `Decimal`. `db:migrate { dry_run = true }:sql()` is a plan as SQL.

    A struct has its relations, too: they are nil unless the document has them, as `Team:with("players"):export("teams.json")`
    writes it. A relation that was declared on one side alone gets its other side in a data model of Xcode.

    The migrations carry the statements that changed rows between two versions (`update`, `delete`, `db:execute`, SQL at the
    prompt), in the migration behind them. What Lua does must be written again by hand: where a default is a function, where rows
    were changed one by one and where a `migration("name", …)` runs, the Swift has a `#warning`, and standard error says so.
    Functions of Moonshell that convert decimals are defined in the file.

    ## Test a script

    A file of tests has cases, each of which is undone:

    ```lua
    test("adults play", function()
      Player:create { name = "A", age = 20 }
      expect(Player:count()):equals(1)
      expect(function() Player:create { age = "x" } end):raises "age"
      expect(Player { name = "B", age = 3 }):fails_on "age"
    end)
    ```

    `moonshell --test tests` runs the files of a folder, each in a session of its own, and prints TAP; its exit status is 1
    where a case failed.
    """#
}
