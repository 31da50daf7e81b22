extension Chapters {
  /// What the values have that words give back.
  static let values: Page = {
    let entries = rows(valuesText) { "member of " + $0.prefix(1).lowercased() + $0.dropFirst() }
    return Page("values", "What words give", .reference, entries: entries, text: valuesText)
  }()

  private static let valuesText = #"""
    Entities, requests, groups, objects, lists, result sets and databases have pages of their own. Here is what the other
    values have that words give. A member that there is not is an error, which names those that there are.

    `pluck`, `values`, `titles`, `check` and `db:query` give plain lists of Lua: `#list` counts them, `ipairs` walks them,
    `table.sort` sorts them, `encode(list, "csv")` writes them. `fetch` gives a list of objects, with `map`, `filter` and
    the other methods of [lists](lists.md).

    ```moon
    moon> Team = entity "Team" { name = text { required = true } }
    moon> Player = entity "Player" { name = text {}, score = integer {}, team = belongs_to "Team" }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> red = Team:create { name = "Red", players = nil }
    1 row changed · .undo takes it back
    moon> db:add(Player { name = "Ann", score = 3, team = red }, Player { name = "Bob", score = 7, team = red })
    2 rows changed
    moon> Player:values("name", "score"):limit(1)
    attempt to call a nil value (method 'limit')
      1 | Player:values("name", "score"):limit(1)
                                         ^^^^^
    values gives a plain list, which has no methods: limit stands before it, as in …:limit(…):values(…)
    ```

    ## Plans of requests

    `request:explain()` and `groups:explain()` give one. It prints what becomes SQL and what does not, the statement, and
    the database's own plan.

    | member | what it is |
    |---|---|
    | `sql` | the statement, as text |
    | `tree` | the database's own plan, as text |

    ## Plans of migrations

    `db:migrate()` gives one, which prints; `#plan` is the number of its steps, and 0 where nothing differs.

    | member | what it is |
    |---|---|
    | `losses` | `plan:losses()`: what would be lost and was not named, as `destructive` takes it |
    | `problems` | `plan:problems()`: what stands in the way, a sentence each; rows that do are looked for with `rehearse` |
    | `sql` | `plan:sql()`: its statements, as text |
    | `swift` | `plan:swift "v2"`: the same as a migration of GRDB; what Lua does is a `#warning` |

    It is done in this order: what is new is made and filled, the steps that `migration("name", function(db) … end)` names
    run, then rules change and what is old goes. A link table that a relation `through` an entity leaves behind stays, with
    its rows, and the plan names it.

    ```moon
    moon> Player = entity "Player" { name = text {}, rank = text { default = "amateur" }, team = belongs_to "Team" }
    moon> plan = db:migrate { dry_run = true }
    moon> #plan, plan:losses(), plan:problems()
    2
    { "Player.score" }
    {}
    moon> _ = db:migrate { destructive = plan:losses() }
    the schema changed: .undo does not reach back beyond this
    moon> #db:migrate { dry_run = true }
    0
    ```

    ## Sections

    `rs.sections` is the list of them: `#rs.sections`, `rs.sections[1]`. A section has its rows by number, `section[1]`,
    and `#section` counts them.

    | member | what it is |
    |---|---|
    | `name` | what its rows have in common; nil for those without it |
    | `title` | its letter for an index, or what the option `title` makes of the name |
    | `index` | its place among the sections, from 1 |

    ## Changes

    What observers get, and what `diff`, `rs:refresh()` and `rs:follow()` give.

    | member | what it is |
    |---|---|
    | `deleted`, `inserted`, `moved`, `updated` | lists of rows: each entry has `object`, `from` and `to` as `{ section, row }`; in `updated` also `old`, the row as it was, and `fields`, the names that differ |
    | `sections` | the same three lists, `deleted`, `inserted` and `moved`, of sections: each entry has `name`, `from` and `to`, and `rows`, the list of rows that come or go with it |
    | `each` | `for kind, entry in changes:each() do`: all of them in their order |
    | `apply` | `changes:apply(snapshot)`: the list after them |
    | `encode` | `changes:encode "json"`: all of it as text |

    ```moon
    moon> changes = diff({ "a", "b" }, { "b", "c" })
    moon> changes
    1 row deleted, 1 row inserted
      - [1.1]  'a'
      + [1.2]  'c'
    moon> changes.inserted[1]
    { object = "c", to = { 1, 2 } }
    moon> changes:apply { "a", "b" }
    { "b", "c" }
    ```

    Rows that come with a new section, or go with an old one, are in the `rows` of that section alone. A list without
    sections is one section, and an empty list is none: of the first rows a section comes. To count all that is new:

    ```moon
    moon> function count_new(changes)
      ...   local n = #changes.inserted
      ...   for _, section in ipairs(changes.sections.inserted) do n = n + #section.rows end
      ...   return n
      ... end
    moon> first = diff({}, { "a", "b" })
    moon> #first.inserted, #first.sections.inserted[1].rows
    0
    2
    moon> count_new(first), count_new(changes)
    2
    1
    ```

    ## Snapshots

    `rs:snapshot()` keeps what a result set shows, for `diff` and `changes:apply`. `#old` counts its rows, and `old.sections` and
    these methods read it as they read a result set:

    | member | what it is |
    |---|---|
    | `at` | the row at a place |
    | `section`, `section_count`, `section_for_title`, `titles` | its sections |
    | `objects`, `find` | its rows as a list |

    ## Pages

    `request:page(2)` and `request:page { size = 20, after = cursor }` give two values: the list of the page's objects, and
    the cursor behind it, which is a text, or nil on the last page.

    ```moon
    moon> rows, cursor = Player:sorted_by("name"):page { size = 1 }
    moon> rows[1].name, type(cursor)
    Ann
    string
    moon> Player:sorted_by("name"):page { size = 1, after = cursor }
    ╭────┬──────┬─────────┬─────────╮
    │ id │ name │ rank    │ team_id │
    ├────┼──────┼─────────┼─────────┤
    │  2 │ Bob  │ amateur │       1 │
    ╰────┴──────┴─────────┴─────────╯
    1 row
    nil
    ```

    ## Databases

    `db`, and what `open` gives, have beside their [methods](databases.md):

    | member | what it is |
    |---|---|
    | `path` | where it is; passwords are masked |
    | `echo` | `true` prints every statement; a function gets it and its values |

    ## Batches

    What `db:batch` gives to its function; everything happens when that is over, or nothing.

    | member | what it is |
    |---|---|
    | `add` | `batch:add(p)` saves |
    | `upsert` | `batch:upsert(p, { on = "name" })` inserts or updates |
    | `delete` | `batch:delete(p)` deletes |

    ## Expectations

    What `expect(value)` gives in a file of tests.

    | member | what it is |
    |---|---|
    | `equals` | compares tables by content, numbers and decimals by value |
    | `raises` | `expect(function() … end):raises "words"`: the words stand in the message |
    | `fails_on` | `expect(object):fails_on "age"`: a rule of that field refuses it |

    ## Copies

    `db:copy_to(other)` gives a report that prints; `report.Player` is how many rows of that entity came along.
    """#
}
