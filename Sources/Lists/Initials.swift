import LuaRuntime
import Model
import Requests
import Schema

/// The sections of first characters, each worked out once.
struct Initials {
  private let names: SectionNames
  /// By the bytes that the first character of a text is in.
  private var known: [UInt64: Int] = [:]
  /// By the first byte, where that is a whole character; -1 for those that no text began with yet.
  private var ofASCII = [Int](repeating: -1, count: 128)

  init(_ names: SectionNames) {
    self.names = names
  }

  mutating func number(of cell: Cell) -> Int {
    guard cell.kind == .text || cell.kind == .data else { return number(LuaValue(cell)) }
    let text = cell.bytes
    guard let first = text.first, first < 128 else { return number(ofBeginning: text.prefix(4), cell.kind) }
    if ofASCII[Int(first)] < 0 { ofASCII[Int(first)] = number(ofBeginning: text.prefix(1), cell.kind) }
    return ofASCII[Int(first)]
  }

  private mutating func number(ofBeginning beginning: Slice<UnsafeRawBufferPointer>, _ kind: Cell.Kind) -> Int {
    let bytes = beginning.reduce(UInt64(beginning.count)) { $0 << 8 | UInt64($1) }
    if let number = known[bytes] { return number }
    let number = number(LuaValue(Cell(kind, borrowing: UnsafeRawBufferPointer(rebasing: beginning))))
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
