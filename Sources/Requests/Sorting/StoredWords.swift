import Schema

/// The words of an enum that scripts read as they are stored, to be found among thousands of cells.
struct StoredWords {
  /// Of each word its length and first seven bytes: mostly all of it, in one number.
  private let heads: [UInt64]
  private let words: [[UInt8]]

  /// No words for a field that is no enum, or whose values scripts read otherwise.
  init(of field: Field) {
    let isPlain = field.encoder == nil && field.decoder == nil
    words = isPlain ? field.choices.filter { $0.stored == .text($0.label) }.map { Array($0.label.utf8) } : []
    heads = words.map { word in word.withUnsafeBytes { Self.head($0) } }
  }

  private static func head(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var head = UInt64(min(bytes.count, 255))
    for place in 0..<min(bytes.count, 7) { head = head << 8 | UInt64(bytes[place]) }
    return head
  }

  /// Whether a cell holds one of them.
  func contains(_ cell: Cell) -> Bool {
    if heads.isEmpty { return false }
    guard case .text = cell.kind else { return false }
    let bytes = cell.bytes
    let head = Self.head(bytes)
    for place in heads.indices where heads[place] == head {
      if bytes.count < 8 || words[place].elementsEqual(bytes) { return true }
    }
    return false
  }
}
