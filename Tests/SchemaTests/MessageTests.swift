import Schema
import Testing

@Suite struct MessageTests {
  private static let low = FieldTest.kind(.atLeast, [.integer(1)])
  private static let high = FieldTest.kind(.atMost, [.integer(5)])
  private static let begins = FieldTest.kind(.prefix, [.text("z")])

  @Test(arguments: [
    (FieldTest.kind(.equal, [.integer(18)]), "is not equal to 18"),
    (.kind(.notEqual, [.text("x")]), "is not different from 'x'"),
    (.kind(.less, [.real(2.5)]), "is not less than 2.5"),
    (.kind(.atMost, [.integer(18)]), "is not at most 18"),
    (.kind(.greater, [.integer(18)]), "is not greater than 18"),
    (.kind(.atLeast, [.null]), "is not at least NULL"),
    (.kind(.between, [.integer(18), .integer(24)]), "is not between 18 and 24"),
    (.kind(.oneOf, [.text("a"), .text("b\n")]), "is not one of 'a', 'b\\10'"),
    (.kind(.oneOf, TestArguments((1...9).map { .integer($0) })), "is not one of 1, 2, 3, 4, 5, 6, 7, 8, …"),
    (.kind(.noneOf, [.data([1, 2])]), "is one of 2 bytes"),
    (.kind(.present, []), "is missing"),
    (.kind(.absent, []), "is not NULL"),
    (.kind(.prefix, [.text("Ze")]), "does not begin with 'Ze'"),
    (.kind(.suffix, [.text("or")]), "does not end with 'or'"),
    (.kind(.containing, [.text("rat")]), "does not contain 'rat'"),
    (.kind(.notEmpty, []), "is blank"),
    (.kind(.length, [.integer(3)]), "does not have 3 characters"),
    (.kind(.length, [.integer(1)]), "does not have 1 character"),
    (.kind(.length, [.integer(1), .integer(64)]), "does not have 1 to 64 characters"),
    (.kind(.workday, []), "is not from Monday to Friday"),
    (.function(TestFunction(ScriptHook(1))), "is not valid"),
  ]) func aFailureIsSaidInWords(_ test: FieldTest, _ message: String) {
    #expect(test.message == message)
  }

  @Test func `every kind of test stands in the table`() {
    let told =
      ["equal", "not_equal", "less", "at_most", "greater", "at_least", "between", "not_between", "one_of"]
      + ["none_of", "present", "absent", "prefix", "suffix", "containing", "matching", "no_prefix", "no_suffix"]
      + ["not_containing", "not_matching", "not_empty", "length", "workday", "email"]
    #expect(TestKind.all.map(\.name) == told)
  }

  @Test(arguments: [
    (FieldTest.not(.kind(.between, [.integer(18), .integer(24)])), "is between 18 and 24"),
    (.not(.kind(.equal, [.integer(1)])), "is equal to 1"),
    (.not(.kind(.noneOf, [.integer(1)])), "is not one of 1"),
    (.not(.kind(.present, [])), "is not missing"),
    (.not(.kind(.absent, [])), "is NULL"),
    (.not(begins), "begins with 'z'"),
    (.not(.kind(.suffix, [.text("z")])), "ends with 'z'"),
    (.not(.kind(.containing, [.text("z")])), "contains 'z'"),
    (.not(.kind(.notEmpty, [])), "is not blank"),
    (.not(.kind(.length, [.integer(3)])), "has 3 characters"),
    (.not(.function(TestFunction(ScriptHook(1)))), "is not valid"),
    (.not(.not(begins)), "does not begin with 'z'"),
    (.and(low, high), "is not at least 1, or is not at most 5"),
    (.or(low, high), "is not at least 1, and is not at most 5"),
    (.not(.and(low, high)), "is at least 1, and is at most 5"),
    (.not(.or(low, high)), "is at least 1, or is at most 5"),
    (.and(low, .not(begins)), "is not at least 1, or begins with 'z'"),
    (.not(.and(low, .not(begins))), "is at least 1, and does not begin with 'z'"),
  ]) func notAndAndOrAreSaidAsAWhole(_ test: FieldTest, _ message: String) {
    #expect(test.message == message)
  }
}
