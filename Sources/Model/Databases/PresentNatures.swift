import Query
import Schema
import Store

/// What columns do to values that are compared with them, where tables were not made as entities declare them: by entity,
/// and by column.
///
///     n = integer {}    // over "n TEXT", which makes a text of a number that is compared with it
typealias PresentNatures = [String: [FoldedName: ColumnNature]]

/// The same, as long as neither what is declared nor the schema is another one.
struct KnownNatures {
  var age: (version: Int, schema: Int, opening: Int) = (-1, 0, 0)
  var found: PresentNatures = [:]
}

extension ScriptDatabase {
  /// Those of the entities of a catalog that have a table of another kind.
  ///
  /// What a table holds is not what its entity says then, and how its columns compare neither.
  func natures(of catalog: Catalog) -> PresentNatures {
    // Meanwhile tables are on their way to what is declared.
    if isMigrating { return [:] }
    let age = (session.entities.version, schema, opening)
    if knownNatures.age != age { knownNatures = KnownNatures(age: age) }
    var result: PresentNatures = [:]
    for entity in catalog.entities where !entity.isReflected && entity.hasTable {
      let natures = knownNatures.found[entity.name] ?? natures(of: entity, in: catalog)
      knownNatures.found[entity.name] = natures
      if !natures.isEmpty { result[entity.name] = natures }
    }
    return result
  }

  private func natures(of entity: Entity, in catalog: Catalog) -> [FoldedName: ColumnNature] {
    guard isOpen, let engine = try? store().engine,
      let statement = try? CreateTable(entity, catalog: catalog, dialect: engine.dialect).statements().first,
      let traits = try? engine.traits(of: entity.table, declaredAs: statement), !traits.isAsDeclared,
      let columns = try? engine.presentColumns(of: entity.table)
    else { return [:] }
    var result: [FoldedName: ColumnNature] = [:]
    for column in columns {
      let name = FoldedName(column.name)
      guard let field = entity.fields.first(where: { FoldedName($0.column) == name }) else { continue }
      var nature = column.nature
      // There is nothing to convert where all is of the class that is declared.
      if traits.isStrict, column.storage == field.storage { nature.conversion = .none }
      if nature != field.nature { result[name] = nature }
    }
    return result
  }
}

extension Catalog {
  /// The same entities over columns that do something else than is declared.
  func with(_ natures: PresentNatures) -> Catalog {
    if natures.isEmpty { return self }
    return Catalog(
      entities.map { entity in
        guard let natures = natures[entity.name] else { return entity }
        var entity = entity
        for slot in entity.fields.indices {
          guard let nature = natures[FoldedName(entity.fields[slot].column)] else { continue }
          entity.fields[slot].nature = nature
        }
        return entity
      })
  }
}
