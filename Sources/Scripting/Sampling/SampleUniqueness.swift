import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// What no two objects may share: keys, unique fields and unique indexes.
///
/// Samples differ from each other, and from the rows that the table has: all of them can be saved.
struct SampleUniqueness {
  private struct Rule {
    let slots: [Int]
    /// The members whose values these are.
    let names: [String]
  }

  private struct Key: Hashable {
    let rule: Int
    let values: [Value]
  }

  private let context: ObjectContext
  private let entity: Entity
  private let stack: LuaStack
  private let rules: [Rule]
  private let hasRows: Bool
  private var taken: Set<Key> = []
  /// What the object has that was looked at last.
  private var latest: [Key] = []

  init(_ context: ObjectContext, _ tied: ResolvedEntity, _ stack: LuaStack) throws {
    self.context = context
    self.stack = stack
    let entity = tied.entity
    self.entity = entity
    var sets = entity.fields.indices.filter { entity.fields[$0].isUnique }.map { [$0] }
    if tied.automaticKeySlot == nil, !tied.keySlots.isEmpty { sets.append(tied.keySlots) }
    for index in entity.indexes where index.isUnique { sets.append(entity.slots(named: index.fields)) }
    var known: Set<[Int]> = []
    rules = sets.filter { !$0.isEmpty && known.insert($0).inserted }.map { slots in
      var names: [String] = []
      for slot in slots {
        let relation = entity.relations.first {
          $0.kind == .belongsTo && $0.columns.contains(entity.fields[slot].column)
        }
        let name = relation?.name ?? entity.fields[slot].name
        if !names.contains(name) { names.append(name) }
      }
      return Rule(slots: slots, names: names)
    }
    hasRows = try !rules.isEmpty && context.hasTableInDatabase() && Fetching(RequestHandle(context)).exists()
  }

  /// The names of the members that an object has in common with another one, set by set.
  mutating func clashes(of object: LuaRowObject) throws -> [[String]] {
    latest = []
    var result: [[String]] = []
    let rows = ObjectRows(session: context.session, stack: stack)
    for (number, rule) in rules.enumerated() {
      let values = try rule.slots.map { try rows.takenValue($0, of: object, entity) }
      // NULL is like no other.
      if values.contains(.null) { continue }
      let key = Key(
        rule: number, values: zip(rule.slots, values).map { $1.key(by: entity.fields[$0].nature.collation) })
      if try taken.contains(key) || hasRows && isStored(rule, values) { result.append(rule.names) }
      latest.append(key)
    }
    return result
  }

  /// From now on no other object may have what the last one has.
  mutating func keep() { taken.formUnion(latest) }

  private func isStored(_ rule: Rule, _ values: [Value]) throws -> Bool {
    let conditions = zip(rule.slots, values).map { slot, value in
      Expression.comparison(.equal, .field(FieldPath(field: entity.fields[slot].name)), .literal(value))
    }
    let request = RequestHandle(context).with { $0.predicate = .and(conditions) }
    return try Fetching(request).exists()
  }
}

extension Entity {
  /// The slots of fields, and of the keys of relations, by their names.
  fileprivate func slots(named names: [String]) -> [Int] {
    names.flatMap { name -> [Int] in
      if let slot = slot(of: name) { return [slot] }
      let columns = relation(name)?.columns ?? []
      return fields.indices.filter { columns.contains(fields[$0].column) || fields[$0].column == name }
    }
  }
}
