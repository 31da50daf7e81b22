import Schema

extension Generator {
  /// Structs that are Codable and know their rules, and records and associations of GRDB where that is there.
  ///
  ///     struct Player: Codable, Hashable, Identifiable {
  ///       var id: Int64?
  ///       var name: String
  ///       var rank: Rank? = .amateur
  ///     }
  package static let swift = Generator(name: "swift", summary: "Swift structs: Codable, with rules, and GRDB's records")
  {
    catalog in
    let module = SwiftModule(catalog)
    return """
      import \("Foundation")

      \(module.structures)

      #if canImport(GRDB)
      import \("GRDB")

      \(module.records)
      #endif

      """
  }

  /// The same for an app that has GRDB, and the schema as the migrations that made it.
  package static let grdb = Generator(name: "grdb", summary: "Swift structs, GRDB's records and a DatabaseMigrator") {
    catalog in
    let module = SwiftModule(catalog)
    return """
      import \("Foundation")
      import \("GRDB")

      \(module.structures)

      \(module.records)

      """
  }
}

/// The types of a schema as Swift says them, each under a name of its own.
private struct SwiftModule {
  let catalog: Catalog
  private let entities: [SwiftEntity]
  private let documents: [SwiftEntity]
  private let support: SwiftSupport

  init(_ catalog: Catalog) {
    self.catalog = catalog
    let names = SwiftTypeNames(catalog)
    entities = SwiftEntity.related(catalog.tables.map { SwiftEntity($0, catalog, names) })
    documents = catalog.documentEntities.map { SwiftEntity($0, catalog, names) }
    support = SwiftSupport(
      catalog, members: (entities + documents).flatMap(\.members),
      hasRelated: entities.contains { !$0.related.isEmpty })
  }

  var structures: String {
    ((entities + documents).map(\.text) + support.ofStructs).joined(separator: "\n\n")
  }

  var records: String {
    (entities.map { SwiftRecord($0, catalog).text } + support.ofRecords).joined(separator: "\n\n")
  }
}

/// The names that the structs of a schema get: each one has its own.
struct SwiftTypeNames {
  private var types: [String: String] = [:]

  init(_ catalog: Catalog) {
    // Letters without case begin types and members alike, and a member would hide the type.
    let members = catalog.entities.flatMap { $0.fields.map(\.name) + $0.relations.map(\.name) }
    var names = UniqueNames(taken: Set(members.map { SwiftNames.member($0) }))
    for entity in catalog.tables + catalog.documentEntities where types[entity.name] == nil {
      types[entity.name] = names.unique(SwiftNames.type(entity.name))
    }
  }

  subscript(entity: String) -> String { types[entity] ?? SwiftNames.type(entity) }

  var all: Set<String> { Set(types.values) }
}
