import LuaRuntime
import Query
import Schema

/// How a function that gives each row a key is answered.
package enum KeyReading {
  /// The database makes the key: NULL where the function returns nil.
  case pushed(Key)
  /// It does, as long as there is no row where `ask` holds.
  case prefilter(Key, ask: Expression, reasons: [ClosureReason])
  /// The closure is called for each row.
  case closure(ClosureReason)

  package struct Key: Hashable, Sendable {
    package var expression: Expression
    package var kind: Kind
  }

  /// What the keys are in Lua, and how SQL has them.
  package enum Kind: Hashable, Sendable {
    case number
    case text
    /// Strings, as bytes.
    case bytes
    /// 0 and 1
    case boolean
    /// Integers without their point.
    case decimal(scale: Int?)
  }
}

extension ClosureTranslator {
  /// What a function does that gives each row a key to sort by, or a section.
  ///
  /// - Throws: `LuaError` where the entry is being stopped.
  package func key(_ function: LuaFunction, _ world: World, _ budget: ReadingBudget? = nil) throws -> KeyReading {
    try read(function, world, .value, budget, orElse: KeyReading.closure) { executor in
      let root = try executor.read(function, [.row(row(of: world, 0))])
      let decided = try executor.decided(root)
      let ask = try executor.condition(for: .ask, root: root)
      if ask == .always { return .closure(executor.mainReason(of: function)) }
      let key = try Self.key(executor, decided)
      try world.check([key.expression, ask])
      return ask == .never ? .pushed(key) : .prefilter(key, ask: ask, reasons: executor.reasons(of: function))
    }
  }

  /// What a function gives that was read for its value, of rows about which it is not asked.
  static func key(_ executor: Executor, _ root: Int) throws -> KeyReading.Key {
    var kind: KeyReading.Kind?
    for case .value(let symbol) in try executor.graph.answers(below: root) {
      if case .constant(.userdata(let object)) = symbol, executor.operations.host?.sort(object) != nil {
        throw Untranslatable(CodeRefusal.givesSort)
      }
      guard let next = try Self.kind(of: symbol) else { continue }
      switch (kind, next) {
      case (nil, _): kind = next
      case (.text?, .bytes), (.bytes?, .text): kind = .bytes
      case (let known?, _) where known == next: break
      default: throw Untranslatable(CodeRefusal.keysOfManyTypes)
      }
    }
    let wanted = kind ?? .text
    let expression = try ConditionBuilder.value(executor.graph, root: root, executor.budget) { answer in
      guard case .value(let symbol) = answer else { return .literal(.null) }
      return try Self.expression(of: symbol, as: wanted)
    }
    return KeyReading.Key(expression: expression, kind: wanted)
  }

  /// What a key is; nil for one that is nil.
  private static func kind(of symbol: Symbol) throws -> KeyReading.Kind? {
    switch symbol {
    case .constant(.nil): return nil
    case .constant(.boolean): return .boolean
    case .constant(.integer): return .number
    case .constant(.number): return .number
    case .constant(.string(let bytes)): return Operations.literal(bytes).kind == .text ? .text : .bytes
    case .term(let term):
      switch term.kind {
      case .integer, .real, .number: return .number
      case .text: return .text
      case .bytes: return .bytes
      case .boolean: return .boolean
      case .decimal(let scale): return .decimal(scale: scale)
      case .word:
        guard term.spelled != nil else { throw Untranslatable(CodeRefusal.keyOfTooManyWords) }
        return .text
      }
    default: throw Untranslatable(CodeRefusal.noKey)
    }
  }

  private static func expression(of symbol: Symbol, as kind: KeyReading.Kind) throws -> Expression {
    switch symbol {
    case .constant(.nil): return .literal(.null)
    case .constant(.boolean(let value)): return .literal(.integer(value ? 1 : 0))
    case .constant(let constant):
      guard let term = Operations.term(constant) else { throw Untranslatable(CodeRefusal.noKey) }
      return kind == .bytes ? Operations.bytes(term) : term.expression
    case .term(let term):
      let spelled = term.spelled ?? term
      return kind == .bytes ? Operations.bytes(spelled) : spelled.expression
    default: throw Untranslatable(CodeRefusal.noKey)
    }
  }
}
