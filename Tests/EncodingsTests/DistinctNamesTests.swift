import Encodings
import Testing

@Suite struct DistinctNamesTests {
  @Test func `a name that is taken gets the first number that is free`() {
    #expect(DistinctNames.of(["Name", "Name", "Name"]) == ["Name", "Name_2", "Name_3"])
    #expect(DistinctNames.of(["a", "A", "b"]) == ["a", "A", "b"])
    #expect(DistinctNames.of(["a", "A", "b"], ignoringCase: true) == ["a", "A_2", "b"])
  }

  @Test func `names that were given keep themselves`() {
    #expect(DistinctNames.of(["Name", "Name", "Name_2"]) == ["Name", "Name_3", "Name_2"])
    #expect(DistinctNames.of(["Name_2", "Name", "Name", "Name_2"]) == ["Name_2", "Name", "Name_3", "Name_2_2"])
    #expect(DistinctNames.of(["a", "A", "a_2"], ignoringCase: true) == ["a", "A_3", "a_2"])
  }

  @Test func `letters that merely look alike are others`() {
    let names = ["\u{E9}", "e\u{301}"]
    #expect(DistinctNames.of(names).map { Array($0.utf8) } == names.map { Array($0.utf8) })
  }

  @Test func `many of one name are told apart in one pass`() {
    let names = DistinctNames.of(Array(repeating: "n", count: 20000))
    #expect(Set(names).count == 20000 && names.last == "n_20000")
  }
}
