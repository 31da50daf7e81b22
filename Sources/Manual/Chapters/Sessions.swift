/// What is shown of the words and commands that reach files, or what a prompt did before: sessions, replayed by a test.
///
/// The help runs its other examples in a world of its own, in memory, whenever it is asked; these could not be run there.
package enum Sessions {
  /// The session that shows a word, as blocks of Markdown; nil if there is none.
  ///
  ///     Sessions.of(".undo", in: "commands")     ```moon⏎moon> Player:where { … }:update { … } …```
  ///
  /// - Parameter group: the group of the help; words of one name have a session for all groups, or one a group.
  package static func of(_ word: String, in group: String) -> String? {
    guard let section = page.section("\(group) `\(word)`") ?? page.section("`\(word)`") else { return nil }
    // Without its heading, and the blank lines around.
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
    return lines[...last].drop(while: \.isEmpty).joined(separator: "\n")
  }

  /// The words that have one.
  package static var words: [String] {
    page.headings.compactMap { heading in
      heading.split(separator: "`", omittingEmptySubsequences: false).dropFirst().first.map(String.init)
    }
  }

  private static let page = Page("sessions", "Sessions", .reference, text: text)

  private static let text = #"""
    ```lua sample.lua
    Team = entity "Team" { name = text { required = true, unique = true } }
    Player = entity "Player" {
      name = text { required = true, unique = true }, age = integer { validate = is.between(14, 70) },
      score = integer { default = 0 }, team = belongs_to "Team",
    }
    db:create_all()
    red = Team:create { name = "Red" }
    db:add(Player { name = "Zerator", age = 30, score = 12, team = red }, Player { name = "Maghla", age = 29, team = red })
    ```

    ```moon shop.db
    moon> .read sample.lua
    the schema changed · .undo begins here
    ```

    ## `.read`

    ```lua births.lua
    print(Player:count() .. " players")
    Player:where { name = "Maghla" }:update { score = 7 }
    ```

    ```moon
    moon> .read births.lua
    2 players
    1 row changed · .undo takes it back
    ```

    ## `.undo`

    ```moon
    moon> Player:all():update { score = expr "score + 1" }
    2
    2 rows changed
    moon> Player:pluck "score"
    { 13, 8 }
    moon> .undo
    taken back: 'Player:all():update { score = expr "score + 1" }' (2 rows of player)
    moon> Player:pluck "score"
    { 12, 7 }
    ```

    ## `.try`

    ```moon
    moon> .try
    moon> Player:where { name = "Maghla" }:delete()
    1
    moon> .discard
    moon> Player:count()
    2
    ```

    ## `.diff`

    ```moon
    moon> .try
    moon> Player:where { name = "Maghla" }:update { age = 31 }
    1
    moon> .diff
    Player: 1 changed
      ~ 2  age: 29 → 31
    moon> .discard
    ```

    ## `.keep`

    ```moon
    moon> .try
    moon> Player:where { name = "Maghla" }:update { age = 31 }
    1
    moon> .keep
    1 row changed
    ```

    ## `.discard`

    ```moon
    moon> .try
    moon> Player:all():delete()
    2
    moon> .discard
    moon> Player:count()
    2
    ```

    ## `.migrate`

    ```moon
    moon> Team = entity "Team" { name = text { required = true, unique = true }, city = text {} }
    moon> .migrate
    team (Team, 1 row)
      + city  TEXT
    Change the database like this? (y/N) y
    done
    the schema changed: .undo does not reach back beyond this
    ```

    ## `.backup`

    ```moon
    moon> .backup copy.db
    ```

    ## `.compare`

    ```moon
    moon> _ = Player:create { name = "Bob", age = 20 }
    1 row changed
    moon> .compare copy.db Player:sorted_by "name"
    1 only here (copy.db)
      - 3  name = 'Bob', age = 20, score = 0
    ```

    ## `.export`

    ```moon
    moon> .export players.csv Player:select("name", "age")
    moon> _ = io.write(io.open("players.csv"):read "a")
    id,name,age
    1,Zerator,30
    2,Maghla,31
    3,Bob,20
    ```

    ## `.import`

    ```csv more.csv
    name,age
    Ada,36
    Grace,12
    ```

    ```moon
    moon> .import more.csv Player
    more.csv:3:7: Player: age: 12 is not between 14 and 70
    moon> Player:import("more.csv", { on_error = "skip" })
    1
     column = 7
     errors = [{"entity":"Player","field":"age","message":"Player: age: 12 is not between 14 and 70","rule":"is not between 14 and 70","value":12}]
      field = age
       line = 3
    message = Player: age: 12 is not between 14 and 70
        row = {"age":"12","name":"Grace"}
       rule = is not between 14 and 70
      value = 12
    1 row
    1 row changed
    ```

    ## `.output`

    ```moon
    moon> .output names.txt
    moon> Player:pluck "name"
    moon> .output
    moon> _ = io.write(io.open("names.txt"):read "a")
    { "Zerator", "Maghla", "Bob", "Ada" }
    ```

    ## `.pager`

    ```moon
    moon> .pager off
    moon> .pager
    off
    ```

    ## `.record`

    ```moon
    moon> .record session.lua
    moon> Player:count()
    4
    moon> .record off
    moon> _ = io.write(io.open("session.lua"):read "a")
    Player:count()
    ```

    ## `.history`

    ```moon
    moon> .history count
       10  Player:count()
       21  Player:count()
       38  Player:count()
    ```

    ## `.open`

    ```moon
    moon> .open copy.db
    moon> Player:count()
    2
    moon> .open shop.db
    ```

    ## `.help`

    ```moon
    moon> .help max
    max  (requests)
      the greatest value of a field
      Player:max("score")
    40

    max  (of related rows, in text)
      the greatest of their values; NULL of no rows
      Team:values("name", "max(players.score)")
    ╭──────┬────────────────────╮
    │ name │ max(players.score) │
    ├──────┼────────────────────┤
    │ Red  │                 20 │
    │ Blue │                 40 │
    ╰──────┴────────────────────╯
    2 rows

    max  (aggregates, in text)
      the greatest of the values that are not NULL
      Player:aggregate { result = "max age" }
    { result = 41 }
    ```

    ## `.tour`

    ```sh
    $ printf '.tour\n' | moonshell 2>&1 | head -n 6

    This is a Lua prompt: what an expression gives is shown. _ is the last value.
    moon> (1 + 2) * 7
    21

    An entity says what the data is. Each field has a type, and may have rules.
    ```

    ## `.quit`

    ```sh
    $ printf 'print "one"\n.quit\nprint "two"\n' | moonshell
    one
    ```

    ## `.watch`

    ```sh
    $ (sleep 1; moonshell shop.db -e 'Player:where { name = "Bob" }:update { score = 9 }') &
    > printf '.watch Player:sorted_by "name"\n' | timeout 3 moonshell shop.db
    watching: Ctrl-C ends it
    1
    1 row updated
      ~ [1.2]  Player(3) { score = 0 → 9 }
    ```

    ## `import`

    ```csv newcomers.csv
    name,age
    Lin,25
    Maghla,32
    ```

    ```moon
    moon> Player:import("newcomers.csv", { upsert = true, on = "name" })
    2
    2 rows changed
    moon> Player:where({ name = "Maghla" }):first().age
    32
    ```

    ## `read`

    ```json p.json
    {"name": "Kim", "age": 44}
    ```

    ```moon
    moon> Player:read "p.json"
    Player(new)
         id = NULL
       name = Kim
        age = 44
      score = NULL
    team_id = NULL
    ```

    ## `infer`

    ```csv people.csv
    name,born,height
    Ann,2001-02-03,1.71
    Bob,1999-12-31,1.80
    ```

    ```moon
    moon> print(infer "people.csv")
    People = entity "People" {
      name = text {},       -- all 2
      born = date {},       -- all 2
      height = decimal {},  -- all 2
    }
    ```

    ## `export`

    ```moon
    moon> Player:where { age = is.at_least(30) }:export "players.json"
    moon> _ = io.write(io.open("players.json"):read "a")
    [{"id":1,"name":"Zerator","age":30,"score":12,"team_id":1},
    {"id":2,"name":"Maghla","age":32,"score":7,"team_id":1},
    {"id":4,"name":"Ada","age":36,"score":0,"team_id":null}]
    ```

    ## groups `export`

    ```moon
    moon> Player:group_by("team.name"):aggregate { players = "count" }:export "teams.csv"
    moon> _ = io.write(io.open("teams.csv"):read "a")
    team.name,players
    ,3
    Red,2
    ```

    ## lists `export`

    ```moon
    moon> Player:fetch():sorted("name"):export "by-name.jsonl"
    moon> _ = io.write(io.open("by-name.jsonl"):read "a")
    {"id":4,"name":"Ada","age":36,"score":0,"team_id":null}
    {"id":3,"name":"Bob","age":20,"score":9,"team_id":null}
    {"id":5,"name":"Lin","age":25,"score":0,"team_id":null}
    {"id":2,"name":"Maghla","age":32,"score":7,"team_id":1}
    {"id":1,"name":"Zerator","age":30,"score":12,"team_id":1}
    ```

    ## result sets `export`

    ```moon
    moon> Player:sorted_by("-age"):limit(2):results():export "oldest.csv"
    moon> _ = io.write(io.open("oldest.csv"):read "a")
    id,name,age,score,team_id
    4,Ada,36,0,
    2,Maghla,32,7,1
    ```

    ## objects `export`

    ```moon
    moon> Player:first():export "first.json"
    moon> _ = io.write(io.open("first.json"):read "a")
    {"id":1,"name":"Zerator","age":30,"score":12,"team_id":1}
    ```

    ## `refresh`

    ```moon
    moon> rs = Player:sorted_by("name"):results()
    moon> _ = os.execute [[moonshell shop.db -e '_ = Player:create { name = "Eve", age = 20 }']]
    moon> rs:refresh()
    1 row inserted
      + [1.3]  Player(6) { name = 'Eve', age = 20, score = 0 }
    ```

    ## `watch`

    ```moon
    moon> _ = os.execute [[(sleep 1; moonshell shop.db -e 'Player:where { name = "Eve" }:delete()') >/dev/null &]]
    moon> rs:watch { changes = 1 }
    1 row deleted
      - [1.3]  Player(6) { name = 'Eve', age = 20, score = 0 }
    ```

    ## `reflect`

    ```moon
    moon> CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT)
    the schema changed: .undo does not reach back beyond this
    moon> db:reflect()
    moon> City
    City (table city)
    ╭──────┬─────────┬─────────────╮
    │ name │ type    │ rules       │
    ├──────┼─────────┼─────────────┤
    │ id   │ integer │ primary key │
    │ name │ text    │             │
    ╰──────┴─────────┴─────────────╯
    ```

    ## `is.workday`

    ```moon
    moon> Meeting = entity "Meeting" { day = date { validate = is.workday } }
    moon> Meeting { day = "2026-11-21" }:validate()
    nil
    Meeting: day: '2026-11-21' is not from Monday to Friday
    ```

    ## `shared`

    ```moon
    moon> Animal = entity "Animal" { name = text {} }
    moon> Dog = entity "Dog" { extends = "Animal", shared = true, barks = boolean {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> db:add(Animal { name = "Tom" }, Dog { name = "Rex", barks = true })
    2 rows changed
    moon> Animal:all()
    ╭────┬────────┬──────╮
    │ id │ kind   │ name │
    ├────┼────────┼──────┤
    │  1 │ Animal │ Tom  │
    │  2 │ Dog    │ Rex  │
    ╰────┴────────┴──────╯
    2 rows
    moon> SELECT * FROM animal
    ╭────┬────────┬──────┬───────╮
    │ id │ kind   │ name │ barks │
    ├────┼────────┼──────┼───────┤
    │  1 │ Animal │ Tom  │  NULL │
    │  2 │ Dog    │ Rex  │     1 │
    ╰────┴────────┴──────┴───────╯
    2 rows
    ```

    ## `shard_by`

    ```moon
    moon> Visit = entity "Visit" { shop = integer { required = true }, at = datetime {}, shard_by = "shop" }
    moon> Visit
    Visit (table visit)
    ╭──────┬──────────┬─────────────╮
    │ name │ type     │ rules       │
    ├──────┼──────────┼─────────────┤
    │ id   │ integer  │ primary key │
    │ shop │ integer  │ required    │
    │ at   │ datetime │             │
    ╰──────┴──────────┴─────────────╯
    ```

    ## `merge`

    ```moon
    moon> Stock = entity "Stock" {
      ...   code = text { primary_key = true }, pieces = integer {},
      ...   merge = function(old, new) old.pieces = old.pieces + new.pieces return old end,
      ... }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> tea = Stock:create { code = "tea", pieces = 3 }
    1 row changed
    moon> rs = result_set {}
    moon> _ = rs:load { tea }
    moon> more = Stock:get("tea")
    moon> more.pieces = 4
    moon> _ = rs:insert(more)
    moon> rs:at(1).pieces
    7
    ```

    ## `version`

    ```moon
    moon> Address = entity "Address" { abstract = true, town = text {} }
    moon> Guest = entity "Guest" { name = text {}, home = embedded "Address" }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> _ = Guest:create { name = "Ann", home = { town = "Lyon" } }
    1 row changed
    moon> Address = entity "Address" {
      ...   abstract = true, city = text {}, version = 2,
      ...   migrate = function(t, from) t.city = t.town return t end,
      ... }
    moon> Guest = entity "Guest" { name = text {}, home = embedded "Address" }
    moon> Guest:first().home.city
    Lyon
    ```

    ## `migrate`

    ```moon
    moon> Address = entity "Address" {
      ...   abstract = true, place = text {}, version = 3,
      ...   migrate = function(t, from) t.place = from < 2 and t.town or t.city return t end,
      ... }
    moon> Guest = entity "Guest" { name = text {}, home = embedded "Address" }
    moon> Guest:first().home.place
    Lyon
    ```

    ## `before_encode`

    ```moon
    moon> Account = entity "Account" {
      ...   name = text {}, password = text {},
      ...   before_encode = function(account, document) document.password = nil return document end,
      ... }
    moon> encode(Account { name = "ann", password = "secret" }, "json")
    {"name":"ann"}
    ```

    ## `after_decode`

    ```moon
    moon> Account = entity "Account" {
      ...   name = text {}, login = text {},
      ...   after_decode = function(account, document) account.login = document.name:lower() end,
      ... }
    moon> Account:decode('{"name": "Ann"}', "json").login
    ann
    ```

    ## `stored`

    ```moon
    moon> Item = entity "Item" { price = decimal { scale = 2, stored = "number" } }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> _ = Item:create { price = decimal "1.50" }
    1 row changed
    moon> SELECT price, typeof(price) FROM item
    ╭───────┬───────────────╮
    │ price │ typeof(price) │
    ├───────┼───────────────┤
    │   1.5 │ real          │
    ╰───────┴───────────────╯
    1 row
    ```
    """#
}
