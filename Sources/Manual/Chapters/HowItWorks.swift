extension Chapters {
  static let howItWorks = Page("how-it-works", "How it works", .understanding, text: howItWorksText)

  private static let howItWorksText = #"""
    Four ideas carry the rest: a request is a value, a function can become SQL, rows are faults, and lists are compared.

    ## A request is a value

    `Player:where { age = 20 }` asks nothing. It is a value that remembers: this entity, this condition, this order. Each
    method gives a new value, so that one request can be the beginning of many. When rows are needed (`fetch`, a loop, the
    prompt), a statement is made of it, its values as parameters, and the database answers.

    <svg viewBox="0 0 640 130" role="img" aria-label="A request becomes a statement, which becomes rows"
    font-family="sans-serif" font-size="14" fill="none" stroke="currentColor">
    <rect x="5" y="35" width="165" height="55" rx="8"/><rect x="240" y="35" width="165" height="55" rx="8"/>
    <rect x="475" y="35" width="160" height="55" rx="8"/>
    <path d="M170 62h62m-8-6l8 6-8 6M405 62h62m-8-6l8 6-8 6"/>
    <g fill="currentColor" stroke="none" text-anchor="middle"><text x="87" y="58">request</text>
    <text x="87" y="77" font-size="12">a value, nothing asked</text><text x="322" y="58">statement</text>
    <text x="322" y="77" font-size="12">with parameters</text><text x="555" y="58">rows</text>
    <text x="555" y="77" font-size="12">a buffer of cells</text><text x="202" y="50" font-size="11">fetch</text>
    <text x="437" y="50" font-size="11">database</text></g>
    </svg>

    ```moon new
    moon> Player = entity "Player" { name = text { required = true }, age = integer {}, score = integer { default = 0 } }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Player { name = "Zoe", age = 30 }, Player { name = "Bob", age = 17 }, Player { name = "Ann" })
    3 rows changed · .undo takes it back
    moon> adults = Player:where { age = is.at_least(18) }
    moon> adults:sorted_by("name"):sql()
    SELECT "id", "name", "age", "score" FROM "player" WHERE "age" >= ?1 ORDER BY "name", "id"
    { 18 }
    ```

    ## Functions as SQL

    A function that is given to `where`, `sorted_by` or `group_by` is read, and not run: Moonshell follows its bytecode with
    symbols in place of values, and gets an expression. Where that expression provably selects the same rows as the
    function would, the database decides. Where only some rows need the function, the database decides about the others.
    Where nothing can be said, the function sees row after row.

    <svg viewBox="0 0 640 190" role="img" aria-label="A function is read: yes, no, or ask the function"
    font-family="sans-serif" font-size="14" fill="none" stroke="currentColor">
    <rect x="5" y="70" width="150" height="50" rx="8"/><rect x="215" y="70" width="150" height="50" rx="8"/>
    <rect x="445" y="5" width="190" height="45" rx="8"/><rect x="445" y="72" width="190" height="45" rx="8"/>
    <rect x="445" y="140" width="190" height="45" rx="8"/>
    <path d="M155 95h52m-8-6l8 6-8 6M365 95l80-67M365 95h80M365 95l80 67"/>
    <g fill="currentColor" stroke="none" text-anchor="middle"><text x="80" y="100">function(p) … end</text>
    <text x="290" y="92">an expression</text><text x="290" y="110" font-size="12">of its bytecode</text>
    <text x="540" y="32">yes: the row is selected</text><text x="540" y="99">no: it is not</text>
    <text x="540" y="167">ask the function</text></g>
    </svg>

    ```moon
    moon> Player:where(function(p) return p.name:sub(1, 1) == "Z" end):explain()
    pushed: "name" >= 'Z' AND "name" < '['
    SELECT "id", "name", "age", "score" FROM "player" WHERE "name" >= ?1 AND "name" < ?2 ORDER BY "id"  -- 'Z', '['
    └─ SCAN player
    moon> Player:where(function(p) return p.age and p.age >= 18 end):explain()
    pushed: "age" >= 18
    SELECT "id", "name", "age", "score" FROM "player" WHERE "age" >= ?1 ORDER BY "id"  -- 18
    └─ SCAN player
    moon> Player:where(function(p) return p.age >= 18 end):explain()
    prefilter: "age" >= 18 + closure where "age" IS NULL (entry 8:1: comparing nil is an error: write x and x > 1)
    SELECT "id", "name", "age", "score", "age" IS NULL FROM "player" WHERE "age" >= ?1 OR "age" IS NULL ORDER BY "id"  -- 18
    └─ SCAN player
    ```

    The last one compares without looking whether there is an age: in Lua that is an error for Ann, and so it is here. The
    database cannot raise Lua's errors, so that rows without an age go to the function.

    ```moon
    moon> Player:where(function(p) return p.age >= 18 end):count()
    attempt to compare number with nil
      1 | Player:where(function(p) return p.age >= 18 end):count()
                                                ^^
    p.age may be nil: test it first, as in p.age and …
    moon> Player:where(function(p) return p.age and p.age >= 18 end):count()
    1
    ```

    Paths into documents and JSON go the same way on SQLite: `p.address and p.address.city == "Oslo"`. Whether a document is as
    its entity says is part of the question; the function is asked about one that is not.

    `explain()` says which of it happened and why, also of the functions of requests that stand in conditions; `strict()`
    refuses what would run row by row; `fetch { pushdown = false }` runs the function everywhere. All of them give the same
    rows: tests compare them on random data.

    A function that is asked row by row may follow relations, too: once it has read `p.team` or `p.games`, rows are read ahead,
    and one query finds what that leads to for some hundred of them.

    ## Rows are faults

    A list of a million rows is a buffer of cells, as they came from the database. The Lua object of a row is made when it is
    touched. `iterate()` holds even less: one row at a time.

    <svg viewBox="0 0 640 150" role="img" aria-label="A list is a buffer of cells; the object of one row is made when it is touched"
    font-family="sans-serif" font-size="14" fill="none" stroke="currentColor">
    <rect x="5" y="15" width="300" height="120" rx="8"/><path d="M5 45h300M5 75h300M5 105h300M105 15v120M205 15v120"/>
    <rect x="460" y="50" width="175" height="60" rx="8"/><path d="M305 60h145m-8-6l8 6-8 6"/>
    <g fill="currentColor" stroke="none"><text x="20" y="35">1</text><text x="120" y="35">Zoe</text><text x="220" y="35">30</text>
    <text x="20" y="65">2</text><text x="120" y="65">Bob</text><text x="220" y="65">17</text>
    <text x="20" y="95">3</text><text x="120" y="95">Ann</text><text x="220" y="95">NULL</text><text x="20" y="125">…</text>
    <text x="340" y="50" font-size="12">list[2].age = 18</text><text x="475" y="75">Player(2)</text>
    <text x="475" y="95" font-size="12">age: was 17, is 18</text></g>
    </svg>

    An object knows what it was and what it is. Assignments are checked by the rules of their fields at once; `save()` writes
    what has changed, and nothing else.

    ```moon
    moon> p = Player:get(1)
    moon> p.age = 31
    moon> p:changes()
    { age = { from = 30, to = 31 } }
    moon> .echo on
    moon> _ = p:save()
    UPDATE "player" SET "age" = ?1 WHERE "id" = ?2  -- 31, 1
    1 row changed
    moon> .echo off
    ```

    ## Rules in two places

    A rule is declared once and kept twice: by Moonshell, which says in words what is wrong, and by the table, as NOT NULL,
    UNIQUE, CHECK and foreign keys, so that other programs keep it, too.

    ```moon
    moon> Team = entity "Team" { name = text { required = true }, size = integer { validate = is.between(1, 11) } }
    moon> print((Team:create_sql()))
    CREATE TABLE IF NOT EXISTS "team" (
      "id" INTEGER PRIMARY KEY,
      "name" TEXT NOT NULL,
      "size" INTEGER CHECK ("size" BETWEEN 1 AND 11)
    ) STRICT;

    ```

    ## Sections and differences

    A result set is a request whose answer is kept: in sections, with the place of every row. After a commit it is asked again
    where needed, and the old answer is compared with the new one. What comes out is what a list on a screen needs: which
    rows went (by their old places), which came (by their new ones), which moved, which changed.

    <svg viewBox="0 0 640 150" role="img" aria-label="Two lists and the difference between them" font-family="sans-serif"
    font-size="14" fill="none" stroke="currentColor">
    <rect x="5" y="20" width="150" height="100" rx="8"/><rect x="485" y="20" width="150" height="100" rx="8"/>
    <path d="M165 70h305m-8-6l8 6-8 6"/>
    <g fill="currentColor" stroke="none"><text x="20" y="45">1  Ann</text><text x="20" y="70">2  Bob</text>
    <text x="20" y="95">3  Zoe</text><text x="500" y="45">1  Ann</text><text x="500" y="70">2  Cid</text>
    <text x="500" y="95">3  Zoe, 31</text><text x="235" y="40">− 2 Bob   + 2 Cid   ~ 3 Zoe</text></g>
    </svg>

    ```moon
    moon> rs = Player:sorted_by("name"):results()
    moon> stop = rs:observe(print)
    moon> db:transaction(function()
      ...   Player:where { name = "Bob" }:delete()
      ...   Player:create { name = "Cid", age = 40 }
      ...   p.age = 32
      ...   p:save()
      ... end)
    1 row deleted, 1 row inserted, 1 row updated
      - [1.2]  Player(2) { name = 'Bob', age = 17, score = 0 }
      + [1.2]  Player(4) { name = 'Cid', age = 40, score = 0 }
      ~ [1.3]  Player(1) { age = 31 → 32 }
    3 rows changed
    moon> stop()
    ```

    ## Where the database is

    A file of SQLite, read as it is: opening changes nothing in it. Tables that another program made become entities, with the
    types and relations that they say; `db:migrate()` leaves alone what it did not make. Several processes may work on one
    file; who has to wait says so.
    """#
}
