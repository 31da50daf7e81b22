import SQLText
import Schema
import Testing

@testable import Shell

@Suite struct ForeignWordsTests {
  /// What a person sees who types it.
  private func answer(_ entry: String, in prompt: Prompt) -> String {
    prompt.runner.output.captured { _ = prompt.runner.runBlock(entry, name: "entry") }
  }

  /// How words of a place are typed.
  private func typed(_ word: String, at place: ForeignWords.Place) -> String {
    switch place {
    case .request: "Player:limit(2):\(word)()"
    case .group: "Player:group_by(\"age\"):\(word)()"
    case .object: "p:\(word)()"
    case .resultSet: "x = result_set {}:\(word)()"
    case .database: "db:\(word)()"
    case .test: "is.\(word)(5)"
    case .option: "entity \"Sample\" { a = text { \(word) = true } }"
    case .constructor, .function: "x = \(word)(5)"
    case .command: ".\(word)"
    case .mode: ".mode \(word)"
    case .expression: "Player:where \"\(word)(name) == 1\""
    }
  }

  @Test(arguments: ForeignWords.Place.allCases)
  func `every foreign word is answered with the word of here`(_ place: ForeignWords.Place) throws {
    let prompt = try Prompt(Prompt.sample)
    for entry in ForeignWords.entries(place) {
      for word in entry.words {
        let text = answer(typed(word, at: place), in: prompt)
        #expect(text.contains(entry.home), "\(typed(word, at: place)): \(text)")
      }
    }
  }

  @Test func `there are hundreds of them, each in one meaning for a place`() {
    for place in ForeignWords.Place.allCases {
      let words = ForeignWords.entries(place).flatMap(\.words).map { $0.lowercased().replacing("_", with: "") }
      #expect(
        Set(words).count == words.count, "\(place): \(Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys)")
    }
    #expect(ForeignWords.Place.allCases.reduce(0) { $0 + ForeignWords.entries($1).flatMap(\.words).count } >= 500)
    #expect(SyntaxSlip.all.count + ForeignConditions.all.count + Self.slips.count + Self.conditions.count >= 200)
  }

  @Test func `what other languages write is answered with the spelling of here`() throws {
    let prompt = try Prompt(Prompt.sample)
    for slip in SyntaxSlip.all {
      let text = answer(slip.sample, in: prompt)
      #expect(text.contains(slip.advice), "\(slip.sample): \(text)")
    }
  }

  private static let conditions: [(String, String)] = [
    ("name LIKE 'A%'", "is.prefix"), ("name NOT LIKE 'A%'", "is.not_containing"), ("age IS NULL", "age == nil"),
    ("age is not null", "age ~= nil"), ("age IN (1, 2)", "is.one_of"), ("age NOT IN (1)", "is.none_of"),
    ("age BETWEEN 1 AND 2", "is.between"), ("age > 1 AND age < 3", "small letters"),
    ("age > 1 OR age < 3", "small letters"),
    ("age > 1 AND age = 3", "small letters: age > 18 and name ~= \"Ann\"; equal is =="),
    ("name REGEXP 'a'", "is.matching"), ("name == null", "NULL is nil"), ("#name == 5", "length(name) == 5"),
    ("#games > 0", "count(games) > 0"),
    ("age <> 5", "~="),
  ]

  @Test(arguments: conditions)
  func `conditions of SQL are told in the words of here`(_ condition: String, _ advice: String) throws {
    let text = answer("Player:where [[\(condition)]]:count()", in: try Prompt(Prompt.sample))
    #expect(text.contains(advice), "\(text)")
  }

  @Test func `what the error says itself is not said again`() throws {
    let prompt = try Prompt(Prompt.sample)
    for (entry, words) in [
      ("Player:where \"name LIKE 'A%'\":count()", "text is asked by tests"), ("Player:upsert {}", "upsert = true"),
    ] {
      let text = answer(entry, in: prompt)
      #expect(text.split(separator: words, omittingEmptySubsequences: false).count == 2, "\(text)")
    }
  }

  @Test(arguments: ["\\dt", "show tables", "\\l", "\\timing", "\\x", "\\copy", "\\i a.sql", ".headers on"])
  func `commands of other shells are understood or answered`(_ entry: String) throws {
    let text = answer(entry, in: try Prompt(Prompt.sample))
    #expect(text.contains("player") || text.contains("Did you mean '.") || text.contains(".help lists them"), "\(text)")
  }

  private static let slips: [(String, String)] = [
    ("for p in Player:all() do end", "row in Player:all():iterate()"),
    ("for p in Player:fetch() do end", "in ipairs(list)"), ("for p in Player do end", "row in Player:iterate()"),
    ("for p in pairs(Player:all()) do end", "row in Player:all():iterate()"),
    ("for p in { 1, 2 } do end", "in ipairs(t)"), ("Player:get(99).name", "get gave nil"),
    ("Player:where { ['Größe'] = 1, Größe = 2 }", "written [\"Größe\"]"), ("x = 1 x.a", "stands alone"),
    ("Player:where { name__contains = 'an' }", "say name = is.containing"),
    ("Player:where { team__name = 'an' }", "say [\"team.name\"] = "),
    ("Player:sorted_by('name DESC')", "a minus before the name"),
    ("Player:sorted_by('name', 'desc')", "Player:sorted_by \"-score\""),
    ("Player:group_by('age'):aggregate { t = 'sum(score)' }", "Say \"sum score\""),
    ("Player:where('age > ?', 3)", "where(\"age >= low\", { low = 20 })"),
    ("Player:where { age = { gt = 3 } }", "Say age = is.greater(18)"),
    ("Player:where { team = 'Red' }", "Say [\"team.name\"]"), ("Player:all().name", "request:pluck \"name\""),
    ("SELECT * FROM player WHERE name = \"Ann Bob\"", "single ones: 'Ann Bob'"),
    ("db:query('SELECT * FROM player WHERE name = \"Ann Bob\"')", "single ones: 'Ann Bob'"),
    ("print('a' .. p)", "concatenate an object value"),
    (".check Player", "2 rows of Player checked: no rule is broken"),
    (
      "Rule = entity 'Rule' { age = integer { validate = is.between(18, 24) } } db:create_all()\nINSERT INTO rule (age) VALUES (9);",
      "age: a value that is not between 18 and 24 is refused"
    ),
    ("Player:values('name', 'age'):limit(3)", "limit stands before it, as in …:limit(…):values(…)"),
    ("Player:pluck('name'):count()", "pluck gives a plain list, which has no methods: #list counts it"),
    ("Player:limit(3):fetch():delete()", "delete is a word of the request, in place of fetch: …:delete(…)"),
    ("Player:limit(3):fetch():limit(1)", "fetch gives a list of objects: limit stands before it"),
    ("Player:fetch():pluck('name')", "fetch gives a list of objects: map \"name\""),
    ("Player:fetch():sort('name')", "sorted(\"-score\")"),
    ("db:query('select 1'):limit(1)", "db:from_sql(…) is a request"),
    ("db:tables():first()", "list[1] is the first"), ("Player:count():limit(3)", "count gives a number"),
    ("Player:exists():count()", "exists gives true or false"),
    ("Player:aggregate { n = 'count' }:limit(1)", "aggregate gives a plain table"),
    ("Player:group_by('age'):fetch():sorted_by('age')", "sorted_by stands before it"),
    ("Player:results():titles():concat()", "table.concat(list"), ("Player:page(1):limit(3)", "page { size = 3 }"),
    ("local list = Player:pluck('name') list:limit(3)", "limit is a method of requests"),
    ("db.Player.find()", "a variable of its own: Player:all()"), ("#Player", "Player:count()"),
    ("#Player:all()", ":count()"), (".explain SELECT * FROM player", "EXPLAIN QUERY PLAN"),
    (".save x.db", "Write .backup copy.db"), (".clear", "Ctrl-L"), (".shell ls", "os.execute"),
    ("SELEC 1", "Did you mean 'SELECT'?"), ("Player:avg('scor')", "Did you mean 'score'?"),
    ("Team:avg('nam')", "Did you mean 'name'?"), ("Player:where{ age > 3 }", "where \"age > 20\""),
    ("Player:group_by('age'):iterate()", "ipairs(groups:fetch())"),
    (
      "Bill = entity 'Bill' { team = belongs_to 'Team' } db:create_all()\nprint(Team { name = 'x' }.bills)",
      "Bill.team belongs to Team: declare bills = has_many \"Bill\" in Team"
    ),
    (
      "Twice = entity 'Twice' { n = integer {} } db:create_all() Twice:create { n = 1 } Twice:create { n = 1 } Twice = entity 'Twice' { n = integer { unique = true } } db:migrate()",
      "db:migrate { rehearse = true } names all of them"
    ),
    ("Player:where { age = { ['$gt'] = 3 } }", "Say age = is.greater(18)"),
    ("Player:where { foo = 1 }", "Player has id, name, score, age, team"),
    ("Player:create { foo = 1 }", "Player has id, name"), ("Player:with 'foo'", "its relations are team"),
    ("Player:where { age = is.foo }", "the tests are equal, not_equal"),
    ("db:sql('select 1')", "db:query(sql)"), ("Player:frobnicate()", ".help requests"),
    ("Player:select('name, age')", "each name is a text of its own: \"name\", \"age\""),
    ("Player:sample(5, { sed = 1 })", "Did you mean 'seed'?"),
    ("E = entity 'E' { a = text { max_length = 5 } }", "is.length(0, 20)"),
    ("pandas.read_csv('x.csv')", ".import people.csv"), ("print 'it's'", "double quotation marks: \"it's\""),
    ("ORDER BY age", "Player:where \"age > 20\""),
    ("Player:where(age * 2 > 3)", "where \"age > 20\""),
    ("Player:where \"name == \"AC/DC\" and age > 1\"", "single quotation marks"),
    ("P = entity P { name = text {} }", "entity takes a name: entity \"Player\" { … }"),
    ("P = entity \"P\" { id = integer { auto = true } }", "counts by itself"),
    ("\\d Player", "CREATE TABLE"),
    ("Player.where(name: 'Ann')", "stand in a table"), ("DESCRIBE player", ".schema Player"),
    ("int x = 5", "local x = 5"), ("'abc'.upper()", "stands in brackets"), ("x = \"abc\".length", "#\"abc\""),
    ("p:save", "with brackets"), ("for i = 1, 3 { print(i) }", "a block is"), ("while true { }", "a block is"),
    ("Player:where(p => p.age > 20)", "a function is function(x)"), ("'a' + 'b'", "joined by .."),
    ("'a' + 1", "joined by .."), ("db.player", "a variable of its own: Player:all()"),
    ("db.players:find()", "Player:all()"), ("Team:first():players()", "players is a request"),
    ("Player:first().team().name", "read without brackets: p.team"),
    ("Player:get('Zerator')", "get asks for the key"), ("Player:where { age = '> 20' }", "is.greater(20)"),
    ("DELETE player WHERE id = 1", "FROM stands before the table"),
    ("UPDATE player SET name = Ann", "single quotes: 'Ann'"),
    ("X = entity 'X' { ts = has_many Team }", "stands in quotation marks"),
    ("json = { decode = print } P = entity 'P' { a = json {} }", "the word of the language is still moon.json"),
    ("text = 'x' P = entity 'P' { a = text {} }", "still moon.text"), ("is = 5 is.prefix 'a'", "still moon.is"),
  ]

  @Test(arguments: slips)
  func `slips of people who know other shells name the next step`(_ entry: String, _ advice: String) throws {
    let text = answer(entry, in: try Prompt(Prompt.sample))
    #expect(text.contains(advice), "\(entry): \(text)")
  }

  @Test(arguments: [
    ("playr", "Did you mean 'Player'?"), ("player", "Did you mean 'Player'?"), ("Player[1]", "Player:get(1)"),
    ("strng", "Did you mean 'string'?"), ("tables", "Did you mean '.tables'?"),
  ])
  func `an entry that gives nothing names what may have been meant`(_ entry: String, _ hint: String) throws {
    let prompt = try Prompt(Prompt.sample)
    #expect(prompt.runner.hint(forNothing: entry)?.contains(hint) == true)
    #expect(prompt.runner.hint(forNothing: "qqqq") == nil && prompt.runner.hint(forNothing: "p.nothing") == nil)
  }

  @Test func `a table that is none of the database's own says why it has no entity`() throws {
    let prompt = try Prompt(
      """
      db:execute 'CREATE TEMP TABLE basket_item (id INTEGER PRIMARY KEY, n)'
      db:execute "ATTACH ':memory:' AS old"
      db:execute 'CREATE TABLE old.price_list (n)'
      """)
    #expect(answer("BasketItem:count()", in: prompt).contains("is a temporary table, of which no entity is made"))
    let advice = "price_list is a table of the attached database old: db:query"
    #expect(answer("PriceList:all()", in: prompt).contains(advice))
    #expect(prompt.runner.hint(forNothing: "BasketItem")?.contains("entity \"BasketItem\" { table =") == true)
    #expect(!answer("Basket:count()", in: prompt).contains("temporary"))
    _ = answer("BasketItem = entity 'BasketItem' { table = 'basket_item', n = integer {} }", in: prompt)
    #expect(answer("BasketItem:count()", in: prompt).contains("0"))
  }

  @Test(arguments: [
    ("print(1) x.a", "takes brackets"), ("print('a", "takes brackets"), ("x = { a = 1 } x.a", "a table is"),
    ("if x == 1 then", "a condition is"), ("print('a' .. null)", "null is nil"), ("Player:map('name')", "'max'"),
    ("Player:where { age = { low = 1 } }", "what it leads to"),
  ])
  func `no hint is false`(_ entry: String, _ hint: String) throws {
    let text = answer(entry, in: try Prompt(Prompt.sample))
    #expect(!text.isEmpty && !text.contains(hint), "\(entry): \(text)")
  }

  @Test(arguments: [
    ("Player:where(\"name LIKE 'F%'\")", "LIKE"), ("Player:get(99).name", "get"), ("y = 1 Größe = 2", "Größe"),
    ("a = 1 db:tables() x = ('x'):upper() Player.count()", "."),
    ("a = string.format('%d', 1) Player:all().count()", "."),
    ("Player:all():where('age > 1').count()", "."), ("db.create_all()", "."),
  ])
  func `the mark stands under what is wrong`(_ entry: String, _ word: String) throws {
    let lines = answer(entry, in: try Prompt(Prompt.sample)).split(separator: "\n").map(Array.init)
    let place = try #require(lines.lastIndex { $0.contains("^") })
    let marked = zip(lines[place - 1], lines[place]).filter { $0.1 == "^" }.map { $0.0 }
    #expect(String(marked) == word, "\(lines.map { String($0) })")
  }

  @Test func `of two methods of one name that one is marked which cannot be called`() throws {
    let lines = answer("Player:limit(3):fetch():limit(1)", in: try Prompt(Prompt.sample)).split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains("^") })
    let before = lines[place - 1].prefix(lines[place].prefix { $0 != "^" }.count)
    #expect(before.hasSuffix("fetch():"), "\(lines)")
  }

  @Test func `a page of the manual stands at the prompt without the marks of Markdown`() throws {
    let text = answer(".help on_delete", in: try Prompt(Prompt.sample))
    #expect(text.contains("nullify") && text.contains("  through"), "\(text)")
    #expect(!text.contains("| ") && !text.contains("`") && !text.contains("#"), "\(text)")
  }
}
