import Encodings
import Interchange
import Query
import Schema

/// What no entity says of the tables that other programs made: the statements that make them, for a database that has
/// not got them.
///
/// They do nothing where the things are there.
struct OthersStatements {
  private let tables: [TableDescription]

  init(_ tables: [TableDescription]) {
    self.tables = tables
  }

  /// The lines of Lua that run them, in an order in which they can; empty where entities say it all.
  var source: String {
    let keys = Dictionary(tables.map { (FoldedName($0.name), $0.primaryKey.map(FoldedName.init)) }) { first, _ in first
    }
    let kept = tables.filter { !$0.isView && !($0.isSaidByEntity && $0.refersToKeys(among: keys)) }.map(\.making)
    let views = tables.filter(\.isView).map(\.making)
    // A view may read another, and is only looked at when it is read.
    let all =
      kept.flatMap(\.table) + kept.flatMap(\.indexes) + kept.flatMap(\.keys) + views.flatMap(\.table)
      + (kept + views).flatMap(\.triggers)
    if all.isEmpty { return "" }
    let head = "-- What no entity says: made where it is missing"
    return ([head] + all.map { "db:execute \(Self.literal($0))" }).joined(separator: "\n") + "\n\n"
  }

  /// In brackets, in which nothing has to be escaped.
  private static func literal(_ text: String) -> String {
    var level = ""
    while text.contains("]\(level)]") || text.hasSuffix("]\(level)") { level += "=" }
    // Lua leaves out a line break at the beginning, and makes one of two characters.
    if text.hasPrefix("\n") || text.contains("\r") || text.contains("\0") {
      var copy = text
      return copy.withUTF8 { bytes in TextSink.text { LuaText.write(UnsafeRawBufferPointer(bytes), to: $0) } }
    }
    return "[\(level)[\(text)]\(level)]"
  }
}
