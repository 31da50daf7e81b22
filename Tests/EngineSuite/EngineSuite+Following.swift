import Store
import Testing

extension EngineSuite {
  static let following: [Promise] = [
    Promise("what another connection commits is noticed", needs: .followingOthers) { factory in
      let database = try factory.shop()
      let other = Database(try factory.engine())
      // Others may commit on the same server between two looks, but not between each two.
      let looks = try (0..<50).map { _ in try database.engine.externalVersion() }
      #expect(zip(looks, looks.dropFirst()).contains { $0 == $1 })
      let before = try database.engine.externalVersion()
      try other.add("a")
      #expect(try database.engine.externalVersion() != before)
      #expect(try database.players == ["a"])
    },
    Promise("what another connection has not committed is not seen") { factory in
      let database = try factory.shop()
      let other = Database(try factory.engine())
      try other.begin()
      try other.add("a")
      #expect(try database.players == [])
      try other.commit()
      #expect(try database.players == ["a"])
    },
    Promise("tables that were written are news once they are committed") { factory in
      let database = try factory.shop()
      database.isFollowed = true
      try database.begin()
      try database.add("a")
      #expect(!database.hasNews)
      try database.commit()
      #expect(database.takeNews() == ["player"])
      try database.begin()
      try database.add("b")
      try database.rollback()
      #expect(!database.hasNews)
    },
    Promise("a table has another version once it may have changed") { factory in
      let database = try factory.shop()
      let (player, team) = (database.version(of: "player"), database.version(of: "team"))
      try database.add("a")
      #expect(database.version(of: "Player") != player && database.version(of: "team") == team)
      let written = database.version(of: "player")
      try database.begin()
      try database.rollback()
      #expect(database.version(of: "player") != written)
    },
  ]
}
