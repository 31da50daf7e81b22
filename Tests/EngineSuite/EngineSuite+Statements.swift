import Query
import Schema
import Store
import Testing

extension EngineSuite {
  static let statements: [Promise] = [
    Promise("cells of every class come back as they were bound") { factory in
      let engine = try factory.engine()
      let classes: [(Storage, Value)] = [
        (.integer, .integer(.min)), (.integer, .integer(.max)), (.real, .real(-0.5)), (.real, .real(1e300)),
        (.text, .text("")), (.text, .text("Ωé🌙'\"")), (.data, .data([])), (.data, .data([0, 255])), (.integer, .null),
      ]
      for (place, (storage, value)) in classes.enumerated() {
        let type = engine.dialect.typeName(storage)
        let database = Database(engine)
        try database.run(.written("CREATE TABLE t\(place) (a \(type))\(engine.dialect.tableSuffix)"))
        let insertion: SQL = "INSERT INTO \(name: "t\(place)") VALUES (\(value))"
        try database.run(insertion)
        #expect(try database.values(.written("SELECT a FROM t\(place)")) == [[value]])
      }
    },
    Promise("an engine says what it is, and its version") { factory in
      let words = try factory.engine().version.split(separator: " ")
      #expect(
        words.count == 2 && words[1].contains(".") && words[1].split(separator: ".").allSatisfy { Int($0) != nil })
    },
    Promise("cells that are bound where they lie are stored") { factory in
      let database = try factory.shop()
      let rows = RowBuffer(columnCount: 2)
      rows.append([.text("Ann"), .integer(3)])
      let statement = try database.engine.statement(insert(into: database))
      try statement.bind(rows[0], count: 2)
      #expect(try statement.run() == 1)
      statement.release()
      #expect(try database.values("SELECT name, score FROM player") == [[.text("Ann"), .integer(3)]])
    },
    Promise("a statement tells its columns and parameters") { factory in
      let database = try factory.shop()
      let mark = database.dialect.placeholder(1)
      let statement = try database.engine.statement("SELECT name, score AS points FROM player WHERE score > \(mark)")
      #expect(statement.columnNames == ["name", "points"])
      #expect(statement.parameterCount == 1)
      #expect(statement.isReadOnly && statement.isCurrent && !statement.changesSchema)
      statement.release()
    },
    Promise("a statement that is in use is given out a second time as another one") { factory in
      let database = try factory.shop()
      for name in ["a", "b"] { try database.add(name) }
      let text = "SELECT name FROM player ORDER BY name"
      let (first, second) = (try database.engine.statement(text), try database.engine.statement(text))
      let rows = RowBuffer(columnCount: 1)
      #expect(try first.step(into: rows))
      #expect(try second.step(into: rows))
      #expect(try first.step(into: rows))
      #expect(try !first.advance())
      #expect((0..<3).map { rows.value($0, 0) } == [.text("a"), .text("a"), .text("b")])
      first.release()
      second.release()
    },
    Promise("a row is read where the statement stands, and kept when it is wanted") { factory in
      let database = try factory.shop()
      try database.add("a", score: 7)
      let statement = try database.engine.statement("SELECT name, score FROM player")
      defer { statement.release() }
      #expect(try statement.advance())
      let live = statement.liveRow.pointee
      #expect(live.read?(live.reader, 1).map { $0.pointee.integer } == 7)
      let rows = RowBuffer(columnCount: 2)
      try statement.keepRow(in: rows)
      #expect(rows.value(0, 0) == .text("a"))
    },
    Promise("rows that are written together are told of one by one, with their keys") { factory in
      let database = try factory.shop()
      let rows = RowBuffer(columnCount: 2)
      for name in ["a", "b", "c"] { rows.append([.text(name), .integer(1)]) }
      var told: [Int] = []
      var keys: [Int64] = []
      try database.runMany(insert(into: database), rows) { place, key in
        told.append(place)
        keys.append(key)
      }
      #expect(told == [0, 1, 2])
      #expect(try database.values("SELECT id FROM player ORDER BY name") == keys.map { [.integer($0)] })
    },
    Promise("of rows that are written together those before the first that fails are told of") { factory in
      let database = try factory.shop()
      let rows = RowBuffer(columnCount: 2)
      for name in ["a", "b", "a", "c"] { rows.append([.text(name), .integer(1)]) }
      var told: [Int] = []
      let kind = kind { try database.runMany(insert(into: database), rows) { place, _ in told.append(place) } }
      #expect(kind == .constraint(.init(rule: .unique, table: "player", columns: ["name"])))
      #expect(told == [0, 1])
    },
    Promise("rows that are loaded are there when that is over, those before the first that fails") { factory in
      let database = try factory.shop()
      let text = insert(into: database)
      let statement = try database.engine.statement(text)
      defer { statement.release() }
      try database.begin()
      let rows = RowBuffer(columnCount: 2)
      for name in ["a", "b", "a", "c", "d"] { rows.append([.text(name), .integer(1)]) }
      let first = try database.load(statement, text, rows).finish()
      #expect(first.done == 2)
      #expect(first.error?.kind == .constraint(.init(rule: .unique, table: "player", columns: ["name"])))
      let second = try database.load(statement, text, rows, from: 3)
      // What is asked meanwhile waits for them.
      #expect(try database.players == ["a", "b", "c", "d"])
      let end = second.finish()
      #expect(end.done == 5 && end.error == nil)
      try database.rollback()
      #expect(try database.players == [])
    },
    Promise("rows that were tested before are inserted, and keys still hold") { factory in
      let database = try factory.shop()
      let table = factory.shopStatements(database.dialect)[1]
      let text = insert(into: database)
      let statement = try database.engine.insertion(text, ofRowsThatKeep: table)
      let rows = RowBuffer(columnCount: 2)
      for name in ["a", "a"] { rows.append([.text(name), .integer(1)]) }
      #expect(statement.isCurrent)
      #expect(kind { try database.runMany(statement, text, rows) { _, _ in } } != nil)
      statement.release()
      #expect(try database.players == ["a"])
    },
    Promise("keys that the database makes are one more than the highest", needs: .denseKeys) { factory in
      let database = try factory.shop()
      try database.run("INSERT INTO player (id, name) VALUES (41, 'a')")
      try database.add("b")
      #expect(database.engine.lastInsertedKey == 42)
    },
    Promise("other statements run while rows are still read", needs: .readingAlongside) { factory in
      let database = try factory.shop()
      for name in ["a", "b"] { try database.add(name) }
      let statement = try database.engine.statement("SELECT name FROM player ORDER BY name")
      defer { statement.release() }
      #expect(try statement.advance())
      #expect(try database.players == ["a", "b"])
      #expect(try statement.advance())
      #expect(try !statement.advance())
    },
    Promise("a statement knows the tables that it reads and writes") { factory in
      let database = try factory.shop()
      let delete = try database.engine.statement("DELETE FROM team WHERE id IN (SELECT team FROM player)")
      #expect(Set(delete.writtenTables).isSuperset(of: ["team", "player"]))
      #expect(delete.readTables.contains("player"))
      delete.release()
    },
  ]

  /// The text that inserts a name and a score.
  static func insert(into database: Database) -> String {
    let marks = (1...2).map { database.dialect.placeholder($0) }
    return "INSERT INTO player (name, score) VALUES (\(marks[0]), \(marks[1]))"
  }
}
