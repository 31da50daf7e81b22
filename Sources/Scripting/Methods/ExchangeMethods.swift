import Encodings
import Exchange
import Interchange
import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

/// The methods that take data in and out: of entities, requests, objects and lists.
enum ExchangeMethods {
  /// Those of entities that requests do not have.
  static let ofEntities: [Method] = [
    Method(
      "import", takes: 2,
      "takes a file in, in one transaction: the number of rows, and those that were left out",
      #"Player:import("players.csv", { upsert = true, on = "name" })"#
    ) {
      session, call in
      let handle = try call.entity()
      try handle.checkHasTable()
      let path = try call.path(2, "import")
      let options = try ExchangeOptions(
        call, "import", path: path, names: ExchangeOptions.ofImports, at: 3)
      let report = try Importer(
        session: session, context: handle.context, path: path, options: options, stack: call.stack
      ).run()
      return report.push(on: call)
    },
    Method("read", takes: 2, "the objects in a file, not saved yet", #"Player:read "p.json""#) { session, call in
      let context = try call.entity().context
      let path = try call.path(2, "read")
      let options = try ExchangeOptions(
        call, "read", path: path, names: ExchangeOptions.ofReading, at: 3)
      do {
        let reader = try options.reader(Inputs(session), path, context)
        try Words(session).push(reader, of: options.format, context, file: path, call.stack, options.style)
      } catch let error as InterchangeError {
        throw try Inputs(session).failure(error, file: path)
      }
      return 1
    },
    Method(
      "decode", takes: 2, "the objects in a text, not saved yet", #"Player:decode('[{ "name": "Zerator" }]', "json")"#
    ) {
      session, call in
      let context = try call.entity().context
      guard call.stack.kind(2) == .string, let bytes = call.stack.bytes(2) else {
        throw MethodError.decodeWithoutText(value: call.value(2).described)
      }
      let format = try ExchangeOptions.format(call.value(3), "decode")
      do {
        let reader = try format.reader(Inputs(session).input(bytes))
        try Words(session).push(reader, of: format, context, file: nil, call.stack)
      } catch let error as InterchangeError {
        throw try Inputs(session).failure(error, file: nil)
      }
      return 1
    },
  ]

  /// Those of requests, which entities answer, too.
  static let ofRequests = methods("Player:all():", "its rows") { session, call, format in
    try ResultSetMethods.exported(call.request(), session, as: format, on: call.stack)
  }

  static let ofObjects = methods("p:", "it") { _, call, _ in
    let (_, context) = try call.object()
    return .objects(ObjectSource(call.borrowed(1)), context, isSingle: true)
  }

  static let ofGroups = methods("groups:", "the groups") { _, call, _ in
    guard let groups = call.object(1, as: GroupHandle.self) else {
      throw MethodError.notGroups(value: call.value(1).described)
    }
    let (rows, fields) = try groups.cells()
    return .cells(rows, fields)
  }

  static let ofLists = methods("list:", "its objects") { _, call, _ in
    guard let list = call.stack.rowList(1), let context = list.context(as: ObjectContext.self) else {
      throw MethodError.notAList(value: call.value(1).described)
    }
    return .objects(ObjectSource(ofList: call.borrowed(1)), context, isSingle: false)
  }

  /// `export` and `encode` of what `source` finds in the arguments.
  static func methods(
    _ receiver: String, _ what: String,
    source: @escaping @Sendable (SessionContext, LuaCall, FileFormat) throws -> ExportSource
  ) -> [Method] {
    [
      Method(
        "export", takes: 2, "writes \(what) into a file, whole or not at all", "\(receiver)export \"players.json\""
      ) {
        session, call in
        let path = try call.path(2, "export")
        let options = try ExchangeOptions(call, "export", path: path, names: ExchangeOptions.ofWriting, at: 3)
        let exporter = Exporter(session: session, format: options.format, stack: call.stack)
        try exporter.write(source(session, call, options.format), to: path)
        return 0
      },
      Method("encode", takes: 2, "\(what) as a text", "\(receiver)encode \"json\"") { session, call in
        let format = try ExchangeOptions.output(call, at: 2)
        let text = try Exporter(session: session, format: format, stack: call.stack).text(source(session, call, format))
        try Words(session).push(text, format, call.stack)
        return 1
      },
    ]
  }
}

extension Words {
  /// Pushes what was encoded; a JSON text as a value of a script does not end its line.
  func push(_ text: EncodedText, _ format: FileFormat, _ stack: LuaStack) throws {
    try session.lua.checkRoom(for: text.count)
    text.withBytes { bytes in
      let isLine = format.name == "json" && bytes.last == 0x0A
      stack.push(UnsafeRawBufferPointer(rebasing: bytes.dropLast(isLine ? 1 : 0)))
    }
  }

  /// Pushes the list of the objects that a reader has, or the one object of a single document.
  func push(
    _ reader: FileFormat.Reader, of format: FileFormat, _ context: ObjectContext, file: String?, _ stack: LuaStack,
    _ style: ForeignStyle = ForeignStyle()
  ) throws {
    let decoder = DocumentDecoder(
      session: session, format: format, stack: stack, place: file ?? "\(context.name):decode")
    decoder.fillsDefaults = true
    let source = try DecodedSource(reader, decoder, context, file: file, style)
    guard let shape = context.shape else { return stack.pushNil() }
    stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
    let list = stack.top
    var number = 0
    while let document = try source.next() {
      number += 1
      if number & 255 == 0 { try session.lua.checkInterruption() }
      do {
        _ = try decoder.object(of: document, context)
      } catch {
        throw source.place.error(error)
      }
      if source.isSingle { return stack.remove(list) }
      stack.setRow(ofList: list, at: number)
    }
  }
}
