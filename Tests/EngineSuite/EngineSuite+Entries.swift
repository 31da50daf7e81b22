import Store
import Testing

extension EngineSuite {
  static let entries: [Promise] = [
    Promise("what an entry did lasts when it ends") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      #expect(database.isInEntryAlone && !database.isInTransaction)
      try database.endEntry()
      #expect(database.depth == 0)
      #expect(try database.players == ["a"])
    },
    Promise("an entry that fails keeps what it did before") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      #expect(database.failEntry(isInterrupted: false) == .all)
      #expect(try database.players == ["a"])
    },
    Promise("an entry that is interrupted is taken back") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      #expect(database.failEntry(isInterrupted: true) == .nothing)
      #expect(try database.players == [] && database.depth == 0)
    },
    Promise("an entry that only read has nothing to take back") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      #expect(try database.players == [])
      #expect(database.depth == 0)
      #expect(database.failEntry(isInterrupted: true) == .all)
    },
    Promise("where nothing is taken back every statement commits by itself") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: false)
      try database.add("a")
      #expect(database.depth == 0)
      #expect(database.failEntry(isInterrupted: true) == .all)
      #expect(try database.players == ["a"])
    },
    Promise("a transaction that an entry began goes when it fails, and what was before it stays") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      try database.begin()
      try database.add("b")
      #expect(database.failEntry(isInterrupted: false) == .noTransaction)
      #expect(try database.players == ["a"] && database.depth == 0)
    },
    Promise("in an older transaction an entry that is interrupted is taken back alone") { factory in
      let database = try factory.shop()
      try database.begin()
      try database.add("a")
      database.beginEntry(isTakenBack: true)
      try database.add("b")
      #expect(database.failEntry(isInterrupted: true) == .nothing)
      #expect(database.isInTransaction)
      try database.commit()
      #expect(try database.players == ["a"])
    },
    Promise("a statement that stands alone ends the entry's transaction before it") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      try database.run("BEGIN")
      try database.add("b")
      try database.run("ROLLBACK")
      #expect(database.failEntry(isInterrupted: true) == .all)
      #expect(try database.players == ["a"])
    },
    Promise("what is settled within an entry lasts") { factory in
      let database = try factory.shop()
      database.beginEntry(isTakenBack: true)
      try database.add("a")
      try database.settle()
      try database.add("b")
      #expect(database.failEntry(isInterrupted: true) == .nothing)
      #expect(try database.players == ["a"])
    },
  ]
}
