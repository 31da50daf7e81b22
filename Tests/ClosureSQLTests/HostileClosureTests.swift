import Glibc
import LuaRuntime
import Testing

@testable import ClosureSQL

/// Functions that are made to take long: reading each ends within the budget, and what is read of it is right.
@Suite struct HostileClosureTests {
  /// Beyond the budget only what was begun with its last unit is done.
  private static let most = ReadingBudget.all + ReadingBudget.all / 4
  /// `MOONSHELL_SLOWEST` says of how many functions the time is printed that reading them took; no test depends on it.
  private static let printed = getenv("MOONSHELL_SLOWEST").flatMap { Int(String(cString: $0)) } ?? 0

  /// Whatever else the machine does.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func `reading a hostile function takes a bounded number of steps`() throws {
    let laboratory = try Laboratory()
    #expect(HostileClosures.all.count >= 200)
    let make = try laboratory.function(HostileClosures.captured)
    try laboratory.run("CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, size INTEGER) STRICT")
    var times: [(time: Duration, steps: Int, source: String)] = []
    for source in HostileClosures.all {
      let text = LuaValue.string(LuaString(source))
      let function = try #require(try make.call([text]).first?.function, "\(source.prefix(200))")
      for isKey in [false, true] {
        let budget = ReadingBudget(laboratory.lua)
        let start = Self.processorTime
        if isKey {
          _ = try laboratory.translator.key(function, laboratory.world, budget)
        } else {
          _ = try laboratory.translator.filter(function, laboratory.world, budget)
        }
        times.append((Self.processorTime - start, budget.spent, source))
        #expect(budget.spent <= Self.most, "\(source.prefix(200)): \(budget.spent)")
      }
    }
    for (time, steps, source) in times.sorted(by: { $0.time > $1.time }).prefix(Self.printed) {
      print("\(time), \(steps) steps: \(source.prefix(100))")
    }
  }
}
