import Store
import Testing

extension EngineSuite {
  private struct Stop: Error {}

  static let transactions: [Promise] = [
    Promise("what is committed stays and what is rolled back goes") { factory in
      let database = try factory.shop()
      try database.begin()
      #expect(database.engine.isInTransaction && database.isInTransaction)
      try database.add("a")
      try database.commit()
      try database.begin()
      try database.add("b")
      try database.rollback()
      #expect(!database.engine.isInTransaction && database.depth == 0)
      #expect(try database.players == ["a"])
      #expect(kind { try database.commit() } == .misuse)
    },
    Promise("an engine that has ended writing reads on and refuses what writes") { factory in
      let database = try factory.shop()
      try database.add("a")
      try database.engine.endWriting()
      #expect(database.engine.isReadOnly)
      #expect(database.failure("INSERT INTO player (name) VALUES ('b')") == .readOnly)
      #expect(database.failure("CREATE TABLE late (n integer)") == .readOnly)
      let read = try database.atomically { try database.players }
      #expect(read == ["a"])
    },
    Promise("a nested transaction is rolled back alone") { factory in
      let database = try factory.shop()
      try database.begin()
      try database.add("a")
      try database.begin()
      #expect(database.depth == 2)
      try database.add("b")
      try database.rollback()
      try database.add("c")
      try database.commit()
      #expect(try database.players == ["a", "c"])
    },
    Promise("a function's transaction is whole or nothing") { factory in
      let database = try factory.shop()
      try database.atomically { try database.add("a") }
      #expect(throws: Stop.self) {
        try database.atomically {
          try database.add("b")
          try? database.atomically {
            try database.add("c")
            throw Stop()
          }
          #expect(try database.players == ["a", "b"])
          throw Stop()
        }
      }
      #expect(try database.players == ["a"])
    },
    Promise("a function's transaction ends with it and not before") { factory in
      let database = try factory.shop()
      try database.atomically {
        #expect(kind { try database.commit() } == .misuse)
        #expect(database.failure("ROLLBACK") == .misuse)
        try database.add("a")
      }
      #expect(try database.players == ["a"])
    },
    Promise("savepoints that statements name are followed") { factory in
      let database = try factory.shop()
      try database.run("BEGIN")
      try database.add("a")
      try database.run("SAVEPOINT here")
      try database.add("b")
      #expect(database.depth == 2)
      try database.run("ROLLBACK TO here")
      #expect(database.depth == 2)
      try database.run("RELEASE here")
      #expect(database.depth == 1)
      try database.run("COMMIT")
      #expect(database.depth == 0)
      #expect(try database.players == ["a"])
    },
    Promise("the ends of transactions are told, with the depth that is left") { factory in
      let database = try factory.shop()
      var told: [String] = []
      database.transactionBegan = { told.append("began \($0)") }
      database.transactionEnded = { end, depth in told.append("\(end) \(depth)") }
      try database.begin()
      try database.begin()
      try database.rollback()
      try database.commit()
      #expect(told == ["began 1", "began 2", "rolledBack 1", "committed 0"])
    },
    Promise("closing rolls back") { factory in
      let database = try factory.shop()
      try database.begin()
      try database.add("a")
      database.close()
      #expect(try Database(try factory.engine()).players == [])
    },
    Promise("statements about transactions stand alone") { factory in
      let database = try factory.shop()
      for text in ["BEGIN", " -- a\ncommit", "ROLLBACK"] { #expect(database.engine.standsAlone(text)) }
      for text in ["SELECT 1", "INSERT INTO player (name) VALUES ('begin')"] {
        #expect(!database.engine.standsAlone(text))
      }
    },
    Promise("readers have their rows before a table of theirs is written") { factory in
      let database = try factory.shop()
      let reader = Reader(["player"])
      database.add(reader)
      try database.run("INSERT INTO team (name) VALUES ('Reds')")
      #expect(!reader.hasRead)
      try database.add("a")
      #expect(reader.hasRead)
      #expect(kind { try database.asking(about: ["player"]) { try database.add("b") } } == .misuse)
    },
  ]

  private final class Reader: OpenReader {
    let readTables: [String]
    private(set) var hasRead = false

    init(_ tables: [String]) {
      readTables = tables
    }

    func readRest() { hasRead = true }
  }
}
