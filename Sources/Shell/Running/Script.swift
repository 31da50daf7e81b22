import Platform

/// A script that was read: its text, and the name that messages give it.
package struct Script {
  let path: String
  let source: [UInt8]

  /// Why there is no script.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ code: Int32) {
      let reason = systemWords(code, path)
      description = "cannot read \(escapingControls(path)): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    }
  }

  /// Why a file is no script.
  struct Binary: Error, CustomStringConvertible {
    let name: String

    var description: String {
      "\(escapingControls(name)) is no script: it is binary (a database is named before a script, not after it)"
    }
  }

  /// Whether it holds what no text does.
  var isBinary: Bool { source.contains(0) }

  /// Reads a file, or standard input for `-`.
  package init(path: String) throws(Unreadable) {
    guard let source = path == "-" ? StandardStream.input.flatMap(readAll) : readFile(path) else {
      throw Unreadable(path, errno)
    }
    self.path = path
    self.source = source
  }

  /// The name in messages.
  var name: String { path == "-" ? "stdin" : path }

  /// Lua's name for the chunk, from which it makes that of messages.
  var chunkName: String { path == "-" ? "=stdin" : "@" + path }
}
