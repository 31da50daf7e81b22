import Interchange

/// What a person can set of how results are shown.
package struct Settings: Sendable {
  /// The format of results: `box`, `csv`, ….
  package var mode = "box"
  /// How many rows of a long result a person is shown.
  package var limit = 40
  /// How NULL is written; nil leaves it to the format.
  package var nullText: String?
  package var showsTime = false
  /// Whether a result that is longer than the screen goes through the pager.
  package var usesPager = true
  /// Whether results are coloured.
  package var isColored = false
  /// Whether messages are: standard error may be a file where standard output is a terminal.
  package var areMessagesColored = false
  /// Whether sequences of colours bear the mark that tells them from those in data: `Output` takes it away again.
  package var marksColours = false
  /// Seconds that an entry or a script may take.
  package var timeLimit: Double?

  package init() {}

  package var palette: Palette { Palette(isColored: isColored, isMarked: marksColours) }
  /// How tables are coloured.
  var style: Style { palette.style }
  package var messagePalette: Palette { Palette(isColored: areMessagesColored, isMarked: marksColours) }
}
