import Model
import Query

extension RequestHandle {
  /// The request whose sections a function gives, where it names a member that this function computes row by row.
  ///
  /// - Throws: `ScriptError` where something else is made of such a member, which the database cannot know.
  package func sectioningByFunction() throws -> RequestHandle {
    guard let path = request.section?.path, request.asksFunction(for: path) else { return self }
    if case .field? = request.section, case .closure(let hook)? = request.computed[path.field]?.expression {
      return with { $0.section = .closure(hook) }
    }
    guard try pushed().request.asksFunction(for: path) else { return self }
    throw ScriptError(RequestError.sectionOverFunction(name: path.description))
  }
}
