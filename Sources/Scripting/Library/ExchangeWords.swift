import Encodings
import Exchange
import Interchange
import Lists
import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

extension Word {
  static let encode = Word(
    function: "encode", takes: 3, "a value as a text in a format of files", #"encode({ name = "Zerator" }, "json")"#
  ) { session, call in
    let format = try ExchangeOptions.output(call, at: 2)
    let stack = call.stack
    if let source = try Words(session).exportSource(call, format) {
      let text = try Exporter(session: session, format: format, stack: stack).text(source)
      try Words(session).push(text, format, stack)
      return 1
    }
    do {
      let held = HeldMemory(session.lua)
      let plain = PlainDocuments(session: session, stack: stack, format: format, holding: held)
      let text = EncodedText(session.lua)
      try format.write(document: plain.document(of: call.borrowed(1)), to: text)
      held.giveBack()
      try Words(session).push(text, format, stack)
    } catch let error as InterchangeError {
      throw WordError.encode(reason: error.description)
    }
    return 1
  }

  static let decode = Word(
    function: "decode", takes: 2, "the value that a text in a format of files says",
    #"decode('{ "name": "Zerator" }', "json")"#
  ) { session, call in
    guard call.stack.kind(1) == .string, let bytes = call.stack.bytes(1) else {
      throw WordError.decodeWithoutText(value: call.value(1).described)
    }
    let format = try ExchangeOptions.format(call.value(2), "decode")
    let held = HeldMemory(session.lua)
    defer { held.giveBack() }
    do {
      let document = try format.value(from: Inputs(session).input(bytes, holding: held))
      _ = try PlainDocuments(session: session, stack: call.stack, format: format).value(of: document)
    } catch let error as InterchangeError {
      try session.lua.checkInterruption()
      try held.check()
      throw WordError.decode(format: format.name, reason: error.description)
    }
    return 1
  }
}

extension Words {
  /// The rows or objects that the first argument is; nil for plain values.
  fileprivate func exportSource(_ call: LuaCall, _ format: FileFormat) throws -> ExportSource? {
    if call.object(1, as: RequestHandle.self) != nil || call.object(1, as: EntityHandle.self) != nil {
      return try ResultSetMethods.exported(call.request(), session, as: format, on: call.stack)
    }
    if call.stack.rowObject(1) != nil {
      let (_, context) = try call.object()
      return .objects(ObjectSource(call.borrowed(1)), context, isSingle: true)
    }
    if call.object(1, as: ResultSet.self) != nil { return try ResultSetMethods.exported(session, call) }
    if let groups = call.object(1, as: GroupHandle.self) {
      let (rows, fields) = try groups.cells()
      return .cells(rows, fields)
    }
    // Rows of a statement know the order of their columns.
    let orders = session.state(ColumnOrders.self)
    if let table = call.value(1).table, let names = orders.names(of: table) {
      let elements = orders.shown(table.elements, of: table)
      // What was plucked is a list of values; only a table has a column of them.
      if !format.isFlat, names.count == 1, !elements.contains(where: { $0.table != nil }) { return nil }
      return .values(elements, columns: names)
    }
    guard let list = call.stack.rowList(1), let context = list.context(as: ObjectContext.self) else { return nil }
    return .objects(ObjectSource(ofList: call.borrowed(1)), context, isSingle: false)
  }
}

extension FileFormat {
  /// Writes a value; a list is one of documents where a format holds nothing else.
  fileprivate func write(document: DocumentValue, to text: EncodedText) throws {
    let sink = text.sink
    if case .list(let elements) = document, isFlat || name == "jsonl" {
      try write(elements, to: sink)
    } else {
      var writer = writer(to: sink)
      writer.begin(isList: false)
      try writer.write(document)
      try writer.end()
    }
    try text.finish(sink)
  }
}
