import Encodings

/// A text or bytes that a test looks for in a cell.
struct TextPart: Sendable {
  private let owned: OwnedCell
  /// The database's own text functions end at NUL: what they give never holds one.
  private let isUnreachable: Bool

  /// Nil for values that are neither text nor bytes.
  init?(_ value: Value) {
    owned = OwnedCell(value)
    guard owned.cell.kind == .text || owned.cell.kind == .data else { return nil }
    isUnreachable = owned.cell.kind == .text && owned.cell.bytes.contains(0)
  }

  private var bytes: UnsafeRawBufferPointer { owned.cell.bytes }
  var isEmpty: Bool { owned.cell.length == 0 }

  /// Whether the cell is of the part's own kind: bytes are never equal to text, and a number is read as text.
  ///
  /// Nil for no bytes where text is looked for, as in the database. Everything has a part that is empty.
  func fits(_ cell: Cell) -> Bool? {
    if isEmpty { return true }
    if cell.kind == .data, owned.cell.kind == .text { return cell.length == 0 ? nil : false }
    return (cell.kind == .data) == (owned.cell.kind == .data) && !isUnreachable
  }

  func isPrefix(of text: UnsafeRawBufferPointer) -> Bool {
    text.count >= bytes.count
      && compareBytes(UnsafeRawBufferPointer(rebasing: text[..<bytes.count]), bytes) == .equal
  }

  func isSuffix(of text: UnsafeRawBufferPointer) -> Bool {
    text.count >= bytes.count
      && compareBytes(UnsafeRawBufferPointer(rebasing: text[(text.count - bytes.count)...]), bytes) == .equal
  }

  func isInside(_ text: UnsafeRawBufferPointer) -> Bool { bytes.isEmpty || text.offset(of: bytes) != nil }
}
