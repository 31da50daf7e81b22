import Schema

/// How large an expression may be for a database to take it, wherever it stands in a statement.
package struct StatementLimits: Hashable, Sendable {
  /// How many operations may stand in each other (`ExpressionSize.height`).
  package var height: Int
  /// How many symbols may be open while it is read (`ExpressionSize.openSymbols`).
  package var openSymbols: Int
  /// How many values may be bound.
  package var values: Int

  package init(height: Int = .max, openSymbols: Int = .max, values: Int = .max) {
    self.height = height
    self.openSymbols = openSymbols
    self.values = values
  }

  package func admit(_ size: ExpressionSize) -> Bool {
    size.height <= height && size.openSymbols <= openSymbols && size.values <= values
  }
}
