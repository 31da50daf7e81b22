import LuaRows
import LuaRuntime
import Schema

/// Tests that look at the whole object: functions with a second parameter.
///
///     hi = integer { validate = function(value, range) return value > range.lo, "must be above lo" end }
extension ObjectContext {
  /// The slots with such a test.
  package func slotsTestedWithObject(_ tied: ResolvedEntity) -> [Int] {
    if model.functions.isEmpty { return [] }
    return tied.entity.fields.indices.filter { slot in tied.slots[slot].tests.contains { looksAtObject($0.test) } }
  }

  fileprivate func looksAtObject(_ test: Test) -> Bool {
    switch test {
    case .kind: return false
    case .not(let test): return looksAtObject(test)
    case .and(let tests), .or(let tests): return tests.contains { looksAtObject($0) }
    case .function(let function):
      guard let parameters = model.functions[function.hook]?.parameters else { return false }
      return parameters.count >= 2
    }
  }

  /// Whether rows must be changed one by one: a function of the script is to see each, whatever is changed in it.
  package func watchesChanges(_ tied: ResolvedEntity) -> Bool {
    contexts(of: tied).contains { context in
      guard let tied = try? context.tied() else { return false }
      return context.watchesSaving || !context.slotsTestedWithObject(tied).isEmpty
    }
  }

  /// Whether rows must be deleted one by one: a function of the script is to see each.
  package func watchesDeletions(_ tied: ResolvedEntity) -> Bool {
    contexts(of: tied).contains(where: \.watchesDeleting)
  }

  /// The contexts that its rows may be of.
  private func contexts(of tied: ResolvedEntity) -> [ObjectContext] {
    let kinds = tied.isMixed ? tied.entity.sharing?.kinds ?? [] : []
    return [self] + kinds.compactMap { $0 == name ? nil : session.entities.model($0)?.context(in: database) }
  }
}

extension Validation {
  /// Runs those tests of a slot that look at the whole object, of which something else was changed.
  package mutating func checkWithObject(_ slot: FieldSlot, _ cell: Cell, of object: LuaRowObject) throws {
    for test in slot.tests where context.looksAtObject(test.test) { try check(slot, test, cell, of: object) }
  }
}
