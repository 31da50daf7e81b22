import Schema

/// What others made on top of what goes: it goes with it, where that is agreed to, and is never left broken.
extension SchemaComparison {
  /// Drops the views and triggers that use what goes.
  func dropDependents(on gone: [GoneColumns], _ plan: inout SchemaPlan) {
    var going = dependents.filter { thing in gone.contains { thing.uses($0) } }
    var whole = Set(
      plan.late.compactMap { step -> FoldedName? in
        if case .dropTable(let name) = step { FoldedName(name) } else { nil }
      })
    // A view of a view goes with that.
    while true {
      whole.formUnion(going.filter { $0.kind == .view }.map { FoldedName($0.name) })
      let more = dependents.filter { thing in
        !going.contains(thing) && !whole.contains(FoldedName(thing.name)) && whole.contains { thing.uses(whole: $0) }
      }
      if more.isEmpty { break }
      going += more
    }
    let views = Set(going.filter { $0.kind == .view }.map { FoldedName($0.name) })
    going += dependents.filter { thing in
      thing.kind == .trigger && views.contains(FoldedName(thing.table)) && !going.contains(thing)
    }
    for thing in going where thing.kind == .column {
      plan.problems.append("\(thing.words) is computed of what goes: drop it first, or leave the other")
    }
    var steps: [SchemaStep] = []
    for thing in going where thing.kind != .column {
      let isOfView = thing.kind == .trigger && views.contains(FoldedName(thing.table))
      // The triggers of a view go with it.
      if !isOfView { steps.append(thing.kind == .view ? .dropView(thing.name) : .dropTrigger(thing.name)) }
      plan.tables.append(.init(heading: "\(thing.words) goes: it uses what goes"))
      if !destructive.contains(thing.name) {
        plan.losses.append(.init(name: thing.name, table: thing.table, column: nil))
      }
    }
    plan.late.insert(contentsOf: steps, at: 0)
  }

  /// A key of another table that refers to a column which goes would refer to nothing.
  func refuseLooseKeys(
    to table: WantedTable, _ gone: [String], _ present: [TableDescription], _ plan: inout SchemaPlan
  ) {
    let names = Set(([table.description.name] + table.formerTables).map { FoldedName($0) })
    let gone = Set(gone.map { FoldedName($0) })
    for other in present where !names.contains(FoldedName(other.name)) {
      let keys = wanted.first { FoldedName($0.description.name) == FoldedName(other.name) }?.description.foreignKeys
      for key in keys ?? other.foreignKeys where names.contains(FoldedName(key.table)) {
        guard let column = key.referencedColumns.first(where: { gone.contains(FoldedName($0)) }) else { continue }
        plan.problems.append(
          "\(other.name).\(key.columns.joined(separator: ", ")) refers to \(table.description.name).\(column), which"
            + " goes: let that key go first")
      }
    }
  }
}
