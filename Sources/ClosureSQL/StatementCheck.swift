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
          switch part {
          case .kernel(let kernel, let arguments):
            !dialect.canDo(kernel)
              || [.bitAnd, .bitOr].contains(kernel) && arguments.contains { resolver.valueClass(of: $0) == .mixed }
              || [.upper, .lower].contains(kernel) && arguments.contains(where: resolver.isOfBytes)
          case .call(.position, let arguments):
            arguments.contains(where: resolver.isOfBytes) && !arguments.allSatisfy(resolver.isOfBytes)
          default: false
          }
        }
      }
      if !isSayable { throw Untranslatable(.noWordForBytes) }
    }
    guard expressions.contains(where: { !dialect.limits.admit($0.size) }) else { return }
    throw Untranslatable(.tooLarge)
  }
}

extension FieldResolver {
  /// Whether it gives bytes, on which most functions of texts do not work where the two are classes of their own.
  fileprivate func isOfBytes(_ expression: Expression) -> Bool { valueClass(of: expression) == .data }
}
