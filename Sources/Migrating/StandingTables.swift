import Model
import Query
import Schema

/// Tables of other programs that stay where they are: what is declared of them is said of the columns that they have.
extension Catalog {
  func standing(over tables: [TableDescription], _ dialect: any Dialect) -> Catalog {
    guard dialect.altersTables else { return computing(as: tables) }
    let catalog = Catalog(
      entities.map { entity in
        guard !entity.isReflected, let table = entity.standingTable(among: tables) else { return entity }
        return entity.standing(over: table, dialect)
      })
    return Catalog(catalog.entities.map { $0.isReflected ? $0 : $0.referring(in: catalog) })
  }
}

extension Catalog {
  /// The same, where what the database computes is kept, or is not, as it is: no declaration says which.
  private func computing(as tables: [TableDescription]) -> Catalog {
    Catalog(
      entities.map { entity in
        guard !entity.isReflected, entity.fields.contains(where: \.isGenerated),
          let table = entity.standingTable(among: tables)
        else { return entity }
        var result = entity
        let former = entity.formerColumns
        for slot in entity.fields.indices where entity.fields[slot].isGenerated {
          let column = entity.fields[slot].column
          let present = table.column(column, formerly: former[column] ?? [])
          result.fields[slot].nature.isComputedOnRead = present?.nature.isComputedOnRead ?? false
        }
        return result
      })
  }
}

extension Entity {
  /// The same, whose keys are of the types of what they refer to.
  fileprivate func referring(in catalog: Catalog) -> Entity {
    var entity = self
    for relation in relations where relation.kind == .belongsTo {
      guard let target = catalog[relation.target] else { continue }
      for pair in relation.columnPairs(owner: self, target: target) {
        guard let slot = fields.firstIndex(where: { $0.column == pair.owner }), fields[slot].nature.presentType == nil,
          let key = target.fields.first(where: { $0.column == pair.target })?.nature, key.native != nil
        else { continue }
        entity.fields[slot].nature.presentType = key.presentType ?? key.typeName
      }
    }
    return entity
  }
}

extension Entity {
  /// The table that is there for it, which another program made.
  fileprivate func standingTable(among tables: [TableDescription]) -> TableDescription? {
    let names = [table] + (formerName.map { [$0, snakeCase($0)] } ?? [])
    let found = names.lazy.compactMap { tables.table(named: $0) }.first
    return found.flatMap { $0.isOwn || $0.isView ? nil : $0 }
  }

  fileprivate func standing(over table: TableDescription, _ dialect: any Dialect) -> Entity {
    var entity = self
    let former = formerColumns
    var numbers: [String: Int] = [:]
    for slot in fields.indices {
      let field = fields[slot]
      guard !field.isTransient, let present = table.column(field.column, formerly: former[field.column] ?? []) else {
        continue
      }
      entity.fields[slot] = field.standing(over: present, dialect)
      if entity.fields[slot].isStoredAsNumber, !field.isStoredAsNumber { numbers[field.name] = field.scale }
    }
    for place in rules.indices where !numbers.isEmpty {
      entity.rules[place].meaning = rules[place].meaning?.scaling(numbers)
    }
    return entity
  }
}
