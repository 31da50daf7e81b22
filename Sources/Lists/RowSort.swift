import LuaRuntime
import Model
import Query
import Requests
import Schema

/// An order of rows in memory: names of fields, functions that make a key, functions that compare two rows.
///
/// Keys are made once for each row and kept with it, so that a row that comes or changes finds its place with few
/// comparisons. What all parts find equal stays in the order of loading.
package struct RowSort {
  let sorts: [Sort]
  let functions: [ScriptHook: LuaFunction]
  /// What stands in the place of names that may be expressions.
  private let expressions: RowExpressions?

  /// Rows as they were loaded.
  static var none: RowSort { RowSort(sorts: [], functions: [:]) }

  private init(sorts: [Sort], functions: [ScriptHook: LuaFunction]) {
    self.sorts = sorts
    self.functions = functions
    expressions = nil
  }

  var isNone: Bool { sorts.isEmpty }

  /// Whether rows are compared by a function, so that their keys do not say all.
  var comparesRows: Bool {
    sorts.contains { sort in
      if case .comparator = sort.key { return true }
      return false
    }
  }

  /// Reads `"-score"`, `desc "score"`, a function, or a list of them; nil, null and false are no sort.
  package init(_ value: LuaValue, word: String, _ session: SessionContext, _ call: LuaCall) throws {
    switch value {
    case .nil, .boolean(false): self = .none
    case .userdata(let userdata) where userdata.object(as: NullValue.self) != nil: self = .none
    default:
      let values = value.table?.elements ?? [value]
      guard !values.isEmpty else {
        throw ScriptError(ListError.orderWithoutKey(word: word))
      }
      let parts = try values.map { part in
        let place = BorrowedValue(part, on: call.stack)
        defer { place.drop() }
        return try Requester(session).readSort(call, -1, word: word)
      }
      sorts = parts.map(\.sort)
      try Order(sorts: sorts).checkIsKnownInMemory(word)
      if let path = sorts.lazy.compactMap(\.path).first(where: { $0.names[0].hasPrefix("-") }) {
        let name = path.names.joined(separator: ".")
        throw ScriptError(ListError.secondMinus(word: word, name: name))
      }
      expressions = RowExpressions(session, word: word)
      functions = parts.reduce(into: [:]) { all, part in all.merge(part.functions) { first, _ in first } }
    }
  }

  /// The function of two rows that is all there is, and whether it is asked the other way round.
  var onlyComparator: (function: LuaFunction, isDescending: Bool)? {
    guard sorts.count == 1, case .comparator(let hook) = sorts[0].key else { return nil }
    return functions[hook].map { ($0, sorts[0].isDescending) }
  }

  // MARK: Keys

  /// The keys of a row, one for each part; a part that compares rows has none.
  func keys(of row: LuaValue, _ session: SessionContext) throws -> [Scalar] {
    try sorts.map { sort in
      switch sort.key {
      case .comparator: return .null
      case .value(.field(let path)): return try key(of: row, path, sort, session)
      case .value(.closure(let hook)):
        return try Self.scalar(functions[hook]?.call(showing: [row]).first ?? .nil).compared(by: sort)
      case .value: return .null
      }
    }
  }

  /// A field of an object counts as it is stored, so that rows are in the order that the database would make.
  private func key(of row: LuaValue, _ path: FieldPath, _ sort: Sort, _ session: SessionContext) throws -> Scalar {
    if !path.isName, let said = try expressions?.said(path.description, of: row) {
      return Scalar(ordered: said.value).key(by: said.collation, in: sort)
    }
    return try RowMembers.withOwner(of: path, from: row, session) { members, owner in
      switch owner {
      case .nothing: return .null
      case .object(let object, let slot, let entity):
        try object.checkNotReturned()
        let value = try ObjectRows(session: session, stack: members.place.stack).value(slot, of: object, entity)
        let collation = entity.member(slot).collation
        return Scalar(ordered: value.key(by: collation)).compared(by: sort, collation)
      case .part(let name, let field):
        return Scalar(ordered: try members.value(of: name, field)).key(by: field.collation, in: sort)
      case .computed(let value, let field): return Scalar(ordered: value).key(by: field.collation, in: sort)
      case .table(let name): return try Self.scalar(members.place.read(name).value).compared(by: sort)
      }
    }
  }

  private static func scalar(_ value: LuaValue) throws -> Scalar {
    guard let scalar = Scalar(value) else {
      throw ScriptError(ListError.unsortable(value: value.described))
    }
    return scalar
  }

  /// The keys of a row that was taken over from a list, by fields alone.
  func keys(ofLoaded place: Int, _ rows: LoadedRows) -> [Scalar] {
    sorts.map { sort in
      guard let slot = sort.path.flatMap({ rows.slot($0.names) }) else { return .null }
      return rows.scalar(slot, place).key(by: rows.collation(slot), in: sort)
    }
  }

  // MARK: Comparing

  /// A row with what it is sorted by.
  struct Sorted {
    var object: LuaValue
    var keys: [Scalar]
    /// Its place in the order of loading.
    var serial: Int
  }

  /// Whether a row comes before another: by the parts, then by the order of loading.
  func precedes(_ left: Sorted, _ right: Sorted) throws -> Bool {
    for (place, sort) in sorts.enumerated() {
      if case .comparator(let hook) = sort.key {
        let (first, second) = sort.isDescending ? (right, left) : (left, right)
        if try says(hook, first, second) { return true }
        if try says(hook, second, first) { return false }
      } else if left.keys[place] != right.keys[place] {
        return sort.orders(left.keys[place], right.keys[place])
      }
    }
    return left.serial < right.serial
  }

  /// The order that a single function of two rows says, asked in one go; nil where there is more to it.
  private func placesByComparator(_ rows: [LuaValue], _ session: SessionContext) throws -> [Int]? {
    guard let (function, isDescending) = onlyComparator else { return nil }
    guard session.lua.hasRoom(16) else { return nil }
    let list = BorrowedValue(listShowing: rows, on: session.lua.stack)
    defer { list.drop() }
    return try list.sortedPlaces(rows.count, by: function, isDescending: isDescending)
  }

  private func says(_ hook: ScriptHook, _ left: Sorted, _ right: Sorted) throws -> Bool {
    try functions[hook]?.call(showing: [left.object, right.object]).first?.isTruthy ?? false
  }

  /// Rows sorted by this, those that are equal in their order.
  package func sorted(_ rows: [LuaValue], _ session: SessionContext) throws -> [LuaValue] {
    if isNone { return rows }
    let known = try rows.enumerated().map { place, row in
      Sorted(object: row, keys: try keys(of: row, session), serial: place)
    }
    return try places(of: known, session).map { rows[$0] }
  }

  /// The places of rows in their order, those that are equal by the order of loading.
  func places(of rows: [Sorted], _ session: SessionContext) throws -> [Int] {
    let loaded = rows.indices.sorted { rows[$0].serial < rows[$1].serial }
    if let places = try placesByComparator(loaded.map { rows[$0].object }, session) { return places.map { loaded[$0] } }
    return try mergeSorted(loaded.count) { (left, right) throws(any Error) in
      try precedes(rows[loaded[left]], rows[loaded[right]])
    }.map { loaded[$0] }
  }
}

extension FieldPath {
  /// Whether it can be nothing but the names of members.
  var isName: Bool { relations.allSatisfy(\.isPlainPath) && field.isPlainPath }
}

extension Scalar {
  fileprivate func key(by collation: Collation, in sort: Sort) -> Scalar {
    // An order without case, or by digits, is one of texts.
    if collation == .moment, !sort.isExact { return compared(by: sort) }
    return key(by: collation).compared(by: sort, collation)
  }

  /// What is compared of a key of a field; that of a decimal is no text, whatever an order makes of texts.
  func compared(by sort: Sort, _ collation: Collation) -> Scalar {
    collation.isOfDecimals ? self : compared(by: sort)
  }

  /// What is compared of a key: of a text perhaps its letters without case, or its digits as numbers.
  func compared(by sort: Sort) -> Scalar {
    guard case .text(var bytes) = self, !sort.isExact else { return self }
    if sort.ignoresCase { bytes = bytes.withUnsafeBytes { SortText.caseKey($0) } }
    return sort.isNumeric ? .data(bytes.withUnsafeBytes { SortText.digitKey($0) }) : .text(bytes)
  }
}

extension Sort {
  /// Whether the first of two different keys comes first.
  fileprivate func orders(_ left: Scalar, _ right: Scalar) -> Bool {
    if left.isNull || right.isNull { return left.isNull == areNullsFirst }
    return isDescending ? right < left : left < right
  }
}
