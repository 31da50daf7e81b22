/// Objects on a stack or in a list, one at a time.
package struct ObjectSource {
  package let count: Int
  /// Pushes the n-th value, from 0.
  package let push: (Int) -> Void

  package init(count: Int, push: @escaping (Int) -> Void) {
    self.count = count
    self.push = push
  }
}
