extension Chapters {
  /// What can go wrong, kind by kind.
  static let errors: Page = {
    let kinds = entries(errorsText, kind: "kind of error").filter { $0.name.hasSuffix("Error") }
    return Page("errors", "Errors", .reference, entries: kinds, text: errorsText)
  }()

  private static let errorsText = #"""
    At the prompt an error shows where it is, what is wrong and what to write instead. In a script it is a table: `kind`
    says which of the kinds below it is, `message` says it in words, and the other fields that are named below say what
    it is about. `tostring(e)` is the message; errors pass `pcall` as they are.

    ```moon
    moon> Team = entity "Team" { name = text { unique = true } }
    moon> Player = entity "Player" {
      ...   name = text { required = true, unique = true, validate = is.not_empty },
      ...   age = integer { validate = is.between(14, 70) },
      ...   team = belongs_to("Team", { on_delete = "restrict" }),
      ... }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> function attempt(f, ...)
      ...   local ok, e = pcall(f, ...)
      ...   print(e.kind, e.message)
      ...   return e
      ... end
    moon> e = attempt(Player.create, Player, { name = "", age = 9 })
    ValidationError	Player: name: '' is blank
    Player: age: 9 is not between 14 and 70
    moon> for _, failure in ipairs(e.errors) do print(failure.field, failure.value, failure.rule) end
    name		is blank
    age	9	is not between 14 and 70
    ```

    A mistake in Lua itself, such as calling nil, is Lua's own and has no kind.

    ## Of what a script says

    ### `SchemaError`

    The declaration of an entity does not hold together: a type or an option that there is not, a relation without its
    other side, two fields of one name. It says the file and the line of the declaration.

    ```moon
    moon> _ = attempt(function() return entity "Game" { title = "text" } end)
    SchemaError	entry 7:1: entity 'Game', 'title' is the text 'text': neither a field, a relation nor an option. Options are table, indexes, check, extends, shared, abstract, shard_by, renamed_from, before_save, after_save, before_delete, after_delete, after_load, equals, hash, merge, version, migrate, before_encode and after_decode
    moon> _ = attempt(function() return entity "Game" { points = integer { requird = true } } end)
    SchemaError	entry 8:1: entity 'Game', field 'points': unknown option 'requird'. Did you mean 'required'? Options are required, unique, indexed, primary_key, default, readonly, generated, transient, encode, decode, fallback, column, renamed_from, validate and bits
    ```

    ### `ArgumentError`

    A word got what it does not take: too many arguments, an unknown option, a table where a name belongs.

    ```moon
    moon> _ = attempt(Player.where, Player, 5)
    ArgumentError	where takes a table of conditions, a predicate as text, (field, operator, value) or a function, not the integer 5
    ```

    ### `QueryError`

    A request, a condition or an object names a field, relation or method that there is not; or asks what cannot be
    asked, such as the sum of texts.

    ```moon
    moon> _ = attempt(function() return Player:where { agee = 20 }:count() end)
    QueryError	Player has no field 'agee'. Did you mean 'age'?
    ```

    ### `TypeError`

    A value is not of the type that the place needs: as a sort key, as the name of a section, as the identity of a row. (An object
    or an `update` that is given such a value breaks a rule: that is a `ValidationError`.)

    ```moon
    moon> _ = attempt(function() result_set { unique = "id" }:load { { id = {} } } end)
    TypeError	the identity of a row is a text, a number, true or false, not a table
    ```

    ### `StateError`

    Not now: the object is not saved yet, the result set has no such place, the transaction has ended.

    ```moon
    moon> _ = attempt(function() db:commit() end)
    StateError	no transaction is open: begin one first
    ```

    ### `DecodeError`

    Text or bytes are not what they should be: JSON with a mistake, a document without a field it needs, a stored value
    that cannot be read as its field's type. It says line and column.

    ```moon
    moon> _ = attempt(decode, '{ "a": 1,, }', "json")
    DecodeError	decode: json: line 1, column 10: expected a name in quotes, not ','
    ```

    ### `FileError`

    A file cannot be read or written; the message says why.

    ```moon
    moon> _ = attempt(function() Player:import "nowhere.csv" end)
    FileError	cannot open 'nowhere.csv': no such file or directory
    ```

    ### `MigrationError`

    `db:migrate()` will not lose what it was not told to lose, or a row is in the way of a new rule. Nothing has changed.

    ```moon
    moon> _ = Player:create { name = "Zoe", age = 20 }
    1 row changed · .undo takes it back
    moon> Player = entity "Player" { name = text { required = true, unique = true } }
    moon> _ = attempt(function() db:migrate() end)
    MigrationError	nothing was changed:
    player (Player, 1 row), rebuilt
      ~ name     other checks
      - age      goes with its values
      - team_id  goes with its values
      - index    (team_id)
    data would be lost: say db:migrate { destructive = { "Player.age", "Player.team_id" } }, or renamed_from where it moves
    ```

    ## Of what the data may be

    ### `ValidationError`

    Values break rules of their fields. All failures come at once, in `errors`: each with `entity`, `field`, `value`,
    `rule`, `message` and, of several objects, `index`. The error itself has the first one's `entity`, `field` and
    `value`.

    ### `ConflictError`

    Another row has a value that must be unique. The message names the row.

    ```moon
    moon> red = Team:create { name = "Red" }
    1 row changed
    moon> _ = attempt(Team.create, Team, { name = "Red" })
    ConflictError	Team: name: 'Red' exists already (id 1)
    ```

    ### `ConstraintError`

    The database itself refused: a CHECK, a foreign key, a trigger with RAISE.

    ```moon
    moon> _ = attempt(function() db:execute "INSERT INTO player (id, name) VALUES (7, NULL)" end)
    ConstraintError	player.name is required: it cannot be NULL
    ```

    ### `NotFoundError`

    What should be there is not: an object that another one deleted is saved, a key has no row.

    ```moon
    moon> a, b = Team:get(1), Team:get(1):draft()
    moon> _ = Team:all():delete()
    1 row changed
    moon> _ = attempt(function() a:reload() end)
    NotFoundError	Team 1 is no longer in the database
    ```

    ## Of the database

    ### `SQLError`

    A statement of SQL has a mistake. At the prompt the place is marked.

    ```moon
    moon> _ = attempt(function() db:query "SELECT nme FROM player" end)
    SQLError	no such column: 'nme', in: SELECT nme FROM player
    ```

    ### `NoSuchTableError`

    An entity is declared and its table is not there: `db:create_all()` makes it.

    ```moon
    moon> Tag = entity "Tag" { word = text {} }
    moon> _ = attempt(function() Tag:count() end)
    NoSuchTableError	:memory: has no table 'tag': db:create_all() makes the tables of entities
    ```

    ### `OpenError`

    A database cannot be opened: the folder is not there, the file may not be read.

    ```moon
    moon> _ = attempt(function() open("/nowhere/at/all.db"):query "SELECT 1" end)
    OpenError	cannot open /nowhere/at/all.db: no such directory: /nowhere/at
    ```

    ### `NotADatabaseError`

    The file is something else.

    ```moon
    moon> _ = attempt(function() open("books.csv"):query "SELECT 1" end)
    NotADatabaseError	books.csv is not a database (or it is encrypted): check the path
    ```

    ### `ReadOnlyError`

    `--read-only` was given, or the file may not be written.

    ### `LockedError`

    Another process holds a lock longer than one waits. At the prompt it says what it waits for (of a server: which
    session, and what table that has locked), and `Ctrl-C` ends the wait. Trying again is safe. On a server, another session may have changed what a transaction read: then the error has
    `conflict = true`, and `db:transaction(fn, { retry = 3 })` runs the function again by itself.

    Errors for what an engine cannot do have its name in `capability`: it is one of those that `db:capabilities()` lists,
    with the reason.

    ### `DiskFullError`

    There is no room left; the transaction is rolled back.

    ### `CorruptError`

    SQLite found that the file is damaged. Take a copy before anything else; `.recover` of the sqlite3 shell reads what
    can be read.
    """#
}
