import Interchange

/// Lets through what a person may read, and shows the rest: data never drives the terminal.
///
/// ```swift
/// var filter = ScreenFilter(escapes: true)
/// filter.take("a\u{1B}[2J\n")     // "a\\27[2J\n"
/// ```
///
/// Line ends, tabs and the program's own sequences (`OwnSequence`) pass; C0, DEL, C1, marks that turn the direction of
/// text, and bytes that are no UTF-8 become escapes. Without a terminal only the marks of own sequences are taken away.
struct ScreenFilter {
  /// What an escape looks like.
  enum Style {
    /// `\27`, `\u{9B}`.
    case lua
    /// `\u001b`, `\u009b`: what JSON calls the same text.
    case json
  }

  let escapes: Bool
  var style = Style.lua
  /// The beginning of a sequence whose end has not come yet.
  private var held: [UInt8] = []

  init(escapes: Bool) {
    self.escapes = escapes
  }

  /// Whether the bytes may be written as they are, which is nearly always so.
  func passes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard held.isEmpty else { return false }
    guard escapes else { return !bytes.contains(0x1B) }
    return bytes.allSatisfy(Self.isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { 0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x09 }

  /// What is to be written now; the beginning of a sequence is held back until more comes.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let all = held + bytes
    held = []
    var result: [UInt8] = []
    result.reserveCapacity(all.count)
    var rest = all[...]
    while let byte = rest.first {
      let plain = rest.prefix { escapes ? Self.isPlain($0) : $0 != 0x1B }
      if !plain.isEmpty {
        result += plain
        rest = rest.dropFirst(plain.count)
        continue
      }
      switch byte == 0x1B ? ownSequence(rest) : escapes ? character(rest) : 1 {
      case nil:
        held = Array(rest)
        return result
      case 0?:
        result += escape(for: UInt32(byte), isScalar: byte < 0x80, next: rest.dropFirst().first)
        rest.removeFirst()
      case let length?:
        append(rest.prefix(length), before: rest.dropFirst(length).first, to: &result)
        rest = rest.dropFirst(length)
      }
    }
    return result
  }

  /// What was held back, when nothing more comes.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    guard escapes else { return held }
    return held.flatMap { escape(for: UInt32($0), isScalar: $0 < 0x80, next: nil) }
  }

  // MARK: Sequences

  /// The length of `ESC` and the mark, 0 where another sequence begins, nil where the end is missing.
  private func ownSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    let mark = OwnSequence.markBytes
    let behind = bytes.dropFirst().prefix(mark.count)
    if !mark.starts(with: behind) { return escapes ? 0 : 1 }
    return behind.count == mark.count ? 1 + mark.count : nil
  }

  /// The length of the character that begins here, 0 where none does, nil where its end is missing.
  private func character(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let lead = bytes.first else { return nil }
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    if length < 2 { return length }
    let present = bytes.prefix(length)
    guard present.dropFirst().allSatisfy({ 0x80..<0xC0 ~= $0 }) else { return 0 }
    if present.count < length { return nil }
    return String(validating: present, as: UTF8.self) == nil ? 0 : length
  }

  private func append(_ piece: ArraySlice<UInt8>, before next: UInt8?, to result: inout [UInt8]) {
    if piece.first == 0x1B {
      result.append(0x1B)  // Without its mark.
      return
    }
    guard escapes, let scalar = String(decoding: piece, as: UTF8.self).unicodeScalars.first,
      scalar != "\n", scalar != "\t", needsEscape(scalar)
    else {
      result += piece
      return
    }
    result += escape(for: scalar.value, isScalar: true, next: next)
  }

  /// - Parameter isScalar: whether the number is a character, and not a byte that belongs to none.
  private func escape(for value: UInt32, isScalar: Bool, next: UInt8?) -> [UInt8] {
    switch style {
    case .json:
      let digits = String(value, radix: 16)
      return Array(("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8)
    case .lua where isScalar:
      return Array(escapingControls(Unicode.Scalar(value).map(String.init) ?? "", before: next).utf8)
    case .lua:
      return Array("\\\(value)".utf8)
    }
  }
}
