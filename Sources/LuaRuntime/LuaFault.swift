/// Something that releases of Lua 5.4 do wrongly, and a script may meet.
///
/// Debian mends some of them in its own release, and made one; so most are tried on the Lua that is there.
///
///     LuaFault.found(in: state).map(\.name)  // on Debian 12: ["bit operators", "concatenation", …]
package struct LuaFault: Sendable {
  /// How one knows whether a Lua has it.
  enum Evidence: Sendable {
    /// A chunk that returns true where Lua is right, and harms nothing where it is not.
    case trial(String)
    /// Not to be tried, as it ends the program: the first release of 5.4 without it.
    case mended(release: Int)
  }

  package let name: String
  /// What happens, and what to write instead, in one sentence.
  package let effect: String
  let evidence: Evidence

  /// The faults of the Lua that runs in `state`, in the order of `all`.
  package static func found(in state: LuaState) -> [LuaFault] {
    all.filter { $0.isThere(in: state) }
  }

  private func isThere(in state: LuaState) -> Bool {
    switch evidence {
    case .mended(let release): LuaRelease.number < release
    case .trial(let chunk): (try? state.enter { try state.load(chunk, name: "=trial").call() })?.first != .boolean(true)
    }
  }
}
