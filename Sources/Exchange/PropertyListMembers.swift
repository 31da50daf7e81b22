import Encodings
import Interchange

/// What a property list cannot hold stands in it as JSON text, and the name `_json` lists where.
///
///     <key>score</key><string>null</string>
///     <key>_json</key><array><string>score</string></array>
///
/// NULL is left out, as others do, unless a field would take its default then.
enum PropertyListMembers {
  static let listName = "_json"

  static func packed(
    _ members: [DocumentValue.Member], _ format: FileFormat, keepsNull: (String) -> Bool
  ) throws(InterchangeError) -> [DocumentValue.Member] {
    var result: [DocumentValue.Member] = []
    var names: [DocumentValue] = []
    for member in members {
      if member.value == .null, !keepsNull(member.name) { continue }
      if format.canHold(member.value) {
        result.append(member)
      } else {
        result.append(DocumentValue.Member(member.name, .text(try member.value.json())))
        names.append(.text(member.name))
      }
    }
    if !names.isEmpty { result.append(DocumentValue.Member(listName, .list(names))) }
    return result
  }

  static func unpacked(_ members: [DocumentValue.Member]) throws(InterchangeError) -> [DocumentValue.Member] {
    guard case .list(let names)? = members[listName] else { return members }
    var result: [DocumentValue.Member] = []
    for member in members where member.name != listName {
      if case .text(let text) = member.value, names.contains(.text(member.name)) {
        result.append(DocumentValue.Member(member.name, try DocumentValue(json: text.utf8)))
      } else {
        result.append(member)
      }
    }
    return result
  }
}
