extension Chapters {
  /// The first half hour: data that is there, then a schema of one's own.
  static let tutorial = Page("tutorial", "Tutorial: the first half hour", .start, text: tutorialText)

  private static let tutorialText = #"""
    Two parts of a quarter of an hour each: first you look around in a database that exists, then you make one of your
    own. Type along; everything here is what the program prints.

    ## 1. A database that exists

    `chinook.sql` is a part of the Chinook sample: a music shop with artists, albums, tracks, customers and invoices. It
    came with the program, in its folder of examples: `/usr/share/moonshell/examples` of the package,
    `~/.local/share/moonshell/examples` after `scripts/install ~/.local`, `scripts/examples` of the source code. Copy it to
    where you are, make a database of it, and open that:

    ```sh
    cp /usr/share/moonshell/examples/chinook.sql .
    ```

    ```sh
    $ moonshell chinook.db < chinook.sql
    $ moonshell chinook.db -e 'print(Track:count() .. " tracks")'
    293 tracks
    ```

    Now the prompt: `moonshell chinook.db`. Every table has become an *entity*: a word of the language that knows its
    fields and how it is related to the others.

    ```moon chinook.db
    chinook moon> .tables
    ╭───────────────┬───────┬──────╮
    │ name          │ kind  │ rows │
    ├───────────────┼───────┼──────┤
    │ Album         │ table │   28 │
    │ Artist        │ table │   15 │
    │ Customer      │ table │   24 │
    │ Employee      │ table │    8 │
    │ Genre         │ table │    7 │
    │ Invoice       │ table │   27 │
    │ InvoiceLine   │ table │   73 │
    │ MediaType     │ table │    3 │
    │ Playlist      │ table │    5 │
    │ PlaylistTrack │ table │   90 │
    │ Track         │ table │  293 │
    ╰───────────────┴───────┴──────╯
    11 rows
    chinook moon> Album
    Album (table Album)
    ╭──────────┬───────────────────┬──────────────╮
    │ name     │ type              │ rules        │
    ├──────────┼───────────────────┼──────────────┤
    │ AlbumId  │ integer           │ primary key  │
    │ Title    │ text              │ required     │
    │ ArtistId │ integer           │ required     │
    │ artist   │ belongs_to Artist │ key ArtistId │
    │ track    │ has_many Track    │              │
    ╰──────────┴───────────────────┴──────────────╯
    ```

    `Album` alone shows what it is. A *request* says which rows; at the prompt it prints them.

    ```moon
    chinook moon> Album:limit(3)
    ╭─────────┬───────────────────────────────────────┬──────────╮
    │ AlbumId │ Title                                 │ ArtistId │
    ├─────────┼───────────────────────────────────────┼──────────┤
    │       1 │ For Those About To Rock We Salute You │        1 │
    │       4 │ Let There Be Rock                     │        1 │
    │       5 │ Big Ones                              │        3 │
    ╰─────────┴───────────────────────────────────────┴──────────╯
    3 rows
    chinook moon> Artist:where { Name = is.containing("Jobim") }
    ╭──────────┬──────────────────────╮
    │ ArtistId │ Name                 │
    ├──────────┼──────────────────────┤
    │        6 │ Antônio Carlos Jobim │
    ╰──────────┴──────────────────────╯
    1 row
    chinook moon> Track:where { Milliseconds = is.greater(500000) }:count()
    61
    ```

    `is.containing` and `is.greater` are *tests*. `.help tests` lists them all; they select rows here, and will be the rules
    of fields later. Tab completes whatever you begin to type, and `.help where` explains a word.

    A request is a value. Each method gives a new request, and nothing is asked of the database before rows are needed:

    ```moon
    chinook moon> long = Track:where { Milliseconds = is.greater(400000) }
    chinook moon> long:sorted_by("-Milliseconds"):limit(3):select("Name", "Milliseconds")
    ╭─────────┬───────────────────────┬──────────────╮
    │ TrackId │ Name                  │ Milliseconds │
    ├─────────┼───────────────────────┼──────────────┤
    │    2870 │ The Cost of Living    │      2637500 │
    │    2862 │ The Glass Ballerina   │      2637458 │
    │    2866 │ Every Man for Himself │      2637387 │
    ╰─────────┴───────────────────────┴──────────────╯
    3 rows
    chinook moon> long:count(), long:max "Milliseconds"
    77
    2637500
    ```

    A minus before a field's name sorts from the greatest down. If you like text better, a condition may be one:

    ```moon
    chinook moon> Track:where("Milliseconds > 400000 and genre.Name == 'Jazz'"):pluck "Name"
    {
      "Walkin'",
      "Bye Bye Blackbird",
      "So What",
      "My Funny Valentine (Live)",
      "Nefertiti",
      "Petits Machins (Little Stuff)",
      "Miles Runs The Voodoo Down",
    }
    ```

    ### Following relations

    `genre.Name` followed a *relation*: the foreign keys of the tables told Moonshell how tracks, genres, albums and
    artists belong together. Dotted names follow them in conditions, sort keys and groups:

    ```moon
    chinook moon> Track:where { ["album.artist.Name"] = "Queen" }:limit(4):pluck "Name"
    { "A Kind Of Magic", "Under Pressure", "Radio GA GA", "I Want It All" }
    chinook moon> Track:group_by("genre.Name"):aggregate { tracks = "count", longest = "max Milliseconds" }:sorted_by("-tracks")
    ╭────────────────────┬─────────┬────────╮
    │ genre.Name         │ longest │ tracks │
    ├────────────────────┼─────────┼────────┤
    │ Rock               │ 1196094 │    129 │
    │ Metal              │  671712 │     52 │
    │ Jazz               │  907520 │     34 │
    │ TV Shows           │ 2637500 │     34 │
    │ Latin              │  371356 │     24 │
    │ Alternative & Punk │  329743 │     12 │
    │ Drama              │ 2637458 │      8 │
    ╰────────────────────┴─────────┴────────╯
    7 rows
    ```

    An object is a row. Its relations are members:

    ```moon
    chinook moon> t = Track:first()
    chinook moon> t.Name, t.album.Title, t.album.artist.Name
    For Those About To Rock (We Salute You)
    For Those About To Rock We Salute You
    AC/DC
    chinook moon> t.album.track:count()
    10
    ```

    Where one thing has many others, the relation is itself a request: you may go on with `where`, `sorted_by`, `count`.

    ### It is Lua

    ```moon
    chinook moon> for a in Artist:sorted_by("Name"):limit(3):iterate() do print(a.Name, a.album:count()) end
    AC/DC	2
    Aerosmith	1
    Antônio Carlos Jobim	2
    chinook moon> Track:where(function(t) return t.Milliseconds > 300000 and t.Name:sub(1, 5) == "Black" end):pluck "Name"
    { "Black Sabbath", "Black Satin" }
    ```

    A function may be a condition, too. Moonshell reads it, and where SQL provably means the same, the database does the
    work, with its indexes: [how it works](how-it-works.md) tells why that is safe, and `explain()` what became of it.

    ### It is SQL, too

    ```moon
    chinook moon> SELECT BillingCountry, count(*) AS invoices FROM Invoice GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3
    ╭────────────────┬──────────╮
    │ BillingCountry │ invoices │
    ├────────────────┼──────────┤
    │ USA            │       11 │
    │ Brazil         │        5 │
    │ Canada         │        3 │
    ╰────────────────┴──────────╯
    3 rows
    chinook moon> Invoice:group_by("BillingCountry"):aggregate { total = "sum Total" }:sorted_by("-total"):limit(3)
    ╭────────────────┬───────╮
    │ BillingCountry │ total │
    ├────────────────┼───────┤
    │ USA            │ 27.72 │
    │ Czech Republic │ 10.94 │
    │ Austria        │  8.92 │
    ╰────────────────┴───────╯
    3 rows
    ```

    ### Changing something, and not

    Between `db:begin()` and `db:rollback()` you may try what you like.

    ```moon
    chinook moon> db:begin()
    chinook moon*> Track:where { UnitPrice = is.less(1) }:update { UnitPrice = decimal "1.29" }
    251
    chinook moon*> Track:min "UnitPrice"
    1.29
    chinook moon*> db:rollback()
    chinook moon> Track:min "UnitPrice"
    0.99
    ```

    ### Taking something along

    ```moon
    chinook moon> jazz = Track:where { ["genre.Name"] = "Jazz" }:select("Name", "Milliseconds"):limit(2)
    chinook moon> jazz:encode "json"
    [{"TrackId":63,"Name":"Desafinado","Milliseconds":185338},
    {"TrackId":64,"Name":"Garota De Ipanema","Milliseconds":285048}]
    chinook moon> .mode markdown
    chinook moon> jazz
    | TrackId | Name | Milliseconds |
    | ---: | :--- | ---: |
    | 63 | Desafinado | 185338 |
    | 64 | Garota De Ipanema | 285048 |
    chinook moon> .mode box
    ```

    `jazz:export "jazz.csv"` writes a file; its ending says the format. `.summary Track` says what is in a table, and
    `.diagram` draws how the tables belong together. That was the first part; Ctrl-D leaves.

    ## 2. A schema of your own

    You run a small library. Start `moonshell library.db`; the file is made when something is first written.

    ```moon library.db
    library moon> Author = entity "Author" { name = text { required = true, unique = true }, books = has_many "Book" }
    library moon> Book = entity "Book" {
      ...   title  = text    { required = true, validate = is.not_empty },
      ...   year   = integer { validate = is.between(1450, 2100) },
      ...   shelf  = enum    { "novel", "science", "poetry" },
      ...   author = belongs_to("Author", { required = true }),
      ... }
    library moon> db:create_all()
    the schema changed · .undo begins here
    ```

    An entity says what the data is: its fields, each with a type and rules, and its relations. `db:create_all()` makes the
    tables, with every rule that the database itself can keep. Now some books:

    ```moon
    library moon> lem = Author:create { name = "Stanisław Lem" }
    1 row changed · .undo takes it back
    library moon> austen = Author:create { name = "Jane Austen" }
    1 row changed
    library moon> db:add(
      ...   Book { title = "Solaris", year = 1961, shelf = "novel", author = lem },
      ...   Book { title = "The Cyberiad", year = 1965, shelf = "novel", author = lem },
      ...   Book { title = "Emma", year = 1815, shelf = "novel", author = austen })
    3 rows changed
    library moon> Book
    Book (table book)
    ╭────────┬───────────────────┬──────────────────────────╮
    │ name   │ type              │ rules                    │
    ├────────┼───────────────────┼──────────────────────────┤
    │ id     │ integer           │ primary key              │
    │ title  │ text              │ required, is.not_empty   │
    │ year   │ integer           │ is.between(1450, 2100)   │
    │ shelf  │ enum              │ novel | science | poetry │
    │ author │ belongs_to Author │ key author_id            │
    ╰────────┴───────────────────┴──────────────────────────╯
    library moon> Book:sorted_by("year"):values("title", "author.name")
    ╭──────────────┬───────────────╮
    │ title        │ author.name   │
    ├──────────────┼───────────────┤
    │ Emma         │ Jane Austen   │
    │ Solaris      │ Stanisław Lem │
    │ The Cyberiad │ Stanisław Lem │
    ╰──────────────┴───────────────╯
    3 rows
    ```

    ### Rules

    What breaks the rules is refused whole, and says everything that is wrong:

    ```moon
    library moon> Book:create { title = "", year = 12, author = lem }
    Book: title: '' is blank
    Book: year: 12 is not between 1450 and 2100
      1 | Book:create { title = "", year = 12, author = lem }
    library moon> Book:create { title = "Pan Tadeusz", year = 1834, shelf = "epic", author = lem }
    Book: shelf: expected one of 'novel', 'science', 'poetry', not the text 'epic'
      1 | Book:create { title = "Pan Tadeusz", year = 1834, shelf = "epic", author = lem }
    library moon> Author:create { name = "Jane Austen" }
    Author: name: 'Jane Austen' exists already (id 2)
      1 | Author:create { name = "Jane Austen" }
                                  ^^^^^^^^^^^
    ```

    Assignments are checked at once; an object knows what has changed, and `save()` writes only that:

    ```moon
    library moon> b = Book:where { title = "Emma" }:first()
    library moon> b.year = 1816
    library moon> b:changes()
    { year = { from = 1815, to = 1816 } }
    library moon> b.year = "last year"
    Book: year: expected an integer, not the text 'last year'
      1 | b.year = "last year"
                    ^^^^^^^^^
    library moon> _ = b:save()
    1 row changed
    ```

    ### All or nothing

    A transaction is a function; if it raises an error, nothing has happened.

    ```moon
    library moon> db:transaction(function()
      ...   Book:create { title = "Persuasion", year = 1817, author = austen }
      ...   Book:create { title = "Sanditon", year = 18170, author = austen }
      ... end)
    Book: year: 18170 is not between 1450 and 2100
      3 |   Book:create { title = "Sanditon", year = 18170, author = austen }
    library moon> Book:count()
    3
    ```

    ### A schema that grows

    The library begins to lend. Declare the entity again, as it should be, and let `db:migrate()` bring the table along:

    ```moon
    library moon> Member = entity "Member" { name = text { required = true }, since = date {} }
    library moon> Book = entity "Book" {
      ...   title    = text    { required = true, validate = is.not_empty },
      ...   year     = integer { validate = is.between(1450, 2100) },
      ...   shelf    = enum    { "novel", "science", "poetry" },
      ...   price    = decimal { scale = 2 },
      ...   author   = belongs_to("Author", { required = true }),
      ...   borrower = belongs_to "Member",
      ... }
    library moon> db:migrate()
    member (Member) is made
    book (Book, 3 rows)
      + price        INTEGER /* decimal(2) */
      + borrower_id  INTEGER
      + index        (borrower_id)
    the schema changed: .undo does not reach back beyond this
    library moon> ann = Member:create { name = "Ann", since = "2026-01-15" }
    1 row changed
    ```

    An object that was read before knows nothing of the new relation. Read it again:

    ```moon
    library moon> b = Book:where { title = "Emma" }:first()
    library moon> b.borrower = ann
    library moon> _ = b:save()
    1 row changed
    library moon> Book:where { ["borrower.name"] = "Ann" }:pluck "title"
    { "Emma" }
    ```

    ### A list that says what changed

    An app shows lists in sections, and wants to know what changed in them. That is a *result set*:

    ```moon
    library moon> rs = Book:sorted_by("title"):sectioned_by("author.name"):results()
    library moon> rs
    Jane Austen (1 row)
    ╭────┬───────┬──────┬───────┬───────┬───────────┬─────────────╮
    │ id │ title │ year │ shelf │ price │ author_id │ borrower_id │
    ├────┼───────┼──────┼───────┼───────┼───────────┼─────────────┤
    │  3 │ Emma  │ 1816 │ novel │  NULL │         2 │           1 │
    ╰────┴───────┴──────┴───────┴───────┴───────────┴─────────────╯
    Stanisław Lem (2 rows)
    ╭────┬──────────────┬──────┬───────┬───────┬───────────┬─────────────╮
    │ id │ title        │ year │ shelf │ price │ author_id │ borrower_id │
    ├────┼──────────────┼──────┼───────┼───────┼───────────┼─────────────┤
    │  1 │ Solaris      │ 1961 │ novel │  NULL │         1 │        NULL │
    │  2 │ The Cyberiad │ 1965 │ novel │  NULL │         1 │        NULL │
    ╰────┴──────────────┴──────┴───────┴───────┴───────────┴─────────────╯
    3 rows in 2 sections
    library moon> stop = rs:observe(print)
    library moon> _ = Book:create { title = "Fiasco", year = 1986, shelf = "novel", author = lem }
    1 row inserted
      + [2.1]  Book(4) { title = 'Fiasco', year = 1986, shelf = 'novel', author_id = 1 }
    1 row changed
    library moon> stop()
    ```

    ### Keeping it

    A schema belongs into a file. `generate "lua"` writes down what you declared, with rules, enums and names of relations;
    `db:schema_source()` what is in the tables, whoever made them; and `generate "swift"` what an app needs:

    ```moon
    library moon> print((db:schema_source():match "[^\n]+"))
    Author = entity "Author" {
    library moon> print(generate("swift"):match "struct Author.-\n}")
    struct Author: Codable, Hashable, Identifiable, Sendable {
      var id: Int64?
      var name: String
      var books: [Book]? = nil

      enum CodingKeys: String, CodingKey {
        case id = "id"
        case name = "name"
        case books = "books"
      }
    }
    ```

    ### A script

    What you typed can stand in a file. `library.lua` declares the entities; other scripts take them from there.

    ```lua library.lua
    Author = entity "Author" { name = text { required = true, unique = true }, books = has_many "Book" }
    Member = entity "Member" { name = text { required = true }, since = date {} }
    Book = entity "Book" {
      title    = text    { required = true, validate = is.not_empty },
      year     = integer { validate = is.between(1450, 2100) },
      shelf    = enum    { "novel", "science", "poetry" },
      price    = decimal { scale = 2 },
      author   = belongs_to("Author", { required = true }),
      borrower = belongs_to "Member",
    }
    ```

    ```lua overview.lua
    dofile "library.lua"
    for author in Author:sorted_by("name"):with("books"):iterate() do
      print(author.name .. ":")
      for _, book in ipairs(author.books:fetch()) do print("  " .. book.title, book.year) end
    end
    ```

    ```sh
    $ moonshell library.db overview.lua
    Jane Austen:
      Emma	1816
    Stanisław Lem:
      Solaris	1961
      The Cyberiad	1965
      Fiasco	1986
    ```

    Where to go from here: the [cookbook](cookbook.md) has forty short answers, `.help` has every word with an example, and
    `.tour` leads through the basics at the prompt.
    """#
}
