import LuaRuntime
import Schema

/// What `db:add` is told beside the objects: `{ upsert = true, on = "name" }`.
package struct SaveOptions {
  /// Whether a row that is there already is updated.
  package var upserts = false
  /// The unique field that tells whether it is; without it the primary key does.
  package var target: String?

  static let names = ["upsert", "on"]

  package init() {}

  package init(upsertOn target: String?) {
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
      case (.string("on"), .string(let name)): target = name.lossyText
      case (.string(let name), _) where Self.names.contains(name.lossyText):
        throw ScriptError(ObjectError.saveOptionCannotBe(word: word, option: name.lossyText, found: value.described))
      case (.string(let name), _):
        throw ScriptError(ObjectError.unknownSaveOption(word: word, option: name.lossyText, known: Self.names))
      default:
        throw ScriptError(ObjectError.optionsWithoutNames(word: word))
      }
    }
    if target != nil, !self.upserts { throw ScriptError(ObjectError.onNeedsUpsert(word: word)) }
  }

  /// The slots that tell whether the row of a new object is there already.
  ///
  /// - Throws: `ScriptError` when `on` names no unique field.
  package func targetSlots(_ entity: Entity) throws -> [Int] {
    guard let target else { return entity.keySlots }
    let column = entity.relation(target)?.columns.first
    guard let slot = entity.fields.firstIndex(where: { $0.name == target || $0.column == column }) else {
      throw ScriptError(ObjectError.noFieldToUpsertOn(entity: entity.name, field: target, known: entity.memberNames))
    }
    guard entity.isUnique(slot) else {
      let unique = entity.fields.indices.filter { entity.isUnique($0) }.map { entity.fields[$0].name }
      throw ScriptError(ObjectError.notUnique(entity: entity.name, field: target, unique: unique))
    }
    return [slot]
  }
}

extension Entity {
  /// Whether no two rows can have the same value in a field.
  fileprivate func isUnique(_ slot: Int) -> Bool {
    let field = fields[slot]
    return field.isUnique || keySlots == [slot]
      || indexes.contains { $0.isUnique && ($0.fields == [field.name] || $0.fields == [field.relation ?? field.name]) }
  }
}
