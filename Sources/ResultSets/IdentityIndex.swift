/// Where each identity of a list stands, by the identity.
///
///     let index = try IdentityIndex([12, 10])
///     index[10]   // 1
///     index[11]   // nil
///
/// An array over the span of the identities where that is at most a few times their number, else a hash table.
/// Complexity: O(count) to make, O(1) to read, in time and memory, whatever the identities are.
struct IdentityIndex: Sendable {
  /// An identity that is in the list twice.
  struct Duplicate: Error {
    let identity: Int
  }

  static let empty = IdentityIndex(lowest: 0)

  private static let none: Int32 = -1

  /// The identity that the first element of `dense` is for.
  private let lowest: Int
  private let dense: [Int32]
  private let sparse: [Int: Int32]

  private init(lowest: Int, dense: [Int32] = [], sparse: [Int: Int32] = [:]) {
    self.lowest = lowest
    self.dense = dense
    self.sparse = sparse
  }

  init(_ identities: [Int]) throws(Duplicate) {
    guard let (lowest, highest) = Self.bounds(identities) else {
      self = .empty
      return
    }
    // In unsigned numbers: the span of the lowest and the highest Int does not fit into one.
    let span = UInt(bitPattern: highest &- lowest)
    if span < UInt(identities.count) * 4 + 64 {
      self.init(lowest: lowest, dense: try Self.array(identities, lowest: lowest, count: Int(span) + 1))
    } else {
      self.init(lowest: 0, sparse: try Self.table(identities))
    }
  }

  subscript(identity: Int) -> Int? {
    let offset = UInt(bitPattern: identity &- lowest)
    if offset < UInt(dense.count) {
      let place = dense[Int(bitPattern: offset)]
      return place == Self.none ? nil : Int(place)
    }
    return sparse.isEmpty ? nil : sparse[identity].map(Int.init)
  }

  private static func bounds(_ identities: [Int]) -> (lowest: Int, highest: Int)? {
    guard var lowest = identities.first else { return nil }
    var highest = lowest
    for identity in identities {
      lowest = min(lowest, identity)
      highest = max(highest, identity)
    }
    return (lowest, highest)
  }

  private static func array(_ identities: [Int], lowest: Int, count: Int) throws(Duplicate) -> [Int32] {
    var array = [Int32](repeating: none, count: count)
    for (place, identity) in identities.enumerated() {
      if array[identity - lowest] != none { throw Duplicate(identity: identity) }
      array[identity - lowest] = Int32(place)
    }
    return array
  }

  private static func table(_ identities: [Int]) throws(Duplicate) -> [Int: Int32] {
    var table = [Int: Int32](minimumCapacity: identities.count)
    for (place, identity) in identities.enumerated() {
      if table.updateValue(Int32(place), forKey: identity) != nil { throw Duplicate(identity: identity) }
    }
    return table
  }
}
