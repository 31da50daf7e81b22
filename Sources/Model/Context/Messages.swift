import LuaRuntime

/// Where goes what is said beside results; the shell replaces these.
package struct Messages {
  package var diagnostics: (String) -> Void = { _ in }
  /// How a value is shown that a method shows while it works; nil = as `print` does.
  package var present: ((LuaValue) throws -> Void)?
  /// Where it is told how far a long work is; nil when that is over.
  ///
  /// The program shows it on a terminal.
  package var progress: (String?) -> Void = { _ in }
  /// Whether what an entry returns is shown, as at the prompt.
  package var showsValues = false
}
