import Model
import Schema
import Scripting
import Store

extension Command {
  static let tables = Command(
    "tables", usage: ".tables", summary: "the tables and views, with their rows", example: ".tables"
  ) {
    runner, _ in
    let tables = try runner.session.main.tables()
    let buffer = RowBuffer(columnCount: 3, rowCapacity: max(tables.count, 1))
    for table in tables {
      let count = try runner.session.rowCount(of: table)
      buffer.append([.text(table.name), .text(table.isView ? "view" : "table"), count])
    }
    for table in try runner.session.main.store().engine.tablesElsewhere() {
      guard case .hidden(let schema) = table.place else { continue }
      buffer.append([.text("\(schema).\(table.name)"), .text("hidden behind \(table.name)"), .null])
    }
    try runner.show(columns: ["name", "kind", "rows"], buffer)
  }

  static let entities = Command(
    "entities", usage: ".entities", summary: "the entities and their fields", example: ".entities"
  ) { runner, _ in
    for entity in runner.session.context.entities.catalog.entities {
      let members = wrapped(
        entity.memberNames, separator: ", ", width: runner.terminal.width(), indent: "  ", start: entity.name.count + 2)
      runner.output.result("\(runner.settings.palette(entity.name, .heading))  \(members)\n")
    }
  }

  static let schema = Command(
    "schema", usage: ".schema [ENTITY]",
    summary: "the statements that made the tables, views, indexes and triggers, or those of one table",
    example: ".schema Team",
    arguments: [.table]
  ) { runner, argument in
    let tables = try runner.session.main.tables()
    let name = runner.session.context.entities.catalog[argument]?.table ?? argument
    let exact = tables.filter { $0.name == name }
    let wanted = argument.isEmpty ? tables : exact.isEmpty ? tables.filter { $0.name.isSame(name) } : exact
    if wanted.isEmpty, let statements = try Words(runner.session.context).tableStatements(of: argument) {
      return runner.output.result("-- not made yet: db:create_all() makes it\n" + statements)
    }
    if wanted.isEmpty, !argument.isEmpty {
      let names = runner.session.entityNames + tables.map(\.name)
      throw ScriptError.noTable(argument, among: names)
    }
    let engine = try runner.session.main.store().engine
    try runner.paged {
      for table in wanted {
        runner.output.result(table.sql + ";\n")
        for column in table.columns where column.nature.joinsTexts {
          let type = column.nature.typeName ?? column.declaredType
          let words = "is compared by its bytes, but for relations and conflicts"
          runner.output.result("-- \(column.name) (\(type)) takes texts for equal that differ: it \(words)\n")
        }
        for sql in try engine.attachedStatements(of: table.name) { runner.output.result(sql + ";\n") }
      }
    }
  }
}

extension String {
  /// Whether both are the same but for capitals.
  func isSame(_ other: String) -> Bool { lowercased() == other.lowercased() }
}
