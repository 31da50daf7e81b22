import Testing

@testable import Editing

@Suite struct OutdentingTests {
  /// What is there after a text was typed, character by character, as the prompt follows it; Enter keeps the indentation.
  private func typed(_ keys: String, into start: String = "") -> String {
    var outdenting = Outdenting()
    var text = EditedText(start)
    _ = outdenting.next(text)
    for key in keys.unicodeScalars {
      text.insert(key == "\n" ? ["\n"] + text.indentation : [key])
      if key != "\n", let changed = outdenting.next(text) {
        text = changed
      } else if key == "\n" {
        _ = outdenting.next(text)
      }
    }
    return text.string
  }

  @Test func `a bracket goes back to the line of its partner`() {
    #expect(typed("}", into: "do\n    x = {\n      1,\n      ") == "do\n    x = {\n      1,\n    }")
    #expect(typed(")", into: "f(\n  '(',\n  ") == "f(\n  '(',\n)")
    #expect(typed("}", into: "do\n  y = { n,\n  ") == "do\n  y = { n,\n  }")
    #expect(typed("}", into: "do\n  y\n  ") == "do\n  y\n  }")
  }

  @Test(arguments: ["end", "else", "elseif", "until"])
  func `what ends a block goes back to where the block began`(word: String) {
    #expect(typed(word, into: "for n = 1, 3 do\n  print(n)\n  ") == "for n = 1, 3 do\n  print(n)\n\(word)")
    #expect(typed(word, into: "a\n    b\n    ") == "a\n    b\n\(word)")
    #expect(typed(word, into: "a\n\tb\n\t") == "a\n\tb\n\(word)")
  }

  @Test func `blocks in blocks end one by one`() {
    #expect(
      typed("end\nend", into: "for n = 1, 3 do\n  if n then\n    f(n)\n    ")
        == "for n = 1, 3 do\n  if n then\n    f(n)\n  end\nend")
    #expect(
      typed("else\n  g(n)\nend", into: "do\n  if n then\n    f(n)\n    ")
        == "do\n  if n then\n    f(n)\n  else\n    g(n)\n  end")
  }

  @Test func `a longer word goes back to where it was`() {
    #expect(typed("ending", into: "do\n  f()\n  ") == "do\n  f()\n  ending")
    #expect(typed("elsewhere = 1", into: "do\n  f()\n  ") == "do\n  f()\n  elsewhere = 1")
    #expect(typed("end x", into: "do\n  f()\n  ") == "do\n  f()\nend x")
  }

  @Test func `nothing else moves`() {
    for (start, keys) in [
      ("do\n  x = ", "}"), ("do\n  f(", ")"), ("", "end"), ("  ", "end"), ("do\n", "end"), ("do\n  -- the ", "end"),
      ("s = [[\n  a\n  ", "end"), ("do\n  f()\n  endi", "n"), ("a\n  if x then\n  ", "end"),
      ("a\n  f(function(x)\n  ", "end"),
      ("for n = 1, 2 do\n  if x then\n    y()\n  ", "end"), ("x = {\n  a,\n  b = ", "}"),
    ] {
      #expect(typed(keys, into: start) == start + keys, "\(start)")
    }
  }

  @Test func `a block without a line ends as far in as it began`() {
    #expect(typed("end", into: "do\n  if x then\n    ") == "do\n  if x then\n  end")
  }
}
