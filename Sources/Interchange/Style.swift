import Encodings

/// Which escape sequences surround which part of a table.
///
///     Style.plain.apply(.null, to: "NULL")           // NULL
///     Style.colours.apply(.null, to: "NULL")         // ␛[2mNULL␛[0m
package struct Style: Sendable {
  package enum Role: Sendable, CaseIterable {
    /// A column's name, or the title of a section.
    case heading
    case null, number, text
    /// The lines of a table.
    case border
    /// What stands for something else: `… 12 more`, a shortened blob, `(no rows)`.
    case note
  }

  /// The sequence that begins a role; a role without one is not marked at all.
  private let beginnings: [Role: String]
  private let end: String

  package init(_ beginnings: [Role: String], end: String = "\u{1B}[0m") {
    self.beginnings = beginnings
    self.end = end
  }

  package static let plain = Style([:])

  /// Nothing that a theme could make hard to read, dark or light: bold headings, and dimmed what is no value.
  package static let colours = Style([
    .heading: "\u{1B}[1m", .null: "\u{1B}[2m", .note: "\u{1B}[2m", .border: "\u{1B}[2m",
  ])

  /// The same, as sequences that bear the program's mark.
  package static let markedColours = Style(
    colours.beginnings.mapValues { marked($0) }, end: marked(colours.end))

  private static func marked(_ sequence: String) -> String {
    sequence.replacing("\u{1B}", with: "\u{1B}" + OwnSequence.mark)
  }

  package func apply(_ role: Role, to text: String) -> String {
    guard let beginning = beginnings[role], !text.isEmpty else { return text }
    return beginning + text + end
  }
}
