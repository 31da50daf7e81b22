/// Which table has the links of which relation.
///
/// What the database has noted decides, then the names of its tables; only what is new is named by the order of the
/// declarations: the first relation between two entities has the short name, others have their own behind it.
///
///     A { bs, more }    // a_b noted for bs, or nothing there: bs in a_b, more in a_b_more
///     A { more, bs }    // a_b noted for bs: the same
struct LinkPlaces {
  struct Place: Hashable {
    var table: String
    /// The table that is to get that name, where it has another one.
    var former: String?
    /// Whether it was made from the other side of a relation of an entity to itself.
    var isTurned = false
  }

  private let pairs: [LinkedPair]
  private let tables: [LinkTable]
  private let catalog: Catalog
  /// The pairs by their numbers; those of entities that others take the place of have what these leave.
  private let order: [Int]
  private var places: [Int: Place] = [:]
  /// The tables that are there and have got their relation.
  private var claimed: Set<FoldedName> = []

  /// - Parameter pairs: in the order in which they are declared.
  init(_ pairs: [LinkedPair], in tables: [LinkTable], _ catalog: Catalog) {
    self.pairs = pairs
    self.tables = tables.sorted { $0.name < $1.name }
    self.catalog = catalog
    let isReplaced = pairs.map { catalog.isReplaced($0.entity) || catalog.isReplaced($0.target) }
    order = pairs.indices.filter { !isReplaced[$0] } + pairs.indices.filter { isReplaced[$0] }
  }

  /// A place for each of the pairs.
  func found() -> [Place] {
    var finder = self
    finder.takeSaid()
    finder.takeRenamed()
    finder.takeNoted()
    finder.takeNamed()
    finder.takeOthers()
    return pairs.indices.map { finder.places[$0] ?? Place(table: pairs[$0].said ?? pairs[$0].long) }
  }

  // MARK: What decides, in its order

  /// A table that is said and there is the one.
  private mutating func takeSaid() {
    for (index, pair) in pairs.enumerated() {
      guard let said = pair.said, tables.contains(where: { $0.folded == FoldedName(said) }) else { continue }
      places[index] = Place(table: said)
      claimed.insert(FoldedName(said))
    }
  }

  /// What is said to have had another name has the links that it had under that, unless it has its own.
  private mutating func takeRenamed() {
    for (index, pair) in open where pair.relation.formerName != nil || pair.inverse?.formerName != nil {
      if free.contains(where: { pair.notes(in: $0) > 0 || !$0.isNoted && $0.folded == FoldedName(pair.long) }) {
        continue
      }
      let former = [pair.relation.formerName].compactMap(\.self)
      let longs = pair.longs(former)
      let table =
        free.first { pair.hasFormerNote(in: $0) }
        ?? free.first { pair.isBetween($0) && !$0.isNoted && (longs.contains($0.folded) || isSelfTable($0, pair)) }
      if let table { claim(table, index) }
    }
  }

  private func isSelfTable(_ table: LinkTable, _ pair: LinkedPair) -> Bool {
    pair.isSelf && pair.shorts.contains(table.folded)
  }

  /// What is noted of both sides comes before what is noted of one.
  private mutating func takeNoted() {
    for count in [2, 1] {
      for (index, pair) in open {
        if let table = free.first(where: { pair.notes(in: $0) >= count }) {
          claim(table, index)
        } else if pair.isSelf, let turned = pair.turned,
          let table = free.first(where: { turned.notes(in: $0) >= count })
        {
          claim(table, index, as: turned)
        }
      }
    }
  }

  /// What nothing is noted of is told by its name, where that has a relation's name in it.
  private mutating func takeNamed() {
    for (index, pair) in open {
      let longs = pair.longs([pair.relation.name])
      let plain = free.filter { !$0.isNoted && pair.isBetween($0) }
      if let table = plain.first(where: { longs.contains($0.folded) || isSelfTable($0, pair) }) {
        claim(table, index)
      } else if pair.isSelf, let turned = pair.turned, let table = plain.first(where: { isSelfTable($0, turned) }) {
        claim(table, index, as: turned)
      }
    }
  }

  /// The short name is for one of those that are left: the only one, or the first where nothing is noted.
  private mutating func takeOthers() {
    var seen: Set<FoldedName> = []
    for (_, first) in open where seen.insert(FoldedName(first.short)).inserted {
      let group = open.filter { FoldedName($0.pair.short) == FoldedName(first.short) }
      // A table that is said of another relation, or named by an earlier one.
      let present = tables.first { first.isBetween($0) && first.shorts.contains($0.folded) }
      let unsaid = group.filter { $0.pair.said == nil }
      if let present {
        let isLeft = !claimed.contains(present.folded) && (!present.isNoted || isOrphan(present) && unsaid.count < 2)
        // Where a table is said beside others that have none, theirs is the one that is there.
        if isLeft, let heir = unsaid.first ?? (group.count == 1 && !present.isNoted ? group.first : nil) {
          claim(present, heir.index)
        }
      } else if let heir = unsaid.first, !isTaken(heir.pair.short) {
        places[heir.index] = Place(table: heir.pair.short)
      }
      for (index, pair) in group where places[index] == nil {
        places[index] = Place(table: pair.said ?? rest(of: pair))
      }
    }
  }

  /// Until a migration has taken its table an entity that another one takes the place of has it.
  private func rest(of pair: LinkedPair) -> String {
    let isReplaced = catalog.isReplaced(pair.entity) || catalog.isReplaced(pair.target)
    return isReplaced && !isTaken(pair.short) ? pair.short : pair.long
  }

  // MARK: Parts

  /// The pairs that have no place yet.
  private var open: [(index: Int, pair: LinkedPair)] {
    order.filter { places[$0] == nil }.map { ($0, pairs[$0]) }
  }

  /// The tables that have no relation yet.
  private var free: [LinkTable] { tables.filter { !claimed.contains($0.folded) } }

  private func isTaken(_ name: String) -> Bool {
    places.values.contains { FoldedName($0.table) == FoldedName(name) }
      || pairs.contains { $0.said.map { FoldedName($0) } == FoldedName(name) }
  }

  /// Whether none of the relations that are noted in a table is declared any more.
  private func isOrphan(_ table: LinkTable) -> Bool {
    for end in [table.first, table.second] {
      let owners = catalog.entities.filter { !$0.isReflected && $0.tables.contains { FoldedName($0) == end.table } }
      if let name = end.relation, owners.contains(where: { $0.relation(name)?.kind == .manyToMany }) { return false }
    }
    return true
  }

  private mutating func claim(_ table: LinkTable, _ index: Int, as seen: LinkedPair? = nil) {
    let pair = seen ?? pairs[index]
    claimed.insert(table.folded)
    let name = pair.said ?? name(of: table, for: pair)
    places[index] = Place(
      table: name, former: FoldedName(name) == table.folded ? nil : table.name, isTurned: seen != nil)
  }

  /// The name that a table that is there is to have: its own, but for what is called otherwise now.
  private func name(of table: LinkTable, for pair: LinkedPair) -> String {
    if [pair.short, pair.long].contains(where: { FoldedName($0) == table.folded }) { return table.name }
    let isLong = pair.longs(pair.relation.names).contains(table.folded)
    guard isLong || pair.shorts.contains(table.folded) else { return table.name }
    let names = isLong ? [pair.long] : [pair.short, pair.long]
    return names.first { name in !tables.contains { $0.folded == FoldedName(name) } && !isTaken(name) } ?? table.name
  }
}

extension Catalog {
  /// Whether another entity is said to have been this one.
  fileprivate func isReplaced(_ entity: Entity) -> Bool {
    entities.contains { $0.name != entity.name && [entity.name, entity.table].contains($0.formerName) }
  }
}
