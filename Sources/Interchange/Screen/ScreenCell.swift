import Encodings
import Schema

/// A cell as a person sees it: its text, the room that takes, and what it is.
///
///     NULL (a note)    'NULL' (text that looks the same)    x'00ff10…' (1,024 bytes)
struct ScreenCell {
  let text: String
  let width: Int
  let role: Style.Role

  init(_ text: String, _ role: Style.Role) {
    self.text = text
    self.role = role
    width = DisplayWidth.of(text)
  }
}

/// Makes cells for people.
struct ScreenCells {
  let null: String
  /// More cells than can be shown; longer text need not be looked at to its end.
  let limit: Int?

  init(_ options: FormatOptions) {
    null = Escaping.visible(options.nullText ?? "NULL")
    limit = options.width
  }

  func make(_ cell: Cell, _ kind: OutputColumn.Kind) -> ScreenCell {
    switch cell.kind {
    case .null: return ScreenCell(null, .null)
    case .integer:
      if let truth = cell.truth(in: kind) { return ScreenCell(truth ? "true" : "false", .text) }
      return ScreenCell(String(cell.integer), .number)
    case .real:
      // Ten digits are read; a program that wants all of them asks in its own mode.
      return ScreenCell(limit == nil ? RoundedReal.exact(cell.real) : RoundedReal.text(cell.real), .number)
    case .text:
      let text = Escaping.visible(cell.bytes, cells: limit)
      return ScreenCell(looksLikeNull(text) ? "'" + text + "'" : text, kind == .decimal ? .number : .text)
    case .data: return ScreenCell(Self.blob(cell.bytes), .note)
    }
  }

  /// Text that reads as NULL does, or as a quoted one, is quoted once more, so that each is told from the others.
  private func looksLikeNull(_ text: String) -> Bool {
    guard text.utf8.count >= null.utf8.count, (text.utf8.count - null.utf8.count) % 2 == 0 else { return false }
    var inner = text[...]
    while inner != null {
      guard inner.count >= 2, inner.first == "'", inner.last == "'" else { return false }
      inner = inner.dropFirst().dropLast()
    }
    return true
  }

  /// All of up to 16 bytes; of more, the first 8 and the size.
  private static func blob(_ bytes: UnsafeRawBufferPointer) -> String {
    let shown = bytes.count <= 16 ? bytes : UnsafeRawBufferPointer(rebasing: bytes[..<8])
    let digits = String(decoding: shown.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }, as: UTF8.self)
    return bytes.count <= 16 ? "x'\(digits)'" : "x'\(digits)…' (\(grouped(bytes.count)) bytes)"
  }

  /// A number with commas: `1,194`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// What stands for rows that are left out.
  static func gap(_ hidden: Int) -> ScreenCell {
    ScreenCell("… \(grouped(hidden)) more", .note)
  }

  static let noRows = ScreenCell("(no rows)", .note)
}
