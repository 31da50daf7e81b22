import LuaRuntime
import Schema

/// Of which version the documents of an entity are: they say it themselves, from the second version on.
///
///     {"city":"Paris","_version":2}
package enum DocumentVersion {
  package static let name = "_version"

  /// Refuses what was written by a newer schema.
  static func check(_ version: Int, _ context: ObjectContext) throws {
    let own = context.model.hooks.version ?? 1
    guard version > own else { return }
    throw CastError(UnfitValue.newerVersion(version: version, own: own))
  }
}

extension DocumentReader {
  /// Lets the script bring the table on top of the stack up to date, where it is an older document.
  func bringUpToDate(_ context: ObjectContext) throws {
    let table = stack.top
    guard context.model.entity.field(DocumentVersion.name) == nil else { return }
    let version = try takeVersion(of: table)
    try DocumentVersion.check(version, context)
    guard version < context.model.hooks.version ?? 1, let migrate = context.model.hooks.migrate else { return }
    // NULL is nil, as in objects; what was NULL and still is not there, is NULL.
    let nulls = takeNulls(of: table)
    if let result = try migrate.call([stack.value(table), .integer(Int64(version))]).first, !result.isNil {
      guard case .table = result else {
        throw CastError(UnfitValue.migratedIsNoTable(found: result.described))
      }
      stack.push(result)
      stack.remove(table)
    }
    for name in nulls {
      if stack.rawGet(table: table, name) == .nil {
        stack.push(session.null)
        stack.rawSet(table: table, name)
      }
      stack.top = table
    }
  }

  /// The names under which a table has null, which go out of it.
  func takeNulls(of table: Int) -> [String] {
    var names: [String] = []
    stack.pushNil()
    while stack.next(table) {
      if FieldCoding(session).isNull(-1, on: stack), let name = stack.string(-2) { names.append(name) }
      stack.pop(1)
    }
    for name in names {
      stack.pushNil()
      stack.rawSet(table: table, name)
    }
    return names
  }

  /// The version that a table names, which goes out of it.
  private func takeVersion(of table: Int) throws -> Int {
    let kind = stack.rawGet(table: table, DocumentVersion.name)
    defer { stack.top = table }
    if kind == .nil { return 1 }
    guard stack.isInteger(-1), let version = stack.integer(-1), version > 0 else {
      let path = ".\(DocumentVersion.name)"
      throw CastError([DocumentFault(path: path, UnfitValue.versionIsNoNumber(found: stack.input(-1).described))])
    }
    stack.pushNil()
    stack.rawSet(table: table, DocumentVersion.name)
    return Int(version)
  }
}
