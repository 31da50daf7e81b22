import LuaRows
import LuaRuntime
import Model
import ResultSets
import Schema

/// The rows of a fetched list in some order: no object is made of one before it is asked for.
struct LoadedListRows: ShownRows {
  let rows: LoadedRows
  /// By their places in the list.
  let keys: [Scalar]
  /// Of each index of the order.
  let places: [Int]

  func borrowed(_ index: Int, on stack: LuaStack) -> BorrowedValue {
    BorrowedValue(rows.object(places[index]), on: stack)
  }
  func key(_ index: Int) -> Scalar { keys[places[index]] }
  var owner: String? { rows.entity.keyOwner }
  func identity(_ index: Int) -> Scalar { key(index).marked(by: rows.entity.keyOwner) }
  func mark(_ index: Int) -> ContentMark { rows.stored(places[index]).mark }
  func stored(_ index: Int) -> StoredRow? { rows.stored(places[index]) }
  var integerKeys: [Int]? { keys.integers(at: places) }
}

extension [Scalar] {
  /// Whether no two of them are equal.
  var areDistinct: Bool {
    guard let numbers = integers(at: indices.map { $0 }) else { return Set(self).count == count }
    return (try? SectionedOrder(rows: numbers, section: 0)) != nil
  }

  /// Those at some places, where all of them are integers.
  func integers(at places: [Int]) -> [Int]? {
    var result: [Int] = []
    result.reserveCapacity(places.count)
    for place in places {
      guard case .integer(let number) = self[place] else { return nil }
      result.append(Int(number))
    }
    return result
  }
}

extension LoadedRows {
  /// What turns these rows into others, given which of them differ cell by cell.
  ///
  /// - Parameters:
  ///   - places: those of both rows in their lists; nil for a row that came from elsewhere.
  ///   - changes: is given what tells whether two rows are the same, by their indices; nil where only their marks do.
  func compared<Result>(
    to other: LoadedRows, places: @escaping (_ old: Int, _ new: Int) -> (Int, Int)?,
    _ changes: ((Int, Int) -> Bool?) throws -> Result
  ) throws -> Result? {
    let slots = contentSlots.map { Int32($0) }
    guard entity.name == other.entity.name, contentNames == other.contentNames else { return nil }
    let result = try withReader { (old) throws in
      try other.withReader { (new) throws in
        try changes { before, after in
          guard let (first, second) = places(before, after) else { return nil }
          return old.isSame(first, as: second, of: new, in: slots)
        }
      }
    }
    return result.flatMap(\.self)
  }
}
