import LuaRows
import LuaRuntime
import Model
import ResultSets

/// The edits that scripts make.
extension MemoryResultSet {
  /// Adds rows, or updates those that are known.
  package func insert(_ rows: GivenRows, isSilent: Bool = false) throws -> ResultChanges? {
    try edit(isSilent: isSilent, isTold: !isSilent) { try $0.put(rows) }
  }

  /// Makes the contents these rows, in this order where no sort says otherwise.
  package func apply(_ rows: GivenRows) throws -> ResultChanges? {
    try edit { edit in
      let wanted = try edit.put(rows)
      edit.remove(Set(edit.list.rows.identities).subtracting(wanted))
      var known: Set<Int> = []
      edit.affectAll()
      for identity in wanted where known.insert(identity).inserted {
        let serial = edit.list.newSerial()
        edit.list.rows[identity]?.serial = serial
      }
      // Without a sort the list is the order; where no row has a place of its own, all are where their keys have them.
      if edit.rules.sort.isNone || edit.rules.filter == nil && !edit.list.order.hasPlaced { return try edit.sortAnew() }
      try edit.settle()
      try edit.restoreOrder()
    }
  }

  /// Puts a row at a place, where it stays until all are sorted anew.
  package func insert(_ row: LuaValue, at position: Position) throws -> ResultChanges? {
    try edit { edit in
      let identity = try edit.put(row)
      try place(identity, at: position, &edit)
    }
  }

  /// Moves the row at a position to another one, where it stays until all are sorted anew.
  package func move(from: Position, to: Position, isSilent: Bool) throws -> ResultChanges? {
    guard let identity = view.order.row(at: from) else { throw outOfRange(from, .noRow) }
    guard view.order.section(to.section) != nil else { throw outOfRange(to, .noSection) }
    return try edit(isSilent: isSilent) { edit in try place(identity, at: to, &edit) }
  }

  private func place(_ identity: Int, at position: Position, _ edit: inout MemoryEdit) throws {
    let section = try targetSection(identity, position, &edit)
    let isThere =
      edit.list.order.section(of: identity) == section && edit.list.order.entry(of: identity)?.isHidden == false
    let count = edit.list.order.visible(section) - (isThere ? 1 : 0)
    guard (1...count + 1).contains(position.row) else {
      throw outOfRange(position, .noPlace(last: count + 1))
    }
    edit.place(identity, in: section, before: position.row)
  }

  /// The section at a position, to which the row is made to belong.
  private func targetSection(_ identity: Int, _ position: Position, _ edit: inout MemoryEdit) throws -> Int {
    guard let row = edit.list.rows[identity] else { throw outOfRange(position, .noRow) }
    let own = try edit.section(of: row)
    guard let target = view.order.section(position.section)?.identity else {
      // One behind the last: a section that is not there yet.
      guard position.section == view.order.sectionCount + 1, view.order.number(ofSection: own) == nil else {
        throw outOfRange(position, .noSection)
      }
      return own
    }
    if own == target { return own }
    try edit.setSection(identity, to: target)
    return target
  }

  private func outOfRange(_ position: Position, _ reason: ListError.Misplacement) -> ScriptError {
    ScriptError(ListError.outOfRange(position: position.description, reason: reason, summary: view.summary))
  }

  /// Lets a function change a row.
  package func update(_ value: LuaValue, _ function: LuaFunction) throws -> ResultChanges? {
    try identity(of: value).flatMap { try update([$0], function) }
  }

  /// Lets a function change several rows, one after the other: one change of them all, or none where it fails.
  package func update(_ identities: [Int], _ function: LuaFunction) throws -> ResultChanges? {
    var known: Set<Int> = []
    return try edit { edit in
      // One that is named twice is one row.
      for identity in identities where known.insert(identity).inserted { try edit.change(identity, function) }
    }
  }

  /// Takes rows out; those that are not there are passed over.
  package func remove(_ identities: [Int]) throws -> ResultChanges? {
    try edit { $0.remove(Set(identities)) }
  }

  /// Takes out the rows at positions; the rows, in the order of the positions.
  package func remove(at positions: [Position]) throws -> (rows: [LuaValue], changes: ResultChanges?) {
    var (identities, known): ([Int], Set<Int>) = ([], [])
    for position in positions {
      guard let identity = view.order.row(at: position) else { throw outOfRange(position, .noRow) }
      if known.insert(identity).inserted { identities.append(identity) }
    }
    let rows = try identities.map { try RowCopies(session).ownCopy(list.rows[$0]?.object ?? .nil) }
    return (rows, try remove(identities))
  }

  /// Takes out all rows of sections, those that the filter hides not included.
  package func removeSections(_ sections: [Int]) throws -> ResultChanges? {
    try remove(sections.flatMap { Array(view.order.rows(inSection: $0) ?? []) })
  }

  package func clear() throws -> ResultChanges? { try edit { $0.remove(Set($0.list.rows.identities)) } }

  // MARK: Rules

  package func resort(_ sort: RowSort?) throws -> ResultChanges? {
    try edit { edit in
      if let sort { edit.rules.sort = sort }
      try edit.sortAnew()
    }
  }

  package func resortSections(_ order: SectionOrder?) throws -> ResultChanges? {
    try edit { edit in
      if let order { edit.rules.sectionOrder = order }
      edit.list.heldSections = []
      edit.hasOtherSectionOrder = true
    }
  }

  /// Asks the filter about all rows again; `.some(nil)` takes it away.
  package func refilter(_ filter: RowFilter??) throws -> ResultChanges? {
    try edit { edit in
      if let filter { edit.rules.filter = filter }
      edit.rules.filter?.readAnew()
      for identity in edit.inOrderOfLoading(edit.list.rows.identities) {
        guard let row = edit.list.rows[identity] else { continue }
        let isHidden = edit.list.order.entry(of: identity)?.isHidden ?? true
        if try edit.isHidden(row) != isHidden { edit.touched.insert(identity) }
      }
    }
  }

  package func sortSection(_ section: Int, _ sort: RowSort) throws -> ResultChanges? {
    guard let identity = view.order.section(section)?.identity else {
      throw ScriptError(ListError.noSection(section: section, summary: view.summary))
    }
    return try edit { try $0.sortOnce(identity, by: sort) }
  }

  // MARK: Unloading

  /// Lets the function `unload` or `reload` of the set change rows of a section, in silence; how many.
  package func unload(_ section: Int, _ range: ClosedRange<Int>?, with function: LuaFunction) throws -> Int {
    guard let rows = view.order.rows(inSection: section) else {
      throw ScriptError(ListError.noSection(section: section, summary: view.summary))
    }
    let range = range ?? 1...max(rows.count, 1)
    guard range.lowerBound >= 1, range.upperBound <= rows.count else {
      throw ScriptError(ListError.noRowsInSection(section: section, count: rows.count))
    }
    let chosen = rows.dropFirst(range.lowerBound - 1).prefix(range.count)
    try edit(isSilent: true) { edit in
      for identity in chosen { try edit.change(identity, function) }
      // They are the rows that they were: they keep their places.
      edit.touched = []
    }
    return chosen.count
  }
}

extension MemoryEdit {
  /// Calls a function with a copy of a row, which then takes its place.
  fileprivate mutating func change(_ identity: Int, _ function: LuaFunction, _ arguments: [LuaValue] = []) throws {
    guard let row = list.rows[identity] else { return }
    let copy = try RowCopies(session).ownCopy(row.object)
    let result = try function.call([copy] + arguments).first ?? .nil
    // Copied once more: the function may have kept what it was given.
    try replace(identity, by: RowCopies(session).rowCopy(RowCopies(session).isRow(result) ? result : copy))
  }

  /// Makes a row belong to another section, by the function that the script has for it.
  fileprivate mutating func setSection(_ identity: Int, to section: Int) throws {
    guard let setSection = rules.setSection else {
      throw ScriptError(ListError.noSetSection)
    }
    try change(identity, setSection, [names.name(section)])
    guard let row = list.rows[identity], try self.section(of: row) == section else {
      throw ScriptError(ListError.setSectionDidNothing)
    }
  }
}
