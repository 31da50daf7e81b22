import Lists
import LuaRuntime
import Model
import ResultSets
import Schema

/// The edits: each answers what changed, or nothing where nothing that is seen did.
extension ResultSetMethods {
  static let edits: [Method] = [
    Method(
      "load", takes: 1, "adds rows in silence: observers hear nothing; of rows with one identity the last stays",
      "rs:load(rows)"
    ) { session, call in
      let set = try memory(call, "load")
      _ = try set.insert(rows(session, call, "load", set), isSilent: true)
      call.stack.copy(1)
      return 1
    },
    Method("insert", takes: 3, "adds or updates rows; or puts one at a place", "rs:insert(rows)   rs:insert(row, 1, 2)")
    {
      session, call in
      let set = try memory(call, "insert")
      if call.argumentCount > 2 {
        let position = Position(section: try number(call, 3, "insert"), row: try number(call, 4, "insert"))
        return push(try set.insert(call.value(2), at: position), session, call)
      }
      return push(try set.insert(rows(session, call, "insert", set)), session, call)
    },
    Method("apply", takes: 1, "makes the contents a list: what is not in it goes", "rs:apply(rows)") { session, call in
      let set = try memory(call, "apply")
      return push(try set.apply(rows(session, call, "apply", set)), session, call)
    },
    Method(
      "update", takes: 2, "lets a function change a row, or each of a list of them",
      "rs:update(3, function(row) row.score = 5 end)"
    ) { session, call in
      let set = try memory(call, "update")
      guard case .function(let function) = call.value(3), !call.isNil(2) else {
        throw MethodError.updateWithoutRow
      }
      return push(try set.update(identities(session, call, set), function), session, call)
    },
    Method(
      "batch", takes: 1, "makes one change of all that a function edits, or none where it fails",
      "rs:batch(function() rs:remove(1) rs:insert { id = 2 } end)"
    ) { session, call in
      let set = try memory(call, "batch")
      guard case .function(let function) = call.value(2) else {
        throw MethodError.editsWithoutFunction(value: call.value(2).described)
      }
      return push(try set.batch(function), session, call)
    },
    Method(
      "move", takes: 5, "moves a row to another place", "rs:move(1, 1, 2, 1)   rs:move(1, 1, 1, 3, { silent = true })"
    ) {
      session, call in
      let set = try memory(call, "move")
      let places = try (2...5).map { try number(call, $0, "move") }
      var isSilent = false
      if !call.value(6).isNil { isSilent = try silence(call.value(6), session) }
      let changes = try set.move(
        from: Position(section: places[0], row: places[1]), to: Position(section: places[2], row: places[3]),
        isSilent: isSilent)
      return push(changes, session, call)
    },
    Method(
      "remove", takes: 2, "takes out a row, an identity, a list of them, or a position",
      "rs:remove(3)   rs:remove(1, 2)"
    ) {
      session, call in
      let set = try memory(call, "remove")
      if call.argumentCount > 2 {
        let position = Position(section: try number(call, 2, "remove"), row: try number(call, 3, "remove"))
        return push(try set.remove(at: [position]).changes, session, call)
      }
      guard !call.isNil(2) else { throw MethodError.removeWithoutRow }
      return push(try set.remove(identities(session, call, set)), session, call)
    },
    Method(
      "remove_at", takes: 1, "takes out the rows at positions; gives these rows", "rs:remove_at { { 1, 1 }, { 2, 3 } }"
    ) {
      session, call in
      let set = try memory(call, "remove_at")
      Words(session).push(rows: try set.remove(at: positions(call)).rows, on: call.stack)
      return 1
    },
    Method("remove_sections", "takes out sections with their rows", "rs:remove_sections(1, 3)") { session, call in
      let set = try memory(call, "remove_sections")
      return push(try set.removeSections(sections(call, set)), session, call)
    },
    Method("clear", takes: 0, "takes out all rows", "rs:clear()") { session, call in
      push(try memory(call, "clear").clear(), session, call)
    },
  ]

  // MARK: Arguments

  /// What `{ silent = true }` says.
  private static func silence(_ value: LuaValue, _ session: SessionContext) throws -> Bool {
    guard case .table(let table) = value else {
      throw MethodError.moveOptionsNotATable(value: value.described)
    }
    var isSilent = false
    for (key, value) in table.entries() {
      let name = session.lua.describe(key)
      guard name == "silent" else {
        throw MethodError.noMoveOption(name: name)
      }
      guard case .boolean(let flag) = value else {
        throw MethodError.moveSilentNotAFlag(value: value.described)
      }
      isSilent = flag
    }
    return isSilent
  }

  static func memory(_ call: LuaCall, _ word: String) throws -> MemoryResultSet {
    let set = try resultSet(call)
    guard let memory = set as? MemoryResultSet else {
      throw MethodError.editedRequest(word: word)
    }
    return memory
  }

  static func push(_ changes: ResultChanges?, _ session: SessionContext, _ call: LuaCall) -> Int {
    guard let changes else { return 0 }
    RowCopies(session).push(changes, on: call.stack)
    return 1
  }

  /// A list of rows, or one row.
  private static func rows(_ session: SessionContext, _ call: LuaCall, _ word: String, _ set: MemoryResultSet) throws
    -> GivenRows
  {
    let value = call.value(2)
    if case .table(let table) = value, table.rawLength == 0, !table.entries().isEmpty { return .values([value]) }
    if let rows = try RowSource(session: session).given(value) { return rows }
    guard RowCopies(session).isRow(value) else {
      throw MethodError.notRows(word: word, value: value.described)
    }
    return .values([value])
  }

  /// The rows that are meant: by a row, an identity, or a list of these.
  private static func identities(_ session: SessionContext, _ call: LuaCall, _ set: MemoryResultSet) throws -> [Int] {
    let value = call.value(2)
    // A table that is no row is a list of them.
    if case .table(let table) = value, table.rawLength > 0, (try? set.identity(of: value)) == nil {
      return try table.elements.compactMap { try set.identity(of: $0) }
    }
    if case .userdata = value, let rows = try RowSource(session: session).rows(value) {
      return try rows.compactMap { try set.identity(of: $0) }
    }
    return try set.identity(of: value).map { [$0] } ?? []
  }

  private static func positions(_ call: LuaCall) throws -> [Position] {
    guard case .table(let table) = call.value(2) else {
      throw MethodError.removeAtWithoutPositions(value: call.value(2).described)
    }
    let list = table[1].number != nil ? [.table(table)] : table.elements
    return try list.map { value in
      guard let pair = value.table, let section = pair[1].integer, let row = pair[2].integer,
        let first = Int(exactly: section), let second = Int(exactly: row)
      else {
        throw MethodError.notAPosition(value: value.described)
      }
      return Position(section: first, row: second)
    }
  }

  /// Sections by number, name or value, one by one or as a list.
  private static func sections(_ call: LuaCall, _ set: MemoryResultSet) throws -> [Int] {
    var values = Array(call.arguments.dropFirst())
    if values.count == 1, case .table(let table) = values[0] { values = table.elements }
    guard call.argumentCount > 1 else {
      throw MethodError.removeSectionsWithoutSections
    }
    return try values.compactMap { value in
      if let handle = value.userdata?.object(as: SectionHandle.self) {
        return set.view.names.knownNumber(of: handle.name).flatMap { set.view.order.number(ofSection: $0) }
      }
      if let number = value.integer {
        guard let place = Int(exactly: number), set.view.order.section(place) != nil else {
          throw MethodError.noSection(section: number, summary: set.view.summary)
        }
        return place
      }
      guard Scalar(value) != nil else {
        throw MethodError.notASection(value: value.described)
      }
      return set.view.names.knownNumber(of: value).flatMap { set.view.order.number(ofSection: $0) }
    }
  }
}
