import CCells

/// One stored value as an engine hands it over: 12 bytes, its text or bytes borrowed.
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
    unsafeBitCast(withUnsafePointer(to: self) { moon_code($0) }, to: Kind.self)
  }

  /// An integer, the bit pattern of a real, or the address of the first byte of text or data.
  @inlinable
  package var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// The number of bytes of text or data.
  @inlinable
  package var length: UInt32 { withUnsafePointer(to: self) { moon_length($0) } }

  /// Text or data at an address; the bytes must outlive the cell.
  @inlinable
  package init(_ kind: Kind, address: UnsafeRawPointer?, length: Int) {
    self = moon_cell_of_bytes(UInt64(UInt(bitPattern: address)), length, kind.rawValue)
  }

  /// The address of the first byte of text or data.
  @inlinable
  package var address: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: UInt(bits)) }

  @inlinable
  package static var null: Cell { moon_null() }

  @inlinable
  package init(_ value: Int64) { self = moon_cell_of_integer(value) }

  @inlinable
  package init(_ value: Double) { self = moon_cell_of_real(value) }

  /// Borrows the bytes: they must outlive the cell.
  package init(_ kind: Kind, borrowing bytes: UnsafeRawBufferPointer) {
    self.init(kind, address: bytes.baseAddress, length: bytes.count)
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
    return UnsafeRawBufferPointer(start: address, count: Int(length))
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
