import LuaRuntime
import Model
import Query
import Schema

/// The rows of an update where a column that is reckoned with holds what is no number.
///
///     T:all():update { n = expr "n + 1" }   // a row whose n is 'old'
///
/// To a condition such a sum is nothing; what is stored would be lost by it. A function of the script raises there, too.
struct UnreckonableRows {
  private let handle: RequestHandle
  private let columns: [FieldPath]

  /// Those of the columns with which these expressions reckon.
  init(_ handle: RequestHandle, _ expressions: [Expression]) throws {
    self.handle = handle
    let resolver = FieldResolver(catalog: try handle.context.catalog, entity: try handle.context.entity)
    var columns: [FieldPath] = []
    for path in expressions.flatMap(resolver.looseOperands) where !columns.contains(path) { columns.append(path) }
    self.columns = columns
  }

  var isPossible: Bool { !columns.isEmpty }

  /// Throws an error about the first of them.
  func check() throws {
    guard isPossible else { return }
    let entity = try handle.context.entity
    let names = columns.indices.map { "no number \($0)" }
    let asking = handle.with { request in
      for (name, column) in zip(names, columns) {
        let value = Expression.field(column)
        let doubt = Expression.not(.isNull(value)).and(.isNull(.kernel(.number, [value])))
        request.computed[name] = ComputedField(Field(name: name, type: .boolean), doubt)
      }
    }
    let keys = entity.keySlots.map { FieldPath(field: entity.fields[$0].name) }
    let found = try Fetching(asking).values(names.map { FieldPath(field: $0) } + columns + keys)
    for row in 0..<found.rows.count {
      guard let place = columns.indices.first(where: { found.rows.value(row, $0) == .integer(1) }) else { continue }
      let key = (2 * columns.count..<found.rows.columnCount).map { found.rows.value(row, $0) }
      throw ScriptError(
        RequestError.updateOfNoNumber(
          entity: entity.name, key: entity.words(key: key), field: columns[place].description,
          value: found.rows.value(row, columns.count + place).excerpt))
    }
  }
}
