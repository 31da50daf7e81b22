/// A walk through earlier entries that begin with what was typed.
///
///     var walk = HistoryWalk(draft: "Player:")
///     walk.older(in: entries, than: shown)   // the newest entry that begins with "Player:"
package struct HistoryWalk {
  /// What was typed before the walk began.
  package let draft: String
  /// Where the walk is; the count of entries stands for the draft.
  private var place: Int

  package init(draft: String, count: Int) {
    self.draft = draft
    place = count
  }

  /// What earlier entries must begin with: a draft of several lines is looked for by nothing.
  private var start: String { draft.contains("\n") ? "" : draft }

  /// The next older entry that differs from what is shown; nil where there is none.
  package mutating func older(in entries: [String], than shown: String) -> String? {
    var next = min(place, entries.count) - 1
    while next >= 0 {
      if entries[next] != shown, entries[next].hasPrefix(start) {
        place = next
        return entries[next]
      }
      next -= 1
    }
    return nil
  }

  /// The next newer one, at last the draft; nil behind that.
  package mutating func newer(in entries: [String], than shown: String) -> String? {
    guard place < entries.count else { return nil }
    var next = place + 1
    while next < entries.count {
      if entries[next] != shown, entries[next].hasPrefix(start) {
        place = next
        return entries[next]
      }
      next += 1
    }
    place = entries.count
    return draft
  }
}

/// The rest of the newest entry that begins as the text does.
package struct Suggestion {
  private var text = ""
  private var found: String?

  package init() {}

  /// What stands dim behind the cursor; nil where no entry begins so.
  package mutating func rest(of new: EditedText, in entries: [String]) -> String? {
    let typed = new.string
    guard new.isAtEnd, !typed.isEmpty, !typed.hasPrefix(" ") else { return nil }
    if let found, typed.hasPrefix(text), found.hasPrefix(typed), found != typed {
      // It still fits.
    } else if found == nil, !text.isEmpty, typed.hasPrefix(text) {
      return nil
    } else {
      let bytes = Array(typed.utf8)
      found = entries.last { entry in
        entry.utf8.count > bytes.count && entry.utf8.first == bytes.first && entry.utf8.starts(with: bytes)
      }
    }
    text = typed
    return found.map { String($0.dropFirst(typed.count)) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
