import Encodings
import Interchange
import LuaRuntime
import Model
import Query
import Saving
import Schema
import Store

extension Importer {
  func importDocuments(_ reader: any DocumentInput) throws {
    let path = path
    var lines: [Int: Int] = [:]
    rows.place = { ElementPlace(file: path, element: $0, line: lines[$0]) }
    var number = 0
    while var document = try next(reader, &number) {
      number += 1
      if let columns = options.columns { document = columns.renamed(document) }
      if number & 255 == 0 {
        try tick(number)
        // Only rows that wait are still to be told of.
        lines = lines.filter { $0.key > number - 1024 }
      }
      var place = ElementPlace(file: path, element: number)
      if case .line(let line, _)? = reader.place { place.line = line }
      lines[number] = place.line
      if options.skipsErrors { place.row = { [self, document] in row(of: document) } }
      do {
        try add(document, at: place)
      } catch {
        try fail(error, at: place)
      }
    }
  }

  /// A document as scripts see it; nil for what is no object.
  private func row(of document: DocumentValue) -> LuaTable? {
    let plain = PlainDocuments(session: session, stack: stack, format: options.format)
    guard case .map = document, let value = try? plain.value(of: document) else { return nil }
    defer { value.drop() }
    return value.value.table
  }

  /// Reads the next document that is one; documents that cannot be read are counted and reported, where that can be.
  private func next(_ reader: any DocumentInput, _ number: inout Int) throws -> DocumentValue? {
    while true {
      do throws(InterchangeError) {
        return try reader.next()
      } catch {
        try session.lua.checkInterruption()
        try rows.flush()
        guard try reader.skipBroken() else { throw error }
        number += 1
        var place = ElementPlace(file: path, element: number)
        if case .line(let line, _)? = reader.place { place.line = line }
        try report.fail(ScriptError(.decode, error.reason), at: place)
      }
    }
  }

  /// What stands in front of a document that fails may fail, too, and is told of first.
  func fail(_ error: any Error, at place: ElementPlace) throws {
    // What the collected rows said has its place already.
    if let known = error as? ScriptError, known.details.contains(where: { $0.name == "file" }) { throw error }
    try rows.flush()
    try report.fail(error, at: place)
  }

  /// Adds one document: as cells, or as the object that it is.
  func add(_ document: DocumentValue, at place: ElementPlace) throws {
    if needsObjects {
      if case .map(let members) = document { try checkKnown(members, decoder.kind(of: document, context)) }
      return try save { try decoder.object(of: document, context) }
    }
    let members = try decoder.members(of: document, context)
    try checkKnown(members, context)
    if decoder.isNested(members, names) { return try save { try decoder.object(of: members, context) } }
    var values: [DocumentValue?] = tied.entity.fields.map { _ in nil }
    var given: [Int] = []
    for member in members {
      guard let slot = names.slot(of: member.name), slot < values.count else {
        decoder.noteUnknown(member.name, names, tied.entity)
        continue
      }
      if values[slot] == nil { given.append(slot) }
      values[slot] = member.value
    }
    let run = rows.run(given: given.sorted()) { slot in values[slot].map { $0 != .null } ?? false }
    try rows.add(to: run, place: place, line: place.element ?? place.line ?? 0) { run, cells, unfit in
      for (column, slot) in run.slots.enumerated() {
        run.isGiven[column] = values[slot] != nil
        guard let value = values[slot] else { continue }
        let field = tied.entity.fields[slot]
        do {
          cells[column] = run.buffer.store(try field.stored(value))
        } catch let refusal as CastError {
          unfit.add(Objects(session).refused(refusal, field, tied.entity, .nil), column: column)
        }
      }
    }
  }

  /// Refuses a document of which nothing would be taken, as it is one of something else.
  private func checkKnown(_ members: [DocumentValue.Member], _ own: ObjectContext) throws {
    let hooks = own.model.hooks
    let others = [DocumentVersion.name, PropertyListMembers.listName, Sharing.field]
    let named = members.filter { !others.contains($0.name) }
    // What is no field may be there for a function.
    guard !named.isEmpty, hooks.afterDecode == nil, hooks.migrate == nil else { return }
    let tied = try own.tied()
    let names = decoder.names(tied)
    if named.contains(where: { names.slot(of: $0.name) != nil || names.relation($0.name) != nil }) { return }
    throw nothingKnown(named.map(\.name), of: own.name, tied.entity)
  }

  /// The words for what holds no field.
  func nothingKnown(_ names: [String], of entity: String, _ known: Entity) -> ScriptError {
    return ScriptError(ExchangeError.noKnownNames(names: names, entity: entity, members: known.memberNames))
  }

  /// Makes an object of a document and saves it, with those that stand in it.
  private func save(_ make: () throws -> BorrowedValue) throws {
    try rows.flush()
    // What is left out must leave nothing behind.
    if options.skipsErrors || report.hasRefused {
      try context.database.store().atomically { try makeAndSave(make) }
    } else {
      try makeAndSave(make)
    }
    report.count += 1
  }

  private func makeAndSave(_ make: () throws -> BorrowedValue) throws {
    try session.lua.scoped { stack in
      try Saver(session).save(ObjectSource(make()), to: context.database, stack, options: options.save)
    }
  }
}
