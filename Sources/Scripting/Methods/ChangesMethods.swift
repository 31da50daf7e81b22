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
        let plain = PlainDocuments(session: session, stack: call.stack, format: format, holding: held)
        return try document(of: changes.tables(on: call.stack), memberNames, plain)
      })
    held.giveBack()
    try Words(session).push(text, format, call.stack)
    return 1
  }

  /// In the order in which they are told.
  private static let memberNames = ["sections", "deleted", "inserted", "moved", "updated"]

  /// Of a table with lists of entries; sections have a table of their own.
  private static func document(of table: LuaTable, _ names: [String], _ plain: PlainDocuments) throws -> DocumentValue {
    .map(
      try names.compactMap { name in
        guard let value = table[name].table else { return nil }
        if name == "sections" { return DocumentValue.Member(name, try document(of: value, sectionNames, plain)) }
        return DocumentValue.Member(name, try plain.document(of: .table(value)))
      })
  }

  private static let sectionNames = ["deleted", "inserted", "moved"]
}
