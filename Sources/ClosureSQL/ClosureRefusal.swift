import LuaRuntime
import Schema

/// Why functions run row by row, whatever stands in their code: what the request, the database or this Lua make of them.
///
/// The words are in `ClosureRefusal+Words.swift`.
package enum ClosureRefusal: Hashable, Sendable {
  case otherLua
  case stepsAreSpent
  case askedForEveryRow
  case onlyItselfCanTell
  /// A comparator that some rows give NULL to compare.
  case comparesNull
  case bytesAsKeys
  case decimalsAsKeys
  case testOfValues(of: FieldPath?)
  /// In SQL it would be more than the database takes (`StatementLimits`).
  case tooLarge
  case noWordForBytes
  case valuesOfSeveralClasses
  /// Texts of a member with which the request does arithmetic.
  case textsReckonedWith(member: String)
}

extension ClosureReason {
  package init(_ refusal: ClosureRefusal, of function: LuaFunction? = nil) { self.init(refusal.words, of: function) }
}

extension Untranslatable {
  init(_ refusal: ClosureRefusal) { self.init(refusal.words) }
}
