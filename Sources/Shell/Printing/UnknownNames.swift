import Encodings
import Schema

/// What there is, where a message says that there is nothing of a name, and names no neighbour.
///
///     Track has no field 'Foo'.     Track has TrackId, Name, AlbumId, …
struct UnknownNames {
  let catalog: Catalog

  func advice(for message: String) -> String? {
    guard !message.contains("Did you mean") else { return nil }
    if let advice = several(message) { return advice }
    if let entity = owner(in: message, before: " has no field '") {
      return "\(entity.name) has \(Self.list(entity.memberNames))"
    }
    if let entity = owner(in: message, before: " has no relation '") {
      let names = entity.relations.map(\.name)
      return names.isEmpty ? "\(entity.name) has no relations" : "its relations are \(Self.list(names))"
    }
    return Self.kinds.first { message.contains($0.words) }?.advice
  }

  /// Several names that stand in one text: `select("Name, Bytes")`.
  private func several(_ message: String) -> String? {
    guard let entity = owner(in: message, before: " has no field '"),
      let name = quotedName(after: " has no field '", in: message), name.contains(",")
    else { return nil }
    let parts = name.split(separator: ",").map { String($0).trimmingBlanks() }
    guard parts.allSatisfy({ entity.memberNames.contains($0) }) else { return nil }
    return "each name is a text of its own: " + parts.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The entity that a message is about: the word before it.
  private func owner(in message: String, before words: String) -> Entity? {
    guard let range = message.firstRange(of: words) else { return nil }
    return message[..<range.lowerBound].split { $0 == " " || $0 == ":" || $0 == "\n" }.last
      .flatMap { catalog[String($0)] }
  }

  private static let kinds: [(words: String, advice: String)] = [
    ("there is no test ", "the tests are \(list(TestKind.all.map(\.name), atMost: 100))"),
    ("there is no function '", ".help expressions tells of the functions"),
    ("a database has no method '", ".help databases lists the methods"),
    ("a request has no method '", ".help requests lists the methods"),
    ("groups have no method '", ".help groups lists the methods"),
    (" has no method '", ".help entities and .help requests list the methods"),
  ]

  /// So many names fit a line or two.
  private static func list(_ names: [String], atMost limit: Int = 16) -> String {
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? shown + ", … (\(names.count) in all)" : shown
  }
}
