import Exchange
import Lists

extension ResultSetMethods {
  /// `export` and `encode`: the rows that are shown, in their order.
  static let exchange = ExchangeMethods.methods("rs:", "its rows") { _, call in
    .values(try view(call).objects(on: call.stack))
  }
}
