/// The characters that take two cells of a terminal.
///
/// Emoji are known to Swift; the others are the ranges whose East Asian Width is Wide or Fullwidth
/// (Unicode Standard Annex #11), with the unassigned code points between them, which are to be wide as well.
enum WideScalars {
  static func contain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    // A single regional indicator is narrow: two of them are one flag.
    if scalar.properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(scalar.value) }
    return ranges.contains { $0.contains(scalar.value) }
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // the first consonants of Hangul
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF,  // trigrams, monograms, hexagrams
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x33FF,  // radicals, kana, bopomofo, enclosed letters
    0x3400...0x4DBF, 0x4E00...0xA4CF,  // ideographs, Yi
    0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,  // vertical, small and full-width forms
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // more kana, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD, 0x30000...0x3FFFD,  // more ideographs
  ]
}
