import LuaRuntime
import Model
import Query
import Requests
import Samples
import Schema
import Store

/// The rows that a relation of samples may lead to: those that are saved.
struct RelatedSamples {
  private let context: ObjectContext
  private let relation: Relation
  private let stack: LuaStack

  /// Of more rows than that, the first ones by their key.
  private static let most = 1000

  init(_ context: ObjectContext, _ relation: Relation, _ stack: LuaStack) {
    self.context = context
    self.relation = relation
    self.stack = stack
  }

  /// The objects, in an order by the seed.
  func rows(seed: Int64) throws -> [LuaValue] {
    guard let model = context.session.entities.model(relation.target) else { return [] }
    let target = model.context(in: context.database)
    guard try target.hasTableInDatabase() else { return [] }
    var rows: [LuaValue] = []
    let list = try Fetching(RequestHandle(target).with { $0.limit = Self.most }).list(on: stack)
    defer { list.drop() }
    for place in 1...Self.most {
      let object = try list.read(place)
      defer { object.drop() }
      if object.isNil { break }
      rows.append(object.value)
    }
    var dice = SampleDice(seed: seed, relation.name, 0)
    for place in rows.indices.dropFirst() { rows.swapAt(place, dice.roll(place + 1)) }
    return rows
  }
}

extension ObjectContext {
  /// Whether its table is there: before `create_all` there are no rows.
  func hasTableInDatabase() throws -> Bool {
    try database.store().engine.traits(of: entity.table, declaredAs: nil) != nil
  }
}
