import Schema

extension Generator {
  /// An entity-relationship diagram in the language of Graphviz.
  ///
  ///     digraph schema {
  ///       "Player" [label="{Player|id integer\l|name text\l}"];
  ///       "Player" -> "Team" [label="team"];
  ///     }
  package static let dot = Generator(name: "dot", summary: "an entity-relationship diagram for Graphviz") { catalog in
    var lines = ["digraph schema {", "  rankdir=LR;", "  node [shape=record, fontname=\"monospace\"];"]
    for entity in catalog.tables {
      let fields = entity.fields.map { field in
        let marks = (field.isPrimaryKey ? " key" : "") + (field.isRequired && !field.isPrimaryKey ? " required" : "")
        return escaped("\(field.name) \(field.type.name)\(marks)") + "\\l"
      }
      lines.append("  \(quoted(entity.name)) [label=\"{\(escaped(entity.name))|\(fields.joined())}\"];")
    }
    for entity in catalog.tables {
      for relation in entity.relations where relation.kind == .belongsTo {
        lines.append("  \(quoted(entity.name)) -> \(quoted(relation.target)) [label=\(quoted(relation.name))];")
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Text inside a record label, whose signs have a meaning.
  private static func escaped(_ text: String) -> String {
    text.map { "{}|<>\"\\ ".contains($0) ? "\\\($0)" : $0.isNewline ? "\\n" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
