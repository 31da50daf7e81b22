import CCells

/// One stored value as an engine hands it over: 16 bytes, its text or bytes borrowed.
///
/// Rows are arrays of cells (`RowBuffer`), and tests and predicates read cells, so that a value is never
/// copied to be looked at. Text is compared by bytes, as SQLite's BINARY collation and Lua do.
///
/// C code reads and fills cells, too: what one is in bytes says `CCells.h`.
@usableFromInline
package typealias Cell = moon_cell

extension Cell {
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    case null, integer, real, text, data
  }

  @inlinable
  package var kind: Kind {
    // Every code is that of a kind.
    get { unsafeBitCast(code, to: Kind.self) }
    set { code = newValue.rawValue }
  }

  @inlinable
  package init(kind: Kind, bits: UInt64, length: UInt32) {
    self.init(bits: bits, length: length, code: kind.rawValue)
  }

  @inlinable
  package static var null: Cell { Cell(kind: .null, bits: 0, length: 0) }

  @inlinable
  package init(_ value: Int64) {
    self.init(kind: .integer, bits: UInt64(bitPattern: value), length: 0)
  }

  @inlinable
  package init(_ value: Double) {
    self.init(kind: .real, bits: value.bitPattern, length: 0)
  }

  /// Borrows the bytes: they must outlive the cell.
  package init(_ kind: Kind, borrowing bytes: UnsafeRawBufferPointer) {
    let address = bytes.baseAddress.map { UInt64(UInt(bitPattern: $0)) } ?? 0
    self.init(kind: kind, bits: address, length: UInt32(bytes.count))
  }

  @inlinable
  package var isNull: Bool { kind == .null }
  @inlinable
  package var integer: Int64 { Int64(bitPattern: bits) }
  @inlinable
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
    case .text: .text(bytes: bytes)
    case .data: .data([UInt8](bytes))
    }
  }
}
