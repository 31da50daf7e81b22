import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// What texts say of rows in memory, which are objects or plain tables: `"price * quantity"`.
///
/// Names are those of the entity of each object; of plain tables any name is a field. A text that is exactly the name
/// of a member is the member.
package final class RowExpressions {
  private unowned let session: SessionContext
  private let word: String
  /// What texts mean, by the shapes of objects; tables have none.
  private var known: [OpaquePointer?: [String: Meaning]] = [:]

  private enum Meaning {
    case member
    case expression(RowCondition, Field, Entity)
  }

  /// What an expression is for a row, and how that reads.
  package struct Said {
    package let value: Value
    let field: Field
    let entity: Entity
  }

  package init(_ session: SessionContext, word: String) {
    (self.session, self.word) = (session, word)
  }

  /// What a text says of the row on top of the stack; nil where it is the name of a member.
  ///
  /// - Throws: an error of a text that is no expression of the row's entity.
  package func said(_ text: String, ofTop stack: LuaStack) throws -> Said? {
    if text.isPlainPath { return nil }
    let object = stack.rowObject(-1)
    if object == nil {
      guard stack.kind(-1) == .table else { return nil }
      try stack.get(-1, text)
      defer { stack.pop(1) }
      if !stack.isNil(-1) { return nil }
    }
    guard case .expression(var condition, let field, let entity) = try meaning(of: text, object) else { return nil }
    condition.stack = stack
    return Said(value: try condition.valueOfTop(), field: field, entity: entity)
  }

  /// The same as scripts see it, pushed; false, and nothing, where it is the name of a member.
  package func push(_ text: String, ofTop stack: LuaStack) throws -> Bool {
    guard let said = try said(text, ofTop: stack) else { return false }
    try said.value.withCell { try FieldCoding(session).push($0, as: said.field, of: said.entity, on: stack) }
    return true
  }

  private func meaning(of text: String, _ object: LuaRowObject?) throws -> Meaning {
    let shape = object?.shape.pointer
    if let meaning = known[shape]?[text] { return meaning }
    let meaning = try read(text, object)
    known[shape, default: [:]][text] = meaning
    return meaning
  }

  private func read(_ text: String, _ object: LuaRowObject?) throws -> Meaning {
    guard let object, let context = object.context(as: ObjectContext.self) else {
      // Any text may be the name of a field of a table, which some rows lack.
      return (try? expression(text, .ofTables)) ?? .member
    }
    let resolver = try FieldResolver(object: object, context)
    if (try? resolver.field(at: FieldPath(text))) != nil { return .member }
    return try expression(text, resolver)
  }

  private func expression(_ text: String, _ resolver: FieldResolver) throws -> Meaning {
    let computed = try ConditionReader(session: session, resolver: resolver, word: word).value(text)
    let condition = try RowCondition(
      condition: Condition(expression: computed.expression), session: session, stack: session.lua.stack)
    return .expression(condition, computed.field, resolver.entity)
  }
}

extension FieldResolver {
  /// What names mean of an object, what was computed for it included.
  package init(object: LuaRowObject, _ context: ObjectContext) throws {
    try self.init(context, computed: context.computedMembers(of: object))
  }

  /// What names mean of the objects of a shape.
  package init(shape: LuaRowShape, _ context: ObjectContext) throws {
    try self.init(context, computed: context.computedMembers(of: shape))
  }

  private init(_ context: ObjectContext, computed: [ComputedMember]) throws {
    // What was computed stands in the rows: nothing says it again.
    let fields = computed.map { ($0.field.name, ComputedField($0.field, .literal(.null))) }
    try self.init(
      catalog: context.catalog, entity: context.entity, computed: Dictionary(fields) { first, _ in first })
  }
}
