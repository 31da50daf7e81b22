import Encodings
import Testing

@Suite struct EscapingTests {
  @Test func `what a terminal obeys is shown as Lua writes it`() {
    #expect(Escaping.visible("a\nb\t\u{1B}[2J\u{9B}\u{202E}é") == #"a\nb\t\27[2J\u{9B}\u{202E}é"#)
    #expect(("\u{1B}" as Unicode.Scalar).escaped() == #"\27"#)
    #expect(("\u{1B}" as Unicode.Scalar).escaped(isBeforeDigit: true) == #"\027"#)
    #expect(("\u{2028}" as Unicode.Scalar).escaped(isBeforeDigit: true) == #"\u{2028}"#)
  }

  @Test func `a name in SQL stands between quotation marks, which are doubled in it`() {
    #expect(Escaping.sqlName("player") == #""player""#)
    #expect(Escaping.sqlName(#"my "table""#) == #""my ""table""""#)
    #expect(Escaping.sqlName("") == #""""#)
  }
}
