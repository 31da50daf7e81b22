extension Chapters {
  static let fromMongo = Page("from-mongosh", "MongoDB and mongosh", .comingFrom, text: fromMongoText)

  private static let fromMongoText = #"""
    A shell with a real language, in which the data are values: that is the same. Entities say what documents look like, and
    the database is a file of SQLite, so that there is nothing to start.

    ```js
    db.players.insertOne({ name: "Zoe", home: { city: "Lyon" }, tags: ["fast"] })
    db.players.find({ "home.city": "Lyon" })
    ```

    ```moon new
    moon> Home = entity "Home" { abstract = true, city = text {}, street = text {} }
    moon> Player = entity "Player" { name = text {}, age = integer {}, home = embedded "Home", tags = list_of(text {}) }
    moon> db:create_all()
    the schema changed · .undo begins here
    moon> _ = Player:create { name = "Zoe", age = 30, home = { city = "Lyon" }, tags = { "fast" } }
    1 row changed · .undo takes it back
    moon> Player:where { ["home.city"] = "Lyon" }:pluck "name"
    { "Zoe" }
    ```

    | mongosh | here |
    |---|---|
    | `db.players.find()` | `Player:all()` |
    | `find({ age: { $gte: 18 } })` | `:where { age = is.at_least(18) }` |
    | `find({ $or: [a, b] })` | `:where { … }:or_where { … }` |
    | `find({ "home.city": "Lyon" })` | `:where { ["home.city"] = "Lyon" }` |
    | `find({ email: { $exists: false } })` | `:where { email = is.absent }` |
    | `findOne(…)` | `:first()` |
    | `.sort({ age: -1 })`, `.limit(3)`, `.skip(3)` | `:sorted_by("-age")`, `:limit(3)`, `:offset(3)` |
    | `find({}, { name: 1 })` | `:select("name")` |
    | `.countDocuments()` | `:count()` |
    | `.distinct("age")` | `:distinct():pluck "age"` |
    | `insertOne`, `insertMany` | `Player:create { … }`, `db:add { … }` |
    | `updateMany(f, { $set: … })` | `:update { … }` |
    | `updateOne(…, { upsert: true })` | `db:add({ … }, { upsert = true, on = "name" })` |
    | `deleteMany` | `:delete()` |
    | `aggregate([{ $group: … }])` | `:group_by("age"):aggregate { n = "count" }` |
    | `$lookup` | a relation: `["team.name"]`, `:with("team")` |
    | `createIndex` | `indexed = true`, or `indexes = { index("a", "b") }` |
    | `explain()` | `:explain()` |
    | any shape at all | a field of type `json` |
    | `mongoexport`, `mongoimport` | `export`, `import` of json and jsonl |

    ```moon
    moon> p = Player:first()
    moon> p.home.city = "Paris"
    moon> p:changes()
    { home = { from = Home {"city":"Lyon"}, to = Home {"city":"Paris"} } }
    moon> p:save()
    Player(1)
      id = 1
    name = Zoe
     age = 30
    home = {"city":"Paris"}
    tags = ["fast"]
    1 row changed
    moon> Player:encode "json"
    [{"id":1,"name":"Zoe","age":30,"home":{"city":"Paris"},"tags":["fast"]}]
    moon> p.home.town = "Paris"
    Home has no field 'town'.
      1 | p.home.town = "Paris"
                 ^^^^
    Home has city, street
    ```
    """#
}
