import Testing

@Suite struct VocabularyTests {
  /// Each test with the names that it selects.
  static let calls: [(String, String)] = [
    (":where { age = is.between(20, 22, { upper = 'open' }) }", "Ann Bob"),
    (":where { age = is.between(20, 22, { lower = 'open' }) }", "Bob Cid"),
    (":where { age = is.between(20, 22, { lower = 'open', upper = 'open' }) }", "Bob"),
    (":where { age = is.between(20, 22, { upper = 'closed' }) }", "Ann Bob Cid"),
    (":where { age = is.not_between(20, 21) }", "Cid Eve"),
    (":where { age = is.not_between(20, 22, { upper = 'open' }) }", "Cid Eve"),
    (":where { name = is.no_prefix 'A' }", "Bob Cid Dan Eve"),
    (":where { name = is.no_suffix 'n' }", "Bob Cid Eve"),
    (":where { name = is.not_containing 'i' }", "Ann Bob Dan Eve"),
    (":where { name = is.prefix('a', { ignore_case = true }) }", "Ann"),
    (":where { name = is.prefix('a', { ignore_case = false }) }", ""),
    (":where { name = is.suffix('B', { ignore_case = true }) }", "Bob"),
    (":where { name = is.containing('N', { ignore_case = true }) }", "Ann Dan"),
    (":where { name = is.not_containing('N', { ignore_case = true }) }", "Bob Cid Eve"),
    (":where { name = is.matching '^[A-C]' }", "Ann Bob Cid"),
    (":where { name = is.matching('^[a-c]', { ignore_case = true }) }", "Ann Bob Cid"),
    (":where { name = is.not_matching '[bd]$' }", "Ann Dan Eve"),
    (":where { name = is.email }", ""),
    (":where { name = ~is.email & is.matching '(.)\\\\1' }", "Ann"),
    (":where('name', 'prefix', 'a', { ignore_case = true })", "Ann"),
    (":where('name', 'not_containing', 'N', { ignore_case = true })", "Bob Cid Eve"),
    (":where('age', 'between', 20, 22, { upper = 'open' })", "Ann Bob"),
    (":where('age', 'between', { 20, 22 }, { upper = 'open' })", "Ann Bob"),
    (":where('age', 'between', { 20, 22 })", "Ann Bob Cid"),
    (":where('name', 'one_of', 'Ann', 'Bob')", "Ann Bob"),
    (":where('name', 'matching', '^[a-c]', { ignore_case = true })", "Ann Bob Cid"),
    (":where('name', 'email')", ""),
    (":where_not('age', 'between', 20, 22, { upper = 'open' })", "Cid Eve"),
    (":where_not('name', 'prefix', 'a', { ignore_case = true })", "Bob Cid Dan Eve"),
    (":where_not('age', 'absent')", "Ann Bob Cid Eve"),
    (":where { name = ~is.no_prefix('E', { ignore_case = true }) | is.suffix 'd' }", "Cid Eve"),
  ]

  @Test(arguments: calls)
  func `a test selects rows`(call: String, rows: String) throws {
    try Script(schema: fivePlayers).expect("return names(Player\(call):fetch())", rows)
  }

  static let mistakes: [(String, String)] = [
    (
      "is.prefix('a', { ignorecase = true })",
      "is.prefix: unknown option 'ignorecase'. Did you mean 'ignore_case'?"
    ),
    ("is.prefix('a', { ignore_case = 1 })", "is.prefix: option 'ignore_case' is true or false, not the integer 1"),
    (
      "is.between(1, 2, { upper = true })", "is.between: option 'upper' is \"open\" or \"closed\", not the boolean true"
    ),
    (
      "is.equal(1, { upper = 'open' })",
      "is.equal: unknown option 'upper'. There are no options; upper is one of is.between and is.not_between"
    ),
    (
      "is.equal('a', { ignore_case = true })",
      "is.equal: unknown option 'ignore_case'. There are no options; ignore_case is one of is.prefix"
    ),
    ("is.not_between(1)", "is.not_between: takes 2 values, as in is.not_between(18, 24, {"),
    (
      "is.matching '(a'",
      "is.matching: the regular expression '(a' has a mistake at character 3: missing closing parenthesis"
    ),
    ("is.matching('*', { ignore_case = true })", "at character 1: quantifier does not follow a repeatable item"),
    ("is.matching(1)", "is.matching: takes one regular expression, as in is.matching("),
    (
      "X = entity 'X' { a = integer { validate = is.email } }",
      "entity 'X', field 'a': it is integer: is.email tests text only"
    ),
    (
      "X = entity 'X' { a = data { validate = is.matching 'a' } }",
      "entity 'X', field 'a': it is data: is.matching tests text only"
    ),
    (
      "X = entity 'X' { a = text { validate = is.matching '^(a+)+$' } } X { a = ('a'):rep(40) .. '-' }:validate()",
      "the regular expression '^(a+)+$' takes too long: its search was given up"
    ),
    (
      "db:query('SELECT ? REGEXP ?', ('a'):rep(40) .. '-', '^(a+)+$')",
      "the regular expression '^(a+)+$' takes too long: its search was given up"
    ),
    (
      "is.prefix('a', { ignore_case = true }, 'b')", "is.prefix: takes one text"
    ),
    ("is.no_prefix(1)", "is.no_prefix: takes one text, as in is.no_prefix(\"_\")"),
    (
      "X = entity 'X' { a = data { validate = is.prefix('a', { ignore_case = true }) } }",
      "entity 'X', field 'a': it is data: is.prefix tests text only"
    ),
  ]

  @Test(arguments: mistakes)
  func `a test that cannot be meant says why`(call: String, message: String) throws {
    let failure = try Script().failure("return " + call)
    let statement = try Script().failure(call)
    #expect(failure.contains(message) || statement.contains(message), "\(failure)")
  }

  @Test func `a test prints as it is written`() throws {
    try Script().expect(
      "return is.between(1, 2, { upper = 'open', lower = 'open' }), is.prefix('z', { ignore_case = true })",
      #"is.between(1, 2, { lower = "open", upper = "open" }) is.prefix('z', { ignore_case = true })"#)
  }

  @Test func `validation has the same meaning`() throws {
    try Script().expect(
      """
      X = entity "X" {
        a = integer { validate = is.between(1, 3, { upper = "open" }) },
        b = text { validate = is.prefix("é", { ignore_case = true }) },
      }
      db:create_all()
      print(X { a = 3, b = "e" }:validate())
      X:create { a = 2, b = "École" }
      print(X:count())
      """,
      """
      nil X: a: 3 is not between 1 and 3 (3 excluded)
      X: b: 'e' does not begin with 'é' (ignoring case)
      1
      """)
  }

  @Test(arguments: [
    ("open('a.db', {}, 3)", "open takes at most 2 arguments: the integer 3 is one too many. Write other = open("),
    ("encode(1, 'json', {}, 'plist')", "encode takes at most 3 arguments: the text 'plist' is one too many"),
    ("generate('sql', 'a', 'lua')", "generate takes at most 2 arguments: the text 'lua' is one too many"),
    ("initial('name', 'team')", "initial takes one argument: the text 'team' is one too many"),
    ("desc('a', {}, 'b')", "desc takes at most 2 arguments: the text 'b' is one too many"),
    ("diff({}, {}, {}, {})", "diff takes at most 3 arguments"), ("result_set({}, {})", "result_set takes one argument"),
    ("test(print, 'no', 3)", "test takes at most 2 arguments"),
    ("migration('a', print, 3)", "migration takes at most 2"),
    ("entity('A', {}, 3)", "entity takes at most 2 arguments"),
  ]) func `words refuse what they would not look at`(call: String, words: String) throws {
    #expect(try Script().failure(call).contains(words))
  }
}
