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
  private static let end = "\u{1B}[0m"

  package init(_ beginnings: [Role: String]) {
    self.beginnings = beginnings
  }

  package static let plain = Style([:])

  /// Nothing that a theme could make hard to read, dark or light: bold headings, and dimmed what is no value.
  package static let colours = Style([
    .heading: "\u{1B}[1m", .null: "\u{1B}[2m", .note: "\u{1B}[2m", .border: "\u{1B}[2m",
  ])

  package func apply(_ role: Role, to text: String) -> String {
    guard let beginning = beginnings[role], !text.isEmpty else { return text }
    return beginning + text + Self.end
  }
}
