import LuaRows
import LuaRuntime
import Schema

/// What values that fields are compared with are in the database.
extension FieldCoding {
  /// What a field with an `encode` function stores for a value that it is compared with.
  ///
  /// - Throws: `SchemaError.encoding`
  package func encoded(_ value: LuaValue, for field: Field) throws -> Value {
    do {
      return try session.lua.borrowing(value) { try storedValue(of: field, from: $0) }
    } catch let refusal as CastError {
      // What the function returned may be no value of the field either.
      let isRaised = refusal.words.hasPrefix("cannot be encoded")
      let reason = (isRaised ? "it " : "what it is encoded as does not fit: ") + refusal.words
      throw SchemaError.encoding(field: field.name, value: value.described, reason: reason)
    }
  }

  /// What a field of documents stores for a value that it is compared with, whole.
  ///
  /// - Throws: `CastError`.
  package func document(_ value: LuaValue, of field: Field) throws -> Value {
    try session.lua.borrowing(value) { value in
      try value.scoped {
        let copy = value.copied()
        try normalize(copy, for: FieldSlot(field, index: 0, isAutomaticKey: false))
        return try storedValue(of: field, from: copy)
      }
    }
  }

  /// What any field stores for a plain value that it is compared with.
  package func operand(_ value: LuaValue, _ plain: Value, of field: Field) throws -> Value {
    field.encoder == nil ? try field.operand(plain) : try encoded(value, for: field)
  }

  /// The same for operands of tests and literals of predicates.
  package var operandEncoder: OperandEncoder {
    { [unowned session] value, isTruth, field in
      if field.encoder == nil, field.document != nil, case .text(let text) = value {
        return try FieldCoding(session).document(json: text, of: field)
      }
      let operand: LuaValue = isTruth ? .boolean(value == .integer(1)) : LuaValue(value)
      return try FieldCoding(session).encoded(operand, for: field)
    }
  }

  /// A table that a test was given, as its JSON text, as a field of documents stores it.
  private func document(json text: String, of field: Field) throws -> Value {
    let table = session.lua.borrowing(.nil) { value -> LuaValue in
      let made = value.copied()
      var text = text
      return text.withUTF8 { read(UnsafeRawBufferPointer($0), into: made) } ? made.value : .nil
    }
    do {
      return try document(table, of: field)
    } catch let refusal as CastError {
      throw SchemaError.encoding(field: field.name, value: table.described, reason: refusal.words)
    }
  }

  /// The object that a value is, for messages: `a Team`; any other value as it describes itself.
  package func words(for value: LuaValue) -> String {
    let name = session.lua.borrowing(value) { $0.rowObject?.context(as: ObjectContext.self)?.name }
    return name.map { withArticle($0) } ?? value.described
  }
}
