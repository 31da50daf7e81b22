import Encodings
import Exchange
import Interchange
import Lists
import LuaRuntime
import Model
import Requests

extension Session {
  /// Any value as JSON text without line ends.
  ///
  /// What JSON cannot hold, a function, nan or a table within itself, is what `tostring` says of it, as a string.
  ///
  ///     { name = "Ann", tags = { 1, print } }   →   {"name":"Ann","tags":[1,"function: builtin: 0x…"]}
  package func jsonText(_ value: LuaValue) -> String {
    (try? document(value, within: []).json()) ?? quoted(value)
  }

  private func quoted(_ value: LuaValue) -> String {
    TextSink.text { JSONText.write(describe(value), to: $0) }
  }

  private func document(_ value: LuaValue, within path: [LuaTable]) -> DocumentValue {
    if isNull(value) { return .null }
    switch value {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return number.isFinite ? .real(number) : .text(describe(value))
    case .string(let string): return .text(string.lossyText)
    case .table(let table)
    where path.count < DocumentValue.deepest && !hasWords(table) && !path.contains { $0.isSame(as: table) }:
      return document(of: table, within: path + [table])
    case .userdata:
      let text = encoded(value)
      return text.flatMap { try? DocumentValue(json: $0.utf8) } ?? .text(describe(value))
    default: return .text(describe(value))
    }
  }

  /// Whether a table says of itself what it is, as errors do.
  private func hasWords(_ table: LuaTable) -> Bool { !describe(.table(table)).hasPrefix("table: 0x") }

  private func document(of table: LuaTable, within path: [LuaTable]) -> DocumentValue {
    let count = table.rawLength
    let entries = table.entries()
    if entries.count <= count || entries.isEmpty {
      return .list((0..<count).map { document(table[$0 + 1], within: path) })
    }
    let places = context.state(ColumnOrders.self).places(inRow: table)
    let members = entries.map { ($0.0.text ?? describe($0.0), $0.1) }
      .sorted { (places[$0.0] ?? .max, $0.0) < (places[$1.0] ?? .max, $1.0) }
    return .map(members.map { DocumentValue.Member($0.0, document($0.1, within: path)) })
  }

  /// Objects, lists, decimals and changes as `encode` writes them.
  private func encoded(_ value: LuaValue) -> String? {
    let function = lua.closure { [unowned self] call in
      let documents = PlainDocuments(session: context, stack: call.stack, format: .json)
      let changes = call.object(1, as: ResultChanges.self)
      let document = try changes.map { try ChangesMethods.document(of: $0, documents) }
      return call.returning(try (document ?? documents.document(of: call.borrowed(1))).json())
    }
    return (try? function.call([value]))?.first?.text
  }
}
