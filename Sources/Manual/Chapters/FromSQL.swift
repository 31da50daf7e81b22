extension Chapters {
  static let fromSQL = Page("from-sql", "SQL and the sqlite3 shell", .comingFrom, text: fromSQLText)

  private static let fromSQLText = #"""
    You may go on with SQL: an entry that begins with an SQL keyword in capitals is a statement, and prints a table. What
    is new are entities: each table is a word, with its fields, its relations and rules. The file is that of the [tutorial](tutorial.md).

    ```sh
    $ moonshell chinook.db < chinook.sql
    ```

    | SQL | here |
    |---|---|
    | `SELECT * FROM t` | `T:all()`; `T` alone describes the entity |
    | `WHERE a = 1 AND b > 2` | `T:where { a = 1, b = is.greater(2) }` |
    | `WHERE a = 1 OR b = 2` | `T:where { a = 1 }:or_where { b = 2 }` |
    | `WHERE a IS NULL` | `T:where { a = null }` |
    | `WHERE a LIKE '%x%'` | `T:where { a = is.containing("x") }`, which knows capitals |
    | `WHERE a IN (1, 2)` | `T:where { a = { 1, 2 } }` |
    | `ORDER BY a, b DESC` | `T:sorted_by("a", "-b")` |
    | `LIMIT 10 OFFSET 20` | `:limit(10):offset(20)` |
    | `SELECT a, b` | `:select("a", "b")` for objects, `:values("a", "b")` for plain rows |
    | `SELECT DISTINCT a` | `:distinct():pluck "a"` |
    | `JOIN u ON …` | a dotted name: `["u.name"] = "x"`, `:values("a", "u.name")` |
    | `GROUP BY a` | `:group_by("a"):aggregate { n = "count" }` |
    | `HAVING n > 3` | `:having { n = is.greater(3) }` |
    | `rank() OVER (…) AS r` | `:annotate { r = sql "rank() OVER (…)" }`, and `:where { r = 1 }` around it |
    | `FROM (SELECT …)` | `T:from_sql "SELECT …"`, `db:from_sql "SELECT …"` for plain rows |
    | `WITH RECURSIVE` | `row:descendants "children"`, `row:ancestors "parent"` |
    | `INSERT` | `T:create { a = 1 }`, `db:add(T { … }, …)` |
    | `UPDATE … SET a = 1` | `:update { a = 1 }` |
    | `DELETE` | `:delete()` on a request |
    | `CREATE TABLE` | `entity "T" { … }` and `db:create_all()` |
    | `ALTER TABLE` | declare it anew, and `db:migrate()` |
    | `BEGIN`, `COMMIT` | the same, or `db:transaction(function() … end)` |

    The same question three times:

    ```moon chinook.db
    moon> SELECT g.Name, count(*) AS n FROM Track t JOIN Genre g USING (GenreId) GROUP BY 1 HAVING n > 30 ORDER BY n DESC
    ╭──────────┬─────╮
    │ Name     │   n │
    ├──────────┼─────┤
    │ Rock     │ 129 │
    │ Metal    │  52 │
    │ TV Shows │  34 │
    │ Jazz     │  34 │
    ╰──────────┴─────╯
    4 rows
    moon> Track:group_by("genre.Name"):aggregate { n = "count" }:having { n = is.greater(30) }:sorted_by("-n")
    ╭────────────┬─────╮
    │ genre.Name │   n │
    ├────────────┼─────┤
    │ Rock       │ 129 │
    │ Metal      │  52 │
    │ Jazz       │  34 │
    │ TV Shows   │  34 │
    ╰────────────┴─────╯
    4 rows
    moon> db:query("SELECT count(*) AS n FROM Track WHERE GenreId = ?", 2)
    ╭────╮
    │  n │
    ├────┤
    │ 34 │
    ╰────╯
    1 row
    ```

    A `decimal` field of Moonshell is an integer of the last digit in the file (10.50 is 1050), so that SQL sums it exactly:
    what SQL calculates of it is divided by hand, `sum(price) / 100.0`. Columns that others declared as NUMERIC(10, 2) hold
    the numbers themselves, and stay as they are, also where a `decimal` is declared over them: only `db:migrate()` makes them
    such integers. Over a column of texts, `'9'` and `'9.00'` are one number, and what is no decimal comes behind all numbers.

    `sql()` and `explain()` show the statement that a request becomes; `.echo on` shows every one.

    ```moon
    moon> Track:where { ["album.artist.Name"] = "Queen" }:select("Name"):sql()
    SELECT "Track"."TrackId", "Track"."Name" FROM "Track" LEFT JOIN "Album" AS "album" ON "album"."AlbumId" = "Track"."AlbumId" LEFT JOIN "Artist" AS "album.artist" ON "album.artist"."ArtistId" = "album"."ArtistId" WHERE "album.artist"."Name" = ?1 ORDER BY "Track"."TrackId"
    { "Queen" }
    ```

    ## Commands of the sqlite3 shell

    | there | here |
    |---|---|
    | .tables, .schema, .mode, .read, .output, .open, .dump, .backup | the same words |
    | .headers, .separator | `.mode csv`, `.mode tsv` |
    | .import FILE TABLE | `.import FILE ENTITY`, which checks each row by the rules of the entity |
    | .dump TABLE | `T:export("t.sql", { format = "insert" })`, the rows as statements; `db:schema_source()` is the schema in Lua |
    | .eqp, EXPLAIN QUERY PLAN | `.explain REQUEST`, `.advise REQUEST` |
    | .timer on | `.timer on` |
    | -readonly | `--read-only` |
    """#
}
