/// One stored value as an engine hands it over: 16 bytes, its text or bytes borrowed.
///
/// Rows are arrays of cells (`RowBuffer`), and tests and predicates read cells, so that a value is never
/// copied to be looked at. Text is compared by bytes, as SQLite's BINARY collation and Lua do.
///
/// The layout is fixed (8 bytes of payload, 4 of length, 1 of kind, 3 unused): C code reads it too.
package struct Cell {
  package enum Kind: UInt8, Sendable {
    case null, integer, real, text, data
  }

  /// An integer, the bit pattern of a real, or the address of the first byte of text or data.
  package var bits: UInt64
  /// The number of bytes of text or data.
  package var length: UInt32
  package var kind: Kind

  package init(kind: Kind, bits: UInt64, length: UInt32) {
    self.bits = bits
    self.length = length
    self.kind = kind
  }

  package static let null = Cell(kind: .null, bits: 0, length: 0)

  package init(_ value: Int64) {
    self.init(kind: .integer, bits: UInt64(bitPattern: value), length: 0)
  }

  package init(_ value: Double) {
    self.init(kind: .real, bits: value.bitPattern, length: 0)
  }

  /// Borrows the bytes: they must outlive the cell.
  package init(_ kind: Kind, borrowing bytes: UnsafeRawBufferPointer) {
    let address = bytes.baseAddress.map { UInt64(UInt(bitPattern: $0)) } ?? 0
    self.init(kind: kind, bits: address, length: UInt32(bytes.count))
  }

  package var isNull: Bool { kind == .null }
  package var integer: Int64 { Int64(bitPattern: bits) }
  package var real: Double { Double(bitPattern: bits) }

  /// The bytes of text or data; empty for the other kinds.
  package var bytes: UnsafeRawBufferPointer {
    guard kind == .text || kind == .data else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(bits)), count: Int(length))
  }

  /// A copy that owns its text or bytes.
  package var value: Value {
    switch kind {
    case .null: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: .text(String(decoding: bytes, as: UTF8.self))
    case .data: .data([UInt8](bytes))
    }
  }
}
