import Testing

@testable import LuaRuntime

@Suite struct LuaFaultTests {
  @Test func `the release is that of the library`() {
    #expect(LuaRelease.name.wholeMatch(of: /5\.4\.\d+/) != nil)
    #expect(LuaRelease.name == "5.4.\(LuaRelease.number)")
  }

  /// A trial that could not be compiled would find its fault everywhere.
  @Test func `each trial runs to its end and says yes or no`() throws {
    let state = try LuaState()
    var trials = 0
    for fault in LuaFault.all {
      guard case .trial(let chunk) = fault.evidence else { continue }
      trials += 1
      let results = try state.load(chunk, name: "=trial").call()
      #expect(results == [.boolean(true)] || results == [.boolean(false)], "\(fault.name)")
    }
    #expect(trials == 4)
  }

  @Test func `what a release mended is not found in it`() throws {
    let state = try LuaState()
    let names = Set(LuaFault.found(in: state).map(\.name))
    for fault in LuaFault.all {
      guard case .mended(let release) = fault.evidence else { continue }
      #expect(names.contains(fault.name) == (LuaRelease.number < release))
    }
  }

  /// Debian's release has them all; upstream mended them by 5.4.8.
  @Test func `what is found is what the release is known for`() throws {
    let names = LuaFault.found(in: try LuaState()).map(\.name)
    switch LuaRelease.number {
    case 4: #expect(Set(names).isSuperset(of: ["bit operators", "break and <close>", "utf8.codes"]))
    case 8...: #expect(names == [])
    default: break
    }
  }
}
