import Encodings
import Platform
import Schema

extension DelimitedReader {
  private static let quote = UInt8(ascii: "\"")
  /// The longest field that a cell has room for.
  private static let longest = Int(Int32.max)
  /// How many bytes are looked at to show what stands at a place.
  private static let shown = 8

  /// Notes the field at `start` and returns the place of what ends it; nil where that is not in the window.
  @inline(__always)
  func fieldEnd(from start: Int, isAtEnd: Bool) throws(InterchangeError) -> Int? {
    let (base, count) = (input.base, input.count)
    var start = start
    if dialect.skipsBlanks, start < count, base[start] == 0x20 { start = behindBlank(start) }
    if dialect.hasQuotes, start < count, base[start] == Self.quote {
      return try quotedEnd(from: start, isAtEnd: isAtEnd)
    }
    if dialect.hasEscapes { return escapedEnd(from: start) }
    let end = start + ByteScan.firstOf(dialect.separator, 0x0A, 0x0D, 0x0A, in: base + start, count: count - start)
    fields.append(Field(start: start, end: end))
    return end
  }

  /// Where a field begins whose separator a blank belongs to: further blanks are of its text, and so are those of the first
  /// field, which no separator precedes.
  ///
  /// In front of a quote, and of a number, which may stand under others, all are none of it.
  private func behindBlank(_ place: Int) -> Int {
    let (base, count) = (input.base, input.count)
    var next = place
    while next < count, base[next] == 0x20 { next += 1 }
    if next < count, base[next] == Self.quote { return next }
    var end = next
    while end < count, Self.isOfNumber(base[end]), base[end] != dialect.separator { end += 1 }
    if end > next, end == count || isEnd(base[end]) { return next }
    return place == start ? place : place + 1
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool { (0x2B...0x2E).contains(byte) || (0x30...0x39).contains(byte) }

  private func quotedEnd(from start: Int, isAtEnd: Bool) throws(InterchangeError) -> Int? {
    let (base, count) = (input.base, input.count)
    var field = Field(start: start + 1, end: start + 1, isQuoted: true)
    var next = start + 1
    while true {
      guard let found = memchr(base + next, Int32(Self.quote), count - next) else {
        if isAtEnd { throw InterchangeError(.unclosedQuote, at: place(of: start)) }
        return nil
      }
      field.end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      next = field.end + 1
      // Whether it is doubled can only be said when the byte behind it is there.
      if next == count, !isAtEnd { return nil }
      guard next < count, base[next] == Self.quote else { break }
      field.needsUndoing = true
      next += 1
    }
    fields.append(field)
    var end = next
    while end < count, base[end] == 0x20, dialect.separator != 0x20 { end += 1 }
    if end == count, !isAtEnd { return nil }
    if end == count || isEnd(base[end]) { return end }
    if !isEnd(base[next]) {
      // So much is shown that it takes what is behind it, too.
      if count - next < Self.shown, !isAtEnd { return nil }
      throw InterchangeError(.textBehindQuote(excerpt(at: next)), at: place(of: next))
    }
    return next
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == dialect.separator || byte == 0x0A || byte == 0x0D }

  private func escapedEnd(from start: Int) -> Int {
    let (base, count) = (input.base, input.count)
    var field = Field(start: start, end: start)
    while true {
      field.end += ByteScan.firstOf(
        dialect.separator, 0x0A, 0x0D, UInt8(ascii: "\\"), in: base + field.end, count: count - field.end)
      guard field.end < count, base[field.end] == UInt8(ascii: "\\") else { break }
      field.needsUndoing = true
      // What is escaped ends nothing; a line end behind a backslash is no escape.
      field.end = min(field.end + 1, count)
      if field.end < count, base[field.end] == UInt8(ascii: "\\") { field.end += 1 }
    }
    fields.append(field)
    return field.end
  }

  private func excerpt(at place: Int) -> String {
    quotedExcerpt(
      UnsafeRawBufferPointer(start: input.base + place, count: min(input.count - place, Self.shown)), limit: 1)
  }

  // MARK: Cells

  /// The cell of a field, whose quotes and escapes are undone in their place.
  @inline(__always)
  func cell(of field: Field) throws(InterchangeError) -> Cell {
    var end = field.end
    if let nulls, isNull(field, nulls) { return .null }
    if field.needsUndoing {
      if dialect.hasEscapes {
        if isNullMark(field) { return .null }
        end = try undoEscapes(field)
      } else {
        end = undoQuotes(field)
      }
    } else if field.start == end, dialect.hasQuotes, !field.isQuoted, nulls == nil {
      return .null
    }
    guard end - field.start <= Self.longest else {
      throw .fieldTooLong(at: place(of: field.start))
    }
    return Cell(.text, borrowing: UnsafeRawBufferPointer(start: input.base + field.start, count: end - field.start))
  }

  /// Whether a field is one of those that were said to be NULL; quoted it is, too, unless it is empty.
  private func isNull(_ field: Field, _ nulls: [[UInt8]]) -> Bool {
    if field.isQuoted, field.start == field.end { return false }
    let bytes = UnsafeBufferPointer(start: input.base + field.start, count: field.end - field.start)
    return nulls.contains { $0.elementsEqual(bytes) }
  }

  private func isNullMark(_ field: Field) -> Bool {
    field.end - field.start == 2 && input.base[field.start + 1] == UInt8(ascii: "N")
  }

  /// Halves the doubled quotes and returns where the text ends now.
  private func undoQuotes(_ field: Field) -> Int {
    let base = input.base
    var (from, to) = (field.start, field.start)
    while from < field.end {
      base[to] = base[from]
      from += base[from] == Self.quote ? 2 : 1
      to += 1
    }
    return to
  }

  private func undoEscapes(_ field: Field) throws(InterchangeError) -> Int {
    let base = input.base
    var (from, to) = (field.start, field.start)
    while from < field.end {
      if base[from] == UInt8(ascii: "\\") {
        guard from + 1 < field.end, let byte = escaped(base[from + 1]) else {
          let next = from + 1 < field.end ? String(Character(Unicode.Scalar(base[from + 1]))) : ""
          throw .unknownEscape(before: next, at: place(of: from))
        }
        base[to] = byte
        from += 2
      } else {
        base[to] = base[from]
        from += 1
      }
      to += 1
    }
    return to
  }

  private func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "v"): 11
    case UInt8(ascii: "\\"): letter
    default: nil
    }
  }
}
