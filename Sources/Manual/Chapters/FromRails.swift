extension Chapters {
  static let fromRails = Page("from-rails", "Rails and Active Record", .comingFrom, text: fromRailsText)

  private static let fromRailsText = #"""
    A request here is a relation there: it is lazy, it chains, it runs when rows are needed. An entity is a model whose
    columns stand in it; there is no file of migrations to keep in step, since `db:migrate()` compares.

    ```ruby
    class Player < ApplicationRecord
      belongs_to :team, optional: true
      has_many :games, dependent: :destroy
      validates :name, presence: true, uniqueness: true
      validates :age, numericality: { in: 14..70 }
    end
    ```

    ```moon new
    moon> Team = entity "Team" { name = text {}, players = has_many "Player" }
    moon> Game = entity "Game" { points = integer {}, player = belongs_to("Player", { on_delete = "cascade" }) }
    moon> Player = entity "Player" {
      ...   name = text { required = true, unique = true, validate = is.not_empty },
      ...   age = integer { validate = is.between(14, 70) },
      ...   team = belongs_to "Team", games = has_many "Game",
      ... }
    moon> db:create_all()
    the schema changed · .undo begins here
    ```

    | Rails | here |
    |---|---|
    | `Player.all` | `Player:all()`, or `Player` alone to see what it is |
    | `Player.find(1)` | `Player:get(1)`, nil where there is none |
    | `Player.find_by(name: "Zoe")` | `Player:where { name = "Zoe" }:first()` |
    | `.where(age: 18..)` | `:where { age = is.at_least(18) }` |
    | `.where.not(team: nil)` | `:where { team = is.present }` |
    | `.order(age: :desc)` | `:sorted_by("-age")` |
    | `.joins(:team).where(teams: { name: "Red" })` | `:where { ["team.name"] = "Red" }` |
    | `.includes(:games)` | `:with("games")` |
    | `.group(:team_id).count` | `:group_by("team"):aggregate { n = "count" }` |
    | `.select("*, price * n AS total")` | `:annotate { total = "price * n" }` |
    | `Player.find_by_sql([sql, 5])` | `Player:from_sql(sql, 5)`, a request like any other |
    | `.order(Arel.sql("length(name)"))` | `:sorted_by(sql "length(name)")` |
    | `.pluck(:name)` | `:pluck "name"` |
    | `.find_each { … }` | `for p in Player:iterate() do … end` |
    | `Player.new(…)` | `Player { … }` |
    | `Player.create!(…)` | `Player:create { … }`; what is wrong is an error |
    | `player.update!(age: 20)` | `p.age = 20; p:save()` |
    | `player.valid?`, `errors` | `p:validate()` |
    | `player.changes` | `p:changes()` |
    | `player.reload` | `p:reload()` |
    | `upsert_all` | `db:add({ … }, { upsert = true, on = "name" })` |
    | `Player.transaction { … }` | `db:transaction(function() … end)` |
    | `scope :adults, -> { … }` | a function that takes and gives a request |
    | `before_save` | the option `before_save` of an entity |
    | `rails console --sandbox` | `db:begin()` … `db:rollback()` |

    ```moon
    moon> red = Team:create { name = "Red" }
    1 row changed · .undo takes it back
    moon> zoe = Player:create { name = "Zoe", age = 30, team = red }
    1 row changed
    moon> zoe.games:add(Game { points = 3 }, Game { points = 5 })
    2 rows changed
    moon> Player:where { ["team.name"] = "Red" }:pluck "name"
    { "Zoe" }
    moon> Player:create { name = "Zoe", age = 12 }
    Player: age: 12 is not between 14 and 70
      1 | Player:create { name = "Zoe", age = 12 }
    moon> for p in Player:with("games"):iterate() do print(p.name, p.games:sum "points") end
    Zoe	8
    ```

    Three things differ: assignments are checked when they are made, and not when the object is saved; an object is shared,
    so that the same row is the same object wherever it was found; and a rule of the schema is also a CHECK of the table, so that
    other programs keep it.
    """#
}
