import Requests

extension Session {
  /// What is to be said of the functions that ran since the last call, where they do something else than they seem to.
  package func takeHints() -> [String] { context.state(ClosureHints.self).take() }
}
