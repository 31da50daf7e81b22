import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// The index that would help a request most, as it was tried and measured.
package struct Advice: Sendable {
  package let entity: String
  /// The fields of the index, as the entity names them.
  package let fields: [String]
  /// The statement that makes it.
  package let sql: String
  package let before: Cost
  package let after: Cost

  /// How a request is answered, and what that costs.
  package struct Cost: Sendable {
    package let effort: StatementEffort
    package let plan: [PlanStep]
  }
}

extension Session {
  /// Looks for an index that makes a request cheaper: each candidate is made, measured, and taken back.
  ///
  /// - Returns: nil where no index helps, or the value is no request.
  package func advise(_ value: LuaValue) throws -> (before: Advice.Cost, advice: Advice?)? {
    let request: RequestHandle
    if let handle = value.userdata?.object(as: EntityHandle.self) {
      request = RequestHandle(handle.context)
    } else if let handle = value.userdata?.object(as: RequestHandle.self) {
      request = handle
    } else {
      return nil
    }
    let store = try request.context.database.store()
    let trial = Trial(store: store, sql: try Fetching(request).rowsSQL())
    let before = try trial.cost()
    // An index that is tried must go again as if it had never been.
    guard store.engine.capabilities.has(.schemaInTransactions) else { return (before, nil) }
    var best: Advice?
    for candidate in try IndexCandidates(request, store).all {
      try lua.checkInterruption()
      let after = try trial.cost(with: candidate)
      // What saves next to nothing is not worth its upkeep.
      guard after.effort.steps < (best?.after.effort.steps ?? before.effort.steps / 10 * 9) else { continue }
      best = Advice(
        entity: candidate.entity.name, fields: candidate.fields.map(\.name),
        sql: candidate.statement.literal(for: store.dialect), before: before, after: after)
    }
    return (before, best)
  }
}

/// A statement that is run to see what it costs.
private struct Trial {
  let store: Database
  let sql: RenderedSQL

  func cost() throws -> Advice.Cost {
    let plan = try store.engine.plan(of: sql)
    if let effort = try store.engine.effort(of: sql) { return Advice.Cost(effort: effort, plan: plan) }
    let statement = try store.prepare(sql)
    defer { statement.release() }
    _ = statement.takeEffort()
    while try statement.advance() {}
    return Advice.Cost(effort: statement.takeEffort(), plan: plan)
  }

  /// What it would cost with an index, which no other connection ever sees.
  func cost(with candidate: IndexCandidates.Candidate) throws -> Advice.Cost {
    try store.begin()
    let depth = store.depth
    do {
      try store.run(candidate.statement)
      let result = try cost()
      try store.rollbackAll(to: depth - 1)
      return result
    } catch {
      try? store.rollbackAll(to: depth - 1)
      throw error
    }
  }
}

/// The indexes that may help a request, by the fields that it compares and sorts by.
private struct IndexCandidates {
  struct Candidate: Hashable {
    let entity: Entity
    let fields: [Field]

    var statement: SQL {
      let name = ([entity.table] + fields.map(\.column) + ["idx"]).joined(separator: "_")
      return .createIndex(name, on: entity.table, fields.map(\.column))
    }
  }

  private(set) var all: [Candidate] = []
  private let resolver: FieldResolver

  /// The most candidates that are tried: each costs as much as making an index.
  private static let limit = 12

  init(_ handle: RequestHandle, _ store: Database) throws {
    resolver = try handle.resolver
    let tables = try store.engine.tables()
    var uses = Uses()
    if let condition = FetchPlan(handle.request).condition { uses.add(condition) }
    var seen: Set<[String]> = []
    for group in uses.alternatives {
      for candidate in try candidates(group, handle.request.sorts) {
        guard all.count < Self.limit, !exists(candidate, tables) else { continue }
        if seen.insert([candidate.entity.name] + candidate.fields.map(\.name)).inserted { all.append(candidate) }
      }
    }
  }

  /// The candidates for conditions that hold together: equal fields first, then one that is compared, or the order.
  private func candidates(_ group: Uses.Group, _ sorts: [Sort]) throws -> [Candidate] {
    var lists: [(entity: Entity, fields: [Field])] = []
    let equal = try group.equal.map(owned)
    let compared = try group.compared.map(owned)
    var owners: [Entity] = []
    for (_, owner) in equal + compared where !owners.contains(owner) { owners.append(owner) }
    if !owners.contains(resolver.entity) { owners.append(resolver.entity) }
    for owner in owners {
      let first = unique(equal.filter { $0.1 == owner }.map(\.0))
      if !first.isEmpty { lists.append((owner, first)) }
      for field in unique(compared.filter { $0.1 == owner }.map(\.0)) where !first.contains(field) {
        lists.append((owner, first + [field]))
      }
      guard owner == resolver.entity else { continue }
      let order = try sorts.compactMap(\.path).map(owned)
      if !order.isEmpty, order.count == sorts.count, order.allSatisfy({ $0.1 == owner }) {
        lists.append((owner, first + unique(order.map(\.0)).filter { !first.contains($0) }))
      }
    }
    return lists.map { Candidate(entity: $0.entity, fields: $0.fields) }
  }

  private func owned(_ path: FieldPath) throws -> (Field, Entity) {
    let field = try resolver.field(at: path)
    switch try resolver.target(of: path) {
    case .field(_, let owner), .relation(_, let owner): return (field, owner)
    }
  }

  private func unique(_ fields: [Field]) -> [Field] {
    fields.enumerated().filter { fields.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// Whether an index or the key begins with these columns already.
  private func exists(_ candidate: Candidate, _ tables: [TableDescription]) -> Bool {
    guard let table = tables.first(where: { $0.name.lowercased() == candidate.entity.table.lowercased() }) else {
      return true
    }
    let wanted = candidate.fields.map { $0.column.lowercased() }
    let known = [table.primaryKey] + table.indexes.map(\.columns)
    return known.contains { $0.map { $0.lowercased() }.starts(with: wanted) }
  }
}

/// The fields that a condition compares, in groups of conditions that hold together.
private struct Uses {
  struct Group {
    var equal: [FieldPath] = []
    var compared: [FieldPath] = []
  }

  /// The conjunction, then each branch of each disjunction by itself.
  private(set) var alternatives = [Group()]

  mutating func add(_ expression: Expression) {
    add(expression, to: 0)
  }

  private mutating func add(_ expression: Expression, to group: Int) {
    switch expression {
    case .and(let parts): for part in parts { add(part, to: group) }
    case .or(let parts):
      for part in parts {
        alternatives.append(Group())
        add(part, to: alternatives.count - 1)
      }
    case .comparison(.equal, .field(let path), _), .comparison(.equal, _, .field(let path)),
      .oneOf(.field(let path), _),
      .isNull(.field(let path)):
      alternatives[group].equal.append(path)
    case .comparison(.notEqual, _, _): break
    case .comparison(_, .field(let path), _), .comparison(_, _, .field(let path)), .between(.field(let path), _, _),
      .not(.isNull(.field(let path))):
      alternatives[group].compared.append(path)
    default: break
    }
  }
}
