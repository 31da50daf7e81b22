import Encodings
import Interchange
import LuaRuntime
import Model
import Query
import Schema
import Store

/// How the columns of a file are the fields of an entity.
private struct ColumnLayout {
  /// The fields that have a column, and the column of each.
  let given: [(slot: Int, source: Int, text: TextColumn)]
  let slots: [Int]
  private let sources: [Int: Int]

  init(
    _ columns: [String], _ names: MemberNames, _ entity: Entity, _ style: ForeignStyle, unknown: (String) -> Void
  ) throws {
    var given: [(slot: Int, source: Int, text: TextColumn)] = []
    for (source, name) in columns.enumerated() {
      guard let slot = names.slot(of: name) else {
        unknown(name)
        continue
      }
      if let first = given.first(where: { $0.slot == slot }) {
        throw InterchangeError(.columnTwice(ExchangeError.both(columns[first.source], name)), at: .line(1, column: 1))
      }
      given.append((slot, source, TextColumn(entity.member(slot), style)))
    }
    self.given = given
    slots = given.map(\.slot)
    sources = Dictionary(uniqueKeysWithValues: given.map { ($0.slot, $0.source) })
  }

  /// Whether a row has more than NULL for a field.
  func isGiven(_ slot: Int, _ cells: UnsafePointer<Cell>) -> Bool {
    sources[slot].map { cells[$0].length > 0 } ?? false
  }
}

extension Importer {
  func importRows(_ reader: any RowReader) throws {
    let path = path
    try nameColumns(of: reader)
    rows.place = { ElementPlace(file: path, line: $0) }
    rows.columnName = { [names] field in reader.columns.first { names.slot(of: $0) == names.slot(of: field) } ?? field }
    let isUpgraded = context.model.hooks.migrate != nil && context.model.hooks.version ?? 1 > 1
    var number = 0
    if needsObjects || isUpgraded {
      let source = try DecodedSource(.rows(reader), decoder, context, file: nil, options.style)
      while try next(reader) {
        number += 1
        if number & 255 == 0 { try tick(number) }
        try addDocument(reader, source)
      }
      return
    }
    let layout = try ColumnLayout(reader.columns, names, tied.entity, options.style) {
      // What has a name was looked for already.
      if $0.isEmpty, options.columns == nil { decoder.noteUnknown($0, names, tied.entity) }
    }
    guard !layout.given.isEmpty else { throw nothingKnown(reader.columns) }
    while try next(reader) {
      number += 1
      if number & 255 == 0 { try tick(number) }
      try addRow(reader, layout)
    }
  }

  /// Gives the columns the names of fields, and refuses those that no field takes.
  private func nameColumns(of reader: any RowReader) throws {
    if let columns = options.columns {
      try options.checkHeader(of: reader, names, path: path)
      try columns.apply(to: reader, path: path)
    } else if !options.reading.hasHeader {
      try ColumnNames.inOrder(of: tied.entity, reader, path: path)
    }
    if options.columns == nil, options.reading.hasHeader, !options.save.upserts { nameTakenColumns(of: reader) }
    // What is no field may be there for a function, or for an entity that shares the table.
    let hooks = context.model.hooks
    if options.ignoresColumns || hooks.afterDecode != nil || hooks.migrate != nil || context.isShared { return }
    let unknown = reader.columns.filter { name in
      !name.isEmpty && name != DocumentVersion.name && names.slot(of: name) == nil && names.relation(name) == nil
    }
    guard !unknown.isEmpty else { return }
    if unknown.count == reader.columns.count { throw nothingKnown(reader.columns) }
    throw ScriptError(
      ExchangeError.unknownColumns(
        path: path, entity: context.name, columns: unknown, members: tied.entity.objectMemberNames,
        twins: reader.twins))
  }

  /// Gives a column whose name the entity itself has the name of the field that was made of it, which ends in `_`.
  ///
  /// An `id` that was no key is `id_`, as it was when the entity was inferred from such a file.
  private func nameTakenColumns(of reader: any RowReader) {
    let columns = Set(reader.columns)
    reader.columns = reader.columns.map { name in
      let made = name + "_"
      guard let slot = names.slot(of: made), !columns.contains(made) else { return name }
      let own = names.slot(of: name)
      let isTaken = own == nil || own == tied.automaticKeySlot
      return isTaken && tied.entity.member(slot).name == made ? made : name
    }
  }

  /// The error for a file without a column that is a field.
  private func nothingKnown(_ columns: [String]) -> ScriptError {
    return ScriptError(
      ExchangeError.noKnownColumns(path: path, columns: columns, entity: context.name, members: tied.entity.memberNames)
    )
  }

  func tick(_ number: Int) throws {
    try session.lua.checkInterruption()
    progress.show(number)
  }

  /// Reads the next row that is one; rows that cannot be read are reported.
  private func next(_ reader: any RowReader) throws -> Bool {
    while true {
      do throws(InterchangeError) {
        return try reader.next()
      } catch {
        try rows.flush()
        guard reader.canGoOn else { throw error }
        try report.fail(ScriptError(.decode, error.reason), at: ElementPlace(file: path, line: reader.line))
      }
    }
  }

  private func addRow(_ reader: any RowReader, _ layout: ColumnLayout) throws {
    let texts = reader.cells
    let run = rows.run(given: layout.slots) { layout.isGiven($0, texts) }
    try rows.add(to: run, place: place(of: reader, layout), line: reader.line) { run, cells, unfit in
      for column in layout.given {
        guard let place = run.columns[column.slot] else { continue }
        run.isGiven[place] = true
        do {
          cells[place] = try column.text.cell(texts[column.source], in: run.buffer)
        } catch let refusal as CastError {
          unfit.add(refused(refusal, column.text, texts[column.source]), column: place)
        }
      }
    }
  }

  /// The row that was read last, and where in it each field stands.
  private func place(of reader: any RowReader, _ layout: ColumnLayout) -> ElementPlace {
    var place = place(of: reader)
    place.text = { [tied] name in
      let given = layout.given.first { column in
        let field = tied.entity.member(column.slot)
        return field.name == name || field.relation == name
      }
      return given.flatMap { reader.place(ofColumn: $0.source) }
    }
    return place
  }

  private func refused(_ refusal: CastError, _ column: TextColumn, _ text: Cell) -> ScriptError {
    Objects(session).refused(refusal, column.field, tied.entity, .string(LuaString(bytes: text.bytes)))
  }

  /// The same without the places of its fields.
  private func place(of reader: any RowReader) -> ElementPlace {
    var place = ElementPlace(file: path, line: reader.line)
    place.row = { [lua = session.lua] in
      let row = lua.makeTable()
      for (column, name) in reader.columns.enumerated() where !name.isEmpty {
        row[name] = .string(LuaString(bytes: reader.cells[column].bytes))
      }
      return row
    }
    return place
  }

  /// Takes a row as the document that it is.
  private func addDocument(_ reader: any RowReader, _ source: DecodedSource) throws {
    let place = place(of: reader)
    do {
      try add(source.document(of: reader), at: place)
    } catch {
      try fail(error, at: place)
    }
  }
}
