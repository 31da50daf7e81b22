import Schema

extension SortKeys {
  /// The rows in the order of their keys, those that are equal in the order they are in.
  ///
  /// Of each key eight bytes are compared at a time, as a number; rows that these leave equal are compared by the next
  /// bytes, then by the next key. (Bentley, McIlroy: Engineering Radix Sort; here with a stable sort of each part.)
  package func sortedRows() -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    return withUnsafeTemporaryAllocation(of: SortEntry.self, capacity: count * 2) { memory in
      var refinement = Refinement(
        keys: self, entries: .init(rebasing: memory[..<count]), scratch: .init(rebasing: memory[count...]))
      refinement.run()
      return (0..<count).map { Int(memory[$0].row) }
    }
  }
}

/// What is compared of the keys of some rows: a part of one of them.
private enum KeyPart {
  /// Whether there is a key.
  case presence
  /// All of a number: integers, reals, or both as reals.
  case integer, real, number
  /// Seven bytes of a text from an offset on.
  case text(offset: Int)
  /// Nothing: the rows are compared with each other.
  case all
}

/// Rows that are equal so far, and by what they are compared next.
private struct Equals {
  var range: Range<Int>
  var column: Int
  var part: KeyPart?
}

/// The sorting of rows by one part of their keys after the other.
private struct Refinement {
  let keys: SortKeys
  let entries: UnsafeMutableBufferPointer<SortEntry>
  let scratch: UnsafeMutableBufferPointer<SortEntry>
  /// What is to be done yet; a list, as texts may be equal for long.
  private var waiting: [Equals] = []
  /// What the keys of each column are compared by first.
  private let firstParts: [[KeyPart]]

  /// So few rows are compared with each other.
  private static let fewRows = 12

  init(
    keys: SortKeys, entries: UnsafeMutableBufferPointer<SortEntry>, scratch: UnsafeMutableBufferPointer<SortEntry>
  ) {
    self.keys = keys
    self.entries = entries
    self.scratch = scratch
    firstParts = keys.columns.indices.map { Self.parts(of: $0, keys) }
  }

  /// Whether there are keys at all, where some lack; then what they are.
  private static func parts(of column: Int, _ keys: SortKeys) -> [KeyPart] {
    var kinds: UInt8 = 0
    for row in 0..<keys.count { kinds |= keys.cell(row, column).kind.bit }
    let (null, integer, real) = (Cell.Kind.null.bit, Cell.Kind.integer.bit, Cell.Kind.real.bit)
    let lacks = kinds & null != 0
    let part: KeyPart? =
      switch kinds & ~null {
      case 0: nil
      case integer: .integer
      case real: .real
      case integer | real: .number
      case Cell.Kind.text.bit, Cell.Kind.data.bit: .text(offset: 0)
      default: .all
      }
    return (lacks && part != nil ? [.presence] : []) + (part.map { [$0] } ?? [])
  }

  mutating func run() {
    for (row, index) in entries.indices.enumerated() { entries[index] = SortEntry(head: 0, row: UInt32(row)) }
    wait(0..<entries.count, 0)
    while let equals = waiting.popLast() { refine(equals) }
  }

  /// Has rows compared by a column, or by the first after it that holds anything.
  private mutating func wait(_ range: Range<Int>, _ column: Int) {
    guard let column = firstParts[column...].firstIndex(where: { !$0.isEmpty }) else { return }
    waiting.append(Equals(range: range, column: column, part: firstParts[column][0]))
  }

  private mutating func refine(_ equals: Equals) {
    guard let part = equals.part, equals.range.count > Self.fewRows else { return compare(equals) }
    if case .all = part { return compare(equals) }
    let rows = UnsafeMutableBufferPointer(rebasing: entries[equals.range])
    setHeads(equals)
    sortByHeads(rows, scratch)
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].head == rows[start].head { end += 1 }
      if end - start > 1 {
        let range = equals.range.lowerBound + start..<equals.range.lowerBound + end
        goOn(range, equals, head: rows[start].head)
      }
      start = end
    }
  }

  /// Has rows whose part is the same compared by what comes behind it.
  private mutating func goOn(_ range: Range<Int>, _ equals: Equals, head: UInt64) {
    let (column, next) = (equals.column, equals.column + 1)
    switch equals.part {
    case .presence?:
      let row = Int(entries[range.lowerBound].row)
      if keys.cell(row, column).isNull { return wait(range, next) }
      waiting.append(Equals(range: range, column: column, part: firstParts[column].last))
    case .number?: waiting.append(Equals(range: range, column: column, part: .all))
    case .text(let offset)? where (head ^ mask(column)) & 0xFF > 7:
      waiting.append(Equals(range: range, column: column, part: .text(offset: offset + 7)))
    default: wait(range, next)
    }
  }

  /// What turns the order of heads round where it is descending.
  private func mask(_ column: Int) -> UInt64 { keys.columns[column].isDescending ? .max : 0 }

  private func setHeads(_ equals: Equals) {
    let (column, mask) = (equals.column, mask(equals.column))
    func set(_ head: (Cell) -> UInt64) {
      for index in equals.range {
        entries[index].head = head(keys.cell(Int(entries[index].row), column))
      }
    }
    switch equals.part {
    case .presence?:
      let areNullsFirst = keys.columns[column].areNullsFirst
      set { $0.isNull == areNullsFirst ? 0 : 1 }
    case .integer?: set { $0.integer.head ^ mask }
    case .real?: set { $0.real.head ^ mask }
    case .number?: set { ($0.kind == .real ? $0.real : Double($0.integer)).head ^ mask }
    case .text(let offset)?: set { $0.head(from: offset) ^ mask }
    case .all?, nil: break
    }
  }

  /// Sorts rows by all that is left of their keys: few of them, or keys that are no numbers.
  private func compare(_ equals: Equals) {
    let rows = entries[equals.range].map { Int($0.row) }
    let places = mergeSorted(rows.count) { (left, right) throws(Never) in
      keys.precedes(rows[left], rows[right], from: equals.column)
    }
    for (index, place) in zip(equals.range, places) { entries[index].row = UInt32(rows[place]) }
  }
}

// MARK: Heads

extension Cell.Kind {
  fileprivate var bit: UInt8 { 1 << rawValue }
}

extension Int64 {
  /// A number without a sign in the same order.
  fileprivate var head: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
  /// A number without a sign in the same order; 0 and -0 are equal.
  fileprivate var head: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

extension Cell {
  /// Seven bytes from an offset on, the first one highest; then how many there are, or 8 if there are more.
  fileprivate func head(from offset: Int) -> UInt64 {
    let rest = Int(length) - offset
    guard rest > 0, let start = UnsafeRawPointer(bitPattern: UInt(bits)) else { return 0 }
    guard rest < 8 else {
      return UInt64(bigEndian: (start + offset).loadUnaligned(as: UInt64.self)) & ~0xFF | 8
    }
    var head: UInt64 = 0
    withUnsafeMutableBytes(of: &head) { head in
      head.copyMemory(from: UnsafeRawBufferPointer(start: start + offset, count: rest))
    }
    return UInt64(bigEndian: head) | UInt64(rest)
  }
}
