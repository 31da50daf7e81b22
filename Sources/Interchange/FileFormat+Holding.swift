import Encodings

extension FileFormat {
  /// Whether it has a way to write a value as it is: property lists have no null, and those of text no control
  /// characters.
  package func canHold(_ document: DocumentValue) -> Bool {
    guard isPropertyList else { return true }
    switch document {
    case .null: return false
    case .text(let text): return canHold(text)
    case .list(let elements): return elements.allSatisfy(canHold)
    case .map(let members): return members.allSatisfy { canHold($0.name) && canHold($0.value) }
    case .boolean, .integer, .number, .real, .data, .date: return true
    }
  }

  private func canHold(_ text: String) -> Bool {
    text != FileFormat.nullInPropertyLists
      && (!isText || text.unicodeScalars.allSatisfy { PropertyListWriter.canWrite($0) })
  }

  /// What Swift's encoder of property lists writes for nil, and its decoder takes for it.
  package static let nullInPropertyLists = "$null"
}
