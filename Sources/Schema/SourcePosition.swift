/// A line of a script.
package struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  package var source: String
  package var line: Int

  package init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  package var description: String { "\(source):\(line)" }
}
