import LuaRuntime
import Query
import Schema

/// An order of rows in memory: names of fields, functions that make a key, functions that compare two rows.
///
/// Keys are made once for each row. What all parts find equal stays in the order of loading.
struct RowSort {
  enum Part {
    case field([String], Sort)
    case key(LuaFunction)
    case comparator(LuaFunction)
  }

  let parts: [Part]

  /// Rows as they were loaded.
  static var none: RowSort { RowSort(parts: []) }

  var isNone: Bool { parts.isEmpty }
  var comparesRows: Bool {
    parts.contains { part in
      if case .comparator = part { return true }
      return false
    }
  }

  /// Reads `"-score"`, `desc "score"`, a function, or a list of them.
  init(_ value: LuaValue, word: String) throws {
    switch value {
    case .nil, .boolean(false): parts = []
    case .userdata(let userdata) where userdata.object(as: NullValue.self) != nil: parts = []
    case .table(let table): parts = try table.elements.map { try Self.part($0, word) }
    default: parts = [try Self.part(value, word)]
    }
    if case .table(let table) = value, table.rawLength == 0 {
      throw ScriptError(.argument, "\(word) needs the name of a field: { \"-score\", \"name\" }")
    }
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  private static func part(_ value: LuaValue, _ word: String) throws -> Part {
    if let sort = value.userdata?.object(as: SortValue.self)?.sort { return .field(sort.path.names, sort) }
    switch value {
    case .function(let function):
      return function.parameterCount >= 2 ? .comparator(function) : .key(function)
    case .string(let string):
      guard let name = string.text, !name.isEmpty, name != "-" else { break }
      let isDescending = name.hasPrefix("-")
      let sort = Sort(FieldPath(isDescending ? String(name.dropFirst()) : name), isDescending: isDescending)
      return .field(sort.path.names, sort)
    default: break
    }
    throw ScriptError(
      .argument,
      "\(word) is the name of a field (\"-score\"), asc(…), desc(…), a function of one row (a key) or of two rows"
        + " (whether the first comes first), or a list of these, not \(value.described)")
  }

  // MARK: Keys

  /// The keys of a row, one for each part that has one.
  func keys(of row: LuaValue, on stack: LuaStack) throws -> [Scalar] {
    try parts.map { part in
      switch part {
      case .comparator: return .null
      case .key(let function): return try Self.scalar(function.call([row]).first ?? .nil, "a sort function gave")
      case .field(let names, let sort):
        let key = try Self.scalar(stack.member(names, of: row), "\(sort.path) holds")
        return sort.ignoresCase ? key.folded : key
      }
    }
  }

  private static func scalar(_ value: LuaValue, _ subject: String) throws -> Scalar {
    guard let scalar = Scalar(value) else {
      throw ScriptError(
        .type, "\(subject) \(value.described), which has no order: rows are sorted by texts, numbers and truths")
    }
    return scalar
  }

  // MARK: Comparing

  struct Sorted {
    var object: LuaValue
    var keys: [Scalar]
    var serial: Int
  }

  /// Whether a row comes before another: by the parts, then by the order of loading.
  func precedes(_ left: Sorted, _ right: Sorted) throws -> Bool {
    for (place, part) in parts.enumerated() {
      switch part {
      case .comparator(let function):
        if try Self.says(function, left, right) { return true }
        if try Self.says(function, right, left) { return false }
      case .key:
        if left.keys[place] != right.keys[place] { return left.keys[place] < right.keys[place] }
      case .field(_, let sort):
        if left.keys[place] != right.keys[place] { return sort.orders(left.keys[place], right.keys[place]) }
      }
    }
    return left.serial < right.serial
  }

  private static func says(_ function: LuaFunction, _ left: Sorted, _ right: Sorted) throws -> Bool {
    try function.call([left.object, right.object]).first?.isTruthy ?? false
  }
}

extension Sort {
  /// Whether the first of two different keys comes first: NULLs first ascending, last descending, unless it says so.
  fileprivate func orders(_ left: Scalar, _ right: Scalar) -> Bool {
    if left.isNull || right.isNull {
      let areNullsFirst = nulls.map { $0 == .first } ?? !isDescending
      return left.isNull == areNullsFirst
    }
    return isDescending ? right < left : left < right
  }
}

extension FieldPath {
  var names: [String] { relations + [field] }
}

extension LuaStack {
  /// The member of a row that dotted names lead to; nil where something on the way is nil.
  func member(_ names: [String], of row: LuaValue) throws -> LuaValue {
    guard ensure(8) else { return .nil }
    let top = self.top
    defer { self.top = top }
    push(row)
    for name in names {
      if isNil(-1) { return .nil }
      try get(-1, name)
      remove(-2)
    }
    return value(-1)
  }
}
