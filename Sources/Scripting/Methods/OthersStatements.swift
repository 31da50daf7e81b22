import Encodings
import Interchange
import Query
import Schema
import Store

/// What no entity says of the tables that other programs made: the statements that make them, for a database that has
/// not got them.
///
/// They do nothing where the things are there.
struct OthersStatements {
  private let tables: [TableDescription]
  private let elsewhere: [TableElsewhere]

  /// - Parameter elsewhere: the tables beside, of which those are named that are hidden behind one of their name.
  init(_ tables: [TableDescription], _ elsewhere: [TableElsewhere]) {
    (self.tables, self.elsewhere) = (tables, elsewhere)
  }

  /// The lines of Lua that run them, in an order in which they can; empty where entities say it all.
  var source: String {
    let named = Dictionary(tables.map { (FoldedName($0.name), $0) }) { first, _ in first }
    let kept = parentsFirst(
      tables.filter { !$0.isView && !($0.isSaidByEntity && $0.refersToKeys(among: named)) }
    ).map(\.making)
    let views = parentsFirst(tables.filter(\.isView)).map(\.making)
    let all =
      kept.flatMap(\.table) + kept.flatMap(\.indexes) + kept.flatMap(\.keys) + views.flatMap(\.table)
      + (kept + views).flatMap(\.triggers)
    let left = elsewhere.compactMap { table -> String? in
      guard case .hidden(let schema) = table.place else { return nil }
      return "-- Left out: \(schema).\(table.name), which is hidden behind another \(table.name)\n"
    }
    if all.isEmpty { return left.joined() }
    let head = "-- What no entity says: made where it is missing"
    return left.joined() + ([head] + all.map { "db:execute \(Self.literal($0))" }).joined(separator: "\n") + "\n\n"
  }

  /// Each table behind those whose columns it inherits, each view behind those that it reads.
  private func parentsFirst(_ tables: [TableDescription]) -> [TableDescription] {
    var (rest, result): ([TableDescription], [TableDescription]) = (tables, [])
    while let place = rest.firstIndex(where: { table in
      table.making.parents.isEmpty || !rest.contains { table.making.parents.contains($0.name) }
    }) {
      result.append(rest.remove(at: place))
    }
    return result + rest
  }

  /// Each table behind those that it refers to or inherits from, views behind all tables.
  static func inOrder(_ tables: [TableDescription]) -> [TableDescription] {
    func needs(_ table: TableDescription) -> Set<FoldedName> {
      Set((table.making.parents + table.foreignKeys.map(\.table)).map(FoldedName.init))
        .subtracting([FoldedName(table.name)])
    }
    var (rest, result): ([TableDescription], [TableDescription]) = (
      tables.filter { !$0.isView } + tables.filter(\.isView), []
    )
    while !rest.isEmpty {
      // Those that refer to each other have no order.
      let names = Set(rest.map { FoldedName($0.name) })
      let place = rest.firstIndex { needs($0).isDisjoint(with: names) } ?? 0
      result.append(rest.remove(at: place))
    }
    return result
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
