import Model
import Scripting

/// The version of the program, in one line.
enum Version {
  static let number = "0.2.0"

  /// The line, with the versions that the libraries tell of themselves.
  static func text() -> String {
    let session = try? Session(open: Engines().open)
    defer { session?.close() }
    let lua = session?.lua.global("_VERSION").text ?? "Lua"
    let sqlite = (try? session?.main.store().engine.version) ?? "SQLite"
    return "moonshell \(number) (\(lua), \(sqlite), libedit)"
  }
}
