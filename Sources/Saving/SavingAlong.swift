import LuaRuntime
import Model

/// What is saved along with objects, if anything is; a room above says it.
package final class SavingAlong: SessionState {
  package var participant: ((ObjectSource, LuaStack) throws -> (any SavingParticipant)?)?

  package init(_ session: SessionContext) {}
}

/// The objects whose `before_save` is under way: they are not saved within their own save.
final class SavesUnderWay: SessionState {
  var objects: Set<UnsafeRawPointer> = []
  /// Those whose `after_save` is under way.
  var written: Set<UnsafeRawPointer> = []
  /// Those whose `before_delete` or `after_delete` is under way.
  var deleted: Set<UnsafeRawPointer> = []

  init(_ session: SessionContext) {}
}
