import Encodings
import Schema

/// A name in a file that no field takes, where it was met first.
package struct UnknownName: Sendable {
  /// Where: `list.csv:1: `, `players.json:12: element 3: `.
  let place: String
  let name: String
  let entity: String
  /// What the entity has.
  let members: [String]
  /// The name that stands in the file, where it stands there more than once.
  var twin: String?
  /// Whether it stands in an object inside of another, whose names no option can change.
  var isInside = false

  package init(
    place: String, name: String, entity: String, members: [String], twin: String? = nil, isInside: Bool = false
  ) {
    (self.place, self.name, self.entity) = (place, name, entity)
    (self.members, self.twin, self.isInside) = (members, twin, isInside)
  }

  private var line: String {
    "\(place)no field of \(entity) is called \(quotedExcerpt(name)).\(suggestion(for: name, in: members))"
      + (twin.map { " (\(quotedExcerpt($0)) stands there more than once)" } ?? "")
  }

  /// How many are told of.
  private static let limit = 8

  /// A line for each of them, and what to do.
  static func words(_ names: [UnknownName]) -> String {
    let more = names.count > limit ? ["… and \(names.count - limit) more"] : []
    let first = names.first { !$0.isInside }.map { LuaText.key($0.name) }
    let advice =
      (first.map { "say which fields they are, { columns = { \($0) = \"…\" } }, or " } ?? "")
      + "leave them out, { ignore = true }"
    return (names.prefix(limit).map(\.line) + more + [advice]).joined(separator: "\n")
  }
}
