import Encodings
import Exchange
import Lists
import LuaRuntime
import Model

/// The methods of changes.
enum ChangesMethods {
  static let all: [Method] = ResultChanges.methods + [encode]

  private static let encode = Method(
    "encode", takes: 1, "all entries as a text, with what they say", #"changes:encode "json""#
  ) { session, call in
    guard let changes = call.object(1, as: ResultChanges.self) else {
      throw ListError.notChanges(value: call.value(1).described)
    }
    let format = try ExchangeOptions.format(call.value(2), "encode")
    let exporter = Exporter(session: session, format: format, stack: call.stack)
    let held = HeldMemory(session.lua)
    let text = try exporter.text(
      .document {
        try document(of: changes, PlainDocuments(session: session, stack: call.stack, format: format, holding: held))
      })
    held.giveBack()
    try Words(session).push(text, format, call.stack)
    return 1
  }

  /// All entries, with what they say.
  static func document(of changes: ResultChanges, _ plain: PlainDocuments) throws -> DocumentValue {
    try document(of: changes, memberNames, plain) { try changes.table(of: $0, on: plain.stack) }
  }

  /// In the order in which they are told.
  private static let memberNames = ["sections", "deleted", "inserted", "moved", "updated"]

  /// Of lists of entries by their names; sections have a table of their own.
  private static func document(
    of changes: ResultChanges, _ names: [String], _ plain: PlainDocuments, _ list: (String) throws -> LuaTable?
  ) throws -> DocumentValue {
    .map(
      try names.compactMap { name in
        guard let value = try list(name) else { return nil }
        let document =
          switch name {
          case "sections": try document(of: changes, sectionNames, plain) { value[$0].table }
          case "updated": try updates(changes, value, plain)
          default: try plain.document(of: .table(value))
          }
        return DocumentValue.Member(name, document)
      })
  }

  /// The updates: what an object was before is written as the object itself is.
  private static func updates(
    _ changes: ResultChanges, _ entries: LuaTable, _ plain: PlainDocuments
  ) throws -> DocumentValue {
    .list(
      try entries.elements.enumerated().map { number, entry in
        let members = (entry.table?.entries() ?? []).map { ($0.0.text ?? "", $0.1) }.sorted { $0.0 < $1.0 }
        return .map(
          try members.map { name, value in
            let stored = name == "old" ? try storedBefore(number, changes, plain) : nil
            return DocumentValue.Member(name, try stored ?? plain.document(of: value))
          })
      })
  }

  private static func storedBefore(
    _ number: Int, _ changes: ResultChanges, _ plain: PlainDocuments
  ) throws -> DocumentValue? {
    guard let row = changes.storedBefore(update: number),
      let model = plain.session.entities.model(row.entity.name)
    else { return nil }
    return try plain.document(ofStored: row.values, row.fields, model)
  }

  private static let sectionNames = ["deleted", "inserted", "moved"]
}
