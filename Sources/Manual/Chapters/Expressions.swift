extension Chapters {
  /// What stands in conditions and expressions that are text.
  static let expressions: Page = {
    let entries = rows(expressionsText) { heading in
      switch heading {
      case "Functions": "function of expressions"
      case "Of related rows": "function of related rows"
      case "Aggregates": "aggregate"
      default: "operator of expressions"
      }
    }
    return Page("expressions", "Expressions", .reference, entries: entries, text: expressionsText)
  }()

  private static let expressionsText = #"""
    A text in `where`, `having`, `check`, `sorted_by`, `group_by`, `sum`, `values`, `annotate` and `update { n = expr "…" }`
    has the syntax of Lua's expressions, and becomes SQL as a whole. Names are fields, paths along relations
    (`team.name`) or into documents (`home.city`), and parameters: `where("age >= low", { low = 18 })`. A part of JSON
    compares with values of its own class alone: `true` there is no 1, and a text not above any number. `min` and `max`
    leave truths out, `sum`, `avg` and `median` all that is no number. JSON of another program in which a name stands twice
    is none to objects, which say so; a condition in SQL goes by one of the two.

    ## Operators

    | operator | what it does |
    |---|---|
    | `==`, `~=`, `<`, `<=`, `>`, `>=` | compare; with NULL they neither hold nor fail, but `x == nil` asks for NULL |
    | `and`, `or`, `not` | join conditions |
    | `+`, `-`, `*`, `/`, `//`, `%` | calculate; decimals stay exact, but `/` gives a number: a function divides them |
    | `..` | joins texts |

    A test is a method: `age:between(18, 24)`, `name:prefix("Z")`, `team:one_of(teams)`; all [tests](tests.md) are.

    A text is asked of the database: an integer beyond 64 bits goes on as a real number in a file, and is an error on a
    server; a division by zero is NULL, which `update` stores; what is reckoned of decimals has 18 digits, beyond which
    `values`, `pluck` and sums refuse it, and a file has a real number, which compares rightly with a value of 18
    digits, but sorts, groups and is reckoned with as what it is (decimals that another program stores as real numbers
    have 15 digits there). A text in a column of another program that reads as a number is reckoned with, as Lua does,
    and adds nothing to the sum of the column itself. A field with `encode` or `fallback` is asked by what is stored. A
    function keeps to Lua: integers wrap around, `1 / 0` is `inf`, decimals have 38 digits, and fields are what they are
    read as.

    ## Functions

    | function | what it gives |
    |---|---|
    | `year`, `month`, `day`, `hour`, `minute`, `second` | a part of a date or datetime, as an integer |
    | `weekday` | 1 for Monday to 7 |
    | `date` | the day of a moment, as text |
    | `lower`, `upper` | the text in small letters or capitals, of ASCII as Lua's |
    | `length` | how many characters a text has |
    | `abs` | a number without its sign |
    | `round` | `round(x, digits)`: halves away from zero; without digits an integer |
    | `if` | `if(condition, a, b)` |
    | `coalesce` | the first value that is not NULL |

    ## Of related rows

    Their names are those of the rows that the relation leads to.

    | function | what it gives |
    |---|---|
    | `any` | `any(games, score > 3 and won)`: whether there is such a row |
    | `all` | whether it holds for every row, also where there are none |
    | `none` | whether there is none |
    | `count` | `count(games)`: how many there are |
    | `sum`, `min`, `max`, `avg` | `sum(games.score)`: of none a sum is 0, the others are NULL |

    Infinities of both signs have no sum and no mean: to a text that is NULL, to a function Lua's `nan`.

    ## Aggregates

    In `aggregate { mean = "avg score" }` and `annotate { played = "count games" }`: a word, `distinct` where equal values
    count once (1 and 1.0 are equal, and an integer is shown where there is one), and one expression. Where a field is
    called like a word, `count * 2` and `count - 1` are of the field; an aggregate begins with its word: `sum count`.
    A relation that refers to a key of several columns groups by the columns that refer, each under its own name.

    | aggregate | what it gives |
    |---|---|
    | `count` | how many rows, or values that are not NULL |
    | `sum`, `avg`, `min`, `max` | of the values that are not NULL |
    | `median` | the middle one, or the mean of the middle two |
    | `list` | all of them, NULL too, in the order of the request |

    ```moon
    moon> Sale = entity "Sale" { at = date {}, price = decimal {}, pieces = integer {} }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> for i = 1, 4 do Sale:create { at = "2024-0" .. i .. "-01", price = decimal "2.50" * i, pieces = 5 - i } end
    4 rows changed · .undo takes it back
    moon> Sale:where("price * pieces > 12 and not (month(at) == 2)"):values("at", "price * pieces")
    ╭────────────┬────────────────╮
    │ at         │ price * pieces │
    ├────────────┼────────────────┤
    │ 2024-03-01 │          15.00 │
    ╰────────────┴────────────────╯
    1 row
    moon> Sale:group_by("if(price < 6, 'cheap', 'dear')"):aggregate { n = "count", mid = "median pieces", all = "list pieces" }
    ╭────────────────────────────────┬───────┬─────┬───╮
    │ if(price < 6, 'cheap', 'dear') │ all   │ mid │ n │
    ├────────────────────────────────┼───────┼─────┼───┤
    │ cheap                          │ [4,3] │ 3.5 │ 2 │
    │ dear                           │ [2,1] │ 1.5 │ 2 │
    ╰────────────────────────────────┴───────┴─────┴───╯
    2 rows
    moon> Sale:sorted_by("-price * pieces"):first(1)
    ╭────┬────────────┬───────┬────────╮
    │ id │ at         │ price │ pieces │
    ├────┼────────────┼───────┼────────┤
    │  2 │ 2024-02-01 │  5.00 │      3 │
    ╰────┴────────────┴───────┴────────╯
    1 row
    ```

    What is said in no words here, the database says in its own: `sql("rank() OVER (ORDER BY price)")`; and a function says
    it in Lua, which becomes SQL too where that can be: see [how it works](how-it-works.md).
    """#
}
