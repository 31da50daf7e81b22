import Testing

@testable import Saving

@Suite struct SavingOrderTests {
  private struct Circle: Error, Equatable { let thing: String }

  /// The order in which what `start` needs is saved; `gone` is not there any more.
  private func order(_ needs: [String: [String]], from start: String, gone: String = "") throws -> [String] {
    let order = SavingOrder(
      identity: { $0 == gone ? nil : $0 }, needs: { needs[$0] ?? [] }, circle: { Circle(thing: $0) })
    var saved: [String] = []
    try order.forEachNeeded(by: start) { saved.append($0) }
    return saved
  }

  @Test func `what is needed is saved before what needs it, once, and not the first itself`() throws {
    #expect(try order([:], from: "a") == [])
    #expect(try order(["a": ["b"], "b": ["c"]], from: "a") == ["c", "b"])
    #expect(try order(["a": ["b", "c"], "b": ["d"], "c": ["d"]], from: "a") == ["d", "c", "b"])
  }

  @Test func `a circle is an error that names where it closes`() {
    #expect(throws: Circle(thing: "a")) { try order(["a": ["b"], "b": ["a"]], from: "a") }
    #expect(throws: Circle(thing: "b")) { try order(["a": ["b"], "b": ["c"], "c": ["b"]], from: "a") }
    #expect(throws: Circle(thing: "a")) { try order(["a": ["a"]], from: "a") }
  }

  @Test func `what is not there any more is passed over`() throws {
    #expect(try order(["a": ["b", "c"], "b": ["d"]], from: "a", gone: "b") == ["c"])
  }

  @Test func `a row of things may be long`() throws {
    let needs = Dictionary(uniqueKeysWithValues: (0..<50_000).map { ("\($0)", ["\($0 + 1)"]) })
    let saved = try order(needs, from: "0")
    #expect(saved.count == 50_000 && saved.first == "50000" && saved.last == "1")
  }
}
