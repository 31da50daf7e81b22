import LuaRows
import LuaRuntime
import Schema

extension FieldCoding {
  /// The key of an object that stands for it among the operands of a condition; nil for what is no object.
  ///
  /// `who` begins the messages; `database` is the one that is asked, where that is known.
  ///
  /// - Throws: `ScriptError` for an object that is not saved, whose key is not one value, or of another database.
  package func operandKey(
    _ value: LuaValue, _ who: String, in database: ScriptDatabase? = nil
  ) throws -> (key: Value, entity: String)? {
    guard let (key, entity) = try objectKey(value, who, in: database) else { return nil }
    guard key.count == 1 else {
      throw ScriptError(ValueError.keyOfSeveralValues(word: who, entity: entity))
    }
    return (keyAsWritten(key[0], of: entity), entity)
  }

  /// A key as a script would write it beside a field that holds such.
  func keyAsWritten(_ key: Value, of entity: String) -> Value {
    session.entities.model(entity)?.entity.keyAsWritten(key) ?? key
  }

  /// The same for a key of however many values.
  package func objectKey(
    _ value: LuaValue, _ who: String, in database: ScriptDatabase? = nil
  ) throws -> (key: [Value], entity: String)? {
    try session.lua.borrowing(value) { value in
      guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else { return nil }
      guard try Objects(session).hasKey(object, context) else {
        throw ScriptError(ValueError.objectHasNoKey(word: who, entity: context.name))
      }
      if let database { try context.checkBelongs(to: database, as: who) }
      let rows = ObjectRows(session: session, stack: value.stack)
      return (try rows.savedKey(of: object, try context.entity), context.name)
    }
  }
}

extension Entity {
  /// A key as a script would write it beside a field that holds such: one that is stored as another number or text is
  /// made that when it is compared.
  fileprivate func keyAsWritten(_ key: Value) -> Value {
    let field = fields[keySlots[0]]
    guard field.encoder == nil,
      field.type.reading == .decimal && !field.isStoredAsNumber || field.type.reading == .label
    else { return key }
    return key.withCell { field.label(of: $0) }.map { .text($0) } ?? key
  }
}
