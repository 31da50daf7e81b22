import LuaRuntime

/// What the reading of functions may cost before they are run by row instead, which is right, too.
///
/// It is counted, not timed, so that the same function is read in the same way on every machine and every day.
package final class ReadingBudget {
  /// A unit is about as much work as to hash one node of an expression: all of them take some 10 ms.
  static let all = 60_000

  private let lua: LuaState
  private let whole: Int
  private var left: Int
  /// What a person should know of functions that do something else than they seem to.
  package private(set) var hints: [String] = []

  package convenience init(_ lua: LuaState) { self.init(lua, Self.all) }

  init(_ lua: LuaState, _ units: Int) {
    self.lua = lua
    whole = units
    left = units
  }

  /// Whether functions that were read before left something.
  var isSpent: Bool { left < 0 }

  /// What was spent so far.
  var spent: Int { whole - left }

  func hint(_ hint: Hint) {
    if !hints.contains(hint.words) { hints.append(hint.words) }
  }

  private var tooMany: Untranslatable { Untranslatable(CodeRefusal.tooManySteps) }

  /// Counts work that is still to be done: what is more than is left is not begun.
  ///
  /// - Throws: as `spend`.
  func take(_ units: Int) throws {
    guard units <= left else { throw tooMany }
    try spend(units)
  }

  /// Counts some work, before or just after it is done.
  ///
  /// - Throws: `Untranslatable` when nothing is left, `LuaError` when the entry is being stopped.
  func spend(_ units: Int) throws {
    left -= units
    guard left >= 0 else { throw tooMany }
    try lua.checkInterruption()
  }
}
