import Encodings
import Interchange
import LuaRuntime
import Schema
import Scripting
import Store

/// What is wrong with several objects, as a table: which of them, which field, which value, which rule.
///
/// One object's failures are sentences; many objects' are easier to look through side by side.
struct FailureTable {
  private let buffer: RowBuffer
  private static let columns = ["object", "field", "value", "message"]
  private static let limit = 40

  /// The table of an error, or nil where it is about one object, or about something else.
  init?(_ error: any Error) {
    guard let table = (error as? LuaError)?.value.table, table["kind"].text == "ValidationError",
      let entries = table["errors"].table?.elements.compactMap(\.table)
    else { return nil }
    let places = Set(entries.compactMap { $0["index"].integer })
    guard places.count > 1 else { return nil }
    buffer = RowBuffer(columnCount: 4, rowCapacity: entries.count)
    for entry in entries {
      let value: Value =
        switch entry["value"] {
        case .integer(let number): .integer(number)
        case .number(let number): .real(number)
        case .string(let text): .text(text.lossyText)
        case .boolean(let flag): .text(String(flag))
        case .nil: .null
        default: .text("…")
        }
      buffer.append([
        entry["index"].integer.map { .integer($0) } ?? .null, .text(entry["field"].text ?? ""), value,
        .text(entry["rule"].text ?? ""),
      ])
    }
  }

  func text(width: Int?, style: Style) -> String {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes += $0 }
    let options = FormatOptions(width: width, style: style)
    var writer = (Format.named("box") ?? Format.all[0]).writer(options, to: sink)
    writer.begin(Self.columns.map { OutputColumn($0) })
    for row in 0..<min(buffer.count, Self.limit) { writer.row(buffer[row]) }
    if buffer.count > Self.limit { writer.gap(buffer.count - Self.limit) }
    writer.end()
    sink.flush()
    return String(decoding: bytes, as: UTF8.self)
  }
}
