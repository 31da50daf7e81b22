import Lists
import LuaRows
import LuaRuntime
import Model
import ResultSets

extension ResultSetMethods {
  static let reading: [Method] = [
    Method("at", takes: 2, "the row at a section and a place in it, or the n-th of all", "rs:at(1, 2)   rs:at(3)") {
      _, call in
      let view = try view(call)
      let first = try number(call, 2, "at")
      if call.argumentCount < 3 || call.isNil(3) {
        call.push(try view.order.position(ofNth: first).map { try view.object(at: $0, on: call.stack) } ?? .nil)
      } else {
        let row = try number(call, 3, "at")
        call.push(try view.object(at: Position(section: first, row: row), on: call.stack))
      }
      return 1
    },
    Method("position", takes: 1, "section and place of a row or its identity, or nil", "s, r = rs:position(3)") {
      _, call in
      let set = try resultSet(call)
      guard let index = try set.index(of: call.value(2)), let position = set.view.order.position(ofNth: index + 1)
      else {
        call.pushNil()
        return 1
      }
      call.push(position.section)
      call.push(position.row)
      return 2
    },
    Method("section", takes: 1, "the section with a name, or nil", "rs:section(\"A\")") { session, call in
      let view = try view(call)
      let section = view.names.knownNumber(of: call.value(2)).flatMap { view.order.number(ofSection: $0) }
      call.push(SectionList(view, session)[section ?? 0])
      return 1
    },
    Method("section_count", takes: 0, "how many sections there are", "rs:section_count()") { _, call in
      call.push(try view(call).order.sectionCount)
      return 1
    },
    Method(
      "titles", takes: 0, "the titles of the sections, each once: initials, unless `title` says otherwise",
      "rs:titles()"
    ) { session, call in
      let view = try view(call)
      var known: Set<Scalar> = []
      let titles = try asking(call) { try view.order.sections.map { try view.title($0.identity, session) } }
      call.stack.push(list: titles.filter { title in Scalar(title).map { known.insert($0).inserted } ?? true })
      return 1
    },
    Method("section_for_title", takes: 1, "the first section with a title, or nil", "rs:section_for_title(\"P\")") {
      session, call in
      let view = try view(call)
      let wanted = call.value(2)
      let place = try asking(call) {
        try view.order.sections.firstIndex { section in
          let title = try view.title(section.identity, session)
          return title == wanted
        }
      }
      call.push(SectionList(view, session)[place.map { $0 + 1 } ?? 0])
      return 1
    },
    Method(
      "objects", takes: 1, "all rows as a list, in order or sorted another way", "rs:objects()   rs:objects(\"-score\")"
    ) {
      session, call in
      let rows = try view(call).objects(on: call.stack)
      let sort = try RowSort(call.value(2), word: "sort", session, call)
      Words(session).push(rows: try asking(call) { try sort.sorted(rows, session) }, on: call.stack)
      return 1
    },
    Method(
      "find", takes: 2, "the rows that satisfy a condition, said as where says it, of one section or of all",
      "rs:find { score = 3 }   rs:find(function(row) return row.score > 3 end, 2)"
    ) { session, call in
      let view = try view(call).flat
      let filter = try RowFilter([call.value(2)], word: "find", session)
      var range = view.order.rows.indices
      if !call.isNil(3) {
        guard let section = view.order.section(try number(call, 3, "find")) else {
          call.push(.nil)
          return 1
        }
        range = section.range
      }
      var found: [LuaValue] = []
      try asking(call) {
        for index in range {
          let row = try view.object(index, on: call.stack)
          if try filter.selects(row) { found.append(row) }
        }
      }
      Words(session).push(rows: found, on: call.stack)
      return 1
    },
    Method(
      "loaded_count", takes: 0, "how many rows it knows, those that the filter hides included", "rs:loaded_count()"
    ) {
      _, call in
      call.push(try resultSet(call).loadedCount)
      return 1
    },
    Method(
      "next_page", takes: 0, "the number of the page to fetch next; a page that came short again", "rs:next_page()"
    ) {
      _, call in
      let set = try resultSet(call)
      call.push(set.loadedCount / set.pageSize + 1)
      return 1
    },
    Method("last_page", takes: 0, "the number of the last page that was fetched; 0 before the first", "rs:last_page()")
    {
      _, call in
      let set = try resultSet(call)
      call.push((set.loadedCount + set.pageSize - 1) / set.pageSize)
      return 1
    },
  ]
}

extension Words {
  /// Pushes rows as a list: of objects of one entity the list that has methods, else a plain table.
  func push(rows: [LuaValue], on stack: LuaStack) {
    guard case .userdata? = rows.first, stack.ensure(8) else { return stack.push(list: rows) }
    let base = stack.top
    stack.push(rows[0])
    guard let shape = stack.rowObject(-1)?.shape, let name = stack.rowObject(-1)?.context(as: ObjectContext.self)?.name
    else {
      stack.top = base
      return stack.push(list: rows)
    }
    stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
    stack.remove(base + 1)
    for (place, row) in rows.enumerated() {
      stack.push(row)
      guard stack.rowObject(-1)?.context(as: ObjectContext.self)?.name == name else {
        stack.top = base
        return stack.push(list: rows)
      }
      stack.setRow(ofList: base + 1, at: place + 1)
    }
  }
}
