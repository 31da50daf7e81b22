/// What a piece of text is, which decides how it looks.
package enum Role: CaseIterable, Sendable {
  case error, warning, hint, null, key, string, number, boolean, heading, prompt, dim, added, removed, changed

  /// The parameters of the escape sequence `ESC [ … m`: the sixteen colours, which every theme makes readable.
  var parameters: String {
    switch self {
    case .error: "1;31"
    case .warning: "33"
    case .hint: "36"
    case .null: "2;3"
    case .key: "34"
    case .string: "32"
    case .number: "33"
    case .boolean: "35"
    case .heading: "1"
    case .prompt: "1;36"
    case .dim: "2"
    case .added: "32"
    case .removed: "31"
    case .changed: "33"
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

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Never colours: for pipes, files and tests.
  package static let plain = Palette(isColored: false)

  package func callAsFunction(_ text: String, _ role: Role) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(role.parameters)m\(text)\u{1B}[0m"
  }
}
