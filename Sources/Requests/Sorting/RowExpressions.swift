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
    case expression(Expressed)
  }

  private struct Expressed {
    /// What it compares as, and what is shown of it, which is all of a part of JSON.
    let value, shown: RowCondition
    /// How texts of it compare.
    let collation: Collation
    let field: Field
    let entity: Entity
  }

  package init(_ session: SessionContext, word: String) {
    (self.session, self.word) = (session, word)
  }

  /// What a text says of a row; nil where it is the name of a member.
  ///
  /// - Throws: an error of a text that is no expression of the row's entity.
  package func said(_ text: String, of row: BorrowedValue) throws -> (value: Value, collation: Collation)? {
    guard let expressed = try expressed(text, of: row) else { return nil }
    return (try expressed.value.value(of: row), expressed.collation)
  }

  private func expressed(_ text: String, of row: BorrowedValue) throws -> Expressed? {
    if text.isPlainPath { return nil }
    let object = row.rowObject
    if object == nil, try !row.isTable || row.has(text) { return nil }
    guard case .expression(let expressed) = try meaning(of: text, object) else { return nil }
    return expressed
  }

  /// The same as scripts see it.
  package func value(_ text: String, of row: BorrowedValue) throws -> LuaValue? {
    guard let expressed = try expressed(text, of: row) else { return nil }
    let value = try expressed.shown.value(of: row)
    return try row.scoped {
      try value.withCell {
        try FieldCoding(session).borrowed($0, as: expressed.field, of: expressed.entity, on: row.stack).value
      }
    }
  }

  /// How what a text says of a row compares as text; nil where it is the name of a member.
  package func collation(_ text: String, of row: LuaValue) throws -> Collation? {
    try session.lua.borrowing(row) { try expressed(text, of: $0)?.collation }
  }

  /// What a text says of a row that was kept; nil where it is the name of a member.
  package func said(_ text: String, of row: LuaValue) throws -> (value: Value, collation: Collation)? {
    try session.lua.borrowing(row) { try said(text, of: $0) }
  }

  /// The same as scripts see it.
  package func value(_ text: String, of row: LuaValue) throws -> LuaValue? {
    try session.lua.borrowing(row) { try value(text, of: $0) }
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
    return try resolver.expressed(text) { try expression(text, resolver) } ?? .member
  }

  private func expression(_ text: String, _ resolver: FieldResolver) throws -> Meaning {
    let computed = try ConditionReader(session: session, resolver: resolver, word: word).value(text)
    let (field, entity) = (computed.field, resolver.entity)
    let shown = field.isPartOfJSON ? computed.expression.ofClass(.json) : computed.expression
    return .expression(
      Expressed(
        value: try RowCondition(condition: Condition(expression: computed.expression), session: session),
        shown: try RowCondition(condition: Condition(expression: shown), session: session),
        collation: field.saidCollation ?? .binary, field: field.asked(of: .json), entity: entity))
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
    let fields = computed.map { ($0.field.name, ComputedField($0.field.holdingPart, .literal(.null))) }
    try self.init(
      catalog: context.catalog, entity: context.entity, computed: Dictionary(fields) { first, _ in first })
  }
}
