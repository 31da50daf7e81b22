import Schema
import Testing

@testable import Lists

/// What lists keep beside the rows themselves, of which they may have millions.
@Suite struct ListMemoryTests {
  @Test func `what a list in memory keeps of each row is small`() {
    #expect(MemoryLayout<Scalar>.stride <= 16)
    #expect(MemoryLayout<MemoryList.Row?>.stride <= 80)
  }

  @Test func `a list remembers which rows were written as long as these are few`() {
    var written = WrittenSince.nothing
    for key in Int64(0)..<10 { written.add([[.integer(key)], [.integer(7)]]) }
    guard case .rows(let keys) = written else {
      Issue.record("ten rows are few")
      return
    }
    #expect(keys.count == 10)
    for key in Int64(0)..<6000 { written.add([[.integer(key)]]) }
    written.add([])
    if case .rows = written { Issue.record("6000 rows are not") }
  }
}
