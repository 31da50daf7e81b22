import LuaRuntime
import Model
import Query
import Schema
import Store

/// The values of a running statement that functions of the script test, as Lua sees them.
struct TestedValues {
  private let session: SessionContext
  private let firstColumn: Int
  /// Where the values of the extra columns come from; nil for a truth that the database gave.
  private let sources: [(field: Field, entity: Entity)?]

  init(_ fetching: Fetching) throws {
    session = fetching.session
    firstColumn = fetching.rowWidth
    let resolver = try fetching.handle.resolver
    sources = try fetching.plan.flags.map { value in
      guard case .field(let path) = value else { return nil }
      if case .field(let field, let entity) = try resolver.target(of: path) { return (field, entity) }
      return (try resolver.field(at: path), fetching.entity)
    }
  }

  /// What a function says of the value in an extra column; nil of NULL, about which it is not asked.
  func ask(
    _ function: LuaFunction?, _ column: Int, _ cell: (Int) -> Cell?, on stack: LuaStack
  ) throws -> Bool? {
    guard let function, let source = sources[column], let cell = cell(firstColumn + column), !cell.isNull else {
      return nil
    }
    let value = try FieldCoding(session).borrowed(cell, as: source.field, of: source.entity, on: stack)
    defer { value.drop() }
    return try function.isTrue(of: value)
  }
}
