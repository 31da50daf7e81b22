import Schema
import Testing

@Suite struct VocabularyMessageTests {
  /// A test, what is wrong with a value that fails it, and with one that fails its negation.
  struct Row: Sendable {
    let test: Schema.Test
    let message: String
    let opposite: String

    init(_ kind: TestKind, _ operands: [Value], _ options: Set<TestOption>, _ message: String, _ opposite: String) {
      self.init(.kind(kind, TestArguments(operands, options: options)), message, opposite)
    }

    init(_ test: Schema.Test, _ message: String, _ opposite: String) {
      self.test = test
      self.message = message
      self.opposite = opposite
    }
  }

  private static let range: [Value] = [.integer(1), .integer(5)]
  private static let z: [Value] = [.text("z")]

  static let rows: [Row] = [
    Row(.between, range, [], "is not between 1 and 5", "is between 1 and 5"),
    Row(.between, range, [.upperOpen], "is not between 1 and 5 (5 excluded)", "is between 1 and 5 (5 excluded)"),
    Row(
      .between, range, [.lowerOpen, .upperOpen], "is not between 1 and 5 (1 and 5 excluded)",
      "is between 1 and 5 (1 and 5 excluded)"),
    Row(.notBetween, range, [], "is between 1 and 5", "is not between 1 and 5"),
    Row(.notBetween, range, [.lowerOpen], "is between 1 and 5 (1 excluded)", "is not between 1 and 5 (1 excluded)"),
    Row(.prefix, z, [], "does not begin with 'z'", "begins with 'z'"),
    Row(.prefix, z, [.ignoreCase], "does not begin with 'z' (ignoring case)", "begins with 'z' (ignoring case)"),
    Row(.suffix, z, [], "does not end with 'z'", "ends with 'z'"),
    Row(.containing, z, [], "does not contain 'z'", "contains 'z'"),
    Row(.noPrefix, z, [], "begins with 'z'", "does not begin with 'z'"),
    Row(.noSuffix, z, [], "ends with 'z'", "does not end with 'z'"),
    Row(.notContaining, z, [.ignoreCase], "contains 'z' (ignoring case)", "does not contain 'z' (ignoring case)"),
    Row(.matching, z, [], "does not match 'z'", "matches 'z'"),
    Row(.matching, z, [.ignoreCase], "does not match 'z' (ignoring case)", "matches 'z' (ignoring case)"),
    Row(.notMatching, z, [], "matches 'z'", "does not match 'z'"),
    Row(.email, [], [], "is not an email address", "is an email address"),
    Row(.length, range, [], "does not have 1 to 5 characters", "has 1 to 5 characters"),
    Row(.function(TestFunction(ScriptHook(1), message: "must be even")), "must be even", "must not be even"),
    Row(.function(TestFunction(ScriptHook(1), message: "must not be odd")), "must not be odd", "must be odd"),
    Row(.function(TestFunction(ScriptHook(1), message: "no luck")), "no luck", "not: no luck"),
    Row(.function(TestFunction(ScriptHook(1))), "is not valid", "is not valid"),
    Row(
      .and(.kind(.noPrefix, [.text("a")]), .kind(.suffix, [.text("z")])),
      "begins with 'a', or does not end with 'z'", "does not begin with 'a', and ends with 'z'"),
  ]

  @Test(arguments: rows)
  func `a message says what is wrong, also when it is turned round`(row: Row) {
    #expect(row.test.message == row.message)
    #expect(Schema.Test.not(row.test).message == row.opposite)
    #expect(Schema.Test.not(.not(row.test)).message == row.message)
  }
}
