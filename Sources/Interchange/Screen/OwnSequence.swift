import Encodings

/// How the program marks the escape sequences that it writes itself, so that they differ from those in data.
///
/// A sequence is written as `ESC`, the mark, and the rest; what writes to the screen takes the mark away again, and
/// shows any other `ESC` as text. The mark is drawn for each run: no data can hold it.
package enum OwnSequence {
  /// Four characters of a plane that is for private use.
  package static let mark: String = {
    // A loop, since a view of scalars looks up types by their names: 130,000 instructions of every start.
    var mark = ""
    for _ in 0..<4 {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0xF0000...0xFFFFD)) { mark.unicodeScalars.append(scalar) }
    }
    return mark
  }()

  package static let markBytes = Array(mark.utf8)

  /// The text as it is written where nothing takes marks away.
  package static func unmarked(_ text: String) -> String {
    text.contains("\u{1B}") ? text.replacing("\u{1B}" + mark, with: "\u{1B}") : text
  }
}
