import Encodings
import Model
import Schema
import Scripting
import Store

/// Changes of rows as a person reads them, table by table.
///
///     Genre: 1 added, 1 changed, 1 removed
///       + 26  Name = 'Zouk'
///       ~ 1  Name: 'Rock' → 'Rock and Roll'
///       - 3  Name = 'Metal'
struct ChangeLines {
  private let runner: Runner
  /// The columns of each table, by its name in lower case: as fields of its entity where it has one.
  private var fields: [String: [Field]] = [:]

  init(_ runner: Runner) throws {
    self.runner = runner
    for table in try runner.session.main.tables() {
      let entity = entity(of: table.name)
      fields[table.name.lowercased()] = table.columns.map { column in
        if let field = entity?.fields.first(where: { $0.column.isSame(column.name) }) { return field }
        var field = Field(name: column.name, type: .any)
        field.isPrimaryKey = column.keyPosition != nil
        return field
      }
    }
  }

  /// Shows the lines for all changes, one after another.
  func show(_ changes: [RowChange], _ show: (String) throws -> Void) rethrows {
    let palette = runner.settings.palette
    var names: [String] = []
    var groups: [String: [RowChange]] = [:]
    for change in changes {
      if groups[change.table] == nil { names.append(change.table) }
      groups[change.table, default: []].append(change)
    }
    for name in names {
      let group = groups[name] ?? []
      try show(palette(heading(name, group), .heading))
      let fields = fields[name.lowercased()] ?? []
      for change in group { try show(ChangeLine(change, fields: fields).text(palette)) }
    }
  }

  private func heading(_ table: String, _ changes: [RowChange]) -> String {
    let kinds: [(RowChange.Kind, String)] = [(.inserted, "added"), (.updated, "changed"), (.deleted, "removed")]
    let counts = kinds.compactMap { kind, word -> String? in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(grouped(count)) \(word)"
    }
    return escapingControls(entity(of: table)?.name ?? table) + ": " + counts.joined(separator: ", ")
  }

  private func entity(of table: String) -> Entity? {
    runner.session.context.entities.catalog.entities.first { $0.table.isSame(table) }
  }
}

/// One row that was added, changed or removed.
struct ChangeLine {
  private let change: RowChange
  private let fields: [Field]

  init(_ change: RowChange, fields: [Field]) {
    (self.change, self.fields) = (change, fields)
  }

  func text(_ palette: Palette) -> String {
    let (mark, role): (String, Role) =
      switch change.kind {
      case .inserted: ("+", .added)
      case .updated: ("~", .changed)
      case .deleted: ("-", .removed)
      }
    let keys = fields.filter(\.isPrimaryKey)
    let key = zip(keys, change.key).map { escapingControls($0.words(stored: $1)) }.joined(separator: ", ")
    return "  " + palette(key.isEmpty ? mark : mark + " " + key, role) + "  " + parts.joined(separator: ", ")
  }

  /// `Name = 'Zouk'`, or `Name: 'Rock' → 'Zouk'` where there was another value; what is NULL or the same is left out.
  private var parts: [String] {
    let values = change.kind == .deleted ? change.before : change.after
    return zip(fields.indices, values).compactMap { place, value in
      let field = fields[place]
      guard let value, !field.isPrimaryKey else { return nil }
      let (name, words) = (escapingControls(field.name), escapingControls(field.words(stored: value)))
      guard change.kind == .updated else { return value == .null ? nil : "\(name) = \(words)" }
      let before = change.before.dropFirst(place).first.flatMap { $0 } ?? .null
      return "\(name): \(escapingControls(field.words(stored: before))) → \(words)"
    }
  }
}
