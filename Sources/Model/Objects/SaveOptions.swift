import LuaRuntime
import Schema

/// What `db:add` is told beside the objects: `{ upsert = true, on = "name" }`.
package struct SaveOptions {
  /// Whether a row that is there already is updated.
  package var upserts = false
  /// The unique field, or the fields of a unique index, that tell whether it is; without them the primary key does.
  package var target: [String]?

  package static let names = ["upsert", "on"]

  package init() {}

  package init(upsertOn target: String?) {
    upserts = true
    self.target = target.map { [$0] }
  }

  package init(upsertOnFields target: [String]?) {
    upserts = true
    self.target = target
  }

  /// Reads a table of options.
  ///
  /// - Throws: `ScriptError` of kind `.argument`.
  package init(_ table: LuaTable, word: String, upserts: Bool = false) throws {
    self.upserts = upserts
    for (key, value) in table.entries().sorted(by: { $0.0.described < $1.0.described }) {
      switch (key, value) {
      case (.string("upsert"), .boolean(let flag)): self.upserts = flag
      case (.string("on"), .string(let name)): target = [name.lossyText]
      case (.string("on"), .table(let names)) where names.rawLength > 0 && names.elements.allSatisfy { $0.text != nil }:
        target = names.elements.compactMap(\.text)
      case (.string(let name), _) where Self.names.contains(name.lossyText):
        throw ScriptError(ObjectError.saveOptionCannotBe(word: word, option: name.lossyText, found: value.described))
      case (.string(let name), _):
        // What upserts anyway is only told on what.
        let known = upserts ? ["on"] : Self.names
        throw ScriptError(ObjectError.unknownSaveOption(word: word, option: name.lossyText, known: known))
      default:
        throw ScriptError(ObjectError.optionsWithoutNames(word: word))
      }
    }
    if target != nil, !self.upserts { throw ScriptError(ObjectError.onNeedsUpsert(word: word)) }
  }

  /// What tells whether the row of a new object is there already.
  package struct Target: Hashable {
    /// The slots whose values the two have in common.
    package var slots: [Int]
    /// The slots that must have a value.
    package var needed: [Int]
    /// The index that tells, where it is one of expressions or of some rows.
    package var index: Entity.Index?
  }

  /// - Throws: `ScriptError` when `on` names no unique field.
  package func target(in entity: Entity) throws -> Target {
    guard let target else { return Target(slots: entity.keySlots, needed: entity.keySlots) }
    if let index = entity.indexes.first(where: { $0.isUnique && !$0.isPlain && $0.fields == target }),
      !entity.isUniquePlainly(target)
    {
      let members = try index.members.flatMap { try slots(of: $0, entity) }
      let parts = index.expressions.values.flatMap { $0.meaning?.fieldsOfRow ?? [] }
      return Target(slots: members, needed: members + parts.compactMap { entity.slot(of: $0) }, index: index)
    }
    let plain = try targetSlots(target, entity)
    return Target(slots: plain, needed: plain)
  }

  private func targetSlots(_ target: [String], _ entity: Entity) throws -> [Int] {
    let groups = try target.map { try slots(of: $0, entity) }
    if groups.count == 1, groups[0].count == 1 {
      guard entity.isUnique(groups[0][0]) else { throw notUnique(target, entity) }
      return groups[0]
    }
    let wanted = Set(groups.flatMap { $0 })
    guard let unique = entity.uniqueGroups.first(where: { Set($0) == wanted }) else {
      throw notUnique(target, entity)
    }
    return unique
  }

  /// The slots of a field, or those of the key of a relation.
  private func slots(of name: String, _ entity: Entity) throws -> [Int] {
    let columns = entity.relation(name)?.columns ?? []
    let found = entity.fields.indices.filter { slot in
      entity.fields[slot].name == name || columns.contains(entity.fields[slot].column)
    }
    guard !found.isEmpty else {
      throw ScriptError(ObjectError.noFieldToUpsertOn(entity: entity.name, field: name, known: entity.memberNames))
    }
    return found
  }

  private func notUnique(_ target: [String], _ entity: Entity) -> ScriptError {
    let names = target.formatted
    let single = entity.fields.indices.filter { entity.isUnique($0) }.map { entity.fields[$0].name }
    let groups = entity.uniqueGroups.filter { $0.count > 1 }.map { slots in
      // The key of a relation may have several columns.
      slots.map { entity.fields[$0].relation ?? entity.fields[$0].name }.eachOnce.formatted
    }
    return ScriptError(
      ObjectError.notUnique(entity: entity.name, field: names, unique: target.count > 1 ? groups : single))
  }
}

extension [String] {
  fileprivate var eachOnce: [String] {
    enumerated().filter { place, name in firstIndex(of: name) == place }.map(\.element)
  }

  fileprivate var formatted: String { joined(separator: ", ") }
}

extension Entity {
  /// Whether no two rows can have the same value in a field.
  fileprivate func isUnique(_ slot: Int) -> Bool {
    let field = fields[slot]
    return field.isUnique || keySlots == [slot]
      || indexes.contains {
        $0.isUnique && $0.isPlain && ($0.fields == [field.name] || $0.fields == [field.relation ?? field.name])
      }
  }

  /// Whether fields are unique together in all rows.
  fileprivate func isUniquePlainly(_ names: [String]) -> Bool {
    if names.count == 1, let slot = slot(of: names[0]), isUnique(slot) { return true }
    let slots = Set(names.compactMap { slot(of: $0) })
    return slots.count == names.count && uniqueGroups.contains { Set($0) == slots }
  }

  /// The slots of fields that are unique together: the key, and the unique indexes.
  fileprivate var uniqueGroups: [[Int]] {
    [keySlots]
      + indexes.filter { $0.isUnique && $0.isPlain }.map { index in
        index.fields.flatMap { name in
          let columns = relation(name)?.columns ?? []
          return fields.indices.filter { fields[$0].name == name || columns.contains(fields[$0].column) }
        }
      }
  }
}
