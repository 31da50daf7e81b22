import Schema

/// The indexes that come and go.
extension TableComparison {
  /// Tells of the indexes that come and go; returns those that go.
  mutating func compareIndexes(_ gone: [TableDescription.Column]) -> [(name: String, isOurs: Bool)] {
    let (declared, present) = (wanted.description.plainIndexes, existing.madeIndexes)
    for index in declared where isMissing(index) && !isLeftOut(index) {
      lines.append(.init(sign: "+", name: "index", words: "(\(index.columns.joined(separator: ", ")))"))
    }
    for index in wanted.description.writtenIndexes where !existing.has(index) {
      lines.append(.init(sign: "+", name: "index", words: index.words))
    }
    let goneNames = Set(gone.map { FoldedName($0.name) })
    var dropped: [(name: String, isOurs: Bool)] = []
    for index in present where !declared.contains(where: { $0.isLike(index) }) {
      // What others made stays, as long as its columns do.
      let usesGone = index.columns.contains { goneNames.contains(FoldedName($0)) }
      guard index.isOurs || usesGone else { continue }
      dropped.append((index.name, index.isOurs))
      let columns = "(\(index.columns.joined(separator: ", ")))"
      let words = index.isOurs ? columns : "\(index.name) \(columns), which uses what goes"
      lines.append(.init(sign: "-", name: "index", words: words))
    }
    for index in existing.writtenIndexes where !dropped.contains(where: { $0.name == index.name }) {
      if index.isOurs, !wanted.description.has(index) {
        dropped.append((index.name, true))
        lines.append(.init(sign: "-", name: "index", words: index.words))
        continue
      }
      // Renamed columns are renamed in it, too, before the others go.
      guard !index.uses.isDisjoint(with: goneNames.subtracting(renames.map { FoldedName($0.old) })) else { continue }
      dropped.append((index.name, false))
      lines.append(.init(sign: "-", name: "index", words: "\(index.name), which uses what goes"))
    }
    return dropped
  }

  var missingIndexes: [String] {
    let declared = wanted.statements.dropFirst()
    let made = wanted.description.madeIndexes
    // A table that is there keeps the parts that it has, or goes on without any.
    let parts = dialect.parts(of: table, by: [])?.statements.map { $0.literal(for: dialect) } ?? []
    return declared.filter { statement in
      if parts.contains(statement) { return false }
      if let column = wanted.description.columns.first(where: { remark(on: $0) == statement }) {
        // That decimals are the numbers themselves is noted where a table is made.
        // Of columns that are there it is noted beside what others say of them.
        if dialect.altersTables, existing.column(column.name) != nil || column.nature.native != nil { return false }
        guard let present = existing.column(column.name) else { return true }
        return present.remark != column.remark && !StoredType(column.declaredType, saying: column.remark).isNumber
      }
      let written = wanted.description.writtenIndexes.first { statement.contains(dialect.quoted($0.name)) }
      if let written { return !existing.has(written) }
      guard let index = made.first(where: { statement.contains(dialect.quoted($0.name)) }) else { return true }
      return isMissing(index) && !isLeftOut(index)
    }
  }

  /// Whether an index is only there for a key that the table has had without one: what others made is fast enough to
  /// them.
  ///
  /// A table that is made anew gets it, and the plan names it.
  func isLeftOut(_ index: TableDescription.Index) -> Bool {
    isForeign && !needsRebuild && !index.isUnique && existing.hasKey(like: wanted.description, over: index.columns)
  }

  /// The statement that notes what is known of a column, where the table's own text cannot.
  func remark(on column: TableDescription.Column) -> String? {
    column.note.flatMap { dialect.remark($0, on: column.name, of: table) }?.literal(for: dialect)
  }

  /// Whether no index that is there, and stays, does the work of a declared one.
  ///
  /// One of more columns does, too: an ordered relation has `(player_id, player_position)`, where one that is not
  /// ordered would have `(player_id)`.
  func isMissing(_ index: TableDescription.Index) -> Bool {
    !existing.indexes.contains { does($0, theWorkOf: index) }
  }

  /// What others made stays, and does it; of Moonshell's own stays what is declared.
  func does(_ present: TableDescription.Index, theWorkOf index: TableDescription.Index) -> Bool {
    let goneNames = Set(gone.map(FoldedName.init))
    let columns = present.columns.map(FoldedName.init)
    guard goneNames.isDisjoint(with: columns) else { return false }
    if present.isConstraint { return isForeign && present.isLike(index) }
    if present.isLike(index) { return true }
    guard !index.isUnique, present.isPlain, columns.starts(with: index.columns.map(FoldedName.init)) else {
      return false
    }
    return !present.isOurs || wanted.description.madeIndexes.contains { $0.isLike(present) }
  }
}
