import Encodings
import Interchange

/// What a property list cannot hold stands in it as JSON text, and the name `_json` lists where.
///
///     <key>score</key><string>null</string>
///     <key>_json</key><array><string>score</string></array>
///
/// So does the text `$null`, which is how Swift writes nil. NULL is left out, as others do, unless a field would take
/// its default then.
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
    var packed: [DocumentValue] = []
    if case .list(let names)? = members[listName] { packed = names }
    var result: [DocumentValue.Member] = []
    for member in members where member.name != listName || packed.isEmpty {
      if case .text(let text) = member.value, packed.contains(.text(member.name)) {
        result.append(DocumentValue.Member(member.name, try DocumentValue(json: text.utf8)))
      } else {
        result.append(DocumentValue.Member(member.name, withNulls(member.value)))
      }
    }
    return result
  }

  /// The value with null where Swift has written nil.
  private static func withNulls(_ value: DocumentValue) -> DocumentValue {
    switch value {
    case .text(FileFormat.nullInPropertyLists): .null
    case .list(let elements): .list(elements.map(withNulls))
    case .map(let members): .map(members.map { .init($0.name, withNulls($0.value)) })
    default: value
    }
  }
}
