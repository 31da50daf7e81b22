extension Chapters {
  static let servers = Page("servers", "Servers and copies", .understanding, text: serversText)

  private static let serversText = #"""
    `moonshell postgres://ann@host/shop`, `db:open "postgres://…"` and `open "postgres://…"` work on a PostgreSQL server as
    they do on a file, with the same answers. Files of SQLite stay the default, and need nothing else installed. Passwords
    come from the address, from PGPASSWORD or from `~/.pgpass`, and are shown nowhere.

    ## What a database can do

    `db:capabilities()` has for each thing that not every engine can do `true`, or the reason why not. Where a script asks
    for such a thing, that is an error before anything runs, with the name in its field `capability`.

    ```moon new
    moon> print(db:capabilities())
    any_columns                 yes
    atomic_commit_across_nodes  no: a file is one node
    backup                      yes
    callbacks                   yes
    collations                  yes
    dense_keys                  yes
    following_others            yes
    functions_of_documents      yes
    going_on_after_errors       yes
    infinities                  yes
    nul_in_texts                yes
    reading_alongside           yes
    regular_expressions         yes
    schema_in_transactions      yes
    shards                      no: a file is one node
    undo                        yes
    ```

    ## Copy a database

    `db:copy_to(other)` makes the tables of one database in another and copies all rows, with their keys, links and orders:
    all of it, or nothing. The other may be a file or a server; it must not have tables of these names yet.

    ```moon
    moon> Author = entity "Author" { name = text { unique = true }, books = has_many "Book" }
    moon> Book = entity "Book" { title = text {}, price = decimal {}, author = belongs_to "Author" }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> ann = Author:create { name = "Ann" }
    1 row changed · .undo takes it back
    moon> db:add(Book { title = "One", price = decimal "9.50", author = ann }, Book { title = "Two", author = ann })
    2 rows changed
    moon> other = open ":memory:"
    moon> report = db:copy_to(other)
    moon> print(report)
    copied 3 rows of 2 entities to :memory:
      Author  1
      Book    2
    moon> report.Book
    2
    moon> Book:on(other):sorted_by("title"):first().author.name
    Ann
    moon> db:copy_to(other)
    copy_to: :memory: has 'author', 'book' already: copy into a database without them
      1 | db:copy_to(other)
    ```

    Between databases of one engine everything is kept as it is: types, CHECKs, indexes, views. Another engine gets the
    entities in its own words; what only the first one can say (views, CHECKs of other programs, formulas of columns) is
    named in the report. A value that the other one cannot hold is an error that names its table and its key.

    ## Tables in parts

    An entity may name the field or `belongs_to` by whose value its rows lie in parts: `shard_by = "customer"`. A server
    makes eight parts of the table; a request that names the value reaches one of them, and `explain()` begins with the
    parts that it looks into (`1 of 8 parts of visit: visit_part_3`), with their nodes where parts lie on other servers.
    A file has no parts, and keeps the table as ever.

    ```moon
    moon> Visit = entity "Visit" { shard_by = "shop", shop = integer { primary_key = true }, number = integer { primary_key = true } }
    moon> Bad = entity "Bad" { shard_by = "shpo", shop = integer {} }
    entity 'Bad', option 'shard_by': there is no field or belongs_to 'shpo'. Did you mean 'shop'?
      1 | Bad = entity "Bad" { shard_by = "shpo", shop = integer {} }
          ^^^
    ```

    Where parts lie on other servers, a line for each says what is asked of it and about how many rows travel; counts, whole
    sums, `min` and `max` are made there. One transaction writes to one node, or to the server itself, and what would write to
    more is refused; so is a change of the value by which it is told where a row lies.
    Citus, CockroachDB and YugabyteDB are known by what they say of themselves, and lay rows in parts in words of their
    own; that follows their documents, and was not tried against such servers.

    What must be unique is looked for in one part only: each key of such an entity must contain that field, and where it
    does not, the server's table is not made, with an error that names the key.

    ## Columns of types that a server has

    Tables that other programs made there are entities, as on a file: those of all schemas that one may use, where the
    address, the person or the database names none by `search_path`; of two tables of one name the one in `public` is meant.
    `db:schema_source()` keeps what no entity says (types, CHECKs, parts, keys) as statements. Moments have the digits of their columns and read as
    `datetime` in UTC, also those without a time zone; `numeric` columns are decimals, NaN is nothing as NULL is, and what has no type
    here (enums, intervals, addresses, lists) is the text that the server writes. Comparisons, sorts and functions go by
    these texts, and use the column's own order and index where that gives the same answer.

    Values stand in statements as `?`, `:name` or `$1`; where no value can stand, `?` is the server's own operator, and beside
    values it is written `??`. What a session reads values by (time zone, forms of dates, encoding) stays as it is: a statement
    that would change it is refused.

    ## Conflicts

    On a server a transaction sees the rows as they were when it began. Where another session changes what it is about to
    change itself, one of the two must begin again: that is a `LockedError` with `conflict = true`, and
    `db:transaction(pay, { retry = 3 })` runs the function up to three times more. Nothing else is tried again. A
    transaction that is to be more isolated says so first: `db:execute "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"`.

    ## Lost connections

    When the connection is lost, the error says what became of the work: nothing was being changed, the transaction is
    rolled back, the statement was not committed, it was committed before, or it cannot be known (the connection ended while
    the server was committing). Nothing is run again in silence. At a prompt the next entry connects again, and says so;
    unsaved objects and variables are still there, what the session had made on the server for itself is not. A script goes
    on with `db:open`. Ctrl-C ends a statement on the server.
    """#
}
