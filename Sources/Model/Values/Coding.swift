import LuaRuntime
import Schema

/// The functions that a script puts between the values that it sees and those that are stored.
extension FieldCoding {
  /// Makes a value what the `encode` function of a field makes of it.
  ///
  /// - Throws: `CastError` when the function raises.
  func encode(_ value: BorrowedValue, _ encoder: ScriptHook) throws {
    do throws(LuaError) {
      value.become(try session.state(FieldFunctions.self).coders[encoder]?.call([value.value]).first ?? .nil)
    } catch {
      guard error.kind == .runtime else { throw error }
      throw CastError(UnfitValue.notEncoded(reason: error.messageWithoutPosition))
    }
  }

  /// Makes a value what the `decode` function of its field makes of it.
  ///
  /// - Throws: `ScriptError` of kind `.decode` when the function raises.
  func decode(_ value: BorrowedValue, _ decoder: ScriptHook, _ field: Field, _ entity: Entity) throws {
    do throws(LuaError) {
      value.become(try session.state(FieldFunctions.self).coders[decoder]?.call([value.value]).first ?? .nil)
    } catch {
      guard error.kind == .runtime else { throw error }
      throw ScriptError(
        ValueError.notDecoded(entity: entity.name, field: field.name, reason: error.messageWithoutPosition))
    }
  }
}
