import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// What is written: the rows of a request, or objects.
package enum ExportSource {
  case request(RequestHandle)
  /// Objects of one entity, or of several; a single one is a document of its own and no list of one.
  case objects(ObjectSource, ObjectContext, isSingle: Bool)
  /// Rows from anywhere: objects, or plain tables; the names of their columns where a statement gave them.
  /// Where sections begin, their headings stand.
  case values([LuaValue], columns: [String]? = nil, sections: [Int: String] = [:])
  /// Cells under fields, as groups are.
  case cells(RowBuffer, [Field])
  /// A document, made when it is written.
  case document(() throws -> DocumentValue)
}

/// Writes rows and objects in a format of files.
///
/// Rows go from their cells to the text; where a function of the script must see each object, or related objects were
/// loaded, they are documents first.
package struct Exporter {
  package let session: SessionContext
  package let format: FileFormat
  package let stack: LuaStack

  package init(session: SessionContext, format: FileFormat, stack: LuaStack) {
    self.session = session
    self.format = format
    self.stack = stack
  }

  /// Writes everything into a file, whole or not at all.
  package func write(_ source: ExportSource, to path: String) throws {
    do {
      let file = try OutputFile(path)
      var count = 0
      var progress = Progress(session, path)
      defer { progress.end() }
      try write(source, to: TextSink { file.write($0) }) { rows in
        try file.check()
        count += rows
        progress.show(count)
      }
      try file.finish()
    } catch let error as InterchangeError {
      throw ScriptError(error, file: path)
    }
  }

  /// Everything as a text.
  package func text(_ source: ExportSource) throws -> EncodedText {
    let text = EncodedText(session.lua)
    do {
      try write(source, to: text.sink) { _ in try text.check() }
    } catch let error as InterchangeError {
      throw ScriptError(error, file: nil)
    }
    return text
  }

  private func write(_ source: ExportSource, to sink: TextSink, tick: (Int) throws -> Void) throws {
    switch source {
    case .request(let handle): try write(handle, to: sink, tick)
    case .objects(let objects, let context, let isSingle):
      try write(objects, context, isSingle: isSingle, to: sink, tick)
    case .values(let rows, let columns, let sections):
      try write(rows, columns, format.hasHeadings ? sections : [:], to: sink, tick)
    case .cells(let rows, let fields): try write(rows, fields, to: sink)
    case .document(let make):
      var writer = format.writer(to: sink)
      writer.begin(isList: false)
      try writer.write(make())
      try writer.end()
    }
    sink.flush()
    try tick(0)
  }

  // MARK: Requests

  private func write(_ handle: RequestHandle, to sink: TextSink, _ tick: (Int) throws -> Void) throws {
    let model = handle.context.model
    let fetching = try Fetching(handle)
    let fields = try fields(of: fetching)
    let isMixed = fetching.entity.isMixed && !format.isFlat
    if isMixed || fetching.asksForMembers || !handle.request.companions.isEmpty || needsObjects(model, fields)
      || handle.loaded != nil
    {
      try checkNesting(handle.request.companions)
      return try writeObjects(of: fetching, to: sink, tick)
    }
    if let rows = format.rows {
      var writer = try VersionedRows(
        rows, options(fetching.entity.table), fields, in: session.entities.catalog,
        format.isRead ? model.hooks.version : nil, to: sink)
      writer.begin()
      try forEachChunk(of: fetching) { chunk in
        for row in 0..<chunk.count { try writer.row(chunk[row]) }
        try tick(chunk.count)
      }
      return writer.end()
    }
    let encoder = DocumentEncoder(session: session, stack: stack, format: format)
    var writer = format.writer(to: sink)
    writer.begin(isList: true)
    try forEachChunk(of: fetching) { chunk in
      for row in 0..<chunk.count { try writer.write(encoder.document(of: chunk[row], fields, model)) }
      try tick(chunk.count)
    }
    try writer.end()
  }

  /// Whether more than its cells is needed for the document of a row.
  private func needsObjects(_ model: EntityModel, _ fields: [Field]) -> Bool {
    model.hooks.beforeEncode != nil || fields.contains { EmbeddedEncoding.isNeeded($0, session) }
  }

  /// The columns of rows: of a table that several entities share, those of all of them.
  private func fields(of fetching: Fetching) throws -> [Field] {
    let own = fetching.selectedFields
    guard fetching.entity.isMixed, fetching.handle.request.selection == nil, fetching.members.isEmpty else {
      return own
    }
    return own + fetching.handle.context.fieldsOfOthers(fetching.entity)
  }

  private func forEachChunk(of fetching: Fetching, _ body: (RowBuffer) throws -> Void) throws {
    try fetching.forEachChunk { chunk in
      try session.lua.checkInterruption()
      let request = fetching.handle.request
      let isMixed = fetching.entity.isMixed && request.selection == nil && request.members.isEmpty
      try body(isMixed ? chunk : fetching.selected(chunk))
    }
  }

  private func writeObjects(of fetching: Fetching, to sink: TextSink, _ tick: (Int) throws -> Void) throws {
    let encoder = DocumentEncoder(session: session, stack: stack, format: format)
    var writer = format.writer(to: sink)
    writer.begin(isList: true)
    let iteration = Iteration(fetching)
    defer { iteration.close() }
    while true {
      let chunk = try iteration.next(on: stack)
      defer { chunk.drop() }
      guard let count = chunk.rowList?.count else { break }
      for place in 0..<count {
        try chunk.scoped {
          let (object, context) = try object(chunk.read(place + 1))
          try writer.write(encoder.document(of: object, context))
        }
      }
      try tick(count)
      try session.lua.checkInterruption()
    }
    try writer.end()
  }

  private func checkNesting(_ companions: [String]) throws {
    guard format.isFlat, let first = companions.first else { return }
    throw ScriptError(ExchangeError.flatFormat(format: format.name, member: first))
  }

  // MARK: Objects

  private func write(
    _ objects: ObjectSource, _ context: ObjectContext, isSingle: Bool, _ sections: [Int: String] = [:],
    to sink: TextSink, _ tick: (Int) throws -> Void
  ) throws {
    if format.isFlat, !needsObjects(context.model, context.model.entity.fields) {
      return try writeRows(objects, context, sections, to: sink)
    }
    let encoder = DocumentEncoder(session: session, stack: stack, format: format)
    var writer = format.writer(to: sink)
    writer.begin(isList: !isSingle)
    for place in 0..<objects.count {
      if place & 255 == 255 {
        try session.lua.checkInterruption()
        try tick(256)
      }
      if let heading = sections[place] { writer.section(heading) }
      let value = try objects[place]
      defer { value.drop() }
      let (object, context) = try object(value)
      try writer.write(encoder.document(of: object, context))
    }
    try writer.end()
  }

  /// Rows of one entity are its objects, whatever else is as it is.
  private func write(
    _ rows: [LuaValue], _ columns: [String]?, _ sections: [Int: String], to sink: TextSink,
    _ tick: (Int) throws -> Void
  ) throws {
    var common: ObjectContext?
    for (place, row) in rows.enumerated() {
      let own = session.lua.borrowing(row) { $0.rowObject?.context(as: ObjectContext.self) }
      common = place == 0 ? own : common?.common(with: own)
      if common == nil { break }
    }
    if let common {
      let source = ObjectSource(rows, on: stack)
      return try write(source, common, isSingle: false, sections, to: sink, tick)
    }
    let held = HeldMemory(session.lua)
    defer { held.giveBack() }
    let plain = PlainDocuments(session: session, stack: stack, format: format, holding: held)
    let documents = try rows.map { try plain.document(of: $0) }
    try format.write(
      columns.map { names in documents.map { $0.row(of: names, format) } } ?? documents, sections, to: sink)
  }

  /// Writes cells as they are, or as documents.
  private func write(_ rows: RowBuffer, _ fields: [Field], to sink: TextSink) throws {
    if let format = format.rows {
      var writer = try VersionedRows(
        format, options("groups"), fields, in: session.entities.catalog, nil, to: sink)
      writer.begin()
      for row in 0..<rows.count { try writer.row(rows[row]) }
      return writer.end()
    }
    let words = DocumentWords(session.entities.catalog)
    let documents = try (0..<rows.count).map { row in
      DocumentValue.map(
        try fields.enumerated().compactMap { column, field in
          try CellCheck.check(rows[row][column], field, format)
          let value = field.document(of: rows[row][column], saying: words)
          return format.isPropertyList && value == .null ? nil : DocumentValue.Member(field.name, value)
        })
    }
    try format.write(documents, to: sink)
  }

  /// What a writer of the rows of a table is told.
  private func options(_ table: String) -> FormatOptions {
    var options = format.options
    options.tableName = table
    return options
  }

  /// The object that a value is.
  private func object(_ value: BorrowedValue) throws -> (LuaRowObject, ObjectContext) {
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(ExchangeError.notAnObject(value: value.value.described))
    }
    try object.checkNotReturned()
    return (object, context)
  }

  private func writeRows(
    _ objects: ObjectSource, _ context: ObjectContext, _ sections: [Int: String], to sink: TextSink
  ) throws {
    guard let rows = format.rows else { return }
    let entity = try context.entity
    let access = ObjectRows(session: session, stack: stack)
    var fields = entity.fields + context.fieldsOfOthers(entity)
    var computed: [Field] = []
    if objects.count > 0 {
      let value = try objects[0]
      defer { value.drop() }
      let (first, own) = try object(value)
      fields = try fields.filter { field in
        guard let slot = try own.entity.slot(of: field.name) else { return true }
        return !first.lacks(slot)
      }
      computed = own.computedMembers(of: first).map(\.field)
    }
    var writer = try VersionedRows(
      rows, options(entity.table), fields + computed, in: session.entities.catalog,
      format.isRead ? context.model.hooks.version : nil, to: sink)
    writer.begin()
    let buffer = RowBuffer(columnCount: fields.count + computed.count, rowCapacity: 1)
    for place in 0..<objects.count {
      if let heading = sections[place] { writer.section(heading) }
      let value = try objects[place]
      defer { value.drop() }
      let (object, own) = try object(value)
      guard own.isKind(of: context.name) else {
        throw ScriptError(ExchangeError.mixedColumns(format: format.name, entity: context.name, other: own.name))
      }
      let entity = try own.entity
      buffer.removeAll()
      buffer.append(
        try fields.map { field in
          try entity.slot(of: field.name).map { try access.value($0, of: object, entity) } ?? .null
        }
          + computed.map { field in
            own.computedMember(named: field.name, of: object).map { access.computedValue($0.slot, of: object) } ?? .null
          })
      try writer.row(buffer[0])
    }
    writer.end()
  }
}

extension DocumentValue {
  /// A row with its columns in their order; what it lacks is null, where the format has that.
  fileprivate func row(of names: [String], _ format: FileFormat) -> DocumentValue {
    func value(_ place: Int) -> DocumentValue {
      switch self {
      case .map(let members): members[names[place]] ?? .null
      case .list(let elements): place < elements.count ? elements[place] : .null
      default: self
      }
    }
    return .map(
      names.indices.map { Member(names[$0], value($0)) }.filter { !format.isPropertyList || $0.value != .null })
  }
}

extension ObjectContext {
  /// The fields of the columns that only entities have which extend this one in its table.
  fileprivate func fieldsOfOthers(_ entity: Entity) -> [Field] {
    guard let sharing = entity.sharing else { return [] }
    return sharing.others.map { column in
      for kind in sharing.kinds {
        let other = try? session.entities.model(kind)?.context(in: database).entity
        guard var field = other?.fields.first(where: { $0.column == column }) else { continue }
        // Rows of those that lack the field have no value there to be read as anything.
        field.fallback = nil
        return field
      }
      return Field(name: column, type: .any)
    }
  }
}

/// Rows of an entity in a row format, with the version of the entity behind where that is not the first.
private struct VersionedRows {
  private var writer: any RowWriter
  private let shape: RowShape
  private let version: Int?
  private let count: Int
  private let columns: [OutputColumn]
  /// Nil where the format has literals for any value.
  private let check: CellCheck?

  init(
    _ format: Format, _ options: FormatOptions, _ fields: [Field], in catalog: Catalog, _ version: Int?,
    to sink: TextSink
  ) throws {
    writer = format.writer(options, to: sink)
    check = CellCheck(fields, for: format)
    self.version = version.flatMap { $0 > 1 ? $0 : nil }
    count = fields.count
    let versionField = Field(name: DocumentVersion.name, type: .integer)
    shape = RowShape(
      self.version == nil ? fields : fields + [versionField], in: catalog, for: format)
    columns = shape.columns
    try options.checkTotals(of: fields)
  }

  mutating func begin() { writer.begin(columns) }

  mutating func section(_ title: String) { writer.section(title) }

  /// - Throws: `InterchangeError` of what the format cannot hold.
  mutating func row(_ cells: UnsafePointer<Cell>) throws {
    try check?.row(cells)
    guard let version else { return shape.write(cells, to: &writer) }
    let copy = Array(UnsafeBufferPointer(start: cells, count: count)) + [Cell(Int64(version))]
    shape.write(copy, to: &writer)
  }

  mutating func end() { writer.end() }
}
