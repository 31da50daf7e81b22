import Testing

@testable import Interchange

@Suite struct FreeNamesTests {
  private func taken(_ given: [String], ignoresCase: Bool = false) -> [String] {
    var names = FreeNames(ignoresCase: ignoresCase)
    return given.map { names.take($0) }
  }

  @Test func `a name that is taken gets the first number that is free`() {
    #expect(taken(["Name", "Name", "Name"]) == ["Name", "Name_2", "Name_3"])
    #expect(taken(["Name_2", "Name", "Name", "Name_2"]) == ["Name_2", "Name", "Name_3", "Name_2_2"])
    #expect(taken(["a", "A", "b"]) == ["a", "A", "b"])
    #expect(taken(["a", "A", "a_2"], ignoresCase: true) == ["a", "A_2", "a_2_2"])
  }

  @Test func `many columns of one name are told apart in one pass`() {
    let names = taken(Array(repeating: "n", count: 20000))
    #expect(Set(names).count == 20000 && names.last == "n_20000")
  }
}
