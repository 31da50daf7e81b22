import Schema
import Store

/// Numbers for the keys of rows: an integer key is its own, all others are counted.
///
/// Keys that the columns take for equal, of texts without case, have one number.
struct IdentityNumbers {
  /// How the columns of the key compare texts.
  private let collations: [Collation]
  private var counted: [Scalar: Int] = [:]
  /// The numbers of rows whose key is NULL, as other programs may have them: nothing but their places tell these apart.
  private var unnamed: [Scalar: [Int]] = [:]
  private var next = Int.min

  /// - Parameter entity: the entity whose rows they are; its keys may be texts without case.
  init(of entity: Entity? = nil) {
    collations = entity.map { entity in entity.keySlots.map { entity.fields[$0].collation } } ?? []
  }

  private func scalar(_ key: [Value]) -> Scalar? {
    guard collations.contains(where: \.joinsTexts), collations.count == key.count else { return Scalar(key: key) }
    return Scalar(key: zip(collations, key).map { $0.joinsTexts ? $1.key(by: $0) : $1 })
  }

  /// Whether there were rows whose key is NULL.
  var hasUnnamed: Bool { !unnamed.isEmpty }

  /// Those of all rows that there are.
  mutating func numbers(of buffer: RowBuffer, _ columns: [Int]) -> [Int] {
    // Of rows that are long gone the numbers need not be known.
    if counted.count > 2 * buffer.count + 1000 { forgetOthers(buffer, columns) }
    return numbers(ofSome: buffer, columns)
  }

  /// Those of some rows.
  mutating func numbers(ofSome buffer: RowBuffer, _ columns: [Int]) -> [Int] {
    var seen: [Scalar: Int] = [:]
    return (0..<buffer.count).map { row in
      let cell = buffer[row, columns[0]]
      if columns.count == 1, cell.kind == .integer { return Int(cell.integer) }
      if columns.contains(where: { buffer[row, $0].isNull }) { return number(ofUnnamed: row, buffer, columns, &seen) }
      let key = scalar(columns.map { buffer.value(row, $0) }) ?? .null
      if let number = counted[key] { return number }
      defer { next += 1 }
      counted[key] = next
      return next
    }
  }

  private mutating func number(
    ofUnnamed row: Int, _ buffer: RowBuffer, _ columns: [Int], _ seen: inout [Scalar: Int]
  ) -> Int {
    let key = Scalar(key: columns.map { buffer.value(row, $0) }) ?? .null
    let place = seen[key, default: 0]
    seen[key] = place + 1
    if let number = unnamed[key].flatMap({ place < $0.count ? $0[place] : nil }) { return number }
    defer { next += 1 }
    unnamed[key, default: []].append(next)
    return next
  }

  /// The number of a key that was seen.
  func known(_ key: [Value]) -> Int? {
    if key.count == 1, case .integer(let number) = key[0] { return Int(number) }
    return scalar(key).flatMap { counted[$0] }
  }

  private mutating func forgetOthers(_ buffer: RowBuffer, _ columns: [Int]) {
    let keys = (0..<buffer.count).compactMap { row in scalar(columns.map { buffer.value(row, $0) }) }
    let present = Set(keys)
    counted = counted.filter { present.contains($0.key) }
  }
}
