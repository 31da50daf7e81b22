extension Chapters {
  /// What words take in a table beside what they are about; fields and entities have pages of their own.
  static let options: Page = {
    let text = optionsText
    let entries = rows(text) { heading in
      heading == "Relations" ? "option of relations" : "option of " + heading.filter { $0 != "`" }
    }
    return Page("options", "Options of words", .reference, entries: entries, text: text)
  }()

  private static let optionsText = #"""
    The options of fields stand in [field options](field-options.md), those of entities in
    [entity options](entity-options.md), those of the program in [the command line](command-line.md). These are the
    others. An option that a word does not know is an error that names its neighbour and lists those that
    there are.

    ## Relations

    They stand behind the entity: `belongs_to("Team", { on_delete = "cascade" })`.

    | option | what it says |
    |---|---|
    | `inverse` | which relation of the other entity is the way back, where several could be |
    | `on_delete` | of `belongs_to`: what becomes of an object when the one it belongs to is deleted: `"nullify"` (the default), `"cascade"`, `"restrict"` (where required) |
    | `on_update` | of `belongs_to`: what becomes of an object when the key of the one it belongs to changes, where that is not refused (the default): `"cascade"` (it follows), `"nullify"`, `"restrict"` |
    | `column` | the name of the column that holds the key |
    | `references` | the field of the other entity that the column holds, where that is not its key: it must be unique there; a list of fields where a unique index is of several |
    | `required` | there must be one |
    | `unique` | no two may refer to the same one |
    | `primary_key` | the key of the other one is the key of this one, or a part of it |
    | `renamed_from` | of `belongs_to` and `many_to_many`: what the relation was called before; `db:migrate()` brings the column, or the table of the links, along |
    | `ordered` | the order is kept, and `insert`, `move` and `swap` work on it |
    | `through` | the entity of the links, which may have fields of its own |
    | `table` | the name of the table of the links; without it that is called by both tables (`player_tag`), for further relations between the two with their name behind (`player_tag_favourites`) |

    A table of links notes whose it is: a relation finds its own again, whatever comes before it in a script.

    ```moon
    moon> Team = entity "Team" { name = text {}, players = has_many("Player", { ordered = true }) }
    moon> Player = entity "Player" { name = text {}, team = belongs_to("Team", { on_delete = "cascade" }) }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> red = Team:create { name = "Red" }
    1 row changed · .undo takes it back
    moon> red.players:add(Player { name = "Zoe" }, Player { name = "Bob" })
    2 rows changed
    moon> red.players:move(1, 2)
    2 rows changed
    moon> red.players:pluck "name"
    { "Bob", "Zoe" }
    moon> red:delete()
    3 rows changed
    moon> Player:count()
    0
    ```

    ## `index`

    Its parts are fields, relations, or values as text: `index { "lower(name)" }`; `sql "…"` says them in the database's own
    words.

    | option | what it says |
    |---|---|
    | `unique` | `true`: no two rows may have the same |
    | `where` | the rows that it is of, as a predicate or `sql "…"`: `index { "name", unique = true, where = "active" }` |

    ## `asc` and `desc`

    | option | what it says |
    |---|---|
    | `nulls` | where rows without a value stand: `"first"` or `"last"` |
    | `ignore_case` | `true` takes capitals and small letters for the same |
    | `numeric` | `true` sorts `Track 10` behind `Track 9` |

    ```moon
    moon> db:add(Player { name = "row 10" }, Player { name = "Row 9" })
    2 rows changed
    moon> Player:sorted_by(asc("name", { numeric = true, ignore_case = true })):pluck "name"
    { "Row 9", "row 10" }
    ```

    ## `import`

    | option | what it says |
    |---|---|
    | `format` | the format, where the ending of the file does not say it |
    | `upsert` | `true` changes the row that is there already in place of refusing the new one |
    | `on` | the field, or a list of fields, by which `upsert` finds that row |
    | `on_error` | `"skip"` leaves out what cannot be taken and gives the list of it behind the number of rows; `"stop"` takes nothing |
    | `max_errors` | how many wrong rows are looked for (20), or reported |
    | `columns` | which fields the columns are: `{ Name = "name", Notes = false }`, or a list of fields by place |
    | `ignore` | `true` leaves out columns and names that no field takes, which are errors otherwise |
    | `skip` | how many lines stand above the one that names the columns, as in `{ skip = 1 }` |
    | `separator` | what stands between fields, where it is not recognised |
    | `header` | `false`: the first line is a row, too |
    | `encoding` | `"latin1"`, `"utf16"`, where no mark at the beginning says so |
    | `decimal` | `","`: numbers are written as `1.234,50` |
    | `dates` | how days are written: `"dd.mm.yyyy"`, `"m/d/yy hh:mm"`, or a list of such patterns, of which the first that fits is taken |
    | `null` | the texts that are NULL: `{ "", "NA" }`; an empty cell is one. A `default` is for columns that the file does not have |
    | `escape` | `"backslash"`: a backslash begins an escape, as in the files of PostgreSQL |

    A second column `Name` is called `Name_2`, in `columns`, too.

    Of what is left out the second result has `line` and `column` (of JSON `element`), `field`, `value`, the broken `rule`, the
    whole `message`, and `row`, which is the row as it came, by the names of the columns; of a row with too few fields there
    is none.

    A NULL of the file stays NULL, and is refused where the field is `required`. The entity says what such cells become:
    `after_decode = function(p) if p.rank == nil then p.rank = "amateur" end end`.

    `read` takes those that say how the file is written; `infer`, too, but for `columns` and `ignore`, and `on_error`.

    At the prompt they stand behind the file, or behind the entity: `.import people.csv People { separator = ";" }`; so
    do those of `export` behind the request. Without an entity there are those that `infer` takes, and those that say
    what becomes of rows.

    ## `export`

    | option | what it says |
    |---|---|
    | `format` | the format, where the ending of the file does not say it: also those of `.mode` |
    | `formulas` | `"text"` keeps spreadsheets from calculating texts that begin with `=`, `+`, `-` or `@` |
    | `title` | the heading of a report in markdown or html, which is a page of its own then |
    | `totals` | what its columns come to, such as `{ price = "sum", id = "count" }`: count, sum, avg, min, max |

    `encode` takes all but `format` behind the format. The sections of a result set are headings in markdown and html.

    ## `sample`

    | option | what it says |
    |---|---|
    | `seed` | an integer: the same seed gives the same samples; without one they are others each time |

    Every other name is a member, which all samples get as it is given. Rules are kept, whatever they are: what cannot
    be made by them is drawn again, and what cannot be met is an error that names it. Optional members are NULL now and
    then. Unique values differ from each other and from those of the rows that are there; a relation leads to one of the
    rows that are there (of the first 1,000 by their keys), which a required one must have.

    ```moon
    moon> Player:sample(2, { seed = 1 })
    ╭──────┬─────────────┬─────────╮
    │   id │ name        │ team_id │
    ├──────┼─────────────┼─────────┤
    │ NULL │ Kefesesaze  │    NULL │
    │ NULL │ Riror Atese │    NULL │
    ╰──────┴─────────────┴─────────╯
    2 rows
    ```

    ## `db:migrate`

    | option | what it says |
    |---|---|
    | `dry_run` | `true` only compares, and gives the plan |
    | `rehearse` | `true` does all of it and rolls back: the plan, what stands in its way, how long it took |
    | `destructive` | the names of what may go, as in `{ "Book.pages", "old_table" }` |

    ## `db:transaction`

    | option | what it says |
    |---|---|
    | `retry` | how often the function is run again at most, where what another session committed came between |

    Only such conflicts are tried again (their error has `conflict = true`), and objects and result sets are what they were
    before each try. A transaction inside of another one runs once.

    ## `db:add`

    | option | what it says |
    |---|---|
    | `upsert` | `true` changes the rows that are there already |
    | `on` | the field, or a list of fields, by which they are found |

    ```moon
    moon> Word = entity "Word" { text = text { unique = true }, count = integer { default = 1 } }
    moon> db:create_all()
    the schema changed: .undo does not reach back beyond this
    moon> db:add(Word { text = "moon" })
    1 row changed
    moon> db:add({ Word { text = "moon", count = 2 }, Word { text = "sun" } }, { upsert = true, on = "text" })
    2 rows changed
    moon> Word
    Word (table word)
    ╭───────┬─────────┬─────────────╮
    │ name  │ type    │ rules       │
    ├───────┼─────────┼─────────────┤
    │ id    │ integer │ primary key │
    │ text  │ text    │ unique      │
    │ count │ integer │ default 1   │
    ╰───────┴─────────┴─────────────╯
    ```

    ## `open`

    | option | what it says |
    |---|---|
    | `read_only` | `true` refuses whatever would change the file |
    | `echo` | `true` prints every statement of SQL; a function is called with it and its values |

    ## Tests

    The last argument of a test: `is.prefix("z", { ignore_case = true })`.

    | option | what it says |
    |---|---|
    | `ignore_case` | `true` takes capitals and small letters for the same, in all of Unicode |
    | `lower`, `upper` | `"open"` leaves that end of `between` and `not_between` out |

    ## `fetch`

    | option | what it says |
    |---|---|
    | `pushdown` | `false` runs functions row by row, and none as SQL |

    ## `results`

    | option | what it says |
    |---|---|
    | `sort_sections` | the order of sections: `"name"`, `"-name"`, `"appearance"`, a function of one section that gives a key, or of two |
    | `title` | a function that makes the title of a section from its name |
    | `page_size` | how many rows are read at a time |
    | `pushdown` | `false` runs the function of `sectioned_by` row by row |

    ## `result_set`

    | option | what it says |
    |---|---|
    | `unique` | the field that tells rows apart: a row with a known value takes the place of the one that has it, also within one list |
    | `section` | the field, or the function, that says in which section a row is |
    | `sort` | the field, or the comparator, by which rows are sorted |
    | `filter` | which rows are shown, said as `where` says it |
    | `sort_sections` | the order of sections: `"name"`, `"-name"`, `"appearance"`, a function of one section that gives a key, or of two |
    | `merge` | a function that brings a new version of a row into the one that is there |
    | `title` | a function that makes the title of a section from its name |
    | `page_size` | how many rows a page has |
    | `unload`, `reload` | functions that take away and bring back what a row need not hold |
    | `set_section` | a function that puts a row into a section |

    ## `diff`

    | option | what it says |
    |---|---|
    | `unique` | the field that tells rows apart |
    | `section` | the field, or the function, that says in which section a row is |
    | `sort` | the field by which both lists are sorted first |

    ## `page`

    | option | what it says |
    |---|---|
    | `size` | how many rows a page has |
    | `after` | the cursor of the page before |
    """#
}
