import LuaRuntime
import Model
import Schema

/// A simple value of a script that is compared and looked up: an identity, the name of a section, a key of an order.
///
/// 1 and 1.0 are the same, as they are for Lua's tables.
package enum Scalar: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seldom, and larger than the others: it stands elsewhere.
  indirect case decimal(DecimalNumber)
  case text([UInt8])
  /// Bytes that are no text, where that counts: in an order, in the name of a section.
  case data([UInt8])

  /// Nil for tables, functions, and whatever else has no order.
  package init?(_ value: LuaValue) {
    switch value {
    case .nil: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = value.integer.map { .integer($0) } ?? .real(number)
    case .string(let string): self = .text(string.bytes)
    case .userdata(let userdata):
      if let decimal = userdata.object(as: DecimalValue.self) {
        self = .decimal(decimal.number)
      } else if userdata.object(as: NullValue.self) != nil {
        self = .null
      } else {
        return nil
      }
    case .table, .function, .thread, .pointer: return nil
    }
  }

  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = LuaValue.number(number).integer.map { .integer($0) } ?? .real(number)
    case .text(let text): self = .text(Array(text.utf8))
    case .data(let bytes), .brokenText(let bytes): self = .text(bytes)
    }
  }

  /// A stored value as rows are ordered by it: bytes stand apart from texts.
  init(ordered value: Value) {
    if case .data(let bytes) = value { self = .data(bytes) } else { self.init(value) }
  }

  /// A stored cell as rows are ordered by it: bytes stand apart from texts.
  init(ordered cell: Cell) {
    if cell.kind == .data { self = .data(Array(cell.bytes)) } else { self.init(cell) }
  }

  /// By the value alone, and texts all at once: values of one kind are looked up among each other.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let flag): hasher.combine(flag)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    case .decimal(let number): hasher.combine(number)
    case .text(let bytes), .data(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// A value that is equal to those of others that a column of this collation takes for equal.
  func key(by collation: Collation) -> Scalar {
    switch self {
    case .text(let bytes) where !collation.comparesBytes: return .text(bytes.withUnsafeBytes { collation.key($0) })
    case .integer(let number) where collation.isOfDecimals: return Scalar(Value.integer(number).key(by: collation))
    case .real(let number) where collation.isOfDecimals: return Scalar(Value.real(number).key(by: collation))
    default: return self
    }
  }

  /// The same as bytes that are no text.
  var data: Scalar {
    if case .text(let bytes) = self { .data(bytes) } else { self }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether it can be looked up: what is no number is not even itself.
  var isFound: Bool { self == self }
}

// MARK: Order

extension Scalar: Comparable {
  /// NULL, then truths, numbers, texts, bytes: numbers by value, texts by bytes, as the database has it.
  package static func < (left: Scalar, right: Scalar) -> Bool {
    let (rank, otherRank) = (left.rank, right.rank)
    if rank != otherRank { return rank < otherRank }
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): return !left && right
    case (.text(let left), .text(let right)), (.data(let left), .data(let right)):
      return left.lexicographicallyPrecedes(right)
    case (.decimal(let left), .decimal(let right)): return left < right
    case (.integer(let left), .decimal(let right)): return DecimalNumber(Int128(left), scale: 0) < right
    case (.decimal(let left), .integer(let right)): return left < DecimalNumber(Int128(right), scale: 0)
    case (.decimal(let left), .real(let right)): return left.isLess(than: right)
    case (.real(let left), .decimal(let right)): return right.isGreater(than: left)
    default: return left.isNumber(before: right)
    }
  }

  private func isNumber(before other: Scalar) -> Bool {
    switch (cell, other.cell) {
    case (let left?, let right?):
      // What is no number comes before those that are.
      if left.kind == .real, left.real.isNaN { return !(right.kind == .real && right.real.isNaN) }
      return compareCells(left, right) == .less
    default: return false
    }
  }

  private var cell: Cell? {
    switch self {
    case .integer(let number): Cell(number)
    case .real(let number): Cell(number)
    case .decimal(let number): Cell(Double(number.description) ?? 0)
    default: nil
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .integer, .real, .decimal: 2
    case .text: 3
    case .data: 4
    }
  }
}

extension DecimalNumber {
  /// Real numbers that are no decimals stand among those that are: the large ones are integers.
  fileprivate func isLess(than other: Double) -> Bool {
    guard other.magnitude >= 0x1p53, other.magnitude < 0x1p126 else { return real < other }
    return self < DecimalNumber(Int128(other), scale: 0)
  }

  fileprivate func isGreater(than other: Double) -> Bool {
    guard other.magnitude >= 0x1p53, other.magnitude < 0x1p126 else { return real > other }
    return DecimalNumber(Int128(other), scale: 0) < self
  }
}
