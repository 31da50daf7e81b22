import Encodings

/// The entries that were typed, oldest first, kept from one run to the next.
///
/// ```swift
/// let history = History(file: History.defaultFile { Terminal.variable($0) }, warn: { print($0) })
/// history.add("Player:count()")       // true
/// history.add("Player:count()")       // false: no neighbouring duplicates
/// history.add(" secret = 'x'")        // false: a leading space keeps it out
/// history.matching("count")           // ["Player:count()"]
/// ```
package final class History {
  /// The entries of earlier runs and of this one.
  package private(set) var entries: [String]

  private let file: HistoryFile?
  private let limit: Int
  private let warn: (String) -> Void
  private var hasWarned = false

  /// Reads what earlier runs have left.
  ///
  /// - Parameters:
  ///   - file: where it is kept; nil keeps it in memory only.
  ///   - limit: how many entries are kept.
  ///   - warn: is told once when the file cannot be used. The shell goes on without it.
  package init(file: String?, limit: Int = 10_000, warn: @escaping (String) -> Void = { _ in }) {
    self.file = file.map { HistoryFile(path: $0, limit: limit) }
    self.limit = limit
    self.warn = warn
    entries = []
    use { file throws(HistoryFile.Failure) in
      entries = withoutNeighbouringDuplicates(try file.load())
    }
  }

  /// Where the history is kept, or nil where it is not: `MOONSHELL_HISTORY` (none if empty), or the state directory
  /// of the XDG base directory specification.
  package static func defaultFile(variable: (String) -> String?) -> String? {
    if let file = variable("MOONSHELL_HISTORY") {
      return file.isEmpty || file == "/dev/null" ? nil : file
    }
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/moonshell/history"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/moonshell/history"
  }

  /// Keeps an entry, here and in the file.
  ///
  /// - Returns: false if it is not kept: it is blank, begins with a space, holds a password, or repeats the one before.
  @discardableResult
  package func add(_ entry: String) -> Bool {
    let entry = entry.trimmingEndOfLine
    guard entry.contains(where: { !$0.isWhitespace }), !entry.hasPrefix(" "), entry != entries.last,
      !entry.holdsPassword
    else {
      return false
    }
    entries.append(entry)
    if entries.count > 2 * limit { entries.removeFirst(entries.count - limit) }
    use { file throws(HistoryFile.Failure) in try file.append(entry) }
    return true
  }

  /// The entries that contain a text, whatever its case, oldest first; all of them for an empty text.
  package func matching(_ text: String) -> [String] {
    guard !text.isEmpty else { return entries }
    let wanted = text.lowercased()
    return entries.filter { $0.lowercased().contains(wanted) }
  }

  private func use(_ body: (HistoryFile) throws(HistoryFile.Failure) -> Void) {
    guard let file else { return }
    do {
      try body(file)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      warn("The history is not kept: \(escapingControls(file.path)): \(error.reason)")
    }
  }
}

private func withoutNeighbouringDuplicates(_ entries: [String]) -> [String] {
  var result: [String] = []
  result.reserveCapacity(entries.count)
  for entry in entries where entry != result.last { result.append(entry) }
  return result
}

extension String {
  /// The text without the blank lines at its end: an empty line ends a statement of SQL, and is no part of it.
  fileprivate var trimmingEndOfLine: String {
    var text = self[...]
    while let end = text.lastIndex(where: \.isNewline), text[end...].allSatisfy(\.isWhitespace) { text = text[..<end] }
    return String(text)
  }
}
