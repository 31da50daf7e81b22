import Model
import Schema
import Scripting
import Store

extension Command {
  static let indexes = Command(
    "indexes", usage: ".indexes [ENTITY]", summary: "the indexes of all tables, or of one", example: ".indexes Player",
    arguments: [.table]
  ) { runner, argument in
    let table = runner.session.context.entities.catalog[argument]?.table ?? argument
    let buffer = RowBuffer(columnCount: 4)
    for entry in try runner.session.main.tables() where argument.isEmpty || entry.name.isSame(table) {
      let written = entry.writtenIndexes.filter { !$0.parts.isEmpty }
      for index in entry.indexes where !written.contains(where: { $0.name == index.name }) {
        buffer.append([
          .text(entry.name), .text(index.name), .text(index.columns.joined(separator: ", ")),
          .text(index.isUnique ? "yes" : "no"),
        ])
      }
      for index in written {
        let columns = index.parts.map(\.text).joined(separator: ", ") + (index.condition.map { " where \($0)" } ?? "")
        buffer.append([
          .text(entry.name), .text(index.name), .text(columns), .text(index.isUnique ? "yes" : "no"),
        ])
      }
    }
    try runner.show(columns: ["table", "index", "columns", "unique"], buffer)
  }

  static let databases = Command(
    "databases", usage: ".databases", summary: "the databases that are open", example: ".databases"
  ) { runner, _ in
    let buffer = RowBuffer(columnCount: 3)
    for database in runner.session.context.databases.all where database.isOpen {
      let state = database.isInTransaction ? "in a transaction" : ""
      buffer.append([
        .text(database === runner.session.main ? "db" : ""), .text(database.location), .text(state),
      ])
    }
    try runner.show(columns: ["name", "location", "state"], buffer)
  }
}
