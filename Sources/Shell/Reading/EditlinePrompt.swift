/// Surrounds the escape sequences of a prompt with a mark, so that libedit counts them as taking no room.
///
/// libedit ties a marked piece to the character after it: two pieces in a row, or one at the end, would be lost. So
/// neighbours share one mark, and one at the end goes before the last character.
///
/// ```swift
/// editlinePrompt("\u{1B}[1mmoon>\u{1B}[0m ", mark: "\u{1}")   // "\u{1}\u{1B}[1m\u{1}moon>\u{1}\u{1B}[0m\u{1} "
/// ```
func editlinePrompt(_ prompt: String, mark: Character) -> String {
  var pieces: [(escape: String, character: Unicode.Scalar)] = []
  var escape = ""
  var isInEscape = false
  for scalar in prompt.unicodeScalars {
    if isInEscape {
      escape.unicodeScalars.append(scalar)
      isInEscape = !isFinal(scalar)
    } else if scalar == "\u{1B}" {
      escape.unicodeScalars.append(scalar)
      isInEscape = true
    } else {
      pieces.append((escape, scalar))
      escape = ""
    }
  }
  if !pieces.isEmpty { pieces[pieces.count - 1].escape += escape }
  return pieces.reduce(into: "") { result, piece in
    if !piece.escape.isEmpty { result += "\(mark)\(piece.escape)\(mark)" }
    result.unicodeScalars.append(piece.character)
  }
}

/// The prompt without its escape sequences: what takes room on the screen.
func visiblePrompt(_ prompt: String) -> String {
  var result = ""
  var isInEscape = false
  for scalar in prompt.unicodeScalars {
    if isInEscape {
      isInEscape = !isFinal(scalar)
    } else if scalar == "\u{1B}" {
      isInEscape = true
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a scalar ends a sequence `ESC [ … m`.
private func isFinal(_ scalar: Unicode.Scalar) -> Bool {
  scalar != "[" && 0x40...0x7E ~= scalar.value
}
