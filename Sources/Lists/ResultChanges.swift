import LuaRuntime
import Model
import ResultSets
import Schema

/// What changed in a list, as a value of the language.
///
///     changes.inserted[1].object   changes.sections.deleted[1].name   for kind, entry in changes:each() do … end
package final class ResultChanges {
  let changes: Changes
  let before: ResultView
  let after: ResultView
  /// What brought the old list into the order in which its rows are counted.
  let sort: RowSort
  unowned let session: SessionContext
  private let held: HeldMemory
  private var members: [String: LuaTable] = [:]

  init(
    _ changes: Changes, from before: ResultView, to after: ResultView, sortedBy sort: RowSort = .none,
    _ session: SessionContext
  ) {
    self.changes = changes
    self.sort = sort
    self.before = before
    self.after = after
    self.session = session
    held = HeldMemory(session.lua)
  }

  /// Itself, for an object of Lua, which keeps the old list: to the collector that is an object of some bytes.
  func kept() -> ResultChanges {
    let bytes = before.order.bytesApart
    if held.become(bytes) { session.lua.account(forSmallBytes: bytes) }
    return self
  }

  // MARK: Entries

  /// The row that an entry is about: as it is now, or as it was when it went.
  func object(_ row: Changes.Row, on stack: LuaStack) throws -> LuaValue {
    if let to = row.to { return try after.object(at: to, on: stack) }
    return try row.from.map { try before.object(at: $0, on: stack) } ?? .nil
  }

  func name(_ section: Changes.Section) -> LuaValue {
    (section.to != nil ? after : before).name(section.identity)
  }

  /// A row that came, went or moved, above.
  private func entry(_ row: Changes.Row, on stack: LuaStack) throws -> BorrowedValue {
    let entry = BorrowedValue(tableOf: 0, members: 3, on: stack)
    entry.set("object", to: try object(row, on: stack))
    for (name, position) in [("from", row.from), ("to", row.to)] {
      guard let position else { continue }
      let place = entry.newTable(array: 2)
      place.set(1, to: .integer(Int64(position.section)))
      place.set(2, to: .integer(Int64(position.row)))
      entry.take(place, as: name)
    }
    return entry
  }

  /// What the row of an update was before, and the names of the fields that differ.
  private func difference(of row: Changes.Row) throws -> (old: LuaTable, fields: [LuaValue])? {
    guard let from = row.from.flatMap(before.order.index(at:)), let to = row.to.flatMap(after.order.index(at:)),
      let old = try before.table(from, session), let new = try after.table(to, session)
    else { return nil }
    let content = RowContent(session: session, stack: session.lua.stack)
    let removed = old.entries().map(\.0).filter { new[$0].isNil }
    let changed = try new.entries().filter { try content.bytes(ofValue: $0.1) != content.bytes(ofValue: old[$0.0]) }
    let names = (removed + changed.map(\.0)).map { (words: session.lua.describe($0), name: $0) }
    return (old, names.sorted { $0.words < $1.words }.map(\.name))
  }

  /// What the row of an update held before, by the number of the update; nil for a table, which `old` says whole.
  package func storedBefore(update number: Int) -> StoredRow? {
    guard changes.updated.indices.contains(number), let from = changes.updated[number].from else { return nil }
    return before.order.index(at: from).flatMap(before.rows.stored)
  }

  /// A row whose fields changed, above.
  private func update(_ row: Changes.Row, on stack: LuaStack) throws -> BorrowedValue {
    let entry = try entry(row, on: stack)
    guard let difference = try difference(of: row) else { return entry }
    entry.set("old", to: .table(difference.old))
    entry.take(BorrowedValue(listOf: difference.fields, on: stack), as: "fields")
    return entry
  }

  /// A section that came, went or moved, above.
  private func entry(_ section: Changes.Section, on stack: LuaStack) throws -> BorrowedValue {
    let entry = BorrowedValue(tableOf: 0, members: 4, on: stack)
    entry.set("name", to: name(section))
    // The rows that came or went with it, of which there are no entries.
    if section.from == nil || section.to == nil {
      let view = section.to == nil ? before : after
      let rows = try section.rows.map { row in
        try view.order.index(ofRow: row).map { try view.object($0, on: stack) } ?? .nil
      }
      entry.take(BorrowedValue(listOf: rows, on: stack), as: "rows")
    }
    for (name, place) in [("from", section.from), ("to", section.to)] {
      if let place { entry.set(name, to: .integer(Int64(place))) }
    }
    return entry
  }

  // MARK: Tables

  /// The entries of one member as a table, made once: the same table each time.
  ///
  /// Those of the others are not made, which may be many.
  package func table(of member: String, on stack: LuaStack) throws -> LuaTable {
    if let made = members[member] { return made }
    let entries = try entries(of: member, on: stack)
    defer { entries.drop() }
    let table = entries.value.table ?? session.lua.makeTable()
    members[member] = table
    return table
  }

  /// The entries of one member, above.
  private func entries(of member: String, on stack: LuaStack) throws -> BorrowedValue {
    switch member {
    case "deleted": try list(changes.deleted, on: stack) { try entry($0, on: stack) }
    case "inserted": try list(changes.inserted, on: stack) { try entry($0, on: stack) }
    case "moved": try list(changes.moved, on: stack) { try entry($0, on: stack) }
    case "updated": try list(changes.updated, on: stack) { try update($0, on: stack) }
    default: try sections(on: stack)
    }
  }

  /// The entries of sections, above.
  private func sections(on stack: LuaStack) throws -> BorrowedValue {
    let all = BorrowedValue(tableOf: 0, members: 3, on: stack)
    for (name, sections) in [
      ("deleted", changes.sections.deleted), ("inserted", changes.sections.inserted), ("moved", changes.sections.moved),
    ] {
      all.take(try list(sections, on: stack) { try entry($0, on: stack) }, as: name)
    }
    return all
  }

  /// A list of what is made of entries, above.
  private func list<Entry>(
    _ entries: [Entry], on stack: LuaStack, _ make: (Entry) throws -> BorrowedValue
  ) rethrows -> BorrowedValue {
    let list = BorrowedValue(tableOf: entries.count, on: stack)
    for (place, entry) in entries.enumerated() { list.take(try make(entry), at: place + 1) }
    return list
  }

  /// All entries with their kinds, in the order in which they are told.
  func steps(on stack: LuaStack) throws -> [(kind: String, entry: LuaValue)] {
    let sections = try table(of: "sections", on: stack)
    func entries(_ list: LuaTable?, _ kind: String) -> [(kind: String, entry: LuaValue)] {
      (list?.elements ?? []).map { (kind, $0) }
    }
    func entries(_ member: String) throws -> [(kind: String, entry: LuaValue)] {
      entries(try table(of: member, on: stack), member)
    }
    func entries(ofSections kind: String) -> [(kind: String, entry: LuaValue)] {
      entries(sections[kind].table, "sections.\(kind)")
    }
    return try entries(ofSections: "deleted") + entries("deleted") + entries(ofSections: "inserted")
      + entries("inserted") + entries(ofSections: "moved") + entries("moved") + entries("updated")
  }

  // MARK: The type

  static let memberNames = ["deleted", "inserted", "moved", "updated", "sections"]

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { [unowned session] call in
        guard let changes = call.object(1, as: ResultChanges.self) else { return 0 }
        let name = session.lua.describe(call.value(2))
        guard memberNames.contains(name) else {
          let names = memberNames + methods.map(\.name) + ["encode"]
          throw ScriptError(ListError.noChangesMember(name: name, candidates: names))
        }
        call.push(.table(try changes.table(of: name, on: call.stack)))
        return 1
      },
      "__pairs": { call in
        call.push(try changes(call).next(on: call.stack))
        return 1
      },
      "__tostring": { call in
        call.returning(call.object(1, as: ResultChanges.self)?.text() ?? "changes")
      },
      "__eq": { call in
        let left = call.object(1, as: ResultChanges.self)
        call.push(left != nil && left === call.object(2, as: ResultChanges.self))
        return 1
      },
    ]
  }

  package static let methods: [Method] = [
    Method(
      "each", takes: 0, "walks all of them in order, as pairs does",
      "for kind, entry in changes:each() do print(kind, entry.object) end"
    ) { session, call in
      call.push(try changes(call).next(on: call.stack))
      return 1
    },
    Method(
      "apply", takes: 1, "makes of a snapshot of the old list, or of a plain list, one of the new list",
      "new = changes:apply(old)"
    ) { session, call in
      call.push(try changes(call).applied(to: call.value(2)))
      return 1
    },
  ]

  private static func changes(_ call: LuaCall) throws -> ResultChanges {
    guard let changes = call.object(1, as: ResultChanges.self) else {
      throw ScriptError(ListError.notChanges(value: call.value(1).described))
    }
    return changes
  }

  /// The function that gives the next kind and entry each time that it is called.
  private func next(on stack: LuaStack) throws -> LuaValue {
    let steps = try steps(on: stack)
    var place = 0
    return .function(
      session.lua.closure(named: "each") { call in
        guard place < steps.count else {
          call.pushNil()
          return 1
        }
        call.push(.string(LuaString(steps[place].kind)))
        call.push(steps[place].entry)
        place += 1
        return 2
      })
  }
}

extension RowCopies {
  package func push(_ changes: ResultChanges, on stack: LuaStack) {
    BorrowedValue(.nil, on: stack).become(changes.kept(), as: session.types.changes)
  }
}

extension HostTypes {
  package var changes: LuaHostType { self["changes"] }
}
