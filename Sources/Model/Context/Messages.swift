import LuaRuntime

/// Where goes what is said beside results; the shell replaces these.
package struct Messages {
  package var diagnostics: (String) -> Void = { _ in }
  /// How a value is shown while a script works, in a mode or in the one that is set; nil = as `print` does.
  package var present: ((_ value: LuaValue, _ mode: String?) throws -> Void)?
  /// How rows are drawn as bars, by the names of fields; nil where nothing is shown.
  package var chart: ((_ value: LuaValue, _ fields: [String]) throws -> Void)?
  /// What a person can set of the prompt, for the word `settings`; nil where there is no prompt.
  package var settings: PromptSettings?
  /// Where it is told how far a long work is; nil when that is over.
  ///
  /// The program shows it on a terminal.
  package var progress: (String?) -> Void = { _ in }
  /// Whether what an entry returns is shown, as at the prompt.
  package var showsValues = false
}

/// What a person can set of how results are shown, by names.
package struct PromptSettings {
  package let names: [String]
  package let value: (_ name: String) -> LuaValue
  /// Sets it, or throws what is wrong with the value.
  package let set: (_ name: String, _ value: LuaValue) throws -> Void

  package init(
    names: [String], value: @escaping (_ name: String) -> LuaValue,
    set: @escaping (_ name: String, _ value: LuaValue) throws -> Void
  ) {
    self.names = names
    self.value = value
    self.set = set
  }
}
