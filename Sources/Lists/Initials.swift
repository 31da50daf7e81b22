import LuaRuntime
import Model
import Requests
import Schema

/// The sections of first characters, each worked out once.
struct Initials {
  private let names: SectionNames
  /// By the bytes that the first character of a text is in.
  private var known: [UInt64: Int] = [:]

  init(_ names: SectionNames) {
    self.names = names
  }

  mutating func number(of cell: Cell) -> Int {
    guard cell.kind == .text || cell.kind == .data else { return number(LuaValue(cell)) }
    let beginning = cell.bytes.prefix(4)
    let bytes = beginning.reduce(UInt64(beginning.count)) { $0 << 8 | UInt64($1) }
    if let number = known[bytes] { return number }
    let number = number(LuaValue(Cell(cell.kind, borrowing: UnsafeRawBufferPointer(rebasing: beginning))))
    known[bytes] = number
    return number
  }

  private func number(_ value: LuaValue) -> Int {
    let initial = value.initial
    return names.number(of: Scalar(initial) ?? .null, initial)
  }
}

extension LuaValue {
  /// What a cell reads as that reads as it is stored.
  init(_ cell: Cell) {
    switch cell.kind {
    case .null: self = .nil
    case .integer: self = .integer(cell.integer)
    case .real: self = .number(cell.real)
    case .text, .data: self = .string(LuaString(bytes: cell.bytes))
    }
  }
}
