/// What `--color` says about colour.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Decides whether output is coloured: the option beats `NO_COLOR`, which beats what the terminal can do.
  ///
  /// - Parameters:
  ///   - outputIsTerminal: whether standard output is a terminal.
  ///   - variable: the value of an environment variable. `NO_COLOR` counts when it is not empty (no-color.org);
  ///     a terminal without `TERM`, or with `TERM=dumb`, gets no colour.
  package func decides(outputIsTerminal: Bool, variable: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variable("NO_COLOR"), !value.isEmpty { return false }
      return outputIsTerminal && Terminal.canMoveCursor(type: variable("TERM"))
    }
  }
}
