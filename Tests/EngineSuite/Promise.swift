import Schema
import Store

/// Something that every engine promises, and a test of it.
///
///     for promise in EngineSuite.promises { try promise.keep(EngineFactory { name, isInterrupted in … }) }
package struct Promise: Sendable, CustomStringConvertible {
  package let words: String
  /// What an engine must be able to do to promise it.
  package let needs: Capabilities.Capability?
  package let keep: @Sendable (EngineFactory) throws -> Void

  init(
    _ words: String, needs: Capabilities.Capability? = nil, keep: @escaping @Sendable (EngineFactory) throws -> Void
  ) {
    self.words = words
    self.needs = needs
    self.keep = keep
  }

  package var description: String { words }
}

/// What the roles of an engine promise, and what `Database` makes of it, without any Lua.
package enum EngineSuite {
  package static let promises: [Promise] = [
    statements, errors, constraints, transactions, entries, following, schema, callbacks,
  ].flatMap(\.self)
}
