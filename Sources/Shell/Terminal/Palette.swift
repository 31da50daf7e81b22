import Interchange

/// What a piece of text is, which decides how it looks.
package enum Role: CaseIterable, Sendable {
  case error, warning, hint, null, key, string, number, boolean, heading, prompt, dim, added, removed, changed

  /// The parameters of the escape sequence `ESC [ … m`.
  ///
  /// Of the eight colours that themes define, yellow is hard to read on most light ones (a contrast of 2.6 in the middle of
  /// ten common themes, 1.7 in xterm's) and blue on most dark ones (2.7; 1.6 on a console): neither is used.
  var parameters: String {
    switch self {
    case .error: "1;31"
    case .warning: "1;35"
    case .hint: "32"
    case .null: "2;3"
    case .key: "36"
    case .string: "32"
    case .number: "35"
    case .boolean: "36"
    case .heading: "1"
    case .prompt: "1;36"
    case .dim: "2"
    case .added: "32"
    case .removed: "31"
    case .changed: "35"
    }
  }
}

/// Styles text by its role, or leaves it as it is.
///
/// ```swift
/// Palette(isColored: true)("nil", .null)    // "\u{1B}[2;3mnil\u{1B}[0m"
/// Palette(isColored: false)("nil", .null)   // "nil"
/// ```
package struct Palette: Sendable {
  package let isColored: Bool
  /// What begins a sequence; with a mark (`OwnSequence`) the output knows it for the program's own.
  let introducer: String

  package init(isColored: Bool, isMarked: Bool = false) {
    self.isColored = isColored
    introducer = isMarked ? "\u{1B}" + OwnSequence.mark : "\u{1B}"
  }

  /// The same for tables.
  var style: Style { !isColored ? .plain : introducer == "\u{1B}" ? .colours : .markedColours }

  /// Never colours: for pipes, files and tests.
  package static let plain = Palette(isColored: false)

  package func callAsFunction(_ text: String, _ role: Role) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\(introducer)[\(role.parameters)m\(text)\(introducer)[0m"
  }
}
