import Schema

/// A way to write a schema down for other tools, with what `.help` says of it.
///
///     Generator.named("mermaid")?.generate(catalog)   // erDiagram …
///
/// A new one is one file with a `static let`, and its name in `all`.
package struct Generator: Sendable {
  /// What is given to `generate`: `swift`.
  package let name: String
  package let summary: String
  /// The text for the entities of a catalog whose relations are tied.
  package let generate: @Sendable (Catalog) -> String

  package init(name: String, summary: String, generate: @escaping @Sendable (Catalog) -> String) {
    self.name = name
    self.summary = summary
    self.generate = generate
  }

  /// Every generator, in the order of help; SQL, which every database says for itself, is not among them.
  package static let all: [Generator] = [.swift, .grdb, .swiftData, .typeScript, .mermaid, .dot, .luaSource]

  package static func named(_ name: String) -> Generator? {
    all.first { $0.name == name }
  }
}

extension Catalog {
  /// The entities that have a table.
  var tables: [Entity] { entities.filter(\.hasTable) }
}
