import Query
import Schema

/// The tables of links that a database has, as long as neither what is declared nor the schema is another one.
struct KnownLinks {
  var age: (version: Int, schema: Int, opening: Int) = (-1, 0, 0)
  var tables: [LinkTable] = []
}

extension ScriptDatabase {
  /// What is declared, its relations tied to the tables of links that the database has for them.
  package func declaredCatalog() throws -> Catalog {
    try session.entities.catalog.resolved(linkedIn: linkTables())
  }

  /// The tables of links that are there, where some relation may look for its own.
  func linkTables() throws -> [LinkTable] {
    let isAsked = session.entities.catalog.entities.contains { entity in
      entity.relations.contains { $0.kind == .manyToMany && $0.through == nil && $0.link == nil }
    }
    guard isAsked, isOpen else { return [] }
    let age = (session.entities.version, schema, opening)
    if knownLinks.age != age { knownLinks = KnownLinks(age: age, tables: try tables().compactMap(\.links)) }
    return knownLinks.tables
  }
}
