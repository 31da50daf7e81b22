import Interchange
import Testing

@testable import Shell

/// What reaches a terminal: text, and the program's own sequences.
@Suite struct ScreenFilterTests {
  private func shown(_ pieces: [[UInt8]], escapes: Bool = true, _ style: ScreenFilter.Style = .lua) -> String {
    var filter = ScreenFilter(escapes: escapes)
    filter.style = style
    var result: [UInt8] = []
    for piece in pieces {
      piece.withUnsafeBytes { result += filter.passes($0) ? Array($0) : filter.take($0) }
    }
    return String(decoding: result + filter.finish(), as: UTF8.self)
  }

  private func shown(_ text: String, _ style: ScreenFilter.Style = .lua) -> String { shown([Array(text.utf8)], style) }

  private func shown(_ pieces: [[UInt8]], _ style: ScreenFilter.Style) -> String {
    shown(pieces, escapes: true, style)
  }

  @Test func `text, line ends and tabs pass`() {
    #expect(shown("é日本😀\tx\n│\u{301}") == "é日本😀\tx\n│\u{301}")
  }

  @Test func `what drives a terminal becomes an escape`() {
    #expect(shown("a\u{1B}[2J\u{7}\r\u{7F}") == "a\\27[2J\\7\\r\\127")
    #expect(shown("\u{9B}31m\u{202E}\u{2066}\u{1B}7") == "\\u{9B}31m\\u{202E}\\u{2066}\\0277")
    #expect(shown([[0x9B, 0x41, 0xFF, 0xC2]]) == "\\155A\\255\\194")
  }

  @Test func `JSON stays JSON`() {
    #expect(shown("\"\u{7F}\u{9B}\u{202E}\"", .json) == #""\u007f\u009b\u202e""#)
  }

  @Test func `own colours pass without their mark, those of data do not`() {
    let palette = Palette(isColored: true, isMarked: true)
    #expect(shown(palette("a\u{1B}[31mb", .heading)) == "\u{1B}[1ma\\27[31mb\u{1B}[0m")
    #expect(shown(Style.markedColours.apply(.note, to: "x")) == "\u{1B}[2mx\u{1B}[0m")
  }

  @Test func `it does not matter where a text is cut`() {
    let text = Array((Palette(isColored: true, isMarked: true)("é\u{9B}日", .dim) + "\u{1B}[J").utf8)
    let whole = shown([text])
    for cut in 0...text.count { #expect(shown([Array(text[..<cut]), Array(text[cut...])]) == whole) }
  }

  @Test func `without a terminal only the marks are taken away`() {
    let text = Palette(isColored: true, isMarked: true)("a", .heading) + "\u{1B}[31m\u{9B}\r"
    let bytes = Array(text.utf8) + [0xFF]
    #expect(shown([bytes], escapes: false) == "\u{1B}[1ma\u{1B}[0m\u{1B}[31m\u{9B}\r\u{FFFD}")
  }
}
