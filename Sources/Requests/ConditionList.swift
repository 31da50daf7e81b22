import LuaRuntime
import Model
import Schema

/// The lists in conditions: `where { name = { "Ann", null } }`.
extension ConditionReader {
  /// An element of a list of plain values.
  func plainElement(_ element: LuaValue) throws -> Value {
    if element.isSame(as: session.null) { return .null }
    if let value = Value(plain: element) { return value }
    throw ScriptError(RequestError.listOfOthers(word: word, value: element.described))
  }

  /// The day or moment that a table is for a field of them; nil for anything else.
  func dated(_ value: LuaValue, _ field: Field) throws -> Value? {
    guard field.type.calendar != nil else { return nil }
    return try FieldCoding(session).calendarOperand(value, "\(word): \(field.name)")?.value(for: field)
  }

  func elements(of list: LuaTable) throws -> [LuaValue] { try elements(of: .table(list)) ?? [] }

  /// The elements of a table, or of a list of objects; nil for what is no list.
  ///
  /// - Throws: `ScriptError` for a list with nil in it: a misspelled name, since no one writes nil there.
  func elements(of value: LuaValue) throws -> [LuaValue]? {
    guard let elements = FieldCoding(session).elements(of: value) else { return nil }
    guard let place = elements.firstIndex(where: \.isNil) else { return elements }
    throw ScriptError(RequestError.nilInList(word: word, place: place + 1))
  }
}
