import Query
import Schema
import Store
import Testing

extension EngineSuite {
  static let schema: [Promise] = [
    Promise("tables are described with their columns and keys") { factory in
      let database = try factory.shop()
      let tables = try database.engine.tables()
      #expect(tables.map(\.name) == ["player", "team"])
      #expect(tables[0].columns.map(\.name) == ["id", "name", "score", "team"])
      #expect(tables[0].columns.map(\.keyPosition) == [1, nil, nil, nil])
      #expect(tables[0].columns[1].isRequired)
      #expect(
        tables[0].foreignKeys == [
          .init(columns: ["team"], table: "team", referencedColumns: ["id"], onDelete: "CASCADE")
        ])
      #expect(tables[0].indexes.contains { $0.columns == ["name"] && $0.isUnique })
    },
    Promise("what statements would make is described as it would be when they had run") { factory in
      let database = try factory.shop()
      let described = try database.engine.described(after: factory.shopStatements(database.dialect))
      #expect(try described == database.engine.tables())
      #expect(try factory.engine("empty").tables() == [])
    },
    Promise("what tables hold to is known, and nothing of what is not there") { factory in
      let database = try factory.shop()
      let statement = factory.shopStatements(database.dialect)[1]
      #expect(try database.engine.traits(of: "Player", declaredAs: statement) == .asDeclared)
      #expect(try database.engine.traits(of: "plaier", declaredAs: statement) == nil)
    },
    Promise("what columns hold and whether keys lead to rows is known where the engine can tell") { factory in
      let database = try factory.shop()
      try database.add("a")
      if let found = try database.engine.classes(of: "name", in: "player", areDecimals: false) {
        #expect(found.classes == .text)
        #expect(try database.classes(of: "NAME", in: "Player", isView: false) == .text)
      }
      let keys = KeyColumns(table: "player", column: "team", target: "team", targetColumn: "id")
      if let found = try database.engine.findsAll(keys) { #expect(found.areWhole) }
    },
    Promise("a plan tells that all rows are read, and runs nothing") { factory in
      let database = try factory.shop()
      let all = try database.engine.plan(of: RenderedSQL(text: "SELECT * FROM player WHERE score = 1"))
      #expect(all.contains { $0.readsAllRows })
      #expect(try !database.engine.plan(of: RenderedSQL(text: "DELETE FROM player WHERE id = 1")).isEmpty)
    },
    Promise("changes of the schema are undone with their transaction", needs: .schemaInTransactions) { factory in
      let database = try factory.shop()
      try database.begin()
      try database.run("DROP TABLE player")
      #expect(try database.engine.tables().map(\.name) == ["team"])
      try database.rollback()
      #expect(try database.players == [])
    },
    Promise("a statement that is kept is not current once the schema has changed") { factory in
      let database = try factory.shop()
      let table = factory.shopStatements(database.dialect)[1]
      let statement = try database.engine.insertion(insert(into: database), ofRowsThatKeep: table)
      #expect(statement.isCurrent)
      try database.run("ALTER TABLE player ADD COLUMN note INTEGER")
      #expect(!statement.isCurrent)
      statement.release()
    },
    Promise("a table that is made anew keeps its rows, indexes and those who refer to it") { factory in
      let database = try factory.shop()
      try database.run("INSERT INTO team (id, name) VALUES (1, 'Reds')")
      try database.run("INSERT INTO player (name, team) VALUES ('a', 1)")
      try database.run("CREATE INDEX team_name ON team (name)")
      let statement = factory.shopStatements(database.dialect)[0]
      let columns = ["id", "name"].map { SchemaStep.Copy(column: $0, source: .name($0)) }
      try database.engine.beginSchemaChange()
      try database.atomically {
        try database.engine.replaceTable(
          SchemaStep.Rebuild(table: "team", temporaryName: "team_new", statement: statement, columns: columns))
      }
      try database.engine.endSchemaChange()
      #expect(try database.values("SELECT name FROM team") == [[.text("Reds")]])
      #expect(try database.players == ["a"])
      #expect(try database.engine.brokenReferences() == [])
      #expect(try database.engine.tables().flatMap(\.indexes).contains { $0.name == "team_name" })
      #expect(try database.engine.tables().map(\.name) == ["player", "team"])
    },
  ]

  static let callbacks: [Promise] = [
    Promise("a statement calls a function of the program with values of every class", needs: .callbacks) { factory in
      let database = try factory.shop()
      try database.engine.add(Callback("same", argumentCount: 1, isDeterministic: true) { $0[0] })
      for value: Value in [.null, .integer(7), .real(0.5), .text(""), .text("é"), .data([]), .data([0, 1])] {
        #expect(try database.values("SELECT same(\(value))") == [[value]])
      }
      try database.engine.removeCallback("same", argumentCount: 1)
      #expect(database.failure("SELECT same(1)") != nil)
    },
    Promise("what such a function throws ends the statement", needs: .callbacks) { factory in
      let database = try factory.shop()
      try database.add("a")
      try database.engine.add(Callback("refuse", argumentCount: 0) { _ in throw StoreError(.other, reason: "not so") })
      #expect(database.failure("DELETE FROM player WHERE refuse() = 1") == .other)
      #expect(try database.players == ["a"])
    },
  ]
}
