import Model
import Query
import Schema
import Store

/// The versions of entities that a database has noted, and those that the script declares.
///
/// A script that is older than the database would change it back, or write what newer ones cannot read: it is told.
struct SchemaVersions {
  private let session: SessionContext
  private let database: ScriptDatabase

  init(_ session: SessionContext, _ database: ScriptDatabase) {
    self.session = session
    self.database = database
  }

  /// Refuses a database that a newer schema made.
  ///
  /// - Throws: `ScriptError` of kind `.migration`.
  func check() throws {
    let noted = try noted()
    let newer = declared().compactMap { entity -> String? in
      guard let there = noted[entity.formerName] ?? noted[entity.name], there > entity.version else { return nil }
      return "\(entity.name) is of version \(there) there and of version \(entity.version) here"
    }
    if newer.isEmpty { return }
    throw ScriptError(MigrationError.newerVersions(location: database.location, versions: newer))
  }

  /// The entities whose version is to be noted.
  func pending() throws -> [SchemaPlan.Version] {
    let noted = try noted()
    return declared().filter { noted[$0.name, default: 1] != $0.version }.map {
      SchemaPlan.Version(entity: $0.name, version: $0.version)
    }
  }

  /// Notes the versions of the entities whose rows or documents can only be in tables that were just made.
  func note(of tables: Set<FoldedName>) throws {
    let others = session.entities.catalog.entities.filter {
      !$0.isReflected && $0.hasTable && !tables.contains(FoldedName($0.table))
    }
    let old = Set(
      others.flatMap { entity in
        [entity.name] + entity.fields.compactMap(\.document).flatMap { Embedding(session).entities(in: $0.kind) }
      })
    try note(pending().filter { !old.contains($0.entity) })
  }

  func note(_ versions: [SchemaPlan.Version]) throws {
    guard !versions.isEmpty else { return }
    let store = try database.store()
    let table = Bookkeeping.versions
    let notes = NotesTable(table, [.init("entity", .text, .givenKey), .init("version", .integer, .required)])
    try store.run(notes.creation(store.dialect))
    for version in versions {
      let number = Value.integer(Int64(version.version))
      try store.run(.delete(from: table, where: "\(name: "entity") = \(.text(version.entity))"))
      try store.run(.insert(into: table, [("entity", .text(version.entity)), ("version", number)]))
    }
  }

  /// The entities that scripts declared; without a version they are of the first.
  private func declared() -> [(name: String, formerName: String, version: Int)] {
    session.entities.catalog.entities.filter { !$0.isReflected }.map { entity in
      (entity.name, entity.formerName ?? entity.name, session.entities.model(entity.name)?.hooks.version ?? 1)
    }
  }

  private func noted() throws -> [String: Int] {
    guard try database.hasNotes(in: Bookkeeping.versions) else { return [:] }
    let rows = try database.store().rows(
      .select("\(name: "entity"), \(name: "version")", from: Bookkeeping.versions))
    var result: [String: Int] = [:]
    for row in 0..<rows.count {
      guard case .text(let name) = rows.value(row, 0), case .integer(let version) = rows.value(row, 1) else { continue }
      result[name] = Int(clamping: version)
    }
    return result
  }
}
