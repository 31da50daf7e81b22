extension Chapters {
  static let sql: Page = {
    let entries = rows(sqlText) { _ in "SQL keyword" }
    return Page("sql", "SQL at the prompt", .reference, entries: entries, text: sqlText)
  }()

  private static let sqlText = #"""
    An entry that begins with one of these words in capitals is SQL, and prints a table; in any case of letters where it
    is no Lua. It ends with its line where it is complete there, else with `;` or an empty line. In scripts
    `db:query(sql, …)` gives the rows and `db:execute(sql, …)` how many were changed; values go in as `?` or `:name`.

    ## Asking

    | word | what it does | here |
    |---|---|---|
    | `SELECT` | the rows of a question | `Player:where { … }`, `:values("name", "age")` |
    | `FROM` | the tables it is asked of | the entity: `Player` |
    | `WHERE` | which rows | `:where { age = is.at_least(18) }`, `:where "age >= 18"` |
    | `AND`, `OR`, `NOT` | several conditions, or none of them | several `where`, `:or_where { … }`, `:where_not { … }`; `and or not` in a text |
    | `IS`, `NULL` | no value | `where { age = null }`, `where "age == nil"` |
    | `AS` | another name of a column or a table | the name of a member: `:annotate { year = "year(born)" }` |
    | `CASE`, `WHEN`, `THEN`, `ELSE` | one value or another | a function: `function(p) return p.age > 17 and "adult" or "child" end` |
    | `COUNT` | how many rows | `:count()`, `:group_by("team"):aggregate { n = "count" }` |
    | `JOIN`, `LEFT`, `INNER`, `OUTER`, `CROSS`, `ON`, `USING` | rows of several tables side by side | a dotted name: `["team.name"] = "Red"`; `:with "team"` |
    | `GROUP`, `BY`, `HAVING` | rows that go together, and which of the groups | `:group_by("team"):aggregate { n = "count" }:having "n > 3"` |
    | `ORDER`, `ASC`, `DESC` | in which order | `:sorted_by("-score", "name")` |
    | `COLLATE` | which texts are alike, and which comes first | `text { collation = "nocase" }` |
    | `LIMIT`, `OFFSET` | how many, and from which on | `:limit(10):offset(20)`, `:page(10)` |
    | `DISTINCT` | equal rows once | `:distinct()` |
    | `LIKE`, `GLOB` | texts of a shape | `is.prefix "Z"`, `is.containing "x"`, `is.matching "^Z"` |
    | `IN`, `BETWEEN`, `EXISTS` | one of, from to, whether there is one | `is.one_of(…)`, `is.between(1, 5)`, `:exists()` |
    | `WITH` | a question that the following one uses | a request as a value: `where { team = Team:where { … } }` |
    | `RECURSIVE` | a question that goes on from its own rows | `:descendants()`, `:ancestors()` |
    | `UNION`, `INTERSECT`, `EXCEPT` | rows of two questions as one | `:or_where { … }`, `:where { … }`, `:where_not { … }` |
    | `VALUES` | rows that are written out | a list of tables |
    | `EXPLAIN` | how the database goes about it | `:explain()`, `.explain REQUEST` |

    ```moon
    moon> Player = entity "Player" { name = text {}, age = integer {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Player { name = "Zoe", age = 30 }, Player { name = "Bob", age = 17 })
    2 rows changed · .undo takes it back
    moon> SELECT name FROM player WHERE age > 18
    ╭──────╮
    │ name │
    ├──────┤
    │ Zoe  │
    ╰──────╯
    1 row
    moon> Player:where "age > 18":values "name"
    ╭──────╮
    │ name │
    ├──────┤
    │ Zoe  │
    ╰──────╯
    1 row
    ```

    ## Changing

    | word | what it does | here |
    |---|---|---|
    | `INSERT`, `INTO` | new rows | `Player:create { … }`, `db:add(…)` |
    | `REPLACE` | new rows in place of those in their way | `db:add(x, { upsert = true })`, which deletes none |
    | `UPDATE`, `SET` | other values in rows | `:update { active = false }`, `p.age = 31 p:save()` |
    | `DELETE` | rows that go | `:delete()`, `p:delete()` |
    | `RETURNING` | what was written, as rows | `db:query "INSERT … RETURNING id"` |
    | `BEGIN`, `TRANSACTION`, `COMMIT`, `END`, `ROLLBACK` | a transaction | `db:transaction(function() … end)`, `.try` |
    | `SAVEPOINT`, `RELEASE` | a transaction within one | `db:transaction` within one |

    ```moon
    moon> UPDATE player SET age = 31 WHERE name = 'Zoe'
    1 row changed
    moon> .undo
    taken back: 'UPDATE player SET age = 31 WHERE name = 'Zoe'' (1 row of player)
    moon> Player:pluck "age"
    { 30, 17 }
    ```

    ## Tables

    | word | what it does | here |
    |---|---|---|
    | `CREATE` | a table, which is an entity at once, an index, a view | `entity "Shop" { … }` and `db:create_all()` |
    | `TABLE`, `VIEW` | rows with columns, and a question that is asked like one | an entity; a view is one as well, to read |
    | `PRIMARY` | what tells each row from the others | `code = text { primary_key = true }` |
    | `UNIQUE`, `INDEX` | values that occur once, and what finds rows fast | `unique = true`, `indexed = true`, `indexes = { index { "a", "b" } }` |
    | `REFERENCES` | a column with the key of another row | `team = belongs_to "Team"` |
    | `DEFAULT`, `CHECK` | what a column has by itself, and what it must be | `default = 0`, `validate = is.at_least(0)`, `check = "score >= 0"` |
    | `TRIGGER` | a statement that runs by itself when rows change | `before_save`, `after_save` and their like; those of the database run as well |
    | `ALTER` | another shape of a table | declare the entity anew, and `db:migrate()` |
    | `DROP` | a table that goes with its rows | `db:migrate { destructive = { "shop" } }` |
    | `PRAGMA` | what the database is set to | |
    | `ANALYZE`, `REINDEX`, `VACUUM` | statistics, indexes and the file made anew | `.advise REQUEST` |
    | `ATTACH`, `DETACH` | a second file beside this one | `open "b.db"`, `Player:on(other)` |

    ```moon
    moon> CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)
    the schema changed: .undo does not reach back beyond this
    moon> Shop:create { name = "Corner" }
    Shop(1)
      id = 1
    name = Corner
    1 row changed
    moon> Shop
    Shop (table shop)
    ╭──────┬─────────┬─────────────╮
    │ name │ type    │ rules       │
    ├──────┼─────────┼─────────────┤
    │ id   │ integer │ primary key │
    │ name │ text    │             │
    ╰──────┴─────────┴─────────────╯
    ```
    """#
}
