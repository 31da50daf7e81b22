import LuaRuntime
import Model
import Query
import Schema
import Store

extension Fetching {
  /// The values of these fields of all rows.
  package func values(_ paths: [FieldPath], on stack: LuaStack) throws -> RowBuffer {
    if plan.isWhole { return try handle.context.database.store().rows(sql(.fields(paths))) }
    if handle.request.isDistinct { return try distinctValues(paths, on: stack) }
    return try rowValues(paths, on: stack)
  }

  /// The values of these fields, one of each row: what aggregates are made of, which count rows and not values.
  func rowValues(_ paths: [FieldPath], on stack: LuaStack) throws -> RowBuffer {
    let result = RowBuffer(columnCount: paths.count)
    let fetching = try Fetching(handle, RowNeeds(values: paths.map { .field($0) }, always: true, areBare: true))
    try fetching.forEachChunk(on: stack) { chunk in
      for row in 0..<chunk.count { result.append(fetching.valueColumns.map { chunk.value(row, $0) }) }
    }
    return result
  }

  /// The values of rows that a function selects, each once; what is cut is the values, not the rows.
  private func distinctValues(_ paths: [FieldPath], on stack: LuaStack) throws -> RowBuffer {
    // Says what is wrong with the order before anything runs.
    _ = try sql(.fields(paths))
    let request = handle.with {
      $0.limit = nil
      $0.offset = 0
      if $0.sorts.isEmpty { $0.sorts = paths.map { Sort($0) } }
    }
    let uncut = try Fetching(request, RowNeeds(values: paths.map { .field($0) }, areBare: true))
    let resolver = try handle.resolver
    let collations = try paths.map { try resolver.field(at: $0).nature.collation }
    var seen: Set<[Value]> = []
    let result = RowBuffer(columnCount: paths.count)
    var skipping = handle.request.offset
    try uncut.forEachChunk(on: stack) { chunk in
      for row in 0..<chunk.count {
        let values = uncut.valueColumns.map { chunk.value(row, $0) }
        guard seen.insert(zip(values, collations).map { $0.key(by: $1) }).inserted else { continue }
        if skipping > 0 { skipping -= 1 } else if result.count < handle.request.limit ?? .max { result.append(values) }
      }
    }
    return result
  }
}
