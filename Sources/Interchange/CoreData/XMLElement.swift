import Encodings

/// An element of XML with all that stands in it, for small files that are read as a whole.
///
///     <entry key="primaryKey" value="true"/>   // name "entry", attributes key and value
struct XMLElement {
  var name: String
  var attributes: [String: String]
  var children: [XMLElement] = []
  var place: InterchangeError.Place

  /// Reads a whole document.
  init(_ input: ByteInput) throws(InterchangeError) {
    var scanner = XMLScanner(input)
    let tag = try scanner.tag()
    if tag.isClosing { throw .closesNothing(tag, at: scanner.place) }
    self = try XMLElement(tag, &scanner, depth: 0)
    try scanner.finish()
  }

  private init(_ tag: XMLScanner.Tag, _ scanner: inout XMLScanner, depth: Int) throws(InterchangeError) {
    (name, attributes, place) = (tag.name, scanner.attributes, scanner.place)
    if depth > Self.largestDepth { throw InterchangeError(.tooDeep(Self.largestDepth), at: place) }
    if tag.isEmpty { return }
    while true {
      // Text between the elements says nothing here.
      _ = try scanner.text()
      let next = try scanner.tag()
      if next.isClosing {
        guard next.name == name else { throw .closesNothing(next, at: scanner.place) }
        return
      }
      children.append(try XMLElement(next, &scanner, depth: depth + 1))
    }
  }

  private static let largestDepth = 40

  subscript(attribute: String) -> String? { attributes[attribute] }

  func elements(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Whether an attribute says yes; without it, it says no.
  func isTrue(_ attribute: String) -> Bool { attributes[attribute] == "YES" }
}
