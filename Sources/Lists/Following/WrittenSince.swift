import Schema
import Store

/// What was written since the rows of a result set were read.
enum WrittenSince {
  case rows(Set<[Value]>)
  /// More than is known.
  case unknown

  static let nothing = WrittenSince.rows([])

  mutating func add(_ keys: Set<[Value]>?) {
    guard case .rows(var known) = self, let keys, known.count + keys.count <= WrittenRows.limit else {
      self = .unknown
      return
    }
    // So that they are not copied: a script may commit many times before it looks.
    self = .unknown
    known.formUnion(keys)
    self = .rows(known)
  }
}
