/// One line of changes, for the one who prints them.
package struct ShownChange {
  package enum Mark: String, Sendable {
    case deleted = "-", inserted = "+", moved = "→", updated = "~"
  }

  package let mark: Mark
  /// `[1.2]`, padded so that places stand below each other.
  package let place: String
  package let words: String
}
