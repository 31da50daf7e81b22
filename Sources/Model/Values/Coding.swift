import LuaRuntime
import Schema

/// The functions that a script puts between the values that it sees and those that are stored.
extension FieldCoding {
  /// Pushes what the `encode` function of a field makes of a value.
  ///
  /// - Throws: `CastError` when the function raises.
  func encode(_ value: LuaValue, _ encoder: ScriptHook, on stack: LuaStack) throws {
    do throws(LuaError) {
      stack.push(try session.state(FieldFunctions.self).coders[encoder]?.call([value]).first ?? .nil)
    } catch {
      guard error.kind == .runtime else { throw error }
      throw CastError(UnfitValue.notEncoded(reason: error.messageWithoutPosition))
    }
  }

  /// Replaces the value on top of the stack by what the `decode` function of its field makes of it.
  ///
  /// - Throws: `ScriptError` of kind `.decode` when the function raises.
  func decode(_ decoder: ScriptHook, _ field: Field, _ entity: Entity, on stack: LuaStack) throws {
    do throws(LuaError) {
      let value = try session.state(FieldFunctions.self).coders[decoder]?.call([stack.value(-1)]).first ?? .nil
      stack.pop(1)
      stack.push(value)
    } catch {
      guard error.kind == .runtime else { throw error }
      throw ScriptError(
        ValueError.notDecoded(entity: entity.name, field: field.name, reason: error.messageWithoutPosition))
    }
  }
}
