extension Chapters {
  /// The recipes, in three files.
  static let cookbook = Page(
    "cookbook", "Cookbook", .start, text: cookbookAsking + "\n\n" + cookbookSchema + "\n\n" + cookbookFiles)

  private static let cookbookAsking = #"""
    Short answers to common tasks: asking, declaring and changing, files and daily work. The first part uses the file of
    the [tutorial](tutorial.md), which is made by

    ```sh
    $ moonshell chinook.db < chinook.sql
    ```

    ## Find rows by a part of a text

    ```moon chinook.db
    moon> Track:where { Name = is.containing("Love") }:limit(3):pluck "Name"
    { "Love In An Elevator", "The Girl I Love She Got Long Black Wavy Hair", "Whole Lotta Love" }
    moon> Track:where { Name = is.prefix("The ") }:count()
    27
    ```

    ## Combine conditions

    A table asks for all of its fields; `or_where` for more rows; tests join with `&`, `|` and `~`.

    ```moon
    moon> Track:where { Milliseconds = is.greater(300000), Composer = is.present }:count()
    78
    moon> Track:where { Name = is.prefix("A") }:or_where { Name = is.suffix("y") }:count()
    35
    moon> Track:where { Name = is.prefix("A") & ~is.containing(" ") }:pluck "Name"
    { "Amazing", "Angela", "Alice", "Astronomy", "Acrobat" }
    ```

    ## Compare without capitals

    ```moon
    moon> Artist:where { Name = is.containing("queen", { ignore_case = true }) }:pluck "Name"
    { "Queen" }
    moon> Artist:where(function(a) return a.Name:lower() == "queen" end):pluck "Name"
    { "Queen" }
    ```

    ## Find what is missing

    ```moon
    moon> Track:where { Composer = is.absent }:count()
    84
    moon> Track:where { Composer = null }:count()
    84
    ```

    ## One of several values

    ```moon
    moon> Track:where { ["genre.Name"] = { "Jazz", "Latin" } }:count()
    58
    moon> Invoice:where { BillingCountry = is.none_of("USA", "Canada") }:count()
    13
    ```

    ## Between two values

    ```moon
    moon> Track:where { Milliseconds = is.between(180000, 200000) }:count()
    15
    ```

    ## Follow a tree

    `descendants` takes a relation to many of an entity to itself, `ancestors` one to one. Both give a request: `depth` says
    how many steps a row is away, each row comes once, at its least depth, and a circle ends.

    ```moon
    moon> Employee:get(1):descendants("employee_by_reports_to"):values("FirstName", "Title", "depth")
    ╭───────────┬─────────────────────┬───────╮
    │ FirstName │ Title               │ depth │
    ├───────────┼─────────────────────┼───────┤
    │ Nancy     │ Sales Manager       │     1 │
    │ Michael   │ IT Manager          │     1 │
    │ Jane      │ Sales Support Agent │     2 │
    │ Margaret  │ Sales Support Agent │     2 │
    │ Steve     │ Sales Support Agent │     2 │
    │ Robert    │ IT Staff            │     2 │
    │ Laura     │ IT Staff            │     2 │
    ╰───────────┴─────────────────────┴───────╯
    7 rows
    moon> Employee:get(8):ancestors("reports_to"):pluck "FirstName"
    { "Michael", "Andrew" }
    moon> Employee:get(1):descendants("employee_by_reports_to"):where { depth = 2 }:count()
    5
    ```

    ## Say it in the database's own words

    `sql` is an expression that the database alone understands, wherever an expression stands: `where`, `sorted_by`, `values`,
    `group_by`, `aggregate`, `annotate`, `update`. Names in it are columns of the entity's own table, `?` takes the values that
    follow, and values are as they are stored. It is never translated from one engine to another, and rows in memory cannot be
    asked.

    ```moon
    moon> Track:where(sql("Milliseconds > ? * 60000", 6)):count()
    92
    moon> Genre:sorted_by(sql "length(Name)", "Name"):limit(3):pluck "Name"
    { "Jazz", "Rock", "Drama" }
    ```

    What looks at all rows, such as `rank() OVER (…)`, is for `annotate`, `values` and `sorted_by`. As a member it can be asked
    for like a field: all other conditions choose the rows first, then they are ranked, then this condition is asked.

    ```moon
    moon> best = Invoice:annotate { place = sql "rank() OVER (PARTITION BY BillingCountry ORDER BY Total DESC)" }
    moon> best:where { place = 1 }:sorted_by("-Total"):limit(3):values("BillingCountry", "Total")
    ╭────────────────┬───────╮
    │ BillingCountry │ Total │
    ├────────────────┼───────┤
    │ Czech Republic │  6.96 │
    │ Austria        │  4.96 │
    │ Belgium        │  4.95 │
    ╰────────────────┴───────╯
    3 rows
    moon> best:where { place = 1, BillingCountry = "Germany" }:first().Total
    4.95
    ```

    ## Begin with a SELECT

    `from_sql` of an entity takes the rows of a SELECT in place of its table, and goes on as any request does. Columns that are
    no fields are members, fields that are no columns were not selected; the key must be there. `db:from_sql` gives plain rows,
    with values as the file has them: decimals are integers there.

    ```moon
    moon> long = Track:from_sql("SELECT *, Milliseconds / 60000 AS Minutes FROM Track WHERE Minutes > ?", 6)
    moon> long:where { ["genre.Name"] = "Rock" }:sorted_by("-Minutes", "Name"):limit(3):values("Name", "Minutes")
    ╭────────────────────────────────┬─────────╮
    │ Name                           │ Minutes │
    ├────────────────────────────────┼─────────┤
    │ Space Truckin'                 │      19 │
    │ Going Down / Highway Star      │      15 │
    │ Mistreated (Alternate Version) │      14 │
    ╰────────────────────────────────┴─────────╯
    3 rows
    moon> db:from_sql "SELECT BillingCountry AS country, count(*) AS n FROM Invoice GROUP BY 1":where "n > 5":sorted_by "-n"
    ╭─────────┬────╮
    │ country │  n │
    ├─────────┼────┤
    │ USA     │ 11 │
    ╰─────────┴────╯
    1 row
    ```

    ## Sort by several things

    ```moon
    moon> Customer:sorted_by("Country", "-LastName"):limit(3):select("Country", "LastName")
    ╭────────────┬──────────┬─────────╮
    │ CustomerId │ LastName │ Country │
    ├────────────┼──────────┼─────────┤
    │          7 │ Gruber   │ Austria │
    │          8 │ Peeters  │ Belgium │
    │         11 │ Rocha    │ Brazil  │
    ╰────────────┴──────────┴─────────╯
    3 rows
    moon> Customer:sorted_by(desc("Company", { nulls = "last" })):limit(2):select("Company", "LastName")
    ╭────────────┬──────────┬──────────────────╮
    │ CustomerId │ LastName │ Company          │
    ├────────────┼──────────┼──────────────────┤
    │         10 │ Martins  │ Woodstock Discos │
    │         14 │ Philips  │ Telus            │
    ╰────────────┴──────────┴──────────────────╯
    2 rows
    ```

    ## Sort by something computed

    ```moon
    moon> Artist:sorted_by(function(a) return #a.Name end):limit(3):pluck "Name"
    { "U2", "Lost", "AC/DC" }
    ```

    ## Page through rows

    ```moon
    moon> Artist:sorted_by("Name"):offset(3):limit(3):pluck "Name"
    { "Black Sabbath", "Chico Buarque", "Deep Purple" }
    ```

    ## The distinct values of a field

    ```moon
    moon> Invoice:distinct():pluck "BillingCountry"
    { "Austria", "Belgium", "Brazil", "Canada", "Czech Republic", "Germany", "Norway", "USA" }
    ```

    ## Count, sum and mean of groups

    ```moon
    moon> Invoice:group_by("BillingCountry"):aggregate { n = "count", total = "sum Total", mean = "avg Total" }:limit(3)
    ╭────────────────┬───────┬───┬───────╮
    │ BillingCountry │  mean │ n │ total │
    ├────────────────┼───────┼───┼───────┤
    │ Austria        │  4.46 │ 2 │  8.92 │
    │ Belgium        │  4.95 │ 1 │  4.95 │
    │ Brazil         │ 1.782 │ 5 │  8.91 │
    ╰────────────────┴───────┴───┴───────╯
    3 rows
    ```

    ## Totals per month and year

    What rows are grouped by may be an expression under a name, or a function of the row. Expressions know `year`,
    `month`, `day`, `hour`, `minute`, `second` and `date` of a moment, `weekday` (1 is Monday), `lower`, `upper` and `length`
    of a text, `abs` and `round` of a number, `if(condition, a, b)` and `coalesce`.

    ```moon
    moon> Invoice:group_by { year = "year(InvoiceDate)" }:aggregate { n = "count", total = "sum Total" }:limit(2)
    ╭──────┬───┬───────╮
    │ year │ n │ total │
    ├──────┼───┼───────┤
    │ 2021 │ 7 │ 22.77 │
    │ 2022 │ 4 │ 13.87 │
    ╰──────┴───┴───────╯
    2 rows
    moon> Invoice:group_by(function(i) return i.InvoiceDate:sub(1, 7) end):aggregate { total = "sum Total" }:limit(2)
    ╭─────────┬───────╮
    │ key     │ total │
    ├─────────┼───────┤
    │ 2021-01 │ 12.87 │
    │ 2021-02 │  4.95 │
    ╰─────────┴───────╯
    2 rows
    ```

    ## Sections, each with its total

    A request with `sectioned_by` becomes sections where it is asked for `results()`, and prints so. What is counted up
    per section is a request of its own, or a sum in Lua.

    ```moon
    moon> large = Invoice:where { Total = is.at_least(2) }:select("InvoiceDate", "Total", "BillingCountry")
    moon> sections = large:sectioned_by("BillingCountry"):sorted_by("-Total"):results().sections
    moon> sections[1]
    Austria (2 rows)
    ╭───────────┬─────────────────────┬────────────────┬───────╮
    │ InvoiceId │ InvoiceDate         │ BillingCountry │ Total │
    ├───────────┼─────────────────────┼────────────────┼───────┤
    │        89 │ 2022-01-18 00:00:00 │ Austria        │  4.96 │
    │       144 │ 2022-09-18 00:00:00 │ Austria        │  3.96 │
    ╰───────────┴─────────────────────┴────────────────┴───────╯
    2 rows in 1 section
    moon> for _, section in ipairs(sections) do
      ...   local total = large:where { BillingCountry = section.name }:sum "Total"
      ...   print(("%-14s %d %6s"):format(section.name, #section, total))
      ... end
    Austria        2   8.92
    Belgium        1   4.95
    Brazil         1   2.97
    Czech Republic 2  10.94
    Germany        2   8.91
    Norway         1   3.96
    USA            4  15.84
    ```

    ## Groups above a number

    ```moon
    moon> Track:group_by("album.Title"):aggregate { tracks = "count" }:having { tracks = is.at_least(12) }:count()
    16
    ```

    ## Fields of two tables in one row

    ```moon
    moon> Album:sorted_by("Title"):limit(2):values("Title", "artist.Name")
    ╭────────────────────────────┬─────────────╮
    │ Title                      │ artist.Name │
    ├────────────────────────────┼─────────────┤
    │ A Matter of Life and Death │ Iron Maiden │
    │ A Real Dead One            │ Iron Maiden │
    ╰────────────────────────────┴─────────────╯
    2 rows
    ```

    ## Rows that have a certain related row

    ```moon
    moon> Album:where { ["track.Name"] = is.containing("Love") }:pluck "Title"
    {
      "Big Ones",
      "BBC Sessions [Disc 1] [Live]",
      "Garage Inc. (Disc 1)",
      "Greatest Hits I",
      "Achtung Baby",
    }
    ```

    ## Rows that have no related row

    ```moon
    moon> Customer:where(function(c) return c.invoice:count() == 0 end):pluck "LastName"
    { "Nielsen", "Smith", "Goyer" }
    moon> Customer:where { invoice = null }:pluck "LastName"
    { "Nielsen", "Smith", "Goyer" }
    moon> Customer:where { ["invoice.Total"] = null }:count()
    0
    ```

    A path into the relation is about a row that is there: the last request asks for customers with an invoice that has no total.

    ## Load related rows along

    With `with`, a loop asks two questions in place of one for each row.

    ```moon
    moon> for a in Artist:with("album"):limit(2):iterate() do print(a.Name, #a.album:fetch()) end
    AC/DC	2
    Aerosmith	1
    ```

    ## One row by its key

    ```moon
    moon> Artist:get(51).Name
    Queen
    moon> Artist:get(4711)
    nil
    ```

    ## SQL with parameters

    What comes from elsewhere belongs into parameters, never into the text.

    ```moon
    moon> db:query("SELECT Name FROM Artist WHERE ArtistId = ?", 51)
    ╭───────╮
    │ Name  │
    ├───────┤
    │ Queen │
    ╰───────╯
    1 row
    ```

    ## See what is asked

    ```moon
    moon> Artist:where { Name = "Queen" }:sql()
    SELECT "ArtistId", "Name" FROM "Artist" WHERE "Name" = ?1 ORDER BY "ArtistId"
    { "Queen" }
    moon> .explain Artist:where { Name = "Queen" }
    SELECT "ArtistId", "Name" FROM "Artist" WHERE "Name" = ?1 ORDER BY "ArtistId"  -- 'Queen'
    └─ SCAN Artist
    moon> .advise Artist:where { Name = "Queen" }
    index("Name") in Artist
      CREATE INDEX "Artist_Name_idx" ON "Artist" ("Name")
    rows scanned  15 → 0
    steps         56 → 15 (27 %)
    without it
    └─ SCAN Artist
    with it
    └─ SEARCH Artist USING COVERING INDEX Artist_Name_idx (Name=?)
    ```

    ## Get to know a table

    ```moon
    moon> .summary Genre
    Genre, 7 rows
    ╭─────────┬─────────┬────────────────────┬──────────┬───────┬──────────┬───────────╮
    │ field   │ type    │ min                │ max      │ NULLs │ distinct │ histogram │
    ├─────────┼─────────┼────────────────────┼──────────┼───────┼──────────┼───────────┤
    │ GenreId │ integer │ 1                  │ 21       │     0 │        7 │ █▃▃   ▃▃  │
    │ Name    │ text    │ Alternative & Punk │ TV Shows │     0 │        7 │ █ ▂    ▂  │
    ╰─────────┴─────────┴────────────────────┴──────────┴───────┴──────────┴───────────╯
    moon> .chart Track:limit(5) Milliseconds
    For Those About To Rock (We Salu…  █████████████████████████████████████████████████████████ 343719
    Put The Finger On You              ██████████████████████████████████▏ 205662
    Let's Get It Up                    ██████████████████████████████████████▊ 233926
    Inject The Venom                   ███████████████████████████████████ 210834
    Snowballed                         █████████████████████████████████▋ 203102
    ```
    """#
}
