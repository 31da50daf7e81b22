extension Chapters {
  static let fromCoreData = Page("from-core-data", "Core Data and UIKit", .comingFrom, text: fromCoreDataText)

  private static let fromCoreDataText = #"""
    What you sketch here can become an app: `db:reflect "Shop.xcdatamodel"` makes entities of a model, and `generate "swift"`
    writes structs that are Codable, and records for GRDB.

    | Core Data | here |
    |---|---|
    | `NSManagedObjectModel`, entities | `entity "Player" { … }` |
    | attributes, relationships with inverses | fields; `belongs_to`, `has_many`, `many_to_many` |
    | transformable, composite attributes | `embedded`, `list_of`, `map_of`, `variant` |
    | parent entity, one table | `extends = "Animal", shared = true` |
    | `NSFetchRequest` | a request: `Player:where { … }` |
    | `NSPredicate(format: "age > 18")` | `:where "age > 18"` |
    | `NSSortDescriptor` | `:sorted_by("name", "-age")` |
    | `fetchBatchSize`, faults | rows are faults: an object is made when it is touched |
    | `propertiesToFetch` | `:select("name", "age")` |
    | `relationshipKeyPathsForPrefetching` | `:with("team")` |
    | `NSManagedObjectContext.save()` | `db:transaction(function() … end)`; an object saves itself |
    | child contexts | `p:draft()` |
    | `validateForInsert` | `validate` of fields; all failures come at once |
    | lightweight migration, renaming identifier | `db:migrate()`, `renamed_from` |
    | `NSFetchedResultsController` | `:sectioned_by("team.name"):results()` |
    | `controllerDidChangeContent` | `rs:observe(function(changes) … end)` |
    | `NSDiffableDataSourceSnapshot` | `rs:snapshot()`, `diff(old, new, { unique = "id" })` |

    ```moon new
    moon> Team = entity "Team" { name = text {}, players = has_many "Player" }
    moon> Player = entity "Player" { name = text {}, age = integer {}, team = belongs_to "Team" }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> red = Team:create { name = "Red" }
    1 row changed · .undo takes it back
    moon> db:add(Player { name = "Ann", age = 30, team = red }, Player { name = "Bob", age = 17, team = red })
    2 rows changed
    moon> rs = Player:sorted_by("name"):sectioned_by(initial "name"):results()
    moon> stop = rs:observe(print)
    moon> _ = Player:create { name = "Abel", age = 20 }
    1 row inserted
      + [1.1]  Player(3) { name = 'Abel', age = 20 }
    1 row changed
    moon> _ = Player:where("age < 18"):delete()
    1 section deleted
      - [2]    B (1 row)
    1 row changed
    moon> rs:titles()
    { "A" }
    moon> stop()
    ```

    The changes come in the order in which a table or collection view takes them: what goes by its old place, what comes by
    its new one.

    ```moon
    moon> print(generate("swift"):match "struct Player.-\n\n")
    struct Player: Codable, Hashable, Identifiable, Sendable {
      var id: Int64?
      var name: String?
      var age: Int64?
      var teamId: Int64?
      @MoonshellRelated var team: Team? = nil


    ```
    """#
}
