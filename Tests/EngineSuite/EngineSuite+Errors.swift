import Query
import Schema
import Store
import Testing

extension EngineSuite {
  static let errors: [Promise] = [
    Promise("what is not there is told by its name") { factory in
      let database = try factory.shop()
      #expect(database.failure("SELECT 1 FROM plaier") == .noSuchTable("plaier"))
      #expect(database.failure("SELECT nome FROM player") == .noSuchColumn("nome"))
    },
    Promise("a mistake in a statement is told with its place") { factory in
      let database = try factory.shop()
      #expect(database.failure("SELECT * FORM player") == .syntax(offset: 9))
    },
    Promise("a statement that has to go on is told from a wrong one") { factory in
      let database = try factory.shop()
      guard case .incomplete? = database.failure("SELECT (1") else {
        Issue.record("it is taken for a wrong one")
        return
      }
    },
    Promise("wrong use is told as that") { factory in
      let database = try factory.shop()
      #expect(database.failure("SELECT 1; SELECT 2") == .misuse)
      #expect(kind { try database.run(RenderedSQL(text: "SELECT 1", bindings: [.integer(1)])) } == .misuse)
    },
    Promise("a sum that no integer holds is told as that") { factory in
      let database = try factory.shop()
      for name in ["a", "b"] { try database.add(name, score: .max) }
      #expect(database.failure("SELECT sum(score) FROM player") == .overflow)
    },
    Promise("an interruption ends a statement, and the next one runs") { factory in
      var questions = 0
      let database = try factory.shop {
        questions > 0
          && {
            questions -= 1; return questions == 0
          }()
      }
      let endless: SQL =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
      // The first may be asked while the statement is prepared, the others while it runs.
      for question in 1...4 {
        questions = question
        #expect(database.failure(endless) == .interrupted)
        #expect(try database.players == [])
      }
    },
    Promise("every call after closing says so") { factory in
      let database = try factory.shop()
      let statement = try database.engine.statement("SELECT 1")
      database.close()
      database.close()
      #expect(kind { _ = try statement.run() } == .closed)
      #expect(kind { _ = try database.engine.statement("SELECT 1") } == .closed)
      #expect(kind { _ = try database.engine.tables() } == .closed)
      #expect(!database.engine.isInTransaction)
    },
  ]

  static let constraints: [Promise] = [
    Promise("a row that breaks a rule is told by the rule") { factory in
      let database = try factory.shop()
      try database.add("a")
      #expect(
        database.failure("INSERT INTO player (name) VALUES ('a')")
          == .constraint(.init(rule: .unique, table: "player", columns: ["name"])))
      #expect(
        database.failure("INSERT INTO player (name) VALUES (NULL)")
          == .constraint(.init(rule: .notNull, table: "player", columns: ["name"])))
      #expect(
        database.failure("INSERT INTO player (name, score) VALUES ('b', -1)")
          == .constraint(.init(rule: .check, name: "score >= 0")))
      guard case .constraint(let broken)? = database.failure("INSERT INTO player (name, team) VALUES ('b', 7)") else {
        Issue.record("a row refers to nothing")
        return
      }
      #expect(broken.rule == .foreignKey)
      #expect(try database.players == ["a"])
    },
    Promise("rows go with the one that they refer to") { factory in
      let database = try factory.shop()
      try database.run("INSERT INTO team (id, name) VALUES (1, 'Reds')")
      try database.run("INSERT INTO player (name, team) VALUES ('a', 1)")
      #expect(try database.run("DELETE FROM team") == 1)
      #expect(try database.players == [])
    },
    Promise("a statement that fails leaves its transaction as it was", needs: .goingOnAfterErrors) { factory in
      let database = try factory.shop()
      try database.begin()
      try database.add("a")
      #expect(database.failure("INSERT INTO player (name) VALUES ('a')") != nil)
      try database.add("b")
      try database.commit()
      #expect(try database.players == ["a", "b"])
    },
  ]
}
