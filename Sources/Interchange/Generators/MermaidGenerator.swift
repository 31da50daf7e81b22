import Schema

extension Generator {
  /// An entity-relationship diagram in the language of Mermaid.
  ///
  ///     erDiagram
  ///       Player {
  ///         integer id PK
  ///         text name "required"
  ///       }
  ///       Team ||--o{ Player : "team"
  package static let mermaid = Generator(name: "mermaid", summary: "an entity-relationship diagram for Mermaid") {
    catalog in
    var lines = ["erDiagram"]
    for entity in catalog.tables {
      lines.append("  \(word(entity.name)) {")
      lines += entity.fields.map { "    " + column($0, of: entity) }
      lines.append("  }")
    }
    for entity in catalog.tables {
      lines += entity.relations.filter { $0.kind == .belongsTo }.map { relation in
        let parent = entity.requires(relation) ? "||" : "|o"
        let child = relation.isUnique ? "o|" : "o{"
        return "  \(word(relation.target)) \(parent)--\(child) \(word(entity.name)) : \(quoted(relation.name))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func column(_ field: Field, of entity: Entity) -> String {
    let isForeign = entity.relations.contains { $0.kind == .belongsTo && $0.columns.contains(field.column) }
    let keys = (field.isPrimaryKey ? ["PK"] : []) + (isForeign ? ["FK"] : []) + (field.isUnique ? ["UK"] : [])
    let note = field.isRequired && !field.isPrimaryKey ? " \"required\"" : ""
    return "\(field.type.name) \(word(field.name))\(keys.isEmpty ? "" : " " + keys.joined(separator: ", "))\(note)"
  }

  /// A name as Mermaid takes it: letters, digits and lines.
  private static func word(_ name: String) -> String {
    let text = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" })
    return text.first?.isLetter == true ? text : "_" + text
  }

  private static func quoted(_ text: String) -> String { "\"" + text.filter { $0 != "\"" && !$0.isNewline } + "\"" }
}
