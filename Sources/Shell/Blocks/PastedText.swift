import Encodings

/// A text that was copied from a screen: what was typed in it, without the prompts.
///
///     moon> for i = 1, 2 do      →   for i = 1, 2 do
///       ...   print(i)           →     print(i)
///     moon> end                  →   end
///
/// Lines without a prompt are kept, unless they are what an entry had printed: that is so behind a whole entry, where
/// another entry has its prompt too, and where a line draws a table.
struct PastedText {
  private(set) var text: String
  /// How many lines were left out as printed.
  private(set) var leftOut = 0

  /// - Parameter isWhole: whether an entry can run.
  init(_ pasted: String, isWhole: (String) -> Bool) {
    text = pasted
    let lines = pasted.split(separator: "\n", omittingEmptySubsequences: false)
    let prompted = lines.filter { Self.typed(in: $0) != nil }.count
    guard prompted > 0 else { return }
    var kept: [Substring] = []
    /// The entry under way, once one had a prompt, and whether it is known to be whole.
    var entry: (text: String, isWhole: Bool?)?
    for line in lines {
      if let typed = Self.typed(in: line) {
        entry = (String(typed), nil)
        kept.append(typed)
      } else if let more = Self.continued(in: line) {
        entry = entry.map { ($0.text + "\n" + more, nil) }
        kept.append(more)
      } else if Self.drawsTable(line) {
        leftOut += 1
      } else if prompted > 1, let known = entry, known.isWhole ?? isWhole(known.text) {
        entry?.isWhole = true
        if !line.allSatisfy(\.isWhitespace) { leftOut += 1 }
      } else {
        entry = entry.map { ($0.text + "\n" + line, nil) }
        kept.append(line)
      }
    }
    text = kept.joined(separator: "\n")
  }

  /// What is to be said of it.
  var note: String? {
    switch leftOut {
    case 0: nil
    case 1: "1 line without a prompt is what was printed, and left out"
    default: "\(leftOut) lines without a prompt are what was printed, and left out"
    }
  }

  /// What stands behind the prompt with which a line begins: `shop (read-only) moon*> `.
  private static func typed(in line: Substring) -> Substring? {
    guard let end = line.firstRange(of: "> ") else { return nil }
    let prompt = line[..<end.lowerBound]
    let name = prompt.last.map { "*?!".contains($0) } == true ? prompt.dropLast() : prompt
    let isOurs = name == "moon" || name.hasSuffix(" moon") && name.count <= 40
    return isOurs ? line[end.upperBound...] : nil
  }

  private static func continued(in line: Substring) -> Substring? {
    line.hasPrefix("  ... ") ? line.dropFirst(6) : nil
  }

  private static func drawsTable(_ line: Substring) -> Bool {
    line.unicodeScalars.first.map { (0x2500...0x257F).contains($0.value) } ?? false
  }
}
