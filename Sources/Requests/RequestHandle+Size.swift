import Model
import Query

extension RequestHandle {
  /// So many conditions may follow each other in a request, and so deep may they stand in each other.
  private static let partLimit = 900
  private static let depthLimit = 100

  /// Refuses what is too much for a database to ask, before it is too much for anything else.
  package func checkSize(_ word: String) throws(ScriptError) {
    if max(depth, request.predicate?.rowsDepth ?? 0) > Self.depthLimit {
      throw ScriptError(RequestError.requestsTooDeep(limit: Self.depthLimit))
    }
    guard let predicate = request.predicate else { return }
    if predicate.partCount > Self.partLimit {
      throw ScriptError(RequestError.tooManyConditions(word: word, limit: Self.partLimit))
    }
    if predicate.depth > Self.depthLimit {
      throw ScriptError(RequestError.tooDeepConditions(word: word, limit: Self.depthLimit))
    }
  }
}
