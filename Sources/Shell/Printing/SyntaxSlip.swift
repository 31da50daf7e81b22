import Schema
import Scripting

/// What people write who come from other languages, where Lua only sees an error of syntax.
///
///     x != 5     unequal is ~=: x ~= 5
struct SyntaxSlip: Sendable {
  enum Sign: Sendable {
    /// Signs that stand in the code, outside of strings.
    case signs(String)
    /// A word with which the line begins, that something follows.
    case first(String)
    /// A word anywhere.
    case word(String)
  }

  let sign: Sign
  let advice: String
  /// What shows it.
  let sample: String

  private init(_ sign: Sign, _ advice: String, _ sample: String) {
    self.sign = sign
    self.advice = advice
    self.sample = sample
  }

  /// The advice for a line that Lua did not understand.
  ///
  /// - Parameter isBeginning: whether only the word with which the line begins counts.
  static func advice(for line: String, isBeginning: Bool = false) -> String? {
    let tokens = LuaTokens(line).tokens
    let plain = tokens.map { $0.isString ? "\"\"" : $0.text }
    let code = joined(tokens)
    return all.first { (!isBeginning || $0.isBeginning) && $0.fits(code, plain) }?.advice
  }

  /// The code with a blank where there was one, and without what is in strings.
  private static func joined(_ tokens: [LuaToken]) -> String {
    var code = " "
    var end = 0
    for token in tokens {
      let mark = token.isString ? 1 : 0
      if token.start - mark > end { code += " " }
      code += token.isString ? "\"\"" : token.text
      end = token.end + mark
    }
    return code + " "
  }

  private var isBeginning: Bool {
    if case .first = sign { true } else { false }
  }

  private func fits(_ code: String, _ words: [String]) -> Bool {
    switch sign {
    case .signs(let signs): code.contains(signs)
    case .first(let word): words.first == word && words.count > 1
    case .word(let word): words.contains(word)
    }
  }

  static let all: [SyntaxSlip] = [
    SyntaxSlip(.signs(" for ("), "a loop is for i = 1, 10 do … end", "for (i = 0; i < 10; i++) {"),
    SyntaxSlip(
      .signs(") {"), "a block is if x then … end, while x do … end, function f() … end", "while (x < 5) { f() }"),
    SyntaxSlip(.signs(" // "), "a remark begins with --; // divides whole numbers", "x = 5 // half of ten"),
    SyntaxSlip(.signs("!=="), "unequal is ~=: x ~= 5", "x !== 5"),
    SyntaxSlip(.signs("!="), "unequal is ~=: x ~= 5", "x != 5"),
    SyntaxSlip(.signs("<>"), "unequal is ~=: x ~= 5", "x <> 5"),
    SyntaxSlip(.signs("==="), "equal is ==: x == 5", "x === 5"),
    SyntaxSlip(.signs("&&"), "'and' joins conditions: a and b", "a && b"),
    SyntaxSlip(.signs("||"), "'or' joins conditions: a or b", "a || b"),
    SyntaxSlip(.signs("++"), "there is no ++: x = x + 1", "x++"),
    SyntaxSlip(.signs("+="), "there is no +=: x = x + 1", "x += 1"),
    SyntaxSlip(.signs("-="), "there is no -=: x = x - 1", "x -= 1"),
    SyntaxSlip(.signs("*="), "there is no *=: x = x * 2", "x *= 2"),
    SyntaxSlip(.signs("/="), "there is no /=: x = x / 2 (and unequal is ~=)", "x /= 2"),
    SyntaxSlip(.signs("..="), "there is no ..=: x = x .. \"a\"", "x ..= \"a\""),
    SyntaxSlip(.signs("**"), "a power is ^: x ^ 2", "x ** 2"),
    SyntaxSlip(.signs(":="), "an assignment is =: x = 5", "x := 5"),
    SyntaxSlip(.signs("??"), "a default is given by 'or': x or 0", "x ?? 0"),
    SyntaxSlip(.signs("?."), "ask first: x and x.y", "x?.y"),
    SyntaxSlip(.signs("=>"), "a function is function(x) return x + 1 end", "f = x => x + 1"),
    SyntaxSlip(.signs("->"), "a function is function(x) return x + 1 end", "f = x -> x + 1"),
    SyntaxSlip(.word("lambda"), "a function is function(x) return x + 1 end", "f = lambda x: x + 1"),
    SyntaxSlip(.first("def"), "a function is function f(x) … end", "def f(x):"),
    SyntaxSlip(.first("func"), "a function is function f(x) … end", "func f(x) {"),
    SyntaxSlip(.first("fn"), "a function is function f(x) … end", "fn f(x) {"),
    SyntaxSlip(.first("fun"), "a function is function f(x) … end", "fun f(x) = x"),
    SyntaxSlip(.first("defp"), "a function is local function f(x) … end", "defp f(x) do"),
    SyntaxSlip(.first("var"), "a variable is local x = 5, a global one x = 5", "var x = 5"),
    SyntaxSlip(.first("let"), "a variable is local x = 5, a global one x = 5", "let x = 5"),
    SyntaxSlip(.first("const"), "a constant is local x <const> = 5", "const x = 5"),
    SyntaxSlip(.first("val"), "a constant is local x <const> = 5", "val x = 5"),
    SyntaxSlip(
      .first("import"),
      "a module is loaded by require: json = require \"cjson\"; rows by Player:import \"players.csv\"", "import json"),
    SyntaxSlip(
      .first("from"), "a module is loaded by require; a request begins with the entity: Player:where { age = 20 }",
      "from p in Player"),
    SyntaxSlip(.first("using"), "a module is loaded by require: json = require \"cjson\"", "using System"),
    SyntaxSlip(.first("class"), "what has rows is an entity: entity \"Player\" { name = text {} }", "class Player:"),
    SyntaxSlip(.first("model"), "what has rows is an entity: entity \"Player\" { name = text {} }", "model Player {"),
    SyntaxSlip(.first("new"), "an object is made by calling the entity: Player { name = \"Zoe\" }", "new Player()"),
    SyntaxSlip(.word("new"), "an object is made by calling the entity: Player { name = \"Zoe\" }", "f(new Player())"),
    SyntaxSlip(.first("print"), "print takes brackets: print(x)", "print x"),
    SyntaxSlip(.first("puts"), "print takes brackets: print(x)", "puts x"),
    SyntaxSlip(.first("echo"), "print takes brackets: print(x); .echo on shows the SQL", "echo x"),
    SyntaxSlip(.first("p"), "an expression prints itself: x", "p x"),
    SyntaxSlip(.first("await"), "nothing here has to be awaited", "await x"),
    SyntaxSlip(.first("async"), "nothing here has to be awaited", "async x"),
    SyntaxSlip(.first("throw"), "an error is raised by error(\"no\")", "throw x"),
    SyntaxSlip(.first("raise"), "an error is raised by error(\"no\")", "raise x"),
    SyntaxSlip(.first("try"), "errors are caught by pcall(function() … end)", "try {"),
    SyntaxSlip(.first("try:"), "errors are caught by pcall(function() … end)", "try: x"),
    SyntaxSlip(.first("switch"), "there is no switch: if x == 1 then … elseif x == 2 then … end", "switch x {"),
    SyntaxSlip(.first("case"), "there is no case: if x == 1 then … elseif x == 2 then … end", "case x"),
    SyntaxSlip(.first("unless"), "say if not x then … end", "unless x then"),
    SyntaxSlip(.word("elif"), "it is elseif", "if a then b() elif c then d() end"),
    SyntaxSlip(.word("elsif"), "it is elseif", "if a then b() elsif c then d() end"),
    SyntaxSlip(.first("foreach"), "a loop over a list is for i, x in ipairs(list) do … end", "foreach x in list do"),
    SyntaxSlip(.signs(" of "), "a loop over a list is for i, x in ipairs(list) do … end", "for x of list do end"),
    SyntaxSlip(.first("del"), "an object is deleted by p:delete(), a variable by x = nil", "del x"),
    SyntaxSlip(.first("pass"), "a block may be empty: if x then end", "pass x"),
    SyntaxSlip(.word("isnot"), "unequal is ~=: x ~= nil", "x isnot y"),
    SyntaxSlip(.signs(" is not "), "unequal is ~=: x ~= nil", "x is not nil"),
    SyntaxSlip(.signs(" is nil "), "equal is ==: x == nil", "x is nil"),
    SyntaxSlip(.signs(" is None "), "equal is ==: x == nil", "x is None"),
    SyntaxSlip(.signs(" not in "), "where { age = is.none_of { 1, 2 } }; a list is asked in a loop", "x not in y"),
    SyntaxSlip(.signs("= ["), "a list is { 1, 2 }", "x = [1, 2]"),
    SyntaxSlip(.signs("(["), "a list is { 1, 2 }", "f([1, 2])"),
    SyntaxSlip(
      .signs("\"\":"), "a name in a table stands without quotation marks, with =: { name = \"Zoe\" }", "x = {\"a\": 1}"),
    SyntaxSlip(.signs("{ $"), "conditions are tests: where { age = is.greater(18) }", "x = { $gt = 1 }"),
    SyntaxSlip(.signs("${"), "texts are joined by ..: \"a\" .. x", "x = ${y}"),
    SyntaxSlip(.signs("`"), "text stands in quotation marks: \"a\", 'a' or [[a]]", "x = `a`"),
    SyntaxSlip(.signs(" f\"\""), "values are put into text by string.format(\"%s rows\", x)", "x = 1 f\"a\" 2 +"),
    SyntaxSlip(.signs(" ? "), "a choice is: x and a or b", "y = x ? 1 : 2"),
    SyntaxSlip(.signs("@"), "variables have no sign: name", "@name = 5"),
    SyntaxSlip(.signs("$"), "variables have no sign: name", "$name = 5"),
    SyntaxSlip(.signs("#"), "a remark begins with --; #list is the length of a list", "x = 5 # five"),
    SyntaxSlip(.signs("/*"), "a remark is --[[ … ]]", "/* remark */"),
    SyntaxSlip(.signs("!"), "'not' negates: not x", "y = !x"),
    SyntaxSlip(
      .first("show"), "show takes brackets: show(x); .tables lists the tables, .databases the databases", "show users"),
    SyntaxSlip(
      .first("describe"), ".schema Player shows how a table was made, .entities the fields", "describe player"),
    SyntaxSlip(.first("desc"), ".schema Player shows how a table was made, .entities the fields", "desc player"),
    SyntaxSlip(.first("use"), ".open shop.db opens another database", "use shop"),
    SyntaxSlip(.first("source"), ".read FILE runs a file", "source a"),
    SyntaxSlip(
      .first("copy"), "Player:export \"players.csv\" and Player:import \"players.csv\" copy rows", "copy player"),
    SyntaxSlip(.signs(" if "), "a condition is if x == 5 then … end; = assigns", "if x = 5 then end"),
    SyntaxSlip(.signs(" while "), "a condition is while x == 5 do … end; = assigns", "while x = 5 do end"),
    SyntaxSlip(.signs("{"), "a table is { name = \"Zoe\", age = 20 }, a list { 1, 2 }", "x = { a: 1 }"),
  ]
}
