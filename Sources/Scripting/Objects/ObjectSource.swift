/// Objects on a stack or in a list, one at a time.
struct ObjectSource {
  let count: Int
  /// Pushes the n-th value, from 0.
  let push: (Int) -> Void
}
