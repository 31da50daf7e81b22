import Platform

/// Looks at all bytes of a file that says nothing of its letters: whether they are UTF-8, and what else they may be.
///
///     try EncodingGuess.encoding(ofFile: "kunden.csv")    // .latin1, as spreadsheets of Windows write it
///
/// A file of bytes that stand for one letter each cannot be told from another of the kind: what is found is a guess,
/// which must be said.
package struct EncodingGuess {
  /// What bytes of UTF-8 may come next in the letter under way.
  private var rest = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF
  private var isUTF8 = true
  /// Whether there is a byte that stands for nothing in Windows-1252.
  private var hasUnassigned = false

  /// The encoding that a file seems to have; nil of UTF-8, of what says it itself, of what is none of those known, and of
  /// pipes, which are read once.
  package static func encoding(
    ofFile path: String, isInterrupted: @escaping () -> Bool
  ) throws(InterchangeError) -> TextEncoding? {
    guard kind(ofFile: path) == S_IFREG else { return nil }
    let input = try ByteInput(path: path)
    input.isInterrupted = isInterrupted
    if input.saysEncoding { return nil }
    var guess = EncodingGuess()
    repeat {
      guess.look(at: UnsafeRawBufferPointer(start: input.base, count: input.count))
    } while try input.more(keeping: input.count)
    return guess.encoding
  }

  private var encoding: TextEncoding? { (isUTF8 && rest == 0) || hasUnassigned ? nil : .latin1 }

  private mutating func look(at bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      // Mostly letters of ASCII, eight at a time.
      if rest == 0, place + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        place += 8
        continue
      }
      look(at: bytes[place])
      place += 1
    }
  }

  private mutating func look(at byte: UInt8) {
    switch byte {
    case 0x81, 0x8D, 0x8F, 0x90, 0x9D: hasUnassigned = true
    default: break
    }
    guard isUTF8 else { return }
    if rest > 0 {
      isUTF8 = next.contains(byte)
      (rest, next) = (rest - 1, 0x80...0xBF)
      return
    }
    switch byte {
    case 0..<0x80: break
    case 0xC2...0xDF: rest = 1
    case 0xE0: (rest, next) = (2, 0xA0...0xBF)
    case 0xED: (rest, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: rest = 2
    case 0xF0: (rest, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: rest = 3
    case 0xF4: (rest, next) = (3, 0x80...0x8F)
    default: isUTF8 = false
    }
  }
}
