import Query
import Schema

extension ClosureTranslator.World {
  /// Refuses what its database would refuse for its size alone: then the function is called for each row.
  func check(_ expressions: [Expression]) throws {
    if !dialect.choosesAmongClasses {
      let resolver = FieldResolver(catalog: catalog, entity: entity)
      if expressions.contains(where: resolver.choosesAmongClasses) { throw Untranslatable(.valuesOfSeveralClasses) }
      let isSayable = expressions.allSatisfy { expression in
        !expression.contains { part in
          if case .kernel(let kernel, _) = part { !dialect.canDo(kernel) } else { false }
        }
      }
      if !isSayable { throw Untranslatable(.noWordForBytes) }
    }
    guard expressions.contains(where: { !dialect.limits.admit($0.size) }) else { return }
    throw Untranslatable(.tooLarge)
  }
}
