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
  /// Lets the script bring a table up to date, where it is an older document.
  func bringUpToDate(_ table: BorrowedValue, _ context: ObjectContext) throws {
    guard context.model.entity.field(DocumentVersion.name) == nil else { return }
    let version = try takeVersion(of: table)
    try DocumentVersion.check(version, context)
    guard version < context.model.hooks.version ?? 1, let migrate = context.model.hooks.migrate else { return }
    // NULL is nil, as in objects; what was NULL and still is not there, is NULL.
    let nulls = takeNulls(of: table)
    if let result = try migrate.call([table.value, .integer(Int64(version))]).first, !result.isNil {
      guard case .table = result else {
        throw CastError(UnfitValue.migratedIsNoTable(found: result.described))
      }
      table.become(result)
    }
    for name in nulls where table.scoped({ table.member(name).isNil }) { table.set(name, to: session.null) }
  }

  /// The names under which a table has null, which go out of it.
  func takeNulls(of table: BorrowedValue) -> [String] {
    var names: [String] = []
    table.forEachMember { key, value in
      if FieldCoding(session).isNull(value), let name = key.string { names.append(name) }
    }
    for name in names { table.set(name, to: .nil) }
    return names
  }

  /// The version that a table names, which goes out of it.
  private func takeVersion(of table: BorrowedValue) throws -> Int {
    try table.scoped {
      let found = table.member(DocumentVersion.name)
      if found.isNil { return 1 }
      guard found.isInteger, let version = found.integer, version > 0 else {
        let path = ".\(DocumentVersion.name)"
        throw CastError([DocumentFault(path: path, UnfitValue.versionIsNoNumber(found: found.input.described))])
      }
      table.set(DocumentVersion.name, to: .nil)
      return Int(version)
    }
  }
}
