import Schema

extension NativeText {
  /// Whether a text is one that the type writes.
  func writes(_ text: String, forOrder: Bool) -> Bool {
    switch self {
    case .uuid: return Self.isUUID(text.utf8)
    case .day, .moment: return writesInCalendar(text) || writesBeyond(text)
    case .padded: return !forOrder && !text.hasSuffix(" ")
    case .label(let labels): return !forOrder && labels.contains(text)
    case .document, .number, .other: return false
    }
  }

  /// Whether a text is a day or a moment of the years 1 to 9999, as the type writes it.
  func writesInCalendar(_ text: String) -> Bool {
    switch self {
    case .day: return text.utf8.count == 10 && !text.hasPrefix("0000") && Moment(text: text)?.dateText == text
    case .moment(let digits, _):
      guard text.utf8.count == (digits == 0 ? 20 : 21 + digits), text.hasSuffix("Z"), !text.hasPrefix("0000") else {
        return false
      }
      let (start, rest) = (text.prefix(19), text.dropFirst(19).dropLast())
      let isFraction = digits == 0 ? rest.isEmpty : rest.hasPrefix(".") && rest.dropFirst().allSatisfy(\.isASCIIDigit)
      return isFraction && Moment(text: start + "Z")?.text == start + "Z"
    default: return false
    }
  }

  /// `00000000-0000-0000-0000-000000000000`, in lower case.
  private static func isUUID(_ text: String.UTF8View) -> Bool {
    text.count == 36
      && text.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == UInt8(ascii: "-")
          : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
