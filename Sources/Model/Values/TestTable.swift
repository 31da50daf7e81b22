import LuaRuntime
import Schema

/// The tests of the language by name, each made when it is first asked for: most scripts name few of them.
package final class TestTable: SessionState {
  package let table: LuaTable
  private unowned let session: SessionContext
  private var isWhole = false

  package init(_ session: SessionContext) {
    self.session = session
    table = session.lua.makeTable()
  }

  /// Makes those that nobody has asked for, so that the table shows all.
  package func makeAll() {
    if isWhole { return }
    isWhole = true
    for kind in TestKind.all { _ = made(kind) }
  }

  /// The test of a name; nil where the language has none.
  package func test(_ name: String) -> LuaValue? { TestKind.named(name).map(made) }

  private func made(_ kind: TestKind) -> LuaValue {
    let known = table[kind.name]
    if !known.isNil { return known }
    let value = TestValues(session).luaValue(TestValue(kind))
    table[kind.name] = value
    return value
  }
}
