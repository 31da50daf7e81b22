import LuaRuntime
import Schema

extension Operations {
  /// The longest table that becomes a list of SQL, and the most different values that it may hold.
  private static let largestSet = 2000
  private static let largestChoice = 16

  /// What `object[key]` is.
  func index(_ object: Symbol, _ key: Symbol, _ rows: MemberReader) throws -> Outcome {
    try object.split(nil: .raise(.indexes("nil"))) { object in
      switch object {
      case .constant(.table(let table)): return try look(up: key, in: table)
      case .constant(.string), .unknown(.text): return try method(ofStrings: key)
      case .constant(let constant):
        guard constant.isScalar else { throw refusal(toRead: key, of: constant) }
        return .raise(.indexes(withArticle(constant.typeName)))
      case .term(let term):
        if term.kind.isString { return try method(ofStrings: key) }
        if case .word = term.kind { return try method(ofStrings: key) }
        if case .decimal = term.kind { throw Untranslatable(CodeRefusal.callsDecimal) }
        return .raise(.indexes(withArticle(term.typeName)))
      case .row(let row):
        guard case .constant(.string(let name)) = key else {
          throw Untranslatable(CodeRefusal.fieldOfRow)
        }
        return try rows.read(String(decoding: name, as: UTF8.self), of: row)
      case .fresh(let table): return try look(up: key, in: table)
      case .document(let part): return try rows.read(key, of: part)
      case .related(let related): return try member(key, of: related)
      case .relatedMethod, .walk, .numberedWalk, .made: return .raise(.indexes(withArticle("function")))
      case .gathered: return .raise(.indexes("a number"))
      case .rows(let related):
        if let word = related.takenBy {
          throw Untranslatable(.otherQuestion(relation: related.name, method: word.rawValue))
        }
        guard key == .integer(1) else { throw Untranslatable(CodeRefusal.walksTable) }
        return try first(of: related, rows)
      case .unknown(.null): return .raise(.indexes("null"))
      case .unknown, .list, .unset:
        throw Untranslatable(CodeRefusal.readsIntoUnknown)
      }
    }
  }

  private func refusal(toRead key: Symbol, of object: Constant) -> Untranslatable {
    guard case .userdata(let object) = object, let words = host?.rowsAsked(object),
      case .constant(.string(let method)) = key
    else { return Untranslatable(CodeRefusal.readsOtherObject) }
    return Untranslatable(CodeRefusal.asksOther(words, method: String(decoding: method, as: UTF8.self)))
  }

  private func method(ofStrings key: Symbol) throws -> Outcome {
    guard let metatable = lua.stringMetatable, case .table(let methods) = metatable["__index"],
      methods.metatable == nil, case .constant(let name) = key
    else { throw Untranslatable(CodeRefusal.readsString) }
    return .value(.constant(Constant(methods[name.luaValue])))
  }

  // MARK: Tables

  private func look(up key: Symbol, in table: LuaTable) throws -> Outcome {
    if case .constant(let constant) = key, let value = plainValue(constant.luaValue, in: table) {
      return .value(.constant(Constant(value)))
    }
    guard table.metatable == nil else { throw Untranslatable(CodeRefusal.watchedTable) }
    return try look(up: key) {
      var entries: [(Constant, Constant)] = []
      try table.forEach { key, value in
        guard entries.count <= Self.largestSet else { throw Untranslatable(CodeRefusal.largeTable) }
        entries.append((Constant(key), Constant(value)))
        if let (key, value) = entries.last { try budget.spend(key.weight + value.weight) }
      }
      return entries
    }
  }

  /// What is found without calling anything of the script: in the table itself, in a plain one behind it, or in one that
  /// the host fills as it is asked.
  private func plainValue(_ key: LuaValue, in table: LuaTable) -> LuaValue? {
    let value = table[key]
    guard value.isNil, let metatable = table.metatable else { return value }
    guard case .table(let behind) = metatable["__index"] else { return nil }
    let found = behind[key]
    guard found.isNil, behind.metatable != nil else { return found }
    return key.text.flatMap { host?.value(of: $0, in: behind) }
  }

  private func look(up key: Symbol, in table: FreshTable) throws -> Outcome {
    if case .constant(let constant) = key { return .value(.constant(table.entries[Self.normal(constant)] ?? .nil)) }
    return try look(up: key) {
      try budget.spend(table.weight)
      return table.entries.map { ($0.key, $0.value) }
    }
  }

  /// A key as tables have it: a float with an integer value is that integer.
  static func normal(_ key: Constant) -> Constant {
    guard case .number = key, let integer = key.luaValue.integer else { return key }
    return .integer(integer)
  }

  /// A value of each row as the key: one condition for each of the values that the table holds.
  private func look(up key: Symbol, _ entries: () throws -> [(Constant, Constant)]) throws -> Outcome {
    try key.split(nil: .nil) { key in
      guard case .term(let term) = key else {
        if case .unknown = key { return .unknown(.value, .followsUnknown) }
        // It is another table each time.
        if case .document = key { return .nil }
        throw Untranslatable(CodeRefusal.tableAsKey)
      }
      let entries = try entries()
      if term.kind == .boolean {
        let truth = Expression.comparison(.equal, term.expression, .literal(.integer(1)))
        func value(_ key: Bool) -> Outcome {
          .value(.constant(entries.first { $0.0 == .boolean(key) }?.1 ?? .nil))
        }
        return .fork(truth, value(true), value(false))
      }
      guard term.kind.isNumber || term.typeName == "string" else {
        return .unknown(.value, .looksUpStored)
      }
      return choose(by: term, entries)
    }
  }

  private func choose(by term: Term, _ entries: [(Constant, Constant)]) -> Outcome {
    var groups: [Constant: [[UInt8]: Value]] = [:]
    for (key, value) in entries {
      guard let literal = literal(key, for: term) else { continue }
      groups[value, default: [:]][Array(literal.description.utf8)] = literal
    }
    guard groups.count <= Self.largestChoice else { return .unknown(.value, .looksIntoMany) }
    let isBytes = groups.values.contains { $0.values.contains { if case .data = $0 { true } else { false } } }
    let operand = term.kind == .text && isBytes ? Self.bytes(term) : term.expression
    // In an order of their own: the same table must give the same statement.
    let ordered = groups.sorted { smallest($0.value).lexicographicallyPrecedes(smallest($1.value)) }
    return ordered.reversed().reduce(.nil) { rest, group in
      var keys = group.value.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      if isBytes { keys = keys.map(\.asBytes) }
      let condition: Expression =
        keys.count == 1 ? .comparison(.equal, operand, .literal(keys[0])) : .oneOf(operand, keys)
      return .fork(condition, .value(.constant(group.key)), rest)
    }
  }

  private func smallest(_ keys: [[UInt8]: Value]) -> [UInt8] {
    keys.keys.min { $0.lexicographicallyPrecedes($1) } ?? []
  }

  /// A key as SQL has it; nil for one that no value of the row is equal to.
  private func literal(_ key: Constant, for term: Term) -> Value? {
    switch key {
    case .integer(let value): return term.kind.isNumber ? .integer(value) : nil
    case .number(let bits): return term.kind.isNumber ? .real(Double(bitPattern: bits)) : nil
    case .string(let bytes):
      if case .word(let choices) = term.kind { return choices.first { Array($0.label.utf8) == bytes }?.stored }
      guard term.kind.isString else { return nil }
      if term.kind == .text, let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
      return .data(bytes)
    default: return nil
    }
  }
}

extension Value {
  fileprivate var asBytes: Value {
    if case .text(let text) = self { return .data(Array(text.utf8)) }
    return self
  }
}
