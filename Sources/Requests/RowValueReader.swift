import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

/// Reads what a script names as a value of each row: a field, an expression, or a function.
///
///     "score"     "price * quantity"     function(l) return l.price * l.quantity end
package struct RowValueReader {
  private let handle: RequestHandle
  private let session: SessionContext
  /// Who is called, for messages: `sum`.
  private let word: String
  private var computed: [String: ComputedField] = [:]
  private var functions: [ScriptHook: LuaFunction] = [:]
  private var requests: [ScriptHook: RequestHandle] = [:]

  package init(_ handle: RequestHandle, word: String) {
    self.handle = handle
    session = handle.context.session
    self.word = word
  }

  /// The request with all that was read.
  package var request: RequestHandle {
    handle.computing(computed, functions: functions, requests: requests)
  }

  /// Where the value stands in the request; nil for what is neither text nor a function.
  package mutating func read(_ value: LuaValue) throws -> FieldPath? {
    switch value {
    case .string(let bytes):
      guard let text = bytes.text, !text.isEmpty else { return nil }
      return try read(text)
    case .function(let function):
      let hook = session.state(Numbers.self).newHook()
      functions[hook] = function
      // Names with a blank in front are no script's own.
      let path = FieldPath.ofFunction(hook)
      computed[path.field] = ComputedField(Field(name: "function", type: .any), .closure(hook))
      return path
    default:
      if let written = value.writtenSQL {
        let name = " \(written.text) \(session.state(Numbers.self).newHook().number)"
        let isShown = word == "values" || word == "pluck"
        computed[name] = try written.computed(
          named: written.text, for: word, windows: isShown, aggregates: isShown)
        return FieldPath(field: name)
      }
      guard let given = value.userdata?.object(as: ExpressionValue.self) else { return nil }
      // The same text may be given twice, with other parameters.
      let name = " \(given.text) \(session.state(Numbers.self).newHook().number)"
      computed[name] = try self.value(given.text, given.parameters)
      return FieldPath(field: name)
    }
  }

  /// The same of what `expr` or `sql` made; nil for any other value.
  package mutating func readWritten(_ value: LuaValue) throws -> FieldPath? {
    value.writtenSQL != nil || value.userdata?.object(as: ExpressionValue.self) != nil ? try read(value) : nil
  }

  /// The fields that hold the key of a relation, where that has several columns; nil for any other text.
  package func keyParts(of text: String) throws -> [FieldPath]? {
    try text.isPlainPath ? handle.resolver.keyParts(of: FieldPath(text)) : nil
  }

  package mutating func read(_ text: String) throws -> FieldPath {
    let resolver = try handle.resolver
    let name = " " + text
    if let value = try resolver.expressed(text, { try value(text, .nil) }) {
      computed[name] = value
      return FieldPath(field: name)
    }
    let path = FieldPath(text)
    _ = try resolver.field(at: path)
    return path
  }

  /// Where a value stands by which rows are grouped: NULL is of the group of what it reads as.
  package mutating func readKey(_ value: LuaValue) throws -> FieldPath? {
    guard let path = try read(value).map({ try reference($0) }) else { return nil }
    let resolver = try request.resolver
    guard case .field(var field, let owner) = try resolver.target(of: path), let fallback = field.fallback,
      !field.isDocument
    else { return path }
    let settled = try resolver.settled(path)
    var key = Expression.call(.coalesce, [.field(path), .literal(fallback)])
    if let slot = owner.keySlots.first, !settled.relations.isEmpty {
      // Where the relation leads to nothing there is nothing to be read.
      let other = FieldPath(relations: settled.relations, field: owner.fields[slot].name)
      key = .choose(.isNull(.field(other)), .literal(.null), key)
      field.fallback = nil
    }
    (field.isRequired, field.isPrimaryKey, field.isUnique, field.relation) = (false, false, false, nil)
    let name = " \(path) as it reads"
    computed[name] = ComputedField(field, key)
    return FieldPath(field: name)
  }

  /// The same of what tells rows apart by its name: a relation stands for the key that it refers to.
  package mutating func readReference(_ text: String) throws -> FieldPath { try reference(read(text)) }

  /// Where the values of a path stand: of a relation as the key sees them, as another program's reference may be written
  /// otherwise than the key that it leads to.
  private mutating func reference(_ path: FieldPath) throws -> FieldPath {
    guard let key = try request.resolver.referenceRead(at: path) else { return path }
    let name = " \(path) as its key"
    computed[name] = key
    return FieldPath(field: name)
  }

  private mutating func value(
    _ text: String, _ parameters: LuaValue, writtenAs written: (text: String, rest: String)? = nil
  ) throws -> ComputedField {
    var reader = ConditionReader(session: session, resolver: try request.resolver, word: word)
    reader.database = handle.context.database
    let value = try reader.value(text, parameters: parameters, writtenAs: written)
    requests.merge(reader.found.requests) { first, _ in first }
    return value
  }

  /// Where a value stands that may only be a function, or what `expr` made; nil for any other.
  package mutating func readMarked(_ value: LuaValue) throws -> FieldPath? {
    if case .function = value { return try read(value) }
    return value.isExpression ? try read(value) : nil
  }
}

// MARK: Members

extension RowValueReader {
  /// Reads what `annotate` is to add to the rows under a name.
  ///
  ///     "count games"     "max games.score"     "price * quantity"     function(p) return p.first .. p.last end
  package mutating func annotate(_ name: String, _ value: LuaValue) throws {
    try check(name)
    switch value {
    case .string(let bytes):
      guard let text = bytes.text, !text.isEmpty else { throw ScriptError(RequestError.annotatedOther(name: name)) }
      computed[name] = try annotation(text)
    case .function(let function):
      let hook = session.state(Numbers.self).newHook()
      functions[hook] = function
      computed[name] = ComputedField(Field(name: name, type: .any), .closure(hook))
    default:
      if let written = value.writtenSQL {
        computed[name] = try written.computed(named: name, for: word, windows: true, aggregates: false)
        return
      }
      guard let given = value.userdata?.object(as: ExpressionValue.self) else {
        throw ScriptError(RequestError.annotatedOther(name: name))
      }
      computed[name] = try self.value(given.text, given.parameters)
    }
    computed[name]?.field.name = name
    guard request.request.spelledSize(of: name) <= Self.mostParts else {
      throw ScriptError(RequestError.annotatedTooMuch(name: name, limit: Self.mostParts))
    }
  }

  /// No statement of a person is near this; values that name others twice are there in a dozen steps.
  private static let mostParts = 4000

  /// A member must not hide another one of the objects.
  private func check(_ name: String) throws {
    let context = handle.context
    let entity = try context.entity
    let isTaken = entity.objectMemberNames.contains(name) || entity.field(name) != nil
    let methods = session.types.methods(of: "object").map(\.name)
    let isMethod = methods.contains(name) || !context.model.methods[name].isNil
    let isKnown = computed[name] != nil || handle.request.computed[name] != nil
    guard !isTaken, !isMethod, !isKnown else {
      throw ScriptError(RequestError.annotatedTwice(entity: entity.name, name: name))
    }
    guard !name.isEmpty, name.first != " " else { throw ScriptError(RequestError.annotatedOther(name: name)) }
  }

  /// An aggregate as a text says it is a word, and one expression that reaches to the end.
  private mutating func annotation(_ text: String) throws -> ComputedField {
    let word = String(text.prefix { $0 != " " })
    let said = text.dropFirst(word.count).drop { $0 == " " }
    // A relation with a name that is none for Lua may be meant all the same.
    let isRelation = try handle.context.entity.relations.contains { $0.name == said } && !String(said).isPlainPath
    var rest = isRelation && !said.contains { "\"\\".contains($0) } ? "[\"\(said)\"]" : said
    guard !rest.isEmpty, let known = GroupRequest.Function(rawValue: word), try !isOperand(word, before: rest) else {
      return try value(text, .nil)
    }
    let isDistinct = rest.hasPrefix("distinct ")
    if isDistinct { rest = rest.dropFirst("distinct ".count) }
    guard let function = Aggregation.Function(rawValue: known.rawValue) else {
      return try list(String(rest), isDistinct, writtenAs: text)
    }
    var result = try value("\(function.rawValue)(\(rest))", .nil, writtenAs: (text, String(rest)))
    if isDistinct, case .reckoned(var aggregation, let rows) = result.expression, aggregation.value != nil {
      aggregation.isDistinct = true
      result.expression = .reckoned(aggregation, rows)
    }
    return result
  }
}

extension RowValueReader {
  /// Whether the word of an aggregate is a name here, with which an expression begins: what follows is an operator.
  ///
  ///     count * 2     // no expression begins with *
  ///     sum -price    // the sum of -price, unless a field is called sum
  package func isOperand(_ word: String, before rest: Substring) throws -> Bool {
    if rest.hasPrefix("-") {
      return try handle.context.entity.memberNames.contains(word) || handle.request.computed[word] != nil
    }
    let next = rest.prefix { $0.isLetter }
    return next == "and" || next == "or" || rest.first.map("*/%+=~<>.".contains) ?? false
  }

  /// All that a text says of related rows, in the order of their keys.
  private mutating func list(
    _ text: String, _ isDistinct: Bool, writtenAs written: String
  ) throws -> ComputedField {
    var result = try value("max(\(text))", .nil, writtenAs: (written, text))
    guard case .reckoned(var aggregation, let rows) = result.expression else {
      throw ScriptError(RequestError.annotatedGathering(text: text))
    }
    let field = result.field
    aggregation.list = .plain
    switch field.type.reading {
    case .boolean: aggregation.list = .truths
    case .label: aggregation.value = aggregation.value.map(field.spelling)
    case .asStored where field.storage == .real: aggregation.list = .reals
    case .asStored where field.storage != .data: break
    default: throw ScriptError(RequestError.annotatedGathering(text: text))
    }
    aggregation.isDistinct = isDistinct
    result.expression = .reckoned(aggregation, rows)
    result.field = Field(name: text, type: .json)
    return result
  }
}

extension Field {
  /// A stored word as the text that scripts see.
  fileprivate func spelling(_ stored: Expression) -> Expression {
    choices.reversed().reduce(Expression.literal(.null)) { rest, choice in
      .choose(.comparison(.equal, stored, .literal(choice.stored)), .literal(.text(choice.label)), rest)
    }
  }
}

extension LuaValue {
  /// Whether it is what `expr` or `sql` makes.
  package var isExpression: Bool { userdata?.object(as: ExpressionValue.self) != nil || writtenSQL != nil }
}

extension Requester {
  /// The expression that a text says, to sort by.
  package func expression(_ text: String, _ resolver: FieldResolver, word: String) throws
    -> Expression
  {
    try ConditionReader(session: session, resolver: resolver, word: word).value(text).expression
  }
}

extension KeyReading.Key {
  /// A field that holds such keys; nil for bytes that need not be text, which no field shows as Lua does.
  func field(named name: String, _ world: ClosureTranslator.World) throws -> Field? {
    if let path,
      let own = try? FieldResolver(catalog: world.catalog, entity: world.entity).field(at: path)
    {
      var field = own
      field.name = name
      (field.isRequired, field.isPrimaryKey, field.isUnique, field.relation) = (
        false, false, false, nil
      )
      return field
    }
    switch kind {
    case .number: return Field(name: name, type: .any)
    case .text:
      var field = Field(name: name, type: .text)
      field.isExpression = true
      return field
    case .boolean: return Field(name: name, type: .boolean)
    case .decimal(let scale?):
      var field = Field(name: name, type: .decimal)
      field.scale = scale
      return field
    case .bytes, .decimal(nil): return nil
    }
  }
}
