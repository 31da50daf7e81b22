import Testing

@testable import Model

@Suite struct TransactionLevelsTests {
  /// Numbers transactions from 1 on.
  private final class Numbers {
    var last: UInt32 = 0

    func next() -> UInt32 {
      last += 1
      return last
    }
  }

  @Test func `a rollback undoes what was noted since the transaction began`() {
    let numbers = Numbers()
    var levels = TransactionLevels()
    levels.begin(depth: 1, at: 0, number: numbers.next)
    levels.begin(depth: 2, at: 3, number: numbers.next)
    levels.begin(depth: 3, at: 5, number: numbers.next)
    #expect(levels.present == 3)
    #expect(levels.rollBack(to: 1) == 3)
    #expect(levels.present == 1)
    #expect(levels.rollBack(to: 1) == nil)
    #expect(levels.rollBack(to: 0) == 0)
    #expect(levels.isEmpty)
    #expect(levels.present == 0)
  }

  @Test func `what an inner transaction noted goes to the outer one when it is committed`() {
    let numbers = Numbers()
    var levels = TransactionLevels()
    levels.begin(depth: 2, at: 0, number: numbers.next)
    levels.begin(depth: 3, at: 4, number: numbers.next)
    let inner = levels.commitInnermost(above: 1)
    #expect(inner?.start == 4 && inner?.outer == 2)
    let middle = levels.commitInnermost(above: 1)
    #expect(middle?.start == 0 && middle?.outer == 1)
    #expect(levels.commitInnermost(above: 1) == nil)
    let outermost = levels.commitInnermost(above: 0)
    #expect(outermost?.start == 0 && outermost?.outer == nil)
    #expect(levels.isEmpty)
  }

  @Test func `those that are open keep their numbers when others begin`() {
    let numbers = Numbers()
    var levels = TransactionLevels()
    levels.begin(depth: 1, at: 0, number: numbers.next)
    levels.begin(depth: 1, at: 7, number: numbers.next)
    #expect(levels.present == 1)
    levels.begin(depth: 2, at: 7, number: numbers.next)
    #expect(levels.present == 2)
    #expect(levels.rollBack(to: 1) == 7)
  }
}
