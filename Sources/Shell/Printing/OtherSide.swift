import Schema
import Scripting

/// A relation that was asked for on the side that does not declare it: `customer.orders`, where only `Order` says that
/// it belongs to `Customer`.
enum OtherSide {
  static func advice(for message: String, _ session: Session) -> String? {
    for start in [" has no field '", " has no relation '"] {
      guard let end = message.firstRange(of: start), let name = quotedName(after: start, in: message) else { continue }
      let owner = message[..<end.lowerBound].split(separator: " ").last.map(String.init) ?? ""
      let catalog = session.context.entities.catalog
      guard !message.contains("Did you mean"), catalog[owner] != nil else { continue }
      for entity in catalog.entities where !entity.isAbstract {
        guard let relation = entity.relations.first(where: { $0.kind == .belongsTo && $0.target == owner }),
          names(of: entity).contains(name.lowercased())
        else { continue }
        return
          "\(entity.name).\(relation.name) belongs to \(owner): declare \(name) = has_many \"\(entity.name)\" in \(owner)"
      }
    }
    return nil
  }

  /// What one might call the objects of an entity, of which there is one or are several.
  private static func names(of entity: Entity) -> Set<String> {
    let words = [entity.name.lowercased(), entity.table.lowercased()]
    return Set(words.flatMap { [$0, $0 + "s", $0 + "es", String($0.dropLast($0.hasSuffix("y") ? 1 : 0)) + "ies"] })
  }
}
