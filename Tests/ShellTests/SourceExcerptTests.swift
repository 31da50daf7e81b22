import Testing

@testable import Shell

@Suite struct SourceExcerptTests {
  private let code = "print(one, two, three, four, five, six, seven)"

  @Test func `a line that fits is whole`() {
    let excerpt = SourceExcerpt("\tf(x)", mark: 1..<2, width: 20)
    #expect(excerpt.text == "  f(x)" && excerpt.markStart == 2 && excerpt.markWidth == 1)
  }

  @Test func `every mark of a long line is in sight and under its name`() {
    let characters = Array(code)
    for start in characters.indices {
      let excerpt = SourceExcerpt(code, mark: start..<start + 1, width: 20)
      #expect(excerpt.text.count <= 20 && excerpt.markWidth == 1)
      #expect(Array(excerpt.text)[excerpt.markStart] == characters[start])
    }
  }

  @Test func `the mark of a message stands below what it is about`() {
    Terminal.useUTF8()
    #expect(
      ErrorMark.aligned("where: no\n  n == '漢字' nme\n            ^^^")
        == "where: no\n  n == '漢字' nme\n              ^^^")
    #expect(ErrorMark.aligned("where: no\n  \tn é 漢\n       ^") == "where: no\n    n é 漢\n        ^^")
    for message in ["no mark", "two\nlines", "a\n  b\n  ^", "a\n  b\n     ^"] {
      #expect(ErrorMark.aligned(message) == message)
    }
  }

  @Test func `without a mark the start is shown`() {
    #expect(SourceExcerpt(code, mark: nil, width: 20).text == "print(one, two, th…")
  }

  @Test func `wide characters count two`() {
    Terminal.useUTF8()
    let excerpt = SourceExcerpt(String(repeating: "漢", count: 40) + "x", mark: 40..<41, width: 20)
    #expect(excerpt.text == "…" + String(repeating: "漢", count: 8) + "x" && excerpt.markStart == 17)
  }
}
