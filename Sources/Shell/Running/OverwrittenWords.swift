import LuaRuntime
import Model
import Scripting

/// Notices that an entry gave a word of the language another meaning, and says so once for each word.
///
///     moon> json = 5
///     json is now yours; the word of the language is still moon.json
final class OverwrittenWords {
  private let session: Session
  private var words: [(name: String, value: LuaValue)]

  init(_ session: Session) {
    self.session = session
    words = Library.all.map { ($0.name, session.lua.global($0.name)) }
  }

  /// The warnings for what has changed since the last call.
  func takeWarnings() -> [String] {
    let changed = words.filter { session.lua.global($0.name) != $0.value }.map(\.name)
    words.removeAll { changed.contains($0.name) }
    return changed.map { "\($0) is now yours; the word of the language is still moon.\($0)" }
  }
}
