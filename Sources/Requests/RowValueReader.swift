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
      let name = " function \(hook.number)"
      computed[name] = ComputedField(Field(name: "function", type: .any), .closure(hook))
      return FieldPath(field: name)
    default: return nil
    }
  }

  package mutating func read(_ text: String) throws -> FieldPath {
    let resolver = try handle.resolver
    let path = FieldPath(text)
    if text.isPlainPath || (try? resolver.field(at: path)) != nil {
      _ = try resolver.field(at: path)
      return path
    }
    var reader = ConditionReader(session: session, resolver: resolver, word: word)
    reader.database = handle.context.database
    let name = " " + text
    computed[name] = try reader.value(text)
    requests.merge(reader.found.requests) { first, _ in first }
    return FieldPath(field: name)
  }
}

extension Requester {
  /// The expression that a text says, to sort by.
  package func expression(_ text: String, _ resolver: FieldResolver, word: String) throws
    -> Expression
  {
    try ConditionReader(session: session, resolver: resolver, word: word).value(text).expression
  }
}

extension String {
  /// Whether it can only be the name of a field, dotted or not.
  package var isPlainPath: Bool {
    utf8.allSatisfy {
      $0 == 46 || $0 == 95 || (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 >= 0x80
    }
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
    case .text: return Field(name: name, type: .text)
    case .boolean: return Field(name: name, type: .boolean)
    case .decimal(let scale?):
      var field = Field(name: name, type: .decimal)
      field.scale = scale
      return field
    case .bytes, .decimal(nil): return nil
    }
  }
}
