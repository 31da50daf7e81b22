import LuaRuntime
import Model
import Schema
import Scripting

/// What an expression is, as far as that can be said without running it.
enum LuaMeaning {
  case entity(Entity)
  case request(Entity)
  /// The request that a relation is: `p.games`.
  case relation(Entity)
  case list(Entity)
  case object(Entity)
  case groups
  /// Of an entity, or of rows from anywhere.
  case resultSet(Entity?)
  case database
  case string
  case value(LuaValue)
  case unknown

  /// The entity whose fields are at hand.
  var entity: Entity? {
    switch self {
    case .entity(let entity), .request(let entity), .relation(let entity), .list(let entity), .object(let entity):
      entity
    case .resultSet(let entity): entity
    default: nil
    }
  }
}

/// Finds out what chains are, by the values of globals and by what methods are known to give.
struct LuaMeanings {
  let session: Session
  /// The names that the entry itself gives.
  var locals: [String: LuaMeaning] = [:]

  func meaning(of chain: LuaChain) -> LuaMeaning {
    var meaning: LuaMeaning
    switch chain.root {
    case .string: meaning = .string
    case .other: return .unknown
    case .name(let name): meaning = locals[name] ?? self.meaning(of: session.lua.global(name))
    }
    for step in chain.steps { meaning = self.meaning(of: step, after: meaning) }
    return meaning
  }

  private func meaning(of value: LuaValue) -> LuaMeaning {
    switch session.nature(of: value) {
    case .entity(let entity): .entity(entity)
    case .request(let entity): .request(entity)
    case .list(let entity): .list(entity)
    case .object(let entity): .object(entity)
    case .groups: .groups
    case .database: .database
    case .other:
      switch value {
      case .string: .string
      case .nil: .unknown
      case _ where value.userdata?.typeName == "result set": .resultSet(nil)
      default: .value(value)
      }
    }
  }

  private func meaning(of step: LuaChain.Step, after meaning: LuaMeaning) -> LuaMeaning {
    switch (step, meaning) {
    case (.member(let name), .object(let entity)): related(name, of: entity)
    case (.member(let name), .value(let value)): self.meaning(of: member(name, of: value))
    case (.method(let name), .entity(let entity)), (.method(let name), .request(let entity)),
      (.method(let name), .relation(let entity)):
      result(of: name, entity)
    case (.method("descendants"), .object(let entity)), (.method("ancestors"), .object(let entity)): .request(entity)
    case (.method("draft"), .object), (.method("filter"), .list), (.method("sorted"), .list): meaning
    case (.method(let name), .groups): GroupMethods.all.contains { $0.name == name } ? .groups : .unknown
    case (.method(let name), .resultSet(let entity?)): row(of: name, entity)
    case (.method(let name), .string): name == "len" || name == "byte" ? .unknown : .string
    case (.call, .entity(let entity)), (.index, .list(let entity)): .object(entity)
    default: .unknown
    }
  }

  private func related(_ name: String, of entity: Entity) -> LuaMeaning {
    guard let relation = entity.relation(name), let target = session.context.entities.catalog[relation.target] else {
      return .unknown
    }
    switch relation.kind {
    case .belongsTo, .hasOne: return .object(target)
    default: return .relation(target)
    }
  }

  /// What a method of a request gives.
  private func result(of method: String, _ entity: Entity) -> LuaMeaning {
    switch method {
    case "first", "get", "create", "draft": .object(entity)
    case "fetch", "sample": .list(entity)
    case "group_by": .groups
    case "results": .resultSet(entity)
    case "aggregate", "count", "exists", "sum", "avg", "min", "max", "pluck", "values", "each", "iterate", "page",
      "update",
      "delete", "explain", "sql", "create_sql", "observe", "export", "encode", "import", "decode", "read":
      .unknown
    default: .request(entity)
    }
  }

  /// What a method of a result set gives.
  private func row(of method: String, _ entity: Entity) -> LuaMeaning {
    switch method {
    case "at": .object(entity)
    case "objects", "find": .list(entity)
    default: .unknown
    }
  }

  /// A member of a table, or of the table behind it; no metamethod is called.
  private func member(_ name: String, of value: LuaValue) -> LuaValue {
    var table = value.table
    for _ in 0..<8 {
      guard let current = table else { break }
      let found = current[name]
      if !found.isNil { return found }
      table = current.indexTable
    }
    return .nil
  }

  /// The names in a table and in those behind it, of functions only where methods are wanted.
  func names(in value: LuaValue, functionsOnly: Bool) -> [String] {
    var table = value.table ?? value.userdata?.indexTable
    var names: [String] = []
    for _ in 0..<8 {
      guard let current = table else { break }
      names += current.entries().filter { !functionsOnly || $1.function != nil }.compactMap { $0.0.text }
      table = current.indexTable
    }
    return names.filter(isLuaName)
  }
}

/// Whether a text can stand behind a dot.
func isLuaName(_ text: String) -> Bool {
  guard let first = text.utf8.first, !(48...57).contains(first), !luaKeywords.contains(text) else { return false }
  return text.utf8.allSatisfy {
    $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
  }
}
