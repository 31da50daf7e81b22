extension Chapters {
  /// The recipes about schemas, rules and changes.
  static let cookbookSchema = #"""
    ## Declare entities that belong together

    The recipes from here on use these.

    ```moon new
    moon> Team = entity "Team" { name = text { required = true, unique = true }, players = has_many "Player" }
    moon> Player = entity "Player" {
      ...   name  = text    { required = true, validate = is.not_empty },
      ...   age   = integer { validate = is.between(14, 70) },
      ...   score = integer { default = 0 },
      ...   team  = belongs_to "Team",
      ... }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> red = Team:create { name = "Red" }
    1 row changed · .undo takes it back
    moon> db:add(Player { name = "Zoe", age = 30, team = red }, Player { name = "Bob", age = 19, team = red })
    2 rows changed
    ```

    ## A rule of your own

    ```moon
    moon> even = test(function(n) return n % 2 == 0 end, "is not even")
    moon> Box = entity "Box" { size = integer { validate = even } }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> Box:create { size = 3 }
    Box: size: 3 is not even
      1 | Box:create { size = 3 }
    ```

    ## Money

    `decimal` is exact, also in sums; write it as text.

    ```moon
    moon> Item = entity "Item" { title = text {}, price = decimal { scale = 2, validate = is.greater(0) } }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Item { title = "Pen", price = "1.10" }, Item { title = "Cup", price = "2.20" })
    2 rows changed
    moon> Item:sum "price"
    3.30
    moon> Item:create { title = "Gift", price = "0.00" }
    Item: price: 0.00 is not greater than 0
      1 | Item:create { title = "Gift", price = "0.00" }
    ```

    The file holds an integer of the last digit, which is what sums exactly. At the prompt columns of SQL that are one show
    as decimals; what SQL calculates of them is divided by hand:

    ```moon
    moon> SELECT price, sum(price), sum(price) / 100.0 AS total FROM item
    ╭───────┬────────────┬───────╮
    │ price │ sum(price) │ total │
    ├───────┼────────────┼───────┤
    │  1.10 │        330 │   3.3 │
    ╰───────┴────────────┴───────╯
    1 row
    ```

    `db:query` and `db:from_sql` give what is in the file, also to `encode` and its totals. `from_sql` of the entity gives
    decimals:

    ```moon
    moon> db:query("SELECT price FROM item WHERE title = 'Pen'")[1].price
    110
    moon> Item:from_sql("SELECT * FROM item WHERE title = 'Pen'"):first().price
    1.10
    ```

    ## Days and moments

    ```moon
    moon> Event = entity "Event" { title = text {}, day = date {}, starts = datetime {} }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> db:add(
      ...   Event { title = "Fair", day = "2026-03-07", starts = "2026-03-07T09:00:00Z" },
      ...   Event { title = "Ball", day = "2026-04-11", starts = "2026-04-11T20:00:00Z" })
    2 rows changed
    moon> Event:where { day = is.between("2026-03-01", "2026-03-31") }:pluck "title"
    { "Fair" }
    moon> Event:where { starts = is.greater("2026-04-01T00:00:00Z") }:pluck "title"
    { "Ball" }
    ```

    ## Today, weeks, and counting with days

    A day is the text that is stored. Lua's own `os.time` counts with days, months and years, and puts in order what is too
    many: 30 days behind a day of March is a day of March or April.

    ```moon
    moon> function days_after(day, count)
      ...   local year, month, date = day:match "(%d+)-(%d+)-(%d+)"
      ...   return os.date("%Y-%m-%d", os.time { year = year, month = month, day = date + count, hour = 12 })
      ... end
    moon> days_after("2026-03-07", 30)
    2026-04-06
    moon> Event:where { day = is.between("2026-03-07", days_after("2026-03-07", 40)) }:pluck "title"
    { "Fair", "Ball" }
    moon> Event:where "weekday(day) == 6":count()
    2
    moon> Event:first().day
    2026-03-07
    ```

    `os.date "%Y-%m-%d"` is today. Days between two days are the difference of two `os.time`, by 86,400 seconds and
    rounded. In requests the functions of the database count: the week of a day, and the day a week later.

    ```moon
    moon> Event:annotate { week = sql "strftime('%W', day)", later = sql "date(day, '+7 days')" }:values("title", "week", "later")
    ╭───────┬──────┬────────────╮
    │ title │ week │ later      │
    ├───────┼──────┼────────────┤
    │ Fair  │ 09   │ 2026-03-14 │
    │ Ball  │ 14   │ 2026-04-18 │
    ╰───────┴──────┴────────────╯
    2 rows
    ```

    ## A choice of words

    ```moon
    moon> Ticket = entity "Ticket" { state = enum { "open", "closed", default = "open" }, text = text {} }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> Ticket:create { text = "It is broken" }.state
    open
    1 row changed
    moon> Ticket:create { text = "So is this", state = "opened" }
    Ticket: state: expected one of 'open', 'closed', not the text 'opened'
      1 | Ticket:create { text = "So is this", state = "opened" }
    ```

    ## A document within a field

    ```moon
    moon> Address = entity "Address" { abstract = true, street = text {}, city = text { required = true } }
    moon> Shop = entity "Shop" { name = text {}, address = embedded "Address", tags = list_of(text {}) }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> s = Shop:create { name = "Corner", address = { city = "Lyon" }, tags = { "bread", "milk" } }
    1 row changed
    moon> s.address.city = "Paris"
    moon> s:save()
    Shop(1)
         id = 1
       name = Corner
    address = {"city":"Paris"}
       tags = ["bread","milk"]
    1 row changed
    moon> Shop:where { ["address.city"] = "Paris" }:pluck "name"
    { "Corner" }
    moon> Shop:create { name = "Nowhere", address = { street = "Main Street" } }
    Shop: address.city: is required
      1 | Shop:create { name = "Nowhere", address = { street = "Main Street" } }
    ```

    ## Many to many, with something about the link

    ```moon
    moon> Song = entity "Song" { title = text {} }
    moon> Entry = entity "Entry" { list = belongs_to "List", song = belongs_to "Song", position = integer {} }
    moon> List = entity "List" { name = text {}, songs = many_to_many("Song", { through = "Entry" }) }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> l = List:create { name = "Morning" }
    1 row changed
    moon> l.songs:add(Song { title = "Sunrise" }, { position = 1 })
    2 rows changed
    moon> l.songs:pluck "title"
    { "Sunrise" }
    moon> l.songs:links():values("song.title", "position")
    ╭────────────┬──────────╮
    │ song.title │ position │
    ├────────────┼──────────┤
    │ Sunrise    │        1 │
    ╰────────────┴──────────╯
    1 row
    ```

    ## Insert, or update what is there

    ```moon
    moon> db:add({ Team { name = "Red" }, Team { name = "Blue" } }, { upsert = true, on = "name" })
    1 row changed
    moon> Team:sorted_by("id"):pluck "name"
    { "Red", "Blue" }
    ```

    ## Change many rows at once

    ```moon
    moon> Player:where { team = red }:update { score = 10 }
    2
    2 rows changed
    moon> Player:where { age = is.less(20) }:delete()
    1
    1 row changed
    ```

    ## All or nothing

    ```moon
    moon> ok, why = pcall(db.transaction, db, function()
      ...   Player:create { name = "Ann", age = 20 }
      ...   error "no, rather not"
      ... end)
    moon> ok, Player:count()
    false
    1
    ```

    ## A form: change a copy first

    ```moon
    moon> p = Player:first()
    moon> d = p:draft()
    moon> d.name, d.age = "", 31
    Player: name: '' is blank
      1 | d.name, d.age = "", 31
    moon> d:validate()
    true
    moon> d.name = "Zoe B."
    moon> d:save()
    Player(1)
         id = 1
       name = Zoe B.
        age = 31
      score = 10
    team_id = 1
    1 row changed
    moon> p.name, p.age
    Zoe B.
    31
    ```

    ## Do something whenever an object is saved

    ```moon
    moon> Tag = entity "Tag" { word = text {}, before_save = function(t) t.word = t.word:lower() end }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> Tag:create { word = "LOUD" }.word
    loud
    1 row changed
    ```

    ## A method of your own

    ```moon
    moon> function Player.methods:label() return self.name .. ", " .. self.age end
    moon> Player:first():label()
    Zoe B., 31
    ```

    ## A request with a name

    ```moon
    moon> function Player.scopes.adults(request) return request:where { age = is.at_least(18) } end
    moon> Player:adults():count()
    1
    ```

    ## Rename a field and keep what is in it

    ```moon
    moon> Tag = entity "Tag" { label = text { required = true, renamed_from = "word" } }
    moon> db:migrate()
    tag (Tag, 1 row), rebuilt
      > label  was word
      ~ label  is required
    the schema changed: .undo does not reach back beyond this
    moon> Tag:pluck "label"
    { "loud" }
    ```

    Objects that were loaded before read their rows again. Where a migration gives stored values another meaning, as from
    integers to decimals, a request with conditions that was made before is refused: make it again.

    ## Split a field in two

    A step that `migration` names runs when the new columns are there and the old ones are not yet gone: `from_sql` reads both.

    ```moon
    moon> Recipe = entity "Recipe" { title = text {}, time = text {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Recipe { title = "Bread", time = "20 + 45" }, Recipe { title = "Soup", time = "10 + 30" })
    2 rows changed
    moon> Recipe = entity "Recipe" { title = text {}, prepare = integer {}, cook = integer {} }
    moon> migration("2026-01-split-time", function(db)
      ...   for _, recipe in ipairs(Recipe:from_sql("SELECT * FROM recipe"):fetch()) do
      ...     local prepare, cook = recipe.time:match "(%d+) %+ (%d+)"
      ...     Recipe:get(recipe.id):assign({ prepare = tonumber(prepare), cook = tonumber(cook) }):save()
      ...   end
      ... end)
    moon> db:migrate { destructive = { "Recipe.time" } }
    recipe (Recipe, 2 rows)
      + prepare  INTEGER
      + cook     INTEGER
      - time     goes with its values
    step 2026-01-split-time
    the schema changed: .undo does not reach back beyond this
    moon> Recipe:all()
    ╭────┬───────┬─────────┬──────╮
    │ id │ title │ prepare │ cook │
    ├────┼───────┼─────────┼──────┤
    │  1 │ Bread │      20 │   45 │
    │  2 │ Soup  │      10 │   30 │
    ╰────┴───────┴─────────┴──────╯
    2 rows
    ```

    ## Rename a value of an enum

    For a while both values are allowed; rows are changed in between.

    ```moon
    moon> Visit = entity "Visit" { state = enum { "planned", "done" } }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> _ = Visit:create { state = "planned" }
    1 row changed
    moon> Visit = entity "Visit" { state = enum { "planned", "scheduled", "done" } }
    moon> db:migrate()
    visit (Visit, 1 row), rebuilt
      ~ state  other checks
    the schema changed: .undo does not reach back beyond this
    moon> Visit:where { state = "planned" }:update { state = "scheduled" }
    1
    1 row changed
    moon> Visit = entity "Visit" { state = enum { "scheduled", "done" } }
    moon> db:migrate()
    visit (Visit, 1 row), rebuilt
      ~ state  other checks
    the schema changed: .undo does not reach back beyond this
    moon> Visit:first().state
    scheduled
    ```

    Where only scripts are to use the new word, it gets a name of its own and the file stays as it is: `enum { {
    "scheduled", "planned" }, "done" }`.

    ## Give links fields of their own

    A link table becomes an entity by its name, which is that of both tables in the order of the alphabet. Without
    `renamed_from` the links would stay in the old table; the plan says so.

    ```moon
    moon> Label = entity "Label" { word = text {} }
    moon> Photo = entity "Photo" { title = text {}, labels = many_to_many "Label" }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> Photo:create({ title = "Beach" }).labels:add(Label { word = "sea" })
    3 rows changed
    moon> Marking = entity "Marking" { photo = belongs_to "Photo", label = belongs_to "Label", weight = integer {} }
    moon> Photo = entity "Photo" { title = text {}, labels = many_to_many("Label", { through = "Marking" }) }
    moon> db:migrate { dry_run = true }
    marking (Marking) is made
    label_photo (1 row) is no longer used: Photo.labels goes through Marking; renamed_from = "label_photo" in Marking takes its rows along
    moon> Marking = entity "Marking" {
      ...   photo = belongs_to "Photo", label = belongs_to "Label", weight = integer {}, renamed_from = "label_photo",
      ... }
    moon> _ = db:migrate()
    the schema changed: .undo does not reach back beyond this
    moon> Photo:first().labels:pluck "word"
    { "sea" }
    ```

    ## Entities that share a table

    ```moon
    moon> Animal = entity "Animal" { name = text {} }
    moon> Dog = entity "Dog" { extends = "Animal", shared = true, breed = text {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Animal { name = "Tom" }, Dog { name = "Rex", breed = "Boxer" })
    2 rows changed
    moon> Animal:count(), Dog:count()
    2
    1
    ```

    ## Which stored rows break a new rule?

    ```moon
    moon> Player = entity "Player" {
      ...   name = text { required = true }, age = integer { validate = is.at_least(40) }, score = integer { default = 0 },
      ...   team = belongs_to "Team",
      ... }
    moon> .check Player
    ╭─────┬───────┬───────┬────────────────────╮
    │ key │ field │ value │ message            │
    ├─────┼───────┼───────┼────────────────────┤
    │   1 │ age   │    31 │ is not at least 40 │
    ╰─────┴───────┴───────┴────────────────────╯
    1 failure
    1 row of Player checked
    ```

    ## Fill tables with samples

    ```moon new
    moon> Team = entity "Team" { name = text { required = true, unique = true } }
    moon> Member = entity "Member" {
      ...   code = text { required = true, validate = is.matching "^[A-Z]{2}-[0-9]{3}$" },
      ...   age = integer { required = true, validate = is.between(18, 24) }, mail = text { validate = is.email },
      ...   start = date { required = true, validate = is.workday }, finish = date {}, check = "start < finish",
      ...   team = belongs_to("Team", { required = true }),
      ... }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Team:sample(3, { seed = 1 }))
    3 rows changed · .undo takes it back
    moon> db:add(Member:sample(100, { seed = 1 }))
    100 rows changed
    moon> Member:limit(5)
    ╭────┬────────┬─────┬────────────────────────┬────────────┬────────────┬─────────╮
    │ id │ code   │ age │ mail                   │ start      │ finish     │ team_id │
    ├────┼────────┼─────┼────────────────────────┼────────────┼────────────┼─────────┤
    │  1 │ VD-133 │  22 │ NULL                   │ 2021-01-21 │ 2028-03-21 │       2 │
    │  2 │ SU-413 │  23 │ kegufifoki@example.org │ 2028-05-05 │ 2031-06-27 │       2 │
    │  3 │ QZ-838 │  22 │ ikekedunu@example.org  │ 2014-12-18 │ 2021-02-26 │       2 │
    │  4 │ GW-867 │  21 │ ulufarumu@example.org  │ 2022-09-09 │ 2028-01-18 │       1 │
    │  5 │ AO-079 │  18 │ ronabune@example.org   │ 2024-10-29 │ NULL       │       3 │
    ╰────┴────────┴─────┴────────────────────────┴────────────┴────────────┴─────────╯
    5 rows
    moon> Member:sample(1, { start = "2024-03-02" })
    Member: start: '2024-03-02' is not from Monday to Friday
      1 | Member:sample(1, { start = "2024-03-02" })
                                      ^^^^^^^^^^
    ```

    The same seed gives the same members, as long as the same teams are there. Other names than `seed` are members
    that are set as they are.

    ## Compare two lists

    ```moon
    moon> before = { { id = 1, name = "Ann" }, { id = 2, name = "Bob" } }
    moon> after = { { id = 2, name = "Rob" }, { id = 3, name = "Cid" } }
    moon> diff(before, after, { unique = "id" })
    1 row deleted, 1 row inserted, 1 row updated
      - [1.1]  { id = 1, name = 'Ann' }
      + [1.2]  { id = 3, name = 'Cid' }
      ~ [1.1]  { name = 'Bob' → 'Rob' }
    ```
    """#
}
